"""S16: a seat that changes hands keeps its sealed sheet and tells its new holder no secret of the old one."""

from typing import Any

import msgspec
import pytest

from protocol import events, messages
from protocol.chain import next_head
from protocol.codec import encode
from protocol.ids import SheetKey
from protocol.messages import (
    Chat,
    Done,
    Invite,
    Leave,
    Replace,
    Resume,
    Seal,
    SeatKey,
    Sheet,
    SheetProgress,
    Snapshot,
    Sync,
    Unseal,
    Unseat,
    Write,
)
from protocol.vocabulary import REFEREE
from server.games import GAMES
from server.record import export
from server.table import facts, knowledge
from server.table.audience import AWAY_SECONDS
from server.table.facts import Row
from server.table.folding import fold_facts
from server.verify import verify
from tests.kit.hidden_game import HIDDEN
from tests.kit.secrets import check_handing_over
from tests.kit.sittings import Player, Sitting, begun, is_written, refusal

SECRET = "T HQ V8"
OF_EMPTY = SheetProgress(otherwise="Without a valid order a soldier on HQV is broken up to pay 1 Power.")
"""What is told of the sheet of green at the start as long as nothing is on it."""
TO_ANOTHER, TO_A_BOT = Replace(seat="V", name="Eve"), Replace(seat="V", level="recruit")


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def tournament(players: int = 2, **options: Any) -> tuple[Sitting, Player, list[Player]]:
    """A game in its first phase, with a referee."""
    sitting = Sitting(players, tournament=True, **options)
    seated = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")[:players]]
    referee = sitting.referee()
    assert isinstance(referee.ask(messages.Start()), Done)
    return sitting, referee, seated


def given(sitting: Sitting, referee: Player, seat: str, name: str = "Eve", after: int | None = 0) -> Player:
    """Who comes with the key that the referee got for that seat."""
    key = referee.ask(Replace(seat=seat, name=name))
    assert isinstance(key, SeatKey)
    return come(sitting, key.token, after)


def come(sitting: Sitting, token: str, after: int | None = 0) -> Player:
    player = sitting.caller()
    answer = player.ask(Resume(table="TABLE", token=token, after=after))
    assert isinstance(answer, messages.Seated), answer
    player.token, player.sheet = token, answer.seat
    return player


def shown(player: Player) -> Snapshot:
    return next(m for m in reversed(player.heard) if isinstance(m, Snapshot))


def said_to(player: Player) -> bytes:
    return b"".join(encode(message) for message in player.heard)


def marks(player: Player, seat: str) -> tuple[bool, bool]:
    line = next(line for line in shown(player).seats if line.seat == seat)
    return line.written, line.sealed


@pytest.mark.parametrize("name", ["Eve", "Ana"])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_sheet_that_is_not_sealed_is_thrown_away(name: str, is_restarted: bool) -> None:
    """S1, S16: the new holder starts from an empty sheet, even under the old name and after a restart."""
    sitting, referee, (ana, *_) = tournament(4)
    ana.write(SECRET, revision=7)
    if name == "Ana":  # a player who sits there gets no other key
        sitting.cut(ana)
    key = referee.ask(Replace(seat="V", name=name))
    assert isinstance(key, SeatKey)
    if is_restarted:
        sitting.restart()
    eve = come(sitting, key.token)
    eve.ask(Sync(after=0))
    assert shown(eve).sheets == {"V": Sheet(0, (), usage=shown(eve).sheets["V"].usage, progress=OF_EMPTY)}
    assert marks(eve, "V") == (False, False)
    assert SECRET.encode() not in said_to(eve) + said_to(referee)
    assert sitting.state.draft("V") == sitting.replayed().draft("V")
    assert is_written(eve.write("S HQ V8", revision=1), 1), "revisions begin anew"
    sitting.referee().ask(messages.Ring(phase=1))
    assert eve.events(events.SheetsRead)[0].sheets["V"] == ("S HQ V8",)


def test_nothing_on_a_sheet_counts_that_its_new_holder_has_not_written() -> None:
    """S16."""
    sitting, referee, (ana, bo) = tournament()
    ana.write(SECRET, sheet="V")
    given(sitting, referee, "VB")
    sitting.pass_time(600)
    assert bo.events(events.SheetsRead)[0].sheets["V"] == ()
    assert SECRET.encode() not in said_to(bo)


@pytest.mark.parametrize("name", ["Eve", "Ana"])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_sealed_sheet_counts_and_its_new_holder_neither_sees_nor_changes_it(
    name: str, is_restarted: bool
) -> None:
    """S1, S16: not even a right guess is told from a wrong one."""
    sitting, referee, (ana, bo, *_) = tournament(4)
    ana.write(SECRET, revision=7)
    ana.seal()
    if name == "Ana":  # a player who sits there gets no other key
        sitting.cut(ana)
    key = referee.ask(Replace(seat="V", name=name))
    assert isinstance(key, SeatKey)
    if is_restarted:
        sitting.restart()
        bo = sitting.back(bo.token)
        referee = sitting.referee()
    eve = come(sitting, key.token)
    usage = shown(eve).sheets["V"].usage
    assert shown(eve).sheets == {"V": Sheet(0, (), usage=usage, by_another=True)}
    assert marks(eve, "V") == (True, True), "everybody knows that it is sealed"
    for attempt in (
        Write(phase=1, sheet="V", revision=7, lines=(SECRET,)),
        Write(phase=1, sheet="V", revision=8, lines=()),
        Seal(phase=1, revisions={"V": 7}),
        Seal(phase=1),
        Unseal(phase=1),
    ):
        assert refusal(eve.ask(attempt)) == "sealed-by-another"
    assert SECRET.encode() not in said_to(eve) + said_to(referee)
    referee.ask(messages.Ring(phase=1))
    assert bo.events(events.SheetsRead)[0].sheets["V"] == (SECRET,)
    assert verify(export("TABLE", sitting.rows)) == []
    referee.ask(messages.Start())
    assert is_written(eve.write("S HQ V8", revision=1), 1), "in the next phase the sheet is hers"


def test_who_lost_the_seat_writes_no_more() -> None:
    """S3, S16: neither over the old connection nor with the old token or key."""
    sitting, referee, (ana, *_) = tournament(4)
    ana.write(SECRET)
    peer = ana.peer
    given(sitting, referee, "V")
    ghost = sitting.caller()
    ghost.peer = peer
    sitting.callers[peer.number] = ghost
    assert refusal(ghost.ask(Write(phase=1, sheet="V", revision=2, lines=("late",)))) == "not-at-table"
    stranger = sitting.caller()
    assert refusal(stranger.ask(Resume(table="TABLE", token=ana.token))) == "wrong-token"
    assert refusal(stranger.ask(messages.Join(table="TABLE", name="Ana", key="of Ana"))) == "already-started"
    assert sitting.state.draft("V").lines == ()


def test_a_player_who_joins_again_with_the_own_key_keeps_the_draft() -> None:
    """R6: the answer to the first request may have been lost; nobody else has the seat."""
    sitting, (ana, *_) = begun()
    ana.write(SECRET, revision=3)
    again = sitting.sit("Ana")
    assert shown(again).sheets["V"].lines == (SECRET,)
    assert is_written(again.write("S HQ V8", revision=4), 4)
    assert sitting.facts(facts.SheetsDiscarded) == []


def test_a_bot_writes_its_own_sheet_from_scratch() -> None:
    """S16: what the person had on the sheet counts for nothing."""
    sitting, referee, (ana, bo) = tournament()
    ana.write(SECRET, revision=7, sheet="V")
    referee.ask(Replace(seat="VB", level="recruit"))
    sitting.bot_answers(sitting.jobs[-1], {"V": (), "B": ("S HQ B8",)})
    assert {sheet: sitting.state.draft(sheet).revision for sheet in ("V", "B")} == {"V": 1, "B": 1}
    bo.seal()
    read = bo.events(events.SheetsRead)[0].sheets
    assert (read["V"], read["B"]) == ((), ("S HQ B8",))


def test_a_bot_leaves_a_sealed_sheet_as_it_is_and_its_writer_comes_back_to_it() -> None:
    """S16: it is still the sheet of who has the same token."""
    sitting, referee, (ana, *_) = tournament(4)
    ana.write(SECRET)
    ana.seal()
    jobs = len(sitting.jobs)
    referee.ask(TO_A_BOT)
    assert len(sitting.jobs) == jobs
    back = come(sitting, ana.token)
    assert (shown(back).sheets["V"].lines, shown(back).sheets["V"].by_another) == ((SECRET,), False)
    assert isinstance(back.ask(Unseal(phase=1)), Done)
    assert is_written(back.write("S HQ V8", revision=2), 2)


def test_who_comes_back_to_a_seat_finds_the_sheet_that_the_bot_has_sealed() -> None:
    """S16: it counts, and the person writes from the next phase on."""
    sitting, referee, (ana, *_) = tournament(4)
    referee.ask(TO_A_BOT)
    sitting.bot_answers(sitting.jobs[-1], {"V": (SECRET,)})
    back = come(sitting, ana.token)
    assert shown(back).sheets["V"].lines == ()
    assert refusal(back.ask(Unseal(phase=1))) == "sealed-by-another"
    sitting.pass_time(600)
    assert back.events(events.SheetsRead)[0].sheets["V"] == (SECRET,)
    referee.ask(messages.Start())
    assert is_written(back.write("S HQ V8"), 1)


def test_what_a_person_had_written_before_a_bot_came_is_thrown_away() -> None:
    """S16: also for a person who comes back before the bot has written."""
    sitting, referee, (ana, *_) = tournament(4)
    ana.write(SECRET, revision=5)
    referee.ask(TO_A_BOT)
    back = come(sitting, ana.token)
    assert shown(back).sheets["V"] == Sheet(0, (), usage=shown(back).sheets["V"].usage, progress=OF_EMPTY)
    sitting.bot_answers(sitting.jobs[-1], {"V": ("by the bot",)})
    assert sitting.state.draft("V").lines == (), "the person has the seat"
    assert is_written(back.write("S HQ V8"), 1)


def test_the_sheets_of_a_bot_do_not_land_for_the_bot_after_it() -> None:
    """S16: in between, a person had the seat."""
    sitting, referee, (ana, *_) = tournament(4)
    referee.ask(TO_A_BOT)
    first = sitting.jobs[-1]
    come(sitting, ana.token)
    referee.ask(Replace(seat="V", level="captain"))
    second = sitting.jobs[-1]
    sitting.bot_answers(first, {"V": ("by the first",)})
    assert sitting.state.draft("V").lines == ()
    sitting.bot_answers(second, {"V": ("by the second",)})
    assert sitting.state.draft("V").lines == ("by the second",)


@pytest.mark.parametrize("act", [TO_ANOTHER, TO_A_BOT], ids=["another", "bot"])
def test_in_a_private_phase_nobody_hears_whether_a_sheet_was_sealed(act: Replace) -> None:
    """S14, S16: the bytes are the same for a sealed, an unsealed and an empty sheet."""
    heard = []
    for how in ("sealed", "written", "empty"):
        sitting, referee, (ana, bo) = tournament(game="hidden")
        watcher = sitting.watcher()
        if how != "empty":
            ana.write(str(sitting.state.position.hands["1"][0]))
        if how == "sealed":
            ana.seal()
        assert not isinstance(referee.ask(msgspec.structs.replace(act, seat="1")), messages.Refused)
        for other in (referee, bo, watcher):
            other.ask(Sync(after=2**53))
        told = [encode(m) for p in (referee, bo, watcher) for m in p.heard if not isinstance(m, SeatKey)]
        heard.append([data for data in told if b"seated" not in data])
    assert without_numbers(heard[0]) == without_numbers(heard[1]) == without_numbers(heard[2])


def without_numbers(heard: list[bytes]) -> list[Any]:
    """The messages without the numbers of requests."""
    return [{k: v for k, v in msgspec.msgpack.decode(data).items() if k != "re"} for data in heard]


def keep(sitting: Sitting, ana: Player, *, seals: bool) -> str:
    """In a private phase Ana writes which card she keeps, and a plan that is no card."""
    card = str(sitting.state.position.hands["1"][2])
    ana.write("my plan", card)
    if seals:
        ana.seal()
    return card


@pytest.mark.parametrize("is_between", [False, True])
def test_the_private_sheets_of_a_person_are_not_told_to_the_next_one(is_between: bool) -> None:
    """S14, S16: whether the seat is given away before the reading or after it, or the game is exported."""
    sitting, referee, (ana, _) = tournament(game="hidden")
    card = keep(sitting, ana, seals=True)
    if not is_between:
        eve = given(sitting, referee, "1")
        sitting.pass_time(31)
    else:
        sitting.pass_time(31)
        eve = given(sitting, referee, "1")
    eve.ask(Sync(after=0))
    missed = [told for m in eve.heard if isinstance(m, messages.Missed) for told in m.told]
    for told in (*missed, *(m for m in eve.heard if isinstance(m, messages.Told))):
        if isinstance(told.event, events.SheetsRead):
            assert (told.event.sheets, told.event.salts) == ({}, {})
            assert "my plan" not in str(told.event.story)
    assert any(isinstance(told.event, events.SheetsRead) for told in missed)
    (played,) = export("TABLE", sitting.rows, "1").rounds
    assert (played.sheets, played.salts) == ({}, {})
    assert "my plan" not in str(played.story)
    assert export("TABLE", sitting.rows, "2").rounds[0].sheets == {"2": ()}
    eve.ask(Sync(after=2**53))
    assert shown(eve).view.kept == int(card), "the view goes with the seat"
    assert verify(export("TABLE", sitting.rows, "1")) == []


def test_who_comes_back_with_the_same_token_still_knows_the_own_private_sheets() -> None:
    """S16: a bot that played in between takes nothing from a person, and the person nothing from the bot."""
    sitting, referee, (ana, _) = tournament(game="hidden")
    card = keep(sitting, ana, seals=False)
    sitting.pass_time(31)
    referee.ask(Replace(seat="1", level="recruit"))
    entry = next(e for e in sitting.state.stream if isinstance(e.event, events.SheetsRead))
    told = knowledge.told(sitting.state, entry, "1")
    assert isinstance(told, events.SheetsRead)
    assert told.sheets == {}, "the bot may not know it"
    ana = come(sitting, ana.token)
    (read,) = [
        t.event for m in ana.heard if isinstance(m, messages.Missed) for t in m.told if t.seq == entry.seq
    ]
    assert isinstance(read, events.SheetsRead)
    assert read.sheets == {"1": ("my plan", card)}
    assert "my plan" in str(read.story)
    assert export("TABLE", sitting.rows, "1").rounds[0].sheets == {"1": ("my plan", card)}


def test_the_private_sheet_of_a_bot_is_not_told_to_who_comes_back() -> None:
    """S16."""
    sitting, referee, (ana, _) = tournament(game="hidden")
    referee.ask(Replace(seat="1", level="recruit"))
    sitting.bot_answers(sitting.jobs[-1], {"1": (str(sitting.state.position.hands["1"][0]),)})
    sitting.pass_time(31)
    come(sitting, ana.token)
    assert export("TABLE", sitting.rows, "1").rounds[0].sheets == {}


def private_chat(player: Player) -> list[str]:
    told = [t for m in player.heard if isinstance(m, messages.Missed) for t in m.told]
    return [t.event.text for t in told if isinstance(t.event, events.Chatted)]


def test_what_was_said_to_a_person_alone_is_not_told_to_the_next_one() -> None:
    """S16: neither what Ana said nor what she was told; the numbers have no gap."""
    sitting, referee, (ana, bo) = tournament()
    sitting.pass_time(600)
    ana.ask(Chat(text="from Ana", to="JR"))
    bo.ask(Chat(text="to Ana", to="VB"))
    bo.ask(Chat(text="to all"))
    eve = given(sitting, referee, "VB")
    bo.ask(Chat(text="to Eve", to="VB"))
    assert private_chat(eve) == ["to all"]
    assert [event.text for event in eve.events(events.Chatted)] == ["to Eve"]
    assert b"Ana said" not in said_to(eve)
    missed = [t.seq for m in eve.heard if isinstance(m, messages.Missed) for t in m.told]
    assert missed == list(range(1, missed[-1] + 1))
    sitting.restart()
    assert private_chat(come(sitting, eve.token)) == ["to all", "to Eve"]
    assert private_chat(come(sitting, bo.token)) == ["from Ana", "to Ana", "to all", "to Eve"]


def test_who_comes_back_with_the_same_token_is_told_all_that_was_said() -> None:
    """S16: also what was said while a bot had the seat."""
    sitting, referee, (ana, bo) = tournament()
    sitting.pass_time(600)
    bo.ask(Chat(text="to Ana", to="VB"))
    referee.ask(Replace(seat="VB", level="recruit"))
    bo.ask(Chat(text="where are you?", to="VB"))
    assert private_chat(come(sitting, ana.token)) == ["to Ana", "where are you?"]


def test_who_takes_a_seat_that_was_left_is_not_told_what_was_said_there_before() -> None:
    """S16: before the game as well."""
    sitting = Sitting()
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    bo.ask(Chat(text="to Ana", to="V"))
    ana.ask(Leave())
    eve = sitting.sit("Eve", "V")
    eve.ask(Sync(after=0))
    assert private_chat(eve) == []


def test_everybody_is_told_who_gives_a_seat_to_whom() -> None:
    """S16."""
    sitting = Sitting(tournament=True)
    ana = sitting.sit("Ana")
    bo, cy = sitting.sit("Bo"), sitting.sit("Cy")
    referee = sitting.referee()
    watcher = sitting.watcher()
    cy.ask(Leave())
    referee.ask(Invite(seat="J", level="recruit"))
    referee.ask(Unseat(seat="J"))
    sitting.sit("Cy")
    sitting.sit("Di")
    referee.ask(messages.Start())
    referee.ask(TO_A_BOT)
    come(sitting, ana.token)
    given(sitting, referee, "V", "Eve")
    for other in (bo, watcher):
        assert [(e.name, e.by) for e in other.events(events.SeatTaken) if e.seat == "J"][-2:] == [
            ("recruit (bot)", REFEREE),
            ("Cy", ""),
        ]
        assert [(e.seat, e.by) for e in other.events(events.SeatLeft)] == [("J", ""), ("J", REFEREE)]
        assert [(e.name, e.by) for e in other.events(events.SeatTaken) if e.seat == "V"][-3:] == [
            ("Ana", REFEREE),
            ("Ana", ""),
            ("Eve", REFEREE),
        ]


def test_a_player_who_replaces_another_is_named() -> None:
    """S16."""
    sitting, (ana, bo, cy, _) = begun()
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS)
    bo.ask(TO_A_BOT)
    assert cy.events(events.SeatTaken)[-1] == events.SeatTaken("V", "Ana", "recruit", by="B")
    log = [event for _, event in export("TABLE", sitting.rows).log if event["type"] == "seat_taken"]
    assert log[-1] == {"type": "seat_taken", "seat": "V", "name": "Ana", "bot": "recruit", "by": "B"}


def test_a_seat_that_a_referee_gives_away_needs_a_referee() -> None:
    """S15: a record of a table without a referee has no such act."""
    sitting, (ana, bo, *_) = begun()
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS)
    bo.ask(TO_A_BOT)
    assert verify(export("TABLE", sitting.rows)) == []
    rows = [forged_by(row, REFEREE) for row in sitting.rows]
    assert "the log: a referee acts at a table that has no referee" in verify(export("TABLE", rows))


def forged_by(row: Row, by: str) -> Row:
    if isinstance(row.fact, facts.SeatTaken) and row.fact.by:
        return msgspec.structs.replace(row, fact=msgspec.structs.replace(row.fact, by=by))
    return row


def test_a_log_from_before_the_rule_still_gives_what_was_told_then() -> None:
    """R7: in such a log the sheet went to the new holder, and nobody wrote down who gave the seat."""
    sitting, referee, (ana, _) = tournament()
    ana.write(SECRET, sheet="V")
    referee.ask(Replace(seat="VB", name="Eve"))
    kept = [row for row in sitting.rows if not isinstance(row.fact, facts.SheetsDiscarded)]
    old = [msgspec.structs.replace(forged_by(row, ""), n=n) for n, row in enumerate(kept, start=1)]
    state = fold_facts("TABLE", old)
    assert state.draft("V").lines == (SECRET,)
    taken = {"type": "seat_taken", "seat": "VB", "name": "Eve"}
    assert msgspec.to_builtins(events.SeatTaken("VB", "Eve")) == taken
    assert next_head("0", 1.0, events.SeatTaken("VB", "Eve")) != next_head(
        "0", 1.0, events.SeatTaken("VB", "Eve", by=REFEREE)
    )


def test_no_sheet_is_thrown_away_when_the_phase_has_closed() -> None:
    """S16: while the referee holds the reading, every sheet counts as it was at the bell."""
    sitting, referee, (ana, bo) = tournament()
    ana.write(SECRET, sheet="V")
    referee.ask(messages.Hold())
    referee.ask(messages.Ring(phase=1))
    eve = given(sitting, referee, "VB")
    assert shown(eve).sheets == {}
    referee.ask(messages.Release())
    assert bo.events(events.SheetsRead)[0].sheets["V"] == (SECRET,)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("power", 2), ("power", 4), ("strategiksa", 3), ("hidden", 2)])
def test_a_handing_over_tells_nothing_of_an_unread_sheet(game: str, players: int) -> None:
    """S1, S16: two tables that differ only in a sheet give the referee and the new holder the same bytes."""
    assert check_handing_over(game, players=players, seed=5, phases=4) > 0


def test_a_draft_that_goes_with_the_seat_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above can fail."""

    def leaky(state: Any, role: str) -> dict[SheetKey, Any]:
        return {sheet: state.draft(sheet) for sheet in state.owed_by(role)}

    monkeypatch.setattr(knowledge, "own_drafts", leaky)
    with pytest.raises(AssertionError, match="tell"):
        check_handing_over("power", players=2, seed=5, phases=1)
