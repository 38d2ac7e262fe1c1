"""The referee: the office that rotates, and the outside referee of a tournament."""

from pathlib import Path
from typing import Any, get_args

import pytest

from protocol import events, messages
from protocol.messages import (
    Amend,
    Annotate,
    Chat,
    ClientMessage,
    Done,
    Finish,
    Grant,
    Hold,
    Invite,
    Presence,
    Ready,
    Referee,
    Refused,
    Release,
    Replace,
    Reread,
    Resume,
    Ring,
    RollBack,
    SeatKey,
    Snapshot,
    Start,
    StartClock,
    StopClock,
    Unseal,
    Unseat,
    Written,
)
from server.table import facts
from tests.kit.callers import call, open_table, seat_all, serving
from tests.kit.sittings import Player, Sitting, begun, is_written, refusal

ACTS: list[ClientMessage] = [
    Start(),
    Hold(),
    Release(),
    StopClock(),
    StartClock(),
    Grant(seconds=60),
    Ring(phase=1),
    Unseat(seat="V"),
    Invite(seat="V", level="recruit"),
    messages.Admit(name="Eve", seat="V"),
    Annotate(text="a note"),
    RollBack(phase=1),
    Reread(sheets={}),
    Amend(lines=("x",)),
    Finish(),
]


def test_every_act_of_the_referee_is_tested_here() -> None:
    assert {type(act) for act in ACTS} == {
        kind for kind in get_args(messages.ClientMessage) if kind.is_for_referee or kind.is_for_host
    } - {messages.Inspect}


def tournament(
    players: int = 4, *, started: bool = True, **options: Any
) -> tuple[Sitting, Player, list[Player]]:
    sitting = Sitting(players, tournament=True, **options)
    seated = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")[:players]]
    referee = sitting.referee()
    if started:
        assert isinstance(referee.ask(Start()), Done)
    return sitting, referee, seated


def told_to_all(sitting: Sitting, kind: type[events.Event]) -> bool:
    """Whether everybody at the table has heard exactly one such event."""
    return all(len(player.events(kind)) == 1 for player in sitting.callers.values())  # type: ignore[type-var]


def test_the_office_of_referee_moves_on_clockwise_each_round() -> None:
    """P-SHEET-8."""
    sitting, players = begun()
    offices = [sitting.table.view("V").referee]
    reading = [sitting.table.view("V").reading]
    for phase in range(1, 5):
        for player in players:
            player.seal()
        for player in players:
            player.ask(Ready(phase=phase))
        offices.append(sitting.table.view("V").referee)
        reading.append(sitting.table.view("V").reading)
    first = offices[0]
    assert set(offices[:4]) == {"V", "B", "J", "R"}
    assert offices[4] == first
    assert [order[0] for order in reading] == offices, "the referee's sheet is read first (P-SHEET-4)"
    views = [read.view for read in players[1].events(events.SheetsRead)]
    assert [view["referee"] for view in views] == offices[1:]


def test_a_tournament_waits_for_its_referee_to_start_it() -> None:
    sitting, referee, players = tournament(started=False)
    assert sitting.state.stage == "gathering"
    for outsider in (players[0], sitting.watcher()):
        assert refusal(outsider.ask(Start())) == "not-referee"
    assert isinstance(referee.ask(Start()), Done)
    assert sitting.state.stage == "writing"
    assert told_to_all(sitting, events.GameStarted)
    assert refusal(referee.ask(Start())) == "not-between"


def test_a_game_is_not_started_while_seats_are_free() -> None:
    sitting = Sitting(tournament=True)
    sitting.sit("Ana")
    referee = sitting.referee()
    answer = referee.ask(Start())
    assert isinstance(answer, Refused)
    assert answer.code == "seats-free"
    assert "B, J, R" in answer.text
    for seat in ("B", "J", "R"):
        assert isinstance(referee.ask(Invite(seat=seat, level="recruit")), Done)
    assert isinstance(referee.ask(Start()), Done)


def test_only_the_key_makes_a_referee() -> None:
    """S2."""
    sitting, _, players = tournament()
    for key in ("", "wrong", players[0].token, "of Ana"):
        assert refusal(sitting.caller().ask(Referee(table="TABLE", key=key))) == "wrong-key"
    casual, _ = begun()
    assert refusal(casual.caller().ask(Referee(table="TABLE", key=""))) == "no-tournament"


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_the_acts_of_a_referee_are_refused_to_everybody_else(act: ClientMessage) -> None:
    sitting, _, players = tournament()
    before = len(sitting.rows)
    assert refusal(players[0].ask(act)) == "not-referee"
    assert refusal(sitting.watcher().ask(act)) == "not-referee"
    assert refusal(sitting.caller().ask(act)) == "not-at-table"
    assert len(sitting.rows) == before
    _, casual = begun()
    expected = "not-host" if act.is_for_host else "not-referee"
    assert refusal(casual[1].ask(act)) == expected, "no player of a casual game is one"


def test_a_referee_holds_and_releases_the_reading() -> None:
    """The sheets wait between the closing of the phase and the reading."""
    sitting, referee, players = tournament()
    players[0].write("x")
    assert isinstance(referee.ask(Hold()), Done)
    assert told_to_all(sitting, events.ReadingHeld)
    assert isinstance(referee.ask(Hold()), Done)
    assert told_to_all(sitting, events.ReadingHeld), "again is no second act"
    sitting.pass_time(180)
    assert sitting.state.stage == "closed"
    assert told_to_all(sitting, events.PhaseClosed)
    assert players[1].events(events.SheetsRead) == []
    late = messages.Write(phase=1, sheet="V", revision=2, lines=("late",))
    assert refusal(players[0].ask(late)) == "phase-closed"
    sitting.pass_time(3600)
    assert sitting.state.stage == "closed"
    assert isinstance(referee.ask(Release()), Done)
    assert told_to_all(sitting, events.ReadingReleased)
    assert players[1].events(events.SheetsRead)[0].sheets["V"] == ("x",)
    assert refusal(referee.ask(Release())) == "not-closed"


def test_a_hold_released_before_the_bell_does_not_delay_the_reading() -> None:
    sitting, referee, _ = tournament()
    referee.ask(Hold())
    referee.ask(Release())
    assert sitting.state.stage == "writing"
    sitting.pass_time(180)
    assert sitting.state.stage == "between"


def test_after_a_held_reading_a_ruling_is_possible_where_phases_open_at_once() -> None:
    """Otherwise a referee could never correct a position of such a game."""
    sitting, referee, _ = tournament(2, game="zargos_lords", skirmish=True)
    for _ in range(2):
        sitting.pass_time(sitting.left() + 1)  # the setup, and the time to read what came of it
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 2)
    assert refusal(referee.ask(Amend(lines=("MONTH 3",)))) == "no-ruling"
    referee.ask(Hold())
    sitting.pass_time(sitting.left() + 1)
    referee.ask(Release())
    assert sitting.state.stage == "between"
    assert isinstance(referee.ask(Amend(lines=("MONTH 3",))), Done)
    assert sitting.state.position.month == 3
    sitting.pass_time(sitting.left() + 1)
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 3)
    sitting.pass_time(sitting.left() + 1)
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 4), "unheld, it opens at once again"


def test_a_held_reading_is_still_held_after_a_restart() -> None:
    """R2: a hold is stored as a fact."""
    sitting, referee, _ = tournament()
    referee.ask(Hold())
    sitting.pass_time(180)
    sitting.restart()
    assert sitting.state.stage == "closed"
    again = sitting.referee()
    assert isinstance(again.ask(Release()), Done)
    assert sitting.state.stage == "between"


def test_a_referee_stops_and_starts_the_hourglass() -> None:
    sitting, referee, players = tournament()
    sitting.pass_time(100)
    assert isinstance(referee.ask(StopClock()), Done)
    assert told_to_all(sitting, events.ClockStopped)
    assert refusal(players[0].ask(messages.Continue())) == "not-your-pause"
    assert refusal(players[0].ask(messages.Pause())) == "paused-already"
    sitting.pass_time(1000)
    assert sitting.left() == pytest.approx(80)
    assert is_written(players[0].write("still writing"), 1)
    assert isinstance(referee.ask(StartClock()), Done)
    assert told_to_all(sitting, events.ClockStarted)
    assert refusal(referee.ask(StartClock())) == "not-paused"
    sitting.pass_time(80.001)
    assert sitting.state.stage == "between"


def test_a_clock_stopped_by_the_referee_waits_for_the_referee_after_a_restart() -> None:
    sitting, referee, players = tournament()
    referee.ask(StopClock())
    sitting.restart()
    for player in players:
        sitting.back(player.token)
    assert sitting.state.stopped_by == "referee"
    assert isinstance(sitting.referee().ask(StartClock()), Done)
    assert sitting.state.glass.running


@pytest.mark.parametrize(("seconds", "left"), [(60, 140.0), (-30, 50.0), (0.5, 80.5)])
def test_a_referee_grants_time_or_takes_it(seconds: float, left: float) -> None:
    sitting, referee, players = tournament()
    sitting.pass_time(100)
    assert isinstance(referee.ask(Grant(seconds=seconds)), Done)
    assert sitting.left() == pytest.approx(left)
    assert told_to_all(sitting, events.TimeGranted)
    assert players[0].events(events.TimeGranted) == [events.TimeGranted(seconds)]


def test_more_time_taken_than_is_left_rings_the_bell() -> None:
    sitting, referee, players = tournament()
    players[0].write("as it stands")
    referee.ask(Grant(seconds=-3600))
    sitting.pass_time(0.001)
    assert sitting.state.stage == "between"
    assert players[1].events(events.SheetsRead)[0].sheets["V"] == ("as it stands",)


def test_no_time_is_granted_where_there_is_no_hourglass() -> None:
    sitting = Sitting(2, tournament=True, seconds=None)
    sitting.sit("Ana")
    sitting.sit("Bo")
    referee = sitting.referee()
    assert refusal(referee.ask(Grant(seconds=60))) == "not-started"
    referee.ask(Start())
    assert refusal(referee.ask(Grant(seconds=60))) == "no-clock"


def test_a_referee_starts_the_next_phase_without_waiting() -> None:
    sitting, referee, _ = tournament()
    sitting.pass_time(180)
    assert isinstance(referee.ask(Start()), Done)
    assert (sitting.state.stage, sitting.state.phase_no) == ("writing", 2)


def test_a_referee_replaces_an_absent_player_by_a_bot_at_once() -> None:
    sitting, referee, players = tournament()
    sitting.cut(players[0])
    assert isinstance(referee.ask(Replace(seat="V", level="recruit")), Done)
    assert sitting.jobs[-1].seat == "V"
    assert players[1].events(events.SeatTaken)[-1] == events.SeatTaken("V", "Ana", "recruit", by="referee")


def test_no_player_of_a_tournament_replaces_another() -> None:
    """Only the referee may replace players there."""
    sitting, _, players = tournament()
    sitting.cut(players[0])
    sitting.pass_time(120)
    assert refusal(players[1].ask(Replace(seat="V", level="recruit"))) == "not-referee"


def test_a_referee_gives_a_seat_to_another_person() -> None:
    """The seat gets a new token, and only the referee is told it."""
    sitting, referee, players = tournament()
    watcher = sitting.watcher()
    sitting.cut(players[0])
    for name in ("referee", "Bo"):
        assert refusal(referee.ask(Replace(seat="V", name=name))) in ("bad-name", "name-taken")
    answer = referee.ask(Replace(seat="V", name="Eva"))
    assert isinstance(answer, SeatKey)
    assert answer.seat == "V"
    for other in (*players[1:], watcher):
        assert other.events(events.SeatTaken)[-1] == events.SeatTaken("V", "Eva", by="referee")
        assert answer.token not in repr(other.heard)
    eva = sitting.back(answer.token)
    assert is_written(eva.write("by Eva"), 1)


def test_a_referee_ends_the_game() -> None:
    sitting, referee, players = tournament()
    assert refusal(referee.ask(Finish(winners=("X",)))) == "no-such-seat"
    assert isinstance(referee.ask(Finish(text="rain\x07 \u202estopped play", winners=("V", "B"))), Done)
    assert told_to_all(sitting, events.GameEnded)
    ended = players[3].events(events.GameEnded)[0]
    assert (ended.winners, ended.reason, ended.text) == (("V", "B"), "referee", "rain stopped play")
    assert refusal(players[0].write("x")) == "phase-closed"
    assert refusal(referee.ask(Finish())) == "game-over"
    assert refusal(referee.ask(Grant(seconds=1))) == "game-over"
    late = sitting.watcher()
    snapshot = next(m for m in late.heard if isinstance(m, Snapshot))
    assert snapshot.outcome is not None
    assert snapshot.stage == "over"


def test_a_referee_annotates_the_record() -> None:
    sitting, referee, players = tournament()
    assert isinstance(referee.ask(Annotate(text="Bo\u200b asked for  water\x1b[2J")), Done)
    assert players[0].events(events.Annotated) == [events.Annotated("Bo asked for water[2J")]
    assert told_to_all(sitting, events.Annotated)
    assert refusal(referee.ask(Annotate(text=" \x07 "))) == "empty-chat"


def test_every_act_of_a_referee_is_a_fact_in_the_log() -> None:
    sitting, referee, _ = tournament()
    for act in (Hold(), Release(), StopClock(), StartClock(), Grant(seconds=5), Annotate(text="n"), Finish()):
        assert isinstance(referee.ask(act), Done)
    kinds = [type(row.fact) for row in sitting.rows[-7:]]
    expected = [
        facts.ReadingHeld,
        facts.ReadingReleased,
        facts.ClockStopped,
        facts.ClockStarted,
        facts.TimeGranted,
        facts.Annotated,
        facts.GameEnded,
    ]
    assert kinds == expected
    assert sitting.replayed().outcome == sitting.state.outcome


def test_a_referee_talks_between_the_rounds() -> None:
    """P-TIME-3 holds for the referee as well."""
    sitting, referee, players = tournament()
    assert refusal(referee.ask(Chat(text="hurry"))) == "quiet"
    sitting.pass_time(180)
    assert isinstance(referee.ask(Chat(text="well done")), Done)
    assert players[0].events(events.Chatted) == [events.Chatted("referee", "well done")]


async def test_a_tournament_is_played_over_real_connections(tmp_path: Path) -> None:
    """The referee sees every round, and who is connected, sealed or late."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, tournament=True)
        players = await seat_all(app.port, opened.table)
        referee = await call(app.port)
        assert refusal(await opener.ask(Referee(table=opened.table, key="wrong"))) == "wrong-key"
        assert isinstance(await referee.ask(Referee(table=opened.table, key=opened.referee_key)), Done)
        snapshot = await referee.until_kind(Snapshot)
        assert (snapshot.role, snapshot.stage, snapshot.sheets) == ("referee", "gathering", {})
        await players[0].until(lambda m: isinstance(m, Presence) and m.referee)
        assert isinstance(await referee.ask(Start()), Done)
        await players[0].write(1, "x")
        await players[0].seal(1)
        await referee.until_event(events.Wrote, seat="V")
        await referee.until_event(events.SheetSealed, seat="V")
        await players[3].close()
        presence = await referee.until(lambda m: isinstance(m, Presence) and "R" not in m.connected)
        assert isinstance(presence, Presence)
        assert presence.connected == ("V", "B", "J")
        key = await referee.ask(Replace(seat="R", name="Eva"))
        assert isinstance(key, SeatKey)
        eva = await call(app.port)
        assert refusal(await eva.ask(Resume(table=opened.table, token=players[3].token))) == "wrong-token"
        await eva.ask(Resume(table=opened.table, token=key.token))
        eva.seat = "R"
        assert isinstance(await eva.write(1, "by Eva"), Written)
        await referee.ask(Grant(seconds=-3600))
        read = await referee.until_event(events.SheetsRead, phase=1)
        assert (read.sheets["V"], read.sheets["R"]) == (("x",), ("by Eva",))
        assert isinstance(await referee.ask(Finish(winners=("V",))), Done)
        for player in players[:3]:
            ended = await player.until_event(events.GameEnded)
            assert ended.winners == ("V",)


def test_the_referee_rings_the_bell_and_the_sheets_count_as_they_stand() -> None:
    sitting, referee, (ana, *_) = tournament()
    assert is_written(ana.write("S HQ V7"), 1)
    assert isinstance(referee.ask(Ring(phase=1, reason="enough")), Done)
    (read,) = ana.events(events.SheetsRead)
    assert read.sheets["V"] == ("S HQ V7",)
    assert told_to_all(sitting, events.PhaseClosed)
    assert refusal(referee.ask(Ring(phase=1))) == "phase-not-open"


def test_the_referee_frees_a_seat_before_the_game() -> None:
    sitting, referee, (ana, bo, *_) = tournament(started=False)
    assert isinstance(referee.ask(Unseat(seat=ana.sheet)), Done)
    assert [event.seat for event in bo.events(events.SeatLeft)] == [ana.sheet]
    assert ana.closed is not None
    assert ana.closed[1].startswith("the referee")
    assert refusal(referee.ask(Start())) == "seats-free"
    assert isinstance(referee.ask(Unseat(seat=ana.sheet)), Done), "asked twice, it is done once"
    assert len(bo.events(events.SeatLeft)) == 1
    assert sitting.sit("Eva").sheet == "V"
    assert isinstance(referee.ask(Start()), Done)
    assert refusal(referee.ask(Unseat(seat="V"))) == "seat-in-play"
    assert refusal(referee.ask(Unseat(seat="X"))) == "no-such-seat"


def test_the_referee_cannot_ring_the_bell_of_another_phase() -> None:
    """A request that is repeated or late does not close the next phase."""
    sitting, referee, players = tournament()
    for player in players:
        player.seal()
    assert isinstance(referee.ask(Start()), Done)
    assert sitting.state.phase_no == 2
    assert refusal(referee.ask(Ring(phase=1))) == "phase-closed"
    assert sitting.state.stage == "writing"


def test_a_reason_is_told_before_the_act_that_it_explains() -> None:
    """So the reason is read with the round it belongs to."""
    _, referee, (ana, *_) = tournament()
    assert isinstance(referee.ask(Ring(phase=1, reason="the hall closes")), Done)
    assert isinstance(referee.ask(Reread(sheets={"V": ()}, reason="a slip")), Done)
    assert isinstance(referee.ask(Replace(seat="B", level="captain", reason="gone home")), Done)
    told = [type(m.event) for m in ana.heard if isinstance(m, messages.Told)][-7:]
    noted, read = events.Annotated, events.SheetsRead
    assert told == [noted, events.PhaseClosed, read, noted, read, noted, events.SeatTaken]


def test_a_reason_without_a_visible_sign_is_not_recorded() -> None:
    _, referee, (ana, *_) = tournament()
    assert isinstance(referee.ask(Hold(reason="\u200b \u200b")), Done)
    assert ana.events(events.Annotated) == []


def test_a_referee_s_stop_holds_until_it_is_taken_back() -> None:
    """It holds through a bell, a reading and rulings, and no phase opens meanwhile."""
    sitting, referee, players = tournament()
    assert isinstance(referee.ask(StopClock()), Done)
    for player in players:
        player.seal()
    assert sitting.state.stage == "between"
    for player in players:
        player.ask(Ready(phase=1))
    rulings: list[ClientMessage] = [Amend(lines=("V V4 2S 1T",)), Reread(sheets={"V": ()}), RollBack(phase=1)]
    for ruling in rulings:
        assert isinstance(referee.ask(ruling), Done)
        assert (sitting.state.stage, sitting.state.stopped_by) == ("between", "referee")
        assert sitting.table.deadline() is None
    assert isinstance(referee.ask(StartClock()), Done)
    assert sitting.table.deadline() is not None


def test_a_line_that_would_break_or_hide_another_is_not_taken() -> None:
    """No line that is read to everybody can look like another."""
    sitting, referee, (ana, *others) = tournament()
    for bad in (
        "t hq v8\nThe game is over",
        "t hq v8\u202e",
        "t\thq v8",
        "t hq\u2028v8",
        "\x1b[2J",
        "t hq v8\ufe0f",
        "t hq\u3164v8",
    ):
        assert refusal(ana.write("s hq v7", bad)) == "bad-line"
    for player in (ana, *others):
        player.seal()
    assert refusal(referee.ask(Reread(sheets={"V": ("t hq\nv8",)}))) == "bad-line"
    assert sitting.state.stage == "between"


def test_a_player_who_never_seals_has_used_all_the_time() -> None:
    sitting, referee, (_, bo, *_) = tournament()
    sitting.at += 20
    bo.seal()
    sitting.at += 30
    assert isinstance(referee.ask(Ring(phase=1)), Done)
    assert sitting.state.chairs["V"].seconds_used == pytest.approx(50)
    assert sitting.state.chairs["B"].seconds_used == pytest.approx(20)


def test_a_sheet_that_is_sealed_twice_has_used_the_time_once() -> None:
    sitting, _, (ana, *_) = tournament()
    sitting.at += 10
    ana.seal()
    ana.ask(Unseal(phase=1))
    assert sitting.state.chairs["V"].seconds_used == pytest.approx(0)
    sitting.at += 10
    ana.seal()
    assert sitting.state.chairs["V"].seconds_used == pytest.approx(20)


def test_a_seat_is_not_given_to_the_player_who_sits_there() -> None:
    sitting, referee, players = tournament()
    assert refusal(referee.ask(Replace(seat="V", name="ana"))) == "sits-already"
    assert is_written(players[0].write("still there"), 1)
    sitting.cut(players[0])
    assert isinstance(referee.ask(Replace(seat="V", name="Ana")), SeatKey), "a new key for a lost one"
