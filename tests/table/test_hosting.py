"""The host of a friends' table, being ready, waiting for a seat, and closing a table."""

from pathlib import Path

import pytest

from protocol import events, messages
from protocol.messages import Done, Join, Presence, Refused, Seated, Snapshot, Told, Waiting
from server.table import facts
from server.table.acts.hosting import CLOSING_DAYS
from server.table.audience import AWAY_SECONDS
from server.table.host_choice import HOST_SECONDS
from tests.kit.callers import call, open_table, serving, start_game
from tests.kit.sittings import REFEREE_KEY, Player, Sitting, begun, refusal

OPENER = "opener"
"""The secret with which the table of a Sitting was opened."""
READY = messages.Ready(phase=0)
START = messages.Start()


def host_of(sitting: Sitting) -> str:
    host = sitting.state.hosting.host
    assert isinstance(host, str)
    return host


def joined(sitting: Sitting, name: str, key: str = "", seat: str = "") -> Player:
    """Somebody who has sat down and is not ready."""
    player = sitting.caller()
    answer = player.ask(Join(table="TABLE", name=name, key=key or f"of {name}", seat=seat))
    assert isinstance(answer, Seated), answer
    player.token, player.sheet = answer.token, answer.seat
    return player


def waiting(sitting: Sitting, name: str, key: str = "") -> Player:
    """Somebody who has come too late and waits for a seat."""
    player = sitting.caller()
    answer = player.ask(Join(table="TABLE", name=name, key=key or f"new secret of {name}"))
    assert isinstance(answer, Waiting), answer
    return player


def opened_game(players: int = 2) -> tuple[Sitting, list[Player]]:
    """A game whose first player has opened the table."""
    sitting = Sitting(players)
    seated = [joined(sitting, "Ana", OPENER), *(joined(sitting, name) for name in ("Bo", "Cy", "Di"))]
    for player in seated:
        player.ask(READY)
    assert sitting.state.stage == "writing"
    return sitting, seated


def presence(player: Player) -> Presence:
    return [message for message in player.heard if isinstance(message, Presence)][-1]


def snapshot(player: Player) -> Snapshot:
    return [message for message in player.heard if isinstance(message, Snapshot)][-1]


def test_the_first_person_who_sits_down_is_the_host() -> None:
    sitting = Sitting()
    watcher = sitting.watcher()
    ana, bo = joined(sitting, "Ana"), joined(sitting, "Bo")
    assert host_of(sitting) == ana.sheet
    for player in (ana, bo, watcher):
        told = player.events(events.HostChosen) or [events.HostChosen(ana.sheet)]
        assert told == [events.HostChosen(ana.sheet)]
    lines = {line.seat: line.host for line in snapshot(bo).seats}
    assert lines == {"V": True, "B": False, "J": False, "R": False}


def test_who_opened_the_table_is_the_host_even_if_another_sat_down_first() -> None:
    sitting = Sitting()
    bo, ana = joined(sitting, "Bo"), joined(sitting, "Ana", OPENER)
    assert host_of(sitting) == ana.sheet
    assert [event.seat for event in bo.events(events.HostChosen)] == [bo.sheet, ana.sheet]


def test_a_tournament_has_no_host() -> None:
    sitting = Sitting(tournament=True)
    joined(sitting, "Ana", OPENER)
    sitting.pass_time(HOST_SECONDS)
    assert host_of(sitting) == ""
    assert sitting.facts(facts.HostChosen) == []


def test_a_bot_is_never_the_host() -> None:
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    assert isinstance(ana.ask(messages.Invite(seat="B", level="captain")), Done)
    ana.ask(messages.Leave())
    assert host_of(sitting) == ""
    bo = joined(sitting, "Bo")
    assert host_of(sitting) == bo.sheet


@pytest.mark.parametrize(
    "act",
    [
        messages.Invite(seat="R", level="captain"),
        messages.Unseat(seat="B"),
        messages.Admit(name="Eve", seat="B"),
        START,
    ],
    ids=lambda act: type(act).__name__,
)
def test_only_the_host_decides_and_everybody_else_is_told_who_that_is(act: messages.ClientMessage) -> None:
    """S21."""
    sitting = Sitting()
    ana, bo, watcher = joined(sitting, "Ana"), joined(sitting, "Bo"), sitting.watcher()
    before = len(sitting.rows)
    for other in (bo, watcher):
        answer = other.ask(act)
        assert isinstance(answer, Refused)
        assert answer.code == "not-host"
        assert "Ana (V)" in answer.text
    assert len(sitting.rows) == before
    assert refusal(ana.ask(act)) != "not-host"


def test_a_table_without_people_has_nobody_to_decide() -> None:
    sitting = Sitting()
    assert refusal(sitting.watcher().ask(messages.Invite(seat="V", level="captain"))) == "no-host"


def test_a_game_begins_when_everybody_is_ready_and_not_before() -> None:
    sitting = Sitting()
    players = [joined(sitting, name) for name in ("Ana", "Bo", "Cy", "Di")]
    assert sitting.state.stage == "gathering", "the last seat alone does not begin the game"
    for player in players[:3]:
        player.ask(READY)
    assert sitting.state.stage == "gathering"
    assert presence(players[3]).ready == ("V", "B", "J")
    players[3].ask(READY)
    assert sitting.state.stage == "writing"
    assert sitting.table.ready == set()


def test_a_game_does_not_begin_while_a_seat_is_free() -> None:
    sitting = Sitting()
    for name in ("Ana", "Bo", "Cy"):
        joined(sitting, name).ask(READY)
    assert sitting.state.stage == "gathering"


def test_bots_are_always_ready() -> None:
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    ana.ask(READY)
    for seat in ("B", "J", "R"):
        assert sitting.state.stage == "gathering"
        ana.ask(messages.Invite(seat=seat, level="captain"))
    assert sitting.state.stage == "writing"


def test_nobody_becomes_unready_because_another_comes_or_goes() -> None:
    sitting = Sitting()
    ana, bo = joined(sitting, "Ana"), joined(sitting, "Bo")
    ana.ask(READY)
    bo.ask(READY)
    cy = joined(sitting, "Cy")
    assert presence(cy).ready == ("V", "B")
    bo.ask(messages.Leave())
    assert presence(cy).ready == ("V",)
    eve = joined(sitting, "Eve")
    assert eve.sheet == "B"
    assert presence(cy).ready == ("V",), "who takes the seat of a ready player is not ready"


def test_the_host_starts_a_full_table_though_not_everybody_is_ready() -> None:
    sitting = Sitting()
    players = [joined(sitting, name) for name in ("Ana", "Bo", "Cy")]
    assert refusal(players[0].ask(START)) == "seats-free"
    joined(sitting, "Di")
    assert isinstance(players[0].ask(START), Done)
    assert sitting.state.stage == "writing"
    assert refusal(players[0].ask(START)) == "begun-already"


def test_the_host_frees_a_seat_before_the_game_and_not_the_own_one() -> None:
    sitting = Sitting()
    ana, bo = joined(sitting, "Ana"), joined(sitting, "Bo")
    bo.ask(READY)
    assert refusal(ana.ask(messages.Unseat(seat="V"))) == "own-seat"
    assert isinstance(ana.ask(messages.Unseat(seat="B")), Done)
    assert bo.closed is not None
    assert "host" in bo.closed[1]
    assert ana.events(events.SeatLeft) == [events.SeatLeft("B", "V")]
    assert sitting.table.ready == set()


def test_the_role_passes_to_who_has_been_there_longest() -> None:
    sitting, (ana, bo, cy, _) = begun()
    sitting.cut(bo)
    bo = sitting.back(bo.token)
    sitting.cut(ana)
    sitting.pass_time(HOST_SECONDS - 1)
    assert host_of(sitting) == ana.sheet
    sitting.pass_time(2)
    assert host_of(sitting) == cy.sheet, "Bo was away for a moment"
    assert bo.events(events.HostChosen)[-1] == events.HostChosen(cy.sheet)
    assert sitting.replayed().hosting.host == cy.sheet


def test_a_host_who_comes_back_in_time_stays_the_host() -> None:
    sitting, (ana, *_) = begun()
    sitting.cut(ana)
    sitting.pass_time(HOST_SECONDS - 1)
    sitting.back(ana.token)
    sitting.pass_time(HOST_SECONDS)
    assert host_of(sitting) == ana.sheet


def test_a_host_who_comes_back_later_is_a_player_like_the_others() -> None:
    sitting, (ana, bo, *_) = begun()
    sitting.cut(ana)
    sitting.pass_time(HOST_SECONDS)
    sitting.back(ana.token)
    sitting.pass_time(HOST_SECONDS)
    assert host_of(sitting) == bo.sheet


def test_the_host_stays_as_long_as_nobody_else_is_there() -> None:
    sitting, players = begun()
    for player in reversed(players):
        sitting.cut(player)
    sitting.pass_time(10 * HOST_SECONDS)
    assert host_of(sitting) == players[0].sheet
    assert sitting.table.deadline() is None
    sitting.back(players[2].token)
    sitting.pass_time(0)
    assert host_of(sitting) == players[2].sheet


def test_a_host_who_leaves_hands_the_role_on_at_once() -> None:
    gathering = Sitting()
    ana, bo = joined(gathering, "Ana"), joined(gathering, "Bo")
    ana.ask(messages.Leave())
    assert host_of(gathering) == bo.sheet
    sitting, (cy, di, *_) = begun()
    cy.ask(messages.Leave())
    assert host_of(sitting) == di.sheet


def test_a_table_of_an_older_log_gets_a_host_when_somebody_is_there() -> None:
    sitting, (_, bo, *_) = begun()
    kept = [row for row in sitting.rows if not isinstance(row.fact, facts.HostChosen)]
    old = Sitting.again([facts.Row(n, r.at, r.spent, r.played, r.fact) for n, r in enumerate(kept, 1)])
    old.table.take_up(old.at, 0.0)
    old._deliver()
    assert host_of(old) == ""
    old.back(bo.token)
    assert host_of(old) == bo.sheet


def test_who_comes_late_waits_and_is_given_the_seat_of_a_bot() -> None:
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    ana.ask(READY)
    for seat in ("B", "J", "R"):
        ana.ask(messages.Invite(seat=seat, level="captain"))
    eve = waiting(sitting, "Eve")
    assert snapshot(eve).role == "watcher"
    assert presence(ana).waiting == ("Eve",)
    assert ana.events(events.SeatRequested) == [events.SeatRequested("Eve")]
    assert isinstance(ana.ask(messages.Admit(name="eve", seat="J")), Done)
    (seated,) = [message for message in eve.heard if isinstance(message, Seated)]
    assert (seated.seat, snapshot(eve).role) == ("J", "J")
    assert list(snapshot(eve).sheets) == ["J"]
    assert presence(ana).waiting == ()
    assert ana.events(events.SeatTaken)[-1] == events.SeatTaken("J", "Eve", "", "V")
    assert seated.token not in str([message for message in ana.heard if not isinstance(message, Told)])
    assert isinstance(eve.ask(messages.Write(phase=1, sheet="J", revision=1, lines=("x",))), messages.Written)
    sitting.cut(eve)
    sitting.back(seated.token)


def test_what_a_bot_has_sealed_counts_when_a_person_takes_over() -> None:
    """S16."""
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    ana.ask(READY)
    for seat in ("B", "J", "R"):
        ana.ask(messages.Invite(seat=seat, level="captain"))
    sitting.bot_answers(next(job for job in sitting.jobs if job.seat == "J"), {"J": ("MEMO",)})
    eve = waiting(sitting, "Eve")
    ana.ask(messages.Admit(name="Eve", seat="J"))
    (sheet,) = snapshot(eve).sheets.values()
    assert (sheet.by_another, sheet.lines) == (True, ())
    assert sitting.facts(facts.SheetsDiscarded) == []


def test_what_an_absent_player_has_not_sealed_is_not_shown_to_the_next_one() -> None:
    """S16."""
    sitting, (ana, bo, *_) = begun()
    bo.write("T HQ B4")
    sitting.cut(bo)
    eve = waiting(sitting, "Eve")
    sitting.pass_time(AWAY_SECONDS)
    assert isinstance(ana.ask(messages.Admit(name="Eve", seat="B")), Done)
    assert snapshot(eve).sheets["B"].lines == ()
    assert sitting.state.draft("B").lines == ()
    assert sitting.facts(facts.SheetsDiscarded) == [facts.SheetsDiscarded("B")]
    assert "T HQ B4" not in str(eve.heard)


def test_a_late_bot_writes_nothing_on_the_sheet_of_the_person() -> None:
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    ana.ask(READY)
    for seat in ("B", "J", "R"):
        ana.ask(messages.Invite(seat=seat, level="captain"))
    waiting(sitting, "Eve")
    ana.ask(messages.Admit(name="Eve", seat="J"))
    sitting.bot_answers(next(job for job in sitting.jobs if job.seat == "J"), {"J": ("MEMO",)})
    assert sitting.state.draft("J").lines == ()
    assert "J" not in sitting.state.sealed


def test_the_seat_of_a_player_who_is_there_or_has_just_gone_is_not_given_away() -> None:
    """S21."""
    sitting, (ana, bo, cy, _) = begun()
    sitting.cut(bo)
    waiting(sitting, "Eve")
    assert refusal(ana.ask(messages.Admit(name="Eve", seat=cy.sheet))) == "not-away"
    assert refusal(ana.ask(messages.Admit(name="Eve", seat=bo.sheet))) == "away-wait"
    assert refusal(ana.ask(messages.Admit(name="Zoe", seat=bo.sheet))) == "nobody-waits"
    assert refusal(ana.ask(messages.Admit(name="Eve", seat="Z"))) == "no-such-seat"
    sitting.pass_time(AWAY_SECONDS)
    assert isinstance(ana.ask(messages.Admit(name="Eve", seat=bo.sheet)), Done)
    late = sitting.caller().ask(messages.Resume(table="TABLE", token=bo.token))
    assert refusal(late) == "wrong-token"


def test_a_friend_whose_machine_died_comes_back_under_the_same_name_at_once() -> None:
    sitting, (ana, bo, *_) = begun()
    assert refusal(sitting.caller().ask(Join(table="TABLE", name="Bo", key="another secret"))) == (
        "already-started"
    ), "everybody is there"
    sitting.cut(bo)
    again = waiting(sitting, "Bo")
    assert isinstance(ana.ask(messages.Admit(name="Bo", seat=bo.sheet)), Done)
    assert snapshot(again).role == bo.sheet
    assert refusal(sitting.caller().ask(messages.Resume(table="TABLE", token=bo.token))) == "wrong-token"


def test_who_comes_to_a_full_table_before_the_game_watches_and_waits() -> None:
    sitting = Sitting(2)
    ana, bo = joined(sitting, "Ana", OPENER), joined(sitting, "Bo")
    eve = waiting(sitting, "Eve")
    assert snapshot(eve).role == "watcher"
    assert presence(ana).waiting == ("Eve",)
    assert refusal(ana.ask(messages.Admit(name="Eve", seat=bo.sheet))) == "not-away"
    bo.ask(messages.Leave())
    assert isinstance(ana.ask(messages.Admit(name="Eve", seat=bo.sheet)), Done)
    assert snapshot(eve).role == bo.sheet


def test_who_cannot_wait_is_told_which_command_watches() -> None:
    sitting, _ = begun()
    answer = sitting.caller().ask(Join(table="TABLE", name="Eve", key="another secret"))
    assert isinstance(answer, Refused)
    assert "qg watch TABLE" in answer.text


def test_nobody_waits_under_the_name_of_somebody_who_is_there() -> None:
    sitting, (_, bo, *_) = begun()
    sitting.cut(bo)
    waiting(sitting, "Eve")
    for name in ("Ana", "eve"):
        answer = sitting.caller().ask(Join(table="TABLE", name=name, key="another secret"))
        assert refusal(answer) == "name-taken"


def test_who_waits_and_connects_again_waits_once_and_is_told_once() -> None:
    sitting, (ana, bo, *_) = begun()
    sitting.cut(bo)
    first = waiting(sitting, "Eve")
    waiting(sitting, "Eve")
    assert presence(ana).waiting == ("Eve",)
    assert len(sitting.facts(facts.SeatRequested)) == 1
    again = Join(table="TABLE", name="Eve", key="new secret of Eve")
    assert refusal(first.ask(again)) == "at-table"
    assert presence(ana).waiting == ("Eve",)
    sitting.cut(first)
    assert presence(ana).waiting == ("Eve",)


def test_who_was_given_a_seat_while_the_link_was_lost_gets_it_by_asking_again() -> None:
    sitting, (ana, bo, *_) = begun()
    sitting.cut(bo)
    eve = waiting(sitting, "Eve")
    sitting.pass_time(AWAY_SECONDS)
    ana.ask(messages.Admit(name="Eve", seat=bo.sheet))
    sitting.cut(eve)
    assert joined(sitting, "Eve", "new secret of Eve").sheet == bo.sheet


def test_who_stops_waiting_is_no_longer_on_the_list() -> None:
    sitting, (ana, bo, *_) = begun()
    sitting.cut(bo)
    eve = waiting(sitting, "Eve")
    eve.ask(messages.Leave())
    assert presence(ana).waiting == ()
    assert refusal(ana.ask(messages.Admit(name="Eve", seat=bo.sheet))) == "nobody-waits"


def test_nobody_waits_at_a_tournament() -> None:
    sitting = Sitting(tournament=True)
    for name in ("Ana", "Bo", "Cy", "Di"):
        joined(sitting, name)
    sitting.cut(sitting.callers[1])
    answer = sitting.caller().ask(Join(table="TABLE", name="Eve", key="another secret"))
    assert refusal(answer) == "table-full"


def test_a_bot_gives_way_before_the_game_too() -> None:
    sitting = Sitting()
    ana = joined(sitting, "Ana")
    for seat in ("B", "J", "R"):
        ana.ask(messages.Invite(seat=seat, level="captain"))
    eve = waiting(sitting, "Eve")
    ana.ask(messages.Admit(name="Eve", seat="B"))
    ana.ask(READY)
    assert sitting.state.stage == "gathering", "Eve is not ready"
    eve.ask(READY)
    assert sitting.state.stage == "writing"


def test_the_host_who_opened_the_table_closes_it_alone() -> None:
    sitting, (ana, bo, *_) = opened_game(4)
    assert isinstance(ana.ask(messages.Close()), Done)
    assert sitting.state.stage == "over"
    (ended,) = bo.events(events.GameEnded)
    assert (ended.winners, ended.reason) == ((), "closed")
    assert refusal(ana.ask(messages.Close())) == "game-over"


def test_players_close_a_table_only_together() -> None:
    sitting, (_, bo, cy, di) = opened_game(4)
    for player in (bo, cy, di):
        assert isinstance(player.ask(messages.Close()), Done)
        assert isinstance(player.ask(messages.Close()), Done), "asked twice, it is agreed once"
    assert [event.seat for event in bo.events(events.ClosingAgreed)] == ["B", "J", "R"]
    assert sitting.state.stage == "writing", "Ana has not agreed"
    assert refusal(sitting.watcher().ask(messages.Close())) == "not-seated"


def test_who_became_the_host_because_another_was_away_cannot_close_the_table_alone() -> None:
    """S21."""
    sitting, (ana, bo, *_) = opened_game(4)
    for player in sitting.callers.copy().values():
        if player is not bo:
            sitting.cut(player)
    sitting.pass_time(HOST_SECONDS)
    assert host_of(sitting) == bo.sheet
    for seat in (ana.sheet, "J", "R"):
        bo.ask(messages.Replace(seat=seat, level="captain"), sitting.at + AWAY_SECONDS)
    bo.ask(messages.Close())
    assert sitting.state.stage != "over", "a bot plays for Ana, but she can come back"


def test_an_agreement_is_void_when_the_game_goes_on() -> None:
    sitting, (ana, bo, cy, di) = begun()
    for player in (ana, bo, cy):
        player.ask(messages.Close())
    assert {line.seat for line in sitting.table.snapshot(di.peer).seats if line.wants_closing} == set("VBJ")
    for player in (ana, bo, cy, di):
        player.seal()
    di.ask(messages.Close())
    assert sitting.state.stage == "between"
    for player in (ana, bo, cy):
        player.ask(messages.Close())
    assert sitting.state.stage == "over"


def test_an_old_table_is_closed_without_those_who_have_not_come_for_long() -> None:
    sitting, (ana, bo, cy, di) = begun()
    for player in (cy, di):
        sitting.cut(player)
    ana.ask(messages.Close())
    bo.ask(messages.Close())
    assert sitting.state.stage == "writing", "Cy and Di were here a moment ago"
    rows = [facts.Row(r.n, r.at - CLOSING_DAYS * 86_400 - 1, r.spent, r.played, r.fact) for r in sitting.rows]
    old = Sitting.again(rows)
    old.table.take_up(old.at, 0.0)
    old._deliver()
    old.back(ana.token).ask(messages.Close())
    assert old.state.stage == "over", "Bo has agreed, and Cy and Di have not been here for long"


def test_players_who_are_there_count_however_long_they_have_done_nothing() -> None:
    sitting, (ana, *_) = begun()
    rows = [facts.Row(r.n, r.at - CLOSING_DAYS * 86_400 - 1, r.spent, r.played, r.fact) for r in sitting.rows]
    old = Sitting.again(rows)
    old.table.take_up(old.at, 0.0)
    old._deliver()
    players = [old.back(player.token) for player in list(sitting.callers.values())[:2]]
    players[0].ask(messages.Close())
    assert old.state.stage == "writing"
    players[1].ask(messages.Close())
    assert old.state.stage == "over"
    assert ana.token


def test_the_referee_closes_a_tournament_and_no_player_does() -> None:
    sitting = Sitting(tournament=True)
    ana = joined(sitting, "Ana", OPENER)
    referee = sitting.caller()
    referee.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
    assert refusal(ana.ask(messages.Close())) == "not-referee"
    assert isinstance(referee.ask(messages.Close()), Done)
    assert sitting.state.stage == "over"


def test_a_table_that_gathers_is_closed_by_its_host() -> None:
    sitting = Sitting()
    ana, bo = joined(sitting, "Ana", OPENER), joined(sitting, "Bo")
    ana.ask(messages.Close())
    assert bo.events(events.GameEnded)[0].reason == "closed"


async def test_a_latecomer_is_admitted_over_real_sockets(tmp_path: Path) -> None:
    """S21."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        key = "the secret of the host"
        opened = await open_table(opener, key=key)
        ana = await call(app.port)
        seated = await ana.ask(Join(table=opened.table, name="Ana", key=key))
        assert isinstance(seated, Seated)
        for seat in ("B", "J", "R"):
            assert isinstance(await ana.ask(messages.Invite(seat=seat, level="recruit")), Done)
        await ana.ask(READY)
        await ana.until_event(events.PhaseOpened, phase=1)
        eve = await call(app.port)
        waits = await eve.ask(Join(table=opened.table, name="Eve", key="the secret of Eve"))
        assert waits == Waiting(re=waits.re, table=opened.table)
        await ana.until(lambda m: isinstance(m, Presence) and m.waiting == ("Eve",))
        assert isinstance(await ana.ask(messages.Admit(name="Eve", seat="B")), Done)
        given = await eve.until_kind(Seated)
        assert given.seat == "B"
        await eve.until(lambda m: isinstance(m, Snapshot) and m.role == "B")
        assert all(given.token.encode() not in raw for raw in ana.raw), "the host never learns the key"
        await eve.close()
        back = await call(app.port)
        assert isinstance(await back.ask(messages.Resume(table=opened.table, token=given.token)), Seated)


async def test_the_role_of_the_host_passes_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sends a message: the table wakes up by itself."""
    monkeypatch.setattr("server.table.host_choice.HOST_SECONDS", 0.05)
    async with serving(tmp_path) as app:
        _, (ana, bo, *_) = await start_game(app.port)
        await ana.until_event(events.HostChosen, seat="V")
        await ana.close()
        await bo.until_event(events.HostChosen, seat="B")
        assert app.metrics.last_bell_late_seconds == 0.0, "that was no bell"
