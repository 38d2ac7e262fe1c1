"""Sheets: written, advised, sealed, closed by the bell and read."""

import asyncio
import hashlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from protocol import events, messages
from protocol.messages import (
    Chat,
    Continue,
    Done,
    Pause,
    Ready,
    Refused,
    Seal,
    Suggest,
    Unseal,
    Write,
    Written,
)
from protocol.seals import seal_hash
from server.table import actor, facts
from server.table.acts import perform
from server.table.audience import Peer
from server.table.clock import PAUSE_SECONDS
from server.table.facts import Row
from server.table.table import Table
from tests.kit.callers import call, serving, start_game
from tests.kit.sittings import Player, Sitting, begun, is_written, refusal

LEGAL = "T HQ V4"


def read_by(player: Player) -> events.SheetsRead:
    return player.events(events.SheetsRead)[-1]


async def test_a_sheet_is_acknowledged_with_its_revision_once_it_is_stored(tmp_path: Path) -> None:
    """Stored before acknowledged."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        answer = await players[0].write(1, LEGAL, revision=3)
        assert isinstance(answer, Written)
        assert (answer.sheet, answer.revision, answer.advice) == ("V", 3, ())
        assert app.lobby._store is not None
        rows = await app.lobby._store.load(table)
        assert facts.Drafted("V", "V", 3, (LEGAL,)) in [row.fact for row in rows]


@pytest.mark.parametrize(("language", "words"), [("en", "is not a piece"), ("fr", "n'est pas une pièce")])
async def test_the_acknowledgement_carries_advice_in_the_language_of_the_player(
    tmp_path: Path, language: str, words: str
) -> None:
    """P-SHEET-3: a bad line is advised on, never refused."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        token = players[0].token
        player = await call(app.port, language=language)
        await player.ask(messages.Resume(table=players[0].table, token=token))
        player.seat = "V"
        answer = await player.write(1, LEGAL, "attack at dawn", revision=1)
        assert isinstance(answer, Written)
        assert [advice.line for advice in answer.advice] == [1]
        assert words in answer.advice[0].text


async def test_words_are_suggested_from_the_player_s_own_view_only(tmp_path: Path) -> None:
    """Completion works on the player's view, never on the state."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        answer = await players[0].ask(Suggest(sheet="V", text="T HQ "))
        assert isinstance(answer, messages.Suggestions)
        assert LEGAL in [offer.text for offer in answer.offers]


@pytest.mark.parametrize(
    ("language", "offered", "advised"),
    [("en", "T HQ V8", "HQV"), ("fr", "T QG V8", "QGV"), ("fr@original", "T HQ V8", "HQV")],
)
async def test_a_reader_is_answered_in_the_reader_s_letters(
    tmp_path: Path, language: str, offered: str, advised: str
) -> None:
    """P-SHEET-2: offers and advice; what was written stays as it was written."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        player = await call(app.port, language=language)
        await player.ask(messages.Resume(table=table, token=players[0].token))
        player.seat = "V"
        for typed in ("t hq ", "t qg "):
            answer = await player.ask(Suggest(sheet="V", text=typed))
            assert isinstance(answer, messages.Suggestions)
            assert offered in [offer.text for offer in answer.offers]
        written = await player.write(1, "t hq v8", "t qg v7", "b hq v8", revision=1)
        assert isinstance(written, Written)
        assert [(advice.line, advised in advice.text) for advice in written.advice] == [(2, True)]
        assert app.lobby._actors[table].table.state.draft("V").lines == ("t hq v8", "t qg v7", "b hq v8")


def test_an_older_revision_is_refused_and_changes_nothing() -> None:
    sitting, (ana, *_) = begun()
    ana.write("second", revision=2)
    assert refusal(ana.write("first", revision=1)) == "stale-revision"
    assert sitting.state.draft("V").lines == ("second",)


def test_the_same_revision_with_other_lines_is_refused() -> None:
    """R6: one id, one effect."""
    sitting, (ana, *_) = begun()
    ana.write("first", revision=1)
    assert refusal(ana.write("other", revision=1)) == "stale-revision"
    assert sitting.state.draft("V").lines == ("first",)


def test_the_same_revision_again_is_acknowledged_without_a_second_fact() -> None:
    """R6: a repeated request has one effect and gets the same answer."""
    sitting, (ana, *_) = begun()
    first = ana.write("attack at dawn")
    again = ana.write("attack at dawn")
    assert isinstance(first, Written)
    assert isinstance(again, Written)
    assert (first.revision, first.advice) == (again.revision, again.advice)
    assert len(sitting.facts(facts.Drafted)) == 1


def test_blank_lines_at_the_foot_are_no_orders() -> None:
    """P-SHEET-1."""
    sitting, (ana, bo, *_) = begun()
    ana.write("", "  ", "")
    assert sitting.state.draft("V").lines == ()
    assert bo.events(events.Wrote) == []


def test_others_are_told_once_that_a_seat_has_written() -> None:
    """P-SHEET-7."""
    _, (ana, bo, *_) = begun()
    for revision in (1, 2, 3):
        ana.write("a", "b", revision=revision)
    assert bo.events(events.Wrote) == [events.Wrote("V")]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (Write(phase=1, sheet="B", revision=1, lines=("x",)), "no-such-sheet"),
        (Write(phase=1, sheet="", revision=1, lines=("x",)), "no-such-sheet"),
        (Write(phase=2, sheet="V", revision=1, lines=("x",)), "phase-not-open"),
        (Write(phase=0, sheet="V", revision=1, lines=("x",)), "phase-closed"),
        (Seal(phase=2), "phase-not-open"),
        (Unseal(phase=0), "phase-closed"),
    ],
)
def test_a_player_can_write_only_on_their_own_sheet_of_this_phase(
    message: messages.ClientMessage, code: str
) -> None:
    """S3."""
    sitting, (ana, *_) = begun()
    before = len(sitting.rows)
    assert refusal(ana.ask(message)) == code
    assert len(sitting.rows) == before


def test_a_watcher_and_a_referee_write_nothing() -> None:
    """S3."""
    sitting = Sitting(tournament=True)
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee, watcher = sitting.referee(), sitting.watcher()
    assert isinstance(referee.ask(messages.Start()), Done)
    for outsider in (referee, watcher):
        assert refusal(outsider.write("x", sheet="V")) == "not-seated"
        assert refusal(outsider.ask(Seal(phase=1))) == "not-seated"
        assert refusal(outsider.ask(Suggest(sheet="V"))) == "not-seated"
    assert players[0].peer.seat == "V"
    assert sitting.state.sheets.drafts == {}


@pytest.mark.parametrize("revisions", [{"V": 2, "B": 0}, {"V": 2, "B": 1}, {"V": 2, "": 2}, {"X": 2}])
def test_a_seal_that_names_a_sheet_of_nobody_or_of_others_is_refused(revisions: dict[str, int]) -> None:
    """A program that names a wrong sheet must not believe that it was sealed."""
    sitting, (ana, *_) = begun()
    ana.write("x", revision=2)
    assert refusal(ana.ask(Seal(phase=1, revisions=revisions))) == "no-such-sheet"
    assert sitting.state.sealed == set()


@pytest.mark.parametrize("revisions", [{}, {"V": 1}, {"V": 3}])
def test_a_seal_needs_the_revisions_that_are_stored(revisions: dict[str, int]) -> None:
    """Only the revision that is stored can be sealed, so that nobody seals what the server has not got."""
    sitting, (ana, *_) = begun()
    ana.write("x", revision=1)
    ana.write("y", revision=2)
    assert refusal(ana.ask(Seal(phase=1, revisions=revisions))) == "revision-mismatch"
    assert sitting.state.sealed == set()
    assert isinstance(ana.seal(V=2), Done)


def test_a_sheet_never_written_may_be_sealed() -> None:
    """P-SHEET-6."""
    sitting, (ana, *_) = begun()
    assert isinstance(ana.ask(Seal(phase=1)), Done)
    assert sitting.state.sealed == {"V"}


def test_a_sealed_sheet_cannot_be_changed_until_it_is_unsealed() -> None:
    """Seal and unseal until the phase closes."""
    sitting, (ana, bo, *_) = begun()
    ana.write("x", revision=1)
    ana.seal()
    assert refusal(ana.write("y", revision=2)) == "sealed"
    assert is_written(ana.write("x", revision=1), 1), "what is sealed may be sent again"
    assert isinstance(ana.ask(Unseal(phase=1)), Done)
    assert bo.events(events.SheetUnsealed) == [events.SheetUnsealed("V")]
    assert is_written(ana.write("y", revision=2), 2)
    assert sitting.state.draft("V").lines == ("y",)


def test_a_seal_again_is_acknowledged_without_a_second_fact() -> None:
    """R6."""
    sitting, (ana, *_) = begun()
    assert isinstance(ana.seal(), Done)
    assert isinstance(ana.seal(), Done)
    assert len(sitting.facts(facts.SheetSealed)) == 1


def test_a_sheet_sealed_anew_has_a_new_salt() -> None:
    """With the same salt, the same hash would tell that nothing was changed."""
    _, (ana, bo, *_) = begun()
    ana.write("x")
    ana.seal()
    ana.ask(Unseal(phase=1))
    ana.seal()
    first, second = bo.events(events.SheetSealed)
    assert first.hashes["V"] != second.hashes["V"]


def test_the_phase_ends_early_when_all_have_sealed() -> None:
    """P-TIME-1."""
    sitting, players = begun()
    for player in players[:-1]:
        player.seal()
        assert sitting.state.stage == "writing"
    assert isinstance(players[-1].seal(), Done)
    assert sitting.state.stage == "between"
    assert players[0].events(events.PhaseClosed)


@pytest.mark.parametrize(("players", "seconds"), [(2, 360.0), (3, 180.0), (4, 180.0)])
def test_orders_are_written_in_three_minutes_or_six_when_two_play(players: int, seconds: float) -> None:
    """P-TIME-1."""
    sitting, _ = begun(players)
    sitting.pass_time(seconds - 0.001)
    assert sitting.state.stage == "writing"
    sitting.pass_time(0.002)
    assert sitting.state.stage == "between"


def test_a_table_may_have_another_hourglass_or_none() -> None:
    short, _ = begun(seconds=7)
    assert short.left() == 7
    none, players = begun(seconds=None)
    none.pass_time(10**6)
    assert none.state.stage == "writing"
    assert refusal(players[0].ask(Pause())) == "no-clock"


@pytest.mark.parametrize("sealed", [True, False])
def test_at_the_bell_what_stands_on_the_sheet_counts(sealed: bool) -> None:
    """P-SHEET-6: sealed or not."""
    sitting, (ana, bo, *_) = begun()
    ana.write("first", revision=1)
    ana.write("first", LEGAL, revision=2)
    if sealed:
        ana.seal()
    sitting.pass_time(180)
    told = read_by(bo)
    assert told.sheets == {"V": ("first", LEGAL), "B": (), "J": (), "R": ()}
    assert any(e["type"] == "moved" and e["army"] == "V" for e in told.story)


def test_a_sheet_unsealed_before_the_bell_counts_as_it_then_stands() -> None:
    """P-SHEET-6."""
    sitting, (ana, bo, *_) = begun()
    ana.write("first", revision=1)
    ana.seal()
    ana.ask(Unseal(phase=1))
    ana.write("second", revision=2)
    sitting.pass_time(180)
    assert read_by(bo).sheets["V"] == ("second",)


@pytest.mark.parametrize("early", [0.001, 0.0001, 60.0])
def test_a_sheet_that_arrives_before_the_bell_counts(early: float) -> None:
    """R9, P-SHEET-6."""
    sitting, (ana, bo, *_) = begun()
    bell = sitting.at + 180
    assert is_written(ana.write("in time", at=bell - early), 1)
    sitting.pass_time(early)
    assert read_by(bo).sheets["V"] == ("in time",)


@pytest.mark.parametrize("late", [0.0, 0.001, 5.0])
def test_a_sheet_that_arrives_after_the_bell_does_not_count_and_its_sender_is_told(late: float) -> None:
    """R9, P-SHEET-6."""
    sitting, (ana, bo, *_) = begun()
    ana.write("in time", revision=1)
    bell = sitting.at + 180
    phase = sitting.state.phase_no
    late_sheet = Write(phase=phase, sheet="V", revision=2, lines=("too late",))
    answer = ana.ask(late_sheet, at=bell + late)
    assert refusal(answer) == "phase-closed"
    assert isinstance(answer, Refused)
    assert "what was on your sheet then counts" in answer.text
    assert read_by(bo).sheets["V"] == ("in time",)
    assert refusal(ana.ask(Seal(phase=phase, revisions={"V": 1}))) == "phase-closed"
    assert refusal(ana.ask(Unseal(phase=phase))) == "phase-closed"


def test_what_arrived_before_the_bell_counts_even_if_it_is_handled_after_it() -> None:
    """R9: arrival decides, not the timer."""
    sitting, (ana, bo, cy, _) = begun()
    bell = sitting.at + 180
    assert is_written(ana.write("stamped before", at=bell - 0.001), 1)
    assert is_written(bo.write("stamped before too", at=bell - 0.0005), 1)
    assert refusal(cy.ask(Write(phase=1, sheet="J", revision=1, lines=("late",)), at=bell)) == "phase-closed"
    sheets = read_by(ana).sheets
    assert (sheets["V"], sheets["B"], sheets["J"]) == (("stamped before",), ("stamped before too",), ())


@pytest.mark.slow
async def test_an_order_queued_behind_a_busy_table_at_the_bell_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9: the socket stamps what arrives, however long the table is busy."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=2.0)
        store, loop = app.lobby._store, asyncio.get_running_loop()
        bell = app.lobby._actors[table].table.deadline()
        assert bell is not None
        storing, after_the_bell = asyncio.Event(), asyncio.Event()
        loop.call_at(bell + 0.05, after_the_bell.set)
        stored_at_once = store.append

        async def store_late(table: str, rows: Sequence[Row]) -> None:
            storing.set()
            await after_the_bell.wait()
            await stored_at_once(table, rows)

        monkeypatch.setattr(store, "append", store_late)
        await players[1].send(Write(phase=1, sheet="B", revision=1, lines=("slow to store",)))
        await storing.wait()
        await players[0].send(Write(phase=1, sheet="V", revision=1, lines=("in time",)))
        answer = await players[0].until_kind(Written)
        assert answer.revision == 1
        assert loop.time() > bell
        told = await players[1].until_event(events.SheetsRead)
        assert told.sheets["V"] == ("in time",)


async def test_a_message_is_stamped_when_it_arrives_and_not_when_its_turn_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9: here the connection itself is busy with an earlier message."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        store, loop = app.lobby._store, asyncio.get_running_loop()
        storing, go_on = asyncio.Event(), asyncio.Event()
        stored_at_once, performed = store.append, perform
        stamps: list[float] = []

        async def store_late(table: str, rows: Sequence[Row]) -> None:
            storing.set()
            await go_on.wait()
            await stored_at_once(table, rows)

        def note(table: Table, peer: Peer, message: messages.ClientMessage, at: float, wall: float) -> None:
            stamps.append(at)
            performed(table, peer, message, at, wall)

        monkeypatch.setattr(store, "append", store_late)
        monkeypatch.setattr(actor, "perform", note)
        await players[0].send(messages.OpenTable(game="power", name="Other", key="a secret of sixteen"))
        await players[0].send(Write(phase=1, sheet="V", revision=1, lines=("early",)))
        await storing.wait()
        await (await players[0].socket.ping())  # its pong tells that the sheet has arrived, too
        arrived_by = loop.time()
        loop.call_later(0.2, go_on.set)
        assert isinstance(await players[0].until_kind(Written), Written)
        assert stamps
        assert stamps[0] <= arrived_by < arrived_by + 0.2 <= loop.time()


def test_a_pause_stops_the_hourglass_for_three_minutes_at_most() -> None:
    """P-TIME-2."""
    sitting, (ana, bo, *_) = begun()
    sitting.pass_time(50)
    assert isinstance(ana.ask(Pause()), Done)
    assert bo.events(events.PauseBegun) == [events.PauseBegun("V", PAUSE_SECONDS)]
    sitting.pass_time(PAUSE_SECONDS - 0.001)
    assert sitting.left() == pytest.approx(130)
    assert not sitting.state.glass.running
    sitting.pass_time(0.001)
    assert bo.events(events.ClockStarted) == [events.ClockStarted("server")]
    sitting.pass_time(129.9)
    assert sitting.state.stage == "writing"
    sitting.pass_time(0.11)
    assert sitting.state.stage == "between"


def test_a_player_can_pause_once_in_a_game() -> None:
    """P-TIME-2."""
    sitting, (ana, bo, *_) = begun()
    ana.ask(Pause())
    ana.ask(Continue())
    assert refusal(ana.ask(Pause())) == "no-pause-left"
    assert isinstance(bo.ask(Pause()), Done), "every player has one"
    assert refusal(ana.ask(Pause())) == "paused-already"
    sitting.restart()
    ana = sitting.back(ana.token)
    ana.ask(Continue())
    assert refusal(ana.ask(Pause())) == "no-pause-left", "not even a restart gives another"


def test_a_pause_is_ended_by_who_asked_for_it_and_by_no_other_player() -> None:
    """P-TIME-2."""
    sitting, (ana, bo, *_) = begun()
    watcher = sitting.watcher()
    ana.ask(Pause())
    sitting.pass_time(10)
    assert refusal(bo.ask(Continue())) == "not-your-pause"
    assert refusal(watcher.ask(Continue())) == "not-seated"
    assert isinstance(ana.ask(Continue()), Done)
    assert bo.events(events.ClockStarted) == [events.ClockStarted("V")]
    assert sitting.left() == pytest.approx(180)
    assert refusal(ana.ask(Continue())) == "not-paused"


@pytest.mark.parametrize("act", [Continue(), messages.StartClock()])
def test_a_pause_is_ended_by_a_referee(act: messages.ClientMessage) -> None:
    """P-TIME-2."""
    sitting = Sitting(tournament=True)
    ana, *_ = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    ana.ask(Pause())
    assert isinstance(referee.ask(act), Done)
    assert ana.events(events.ClockStarted) == [events.ClockStarted("referee")]


def test_orders_may_be_written_and_sealed_in_a_pause() -> None:
    """P-TIME-2."""
    sitting, players = begun()
    players[0].ask(Pause())
    assert is_written(players[0].write("x"), 1)
    for player in players:
        player.seal()
    assert sitting.state.stage == "between"
    assert sitting.state.glass.running, "the pause ended with the phase"


def test_a_pause_that_runs_out_while_nobody_is_here_rings_no_bell() -> None:
    """R8: a cut network costs nobody a round."""
    sitting, players = begun()
    players[0].ask(Pause())
    for player in players:
        sitting.cut(player)
    sitting.pass_time(PAUSE_SECONDS)
    sitting.pass_time(181)
    assert sitting.state.stage == "writing"
    sitting.back(players[1].token)
    assert sitting.left() == pytest.approx(180)
    assert sitting.state.glass.running


def test_chat_is_shut_while_orders_are_written_and_open_between() -> None:
    """P-TIME-3."""
    sitting, (ana, bo, cy, _) = begun()
    assert refusal(ana.ask(Chat(text="psst"))) == "quiet"
    assert refusal(ana.ask(Chat(text="psst", to="B"))) == "quiet"
    sitting.pass_time(180)
    assert isinstance(ana.ask(Chat(text="well played")), Done)
    assert isinstance(ana.ask(Chat(text="between us", to="B")), Done)
    assert [e.text for e in bo.events(events.Chatted)] == ["well played", "between us"]
    assert [e.text for e in cy.events(events.Chatted)] == ["well played"]


def test_chat_is_open_before_the_game() -> None:
    """P-TIME-3 shuts it in the phase of orders only."""
    sitting = Sitting()
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    assert isinstance(ana.ask(Chat(text="hello")), Done)
    assert bo.events(events.Chatted) == [events.Chatted("V", "hello")]


def test_chat_to_one_seat_is_masked_for_the_others_and_numbered_all_the_same() -> None:
    """P-TIME-3: a masked event keeps its number."""
    sitting, (ana, _, cy, _) = begun()
    watcher = sitting.watcher()
    sitting.pass_time(180)
    ana.ask(Chat(text="between us", to="B"))
    for outsider in (cy, watcher):
        assert outsider.events(events.Masked) == [events.Masked()]
        outsider.ask(messages.Sync(after=0))
        assert "between us" not in repr(outsider.heard)
    numbers = [message.seq for message in cy.heard if isinstance(message, messages.Told)]
    assert all(b == a + 1 for a, b in pairwise(numbers))
    late = sitting.watcher()
    late.ask(messages.Sync(after=0))
    assert "between us" not in repr(late.heard)


def test_chat_is_cleaned_and_four_lines_in_ten_seconds_are_the_most() -> None:
    """S7, S11."""
    sitting, (ana, bo, *_) = begun()
    sitting.pass_time(180)
    ana.ask(Chat(text="a\u202eb\x1b[31m\u200b\nc"))
    assert bo.events(events.Chatted)[-1].text == "ab[31m c"
    assert refusal(ana.ask(Chat(text="\u200b \x07"))) == "empty-chat"
    assert refusal(ana.ask(Chat(text="x", to="Z"))) == "no-such-seat"
    for _ in range(3):
        ana.ask(Chat(text="x"))
    assert refusal(ana.ask(Chat(text="x"))) == "chat-rate"
    sitting.pass_time(10)
    assert isinstance(ana.ask(Chat(text="x")), Done)


def test_the_last_round_is_announced_when_no_more_than_one_phase_of_orders_is_left() -> None:
    """P-END-2: and the game ends with it."""
    sitting, (ana, *_) = begun(limit=600, interlude=30)
    opened = []
    while sitting.state.stage != "over":
        opened.append(ana.events(events.PhaseOpened)[-1])
        sitting.pass_time(180)
        if sitting.state.stage == "between":
            sitting.pass_time(30)
    # Phases open at 0, 210 and 420 of 600 seconds: at 420 there are just 180 left.
    assert [(phase.phase, phase.last) for phase in opened] == [(1, False), (2, False), (3, True)]
    assert ana.events(events.GameEnded)


@pytest.mark.parametrize(("limit", "last"), [(180.0, True), (180.5, False), (100.0, True)])
def test_the_first_round_may_be_the_last(limit: float, last: bool) -> None:
    """P-END-2."""
    _, (ana, *_) = begun(limit=limit)
    assert ana.events(events.PhaseOpened)[0].last is last


def test_a_game_lasts_two_hours_at_most_unless_the_table_says_otherwise() -> None:
    """P-END-2."""
    sitting, (ana, *_) = begun(interlude=60)
    while sitting.state.stage != "over":
        sitting.pass_time(60)
    *_, before_last, last = ana.events(events.PhaseOpened)
    assert (before_last.last, last.last) == (False, True)
    assert last.phase == 31  # 29 rounds of 240 seconds leave 240, more than one phase; 30 leave none


@pytest.mark.parametrize("sealing", ["sealed", "resealed", "never"])
def test_the_hash_told_at_the_seal_matches_salt_and_sheet_at_the_reading(sealing: str) -> None:
    """A sheet cannot be changed unseen, not even by the host."""
    sitting, (ana, bo, *_) = begun()
    ana.write("attack", "at dawn")
    if sealing != "never":
        ana.seal()
    if sealing == "resealed":
        ana.ask(Unseal(phase=1))
        ana.write("attack at noon", revision=2)
        ana.seal()
    sitting.pass_time(180)
    told, closed = read_by(bo), bo.events(events.PhaseClosed)[-1]
    for sheet, lines in told.sheets.items():
        assert closed.hashes[sheet] == seal_hash(1, sheet, lines, told.salts[sheet])
    if sealing != "never":
        assert bo.events(events.SheetSealed)[-1].hashes == {"V": closed.hashes["V"]}
    assert len(set(told.salts.values())) == 4
    assert all(len(salt) == 32 for salt in told.salts.values())


def test_anybody_can_compute_the_hash_of_a_sheet() -> None:
    """Docs/protocol.md promises SHA-256 of [salt, phase, sheet, lines] in msgpack."""
    packed = b"\x94\xd9\x20" + b"0" * 32 + b"\x01\xa1V\x91\xa7T HQ V4"
    assert seal_hash(1, "V", ("T HQ V4",), "00" * 16) == hashlib.sha256(packed).hexdigest()


def test_two_players_write_two_sheets_each_and_seal_both_together() -> None:
    """P-TWO-1."""
    sitting, (ana, bo) = begun(2)
    assert is_written(ana.write("for green", sheet="V"), 1)
    assert is_written(ana.write("for blue", sheet="B"), 1)
    assert refusal(ana.write("for red", sheet="R")) == "no-such-sheet"
    assert refusal(ana.seal(V=1)) == "revision-mismatch"
    assert isinstance(ana.seal(V=1, B=1), Done)
    assert set(bo.events(events.SheetSealed)[-1].hashes) == {"V", "B"}
    assert refusal(ana.write("x", sheet="B", revision=2)) == "sealed"
    bo.write("for yellow", sheet="J")
    assert isinstance(bo.seal(J=1), Done)
    assert sitting.state.stage == "between"
    assert read_by(bo).sheets == {"V": ("for green",), "B": ("for blue",), "J": ("for yellow",), "R": ()}


def test_the_next_phase_opens_when_all_who_are_here_are_ready() -> None:
    sitting, players = begun()
    sitting.pass_time(180)
    sitting.cut(players[3])
    for player in players[:2]:
        player.ask(Ready(phase=1))
        assert sitting.state.stage == "between"
    assert refusal(sitting.watcher().ask(Ready(phase=1))) == "not-seated"
    players[2].ask(Ready(phase=1))
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 2)


def test_ready_for_another_phase_opens_nothing() -> None:
    """R6: a repeated message skips no phase."""
    sitting, players = begun()
    sitting.pass_time(180)
    for player in players:
        player.ask(Ready(phase=1))
    for player in players:
        player.seal()
    for player in players:
        assert isinstance(player.ask(Ready(phase=1)), Done)
    assert (sitting.state.stage, sitting.state.phase_no) == ("between", 2)


@pytest.mark.parametrize("how", ["cut", "leave"])
def test_a_player_who_leaves_does_not_hold_up_those_who_are_ready(how: str) -> None:
    """One player who leaves never holds up the game."""
    sitting, players = begun(interlude=None)
    sitting.pass_time(180)
    for player in players[:3]:
        player.ask(Ready(phase=1))
    if how == "cut":
        sitting.cut(players[3])
    else:
        players[3].ask(messages.Leave())
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 2)


@pytest.mark.parametrize("how", ["cut", "leave"])
def test_the_hourglass_stands_still_while_no_player_is_here(how: str) -> None:
    """R8: a cut network costs nobody a round."""
    sitting, players = begun()
    sitting.watcher()
    sitting.pass_time(30)
    for player in players:
        assert sitting.state.glass.running
        if how == "cut":
            sitting.cut(player)
        else:
            player.ask(messages.Leave())
    sitting.pass_time(1000)
    assert sitting.state.stage == "writing"
    assert sitting.left() == pytest.approx(150)
    sitting.back(players[0].token)
    assert sitting.state.glass.running


def test_a_player_who_comes_back_with_their_own_key_starts_the_hourglass_too() -> None:
    """The request to join, sent again with the same key, leads back to the seat."""
    sitting, players = begun()
    for player in players:
        sitting.cut(player)
    sitting.sit("Ana")
    assert sitting.state.glass.running


@pytest.mark.slow
async def test_a_player_gone_at_the_bell_is_back_two_rounds_later(tmp_path: Path) -> None:
    """What stood on the sheet counted, and the seat is still there."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=1.0, interlude=0.05)
        gone, others = players[0], players[1:]
        await gone.write(1, LEGAL)
        last_seen = max(message.seq for message in gone.heard if isinstance(message, messages.Told))
        await gone.close()
        first = await others[0].until_event(events.SheetsRead, phase=1)
        assert first.sheets["V"] == (LEGAL,)
        second = await others[0].until_event(events.SheetsRead, phase=2)
        assert second.sheets["V"] == ()
        back = await call(app.port)
        answer = await back.ask(messages.Resume(table=table, token=gone.token, after=last_seen))
        assert isinstance(answer, messages.Seated)
        missed = await back.until_kind(messages.Missed)
        assert [told.seq for told in missed.told] == list(
            range(last_seen + 1, last_seen + 1 + len(missed.told))
        )
        assert [t.event.phase for t in missed.told if isinstance(t.event, events.SheetsRead)][:2] == [1, 2]
        back.seat = "V"
        written: messages.ServerMessage | None = None
        while not isinstance(written, Written):  # on a busy machine the bell of a round may be first
            opened = await back.until_event(events.PhaseOpened)
            written = await back.write(opened.phase, "here again")
        last = await others[1].until_event(events.SheetsRead, phase=opened.phase)
        assert last.sheets["V"] == ("here again",)


def test_what_was_written_and_sealed_is_there_after_a_restart() -> None:
    """R1: the facts alone give the same table."""
    sitting, (ana, bo, *_) = begun()
    ana.write("x", "y")
    ana.seal()
    bo.write("z")
    sitting.pass_time(60)
    sitting.restart(at=5.0)
    assert sitting.state.draft("V").lines == ("x", "y")
    assert (sitting.state.sealed, sitting.state.sheets.written) == ({"V"}, {"V", "B"})
    assert not sitting.state.glass.running


def test_a_sheet_holds_sixty_four_lines_and_four_thousand_characters() -> None:
    sitting, (ana, *_) = begun()
    lines = tuple("x" * 62 for _ in range(64))
    assert is_written(ana.write(*lines), 1)
    assert sitting.state.draft("V").lines == lines
    assert refusal(ana.write(*lines[:-1], "x" * 95, revision=2)) == "sheet-too-long"
    assert sitting.state.draft("V").lines == lines
