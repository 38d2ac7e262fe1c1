"""The fold of messages into the client's state, without sockets and clocks."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from client.state import sheets as desk
from client.state.client_state import ClientState, OwnSheet
from client.state.fold import fold, set_clock_offset
from client.words import words_of
from protocol import events
from protocol.chain import next_head
from protocol.events import PhaseOpened, TableEvent
from protocol.messages import (
    Advice,
    Clock,
    Closing,
    Missed,
    Presence,
    Refused,
    SeatLine,
    Sheet,
    Snapshot,
    Told,
    Usage,
    Welcome,
    Written,
)
from protocol.seals import seal_hash
from protocol.texts import catalogue
from protocol.views.power import Lost, Moved, PowerView
from tests.kit.factories import Round, play

NOW = 100.0
SALT = "00" * 16


def view(**changes: Any) -> dict[str, Any]:
    """A POWER position as green sees it."""
    plain: dict[str, Any] = {
        **{"seat": "V", "armies": ["V"], "round": 1, "referee": "V", "reading": ["V", "B", "J", "R"]},
        **{"sides": {a: a for a in "VBJR"}, "mercenary": None, "flags": {a: a for a in "VBJR"}},
        **{"pieces": {"V": {"HQV": [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]}}, "eliminated": []},
        **{"over": False, "winner": None},
    }
    return {**plain, **changes}


def snapshot(**changes: Any) -> Snapshot:
    plain: dict[str, Any] = {
        **{"table": "ABCDE", "seq": 10, "name": "Sunday", "game": "power", "options": {}},
        **{"tournament": False, "role": "V", "stage": "writing", "view": view()},
        **{"phase": opened(1), "sheets": {"V": Sheet(0, ())}},
        "seats": tuple(SeatLine(seat=seat, name=name) for seat, name in zip("VBJR", NAMES, strict=True)),
    }
    return Snapshot(**{**plain, **changes})


NAMES = ("Ana", "Bo", "Cy", "Di")


def opened(phase: int, **more: Any) -> PhaseOpened:
    owing: dict[str, tuple[str, ...]] = {seat: (seat,) for seat in "VBJR"}
    return PhaseOpened(phase=phase, key="orders", owing=owing, seconds=180.0, quiet=True, lines=5, **more)


def seated(**changes: Any) -> ClientState:
    return fold(ClientState(), snapshot(**changes), NOW)


def tell(state: ClientState, *told: TableEvent) -> ClientState:
    for event in told:
        state = fold(state, Told(seq=state.seq + 1, at=0.0, event=event), NOW)
    return state


def told_of(sheets: Mapping[str, Sequence[str]]) -> Round:
    return play({"V": {"HQV": "2S 2T 2C 2D"}}, sheets)


def reading(phase: int = 1, sheets: dict[str, tuple[str, ...]] | None = None) -> list[TableEvent]:
    """The bell and the reading of these sheets, honestly sealed."""
    sheets = sheets if sheets is not None else {"V": ("T HQ V4",)}
    hashes = {sheet: seal_hash(phase, sheet, lines, SALT) for sheet, lines in sheets.items()}
    salts = dict.fromkeys(sheets, SALT)
    story = tuple(msgspec.to_builtins(event) for event in told_of(sheets).story)
    return [
        events.PhaseClosed(phase, hashes),
        events.SheetsRead(phase, sheets, salts, story, view(round=phase + 1)),
    ]


def test_a_snapshot_tells_the_whole_table() -> None:
    state = seated()
    assert (state.table, state.table_name, state.role, state.stage) == ("ABCDE", "Sunday", "V", "writing")
    assert isinstance(state.view, PowerView)
    assert state.owed == ("V",)
    assert state.may_write
    assert not state.gap


def test_the_stream_is_heard_in_order_and_once() -> None:
    state = seated()
    wrote = Told(seq=11, at=0.0, event=events.Wrote("B"))
    state = fold(state, wrote, NOW)
    assert fold(state, wrote, NOW) is state
    line = state.line("B")
    assert line
    assert line.written


def test_a_number_left_out_is_a_gap_and_what_follows_waits() -> None:
    state = fold(seated(), Told(seq=12, at=0.0, event=events.Wrote("B")), NOW)
    assert state.gap
    assert state.seq == 10
    told = (
        Told(seq=11, at=0.0, event=events.Wrote("J")),
        Told(seq=12, at=0.0, event=events.Wrote("B")),
    )
    state = fold(state, Missed(told=told), NOW)
    assert not state.gap
    assert [line.seat for line in state.seats if line.written] == ["B", "J"]


def test_before_the_first_snapshot_nothing_is_missing() -> None:
    state = fold(ClientState(), Told(seq=7, at=0.0, event=events.SeatTaken("V", "Ana")), NOW)
    assert not state.gap


def test_the_whole_stream_alone_makes_the_table() -> None:
    """A client that comes back without any state is sent the whole stream."""
    told = [
        events.TableOpened("power", "Sunday", ("V", "B", "J", "R"), {}),
        *(events.SeatTaken(seat, name) for seat, name in zip("VBJR", NAMES, strict=True)),
        events.GameStarted(view()),
        opened(1),
        *reading(1),
    ]
    missed = Missed(told=tuple(Told(seq=n, at=0.0, event=event) for n, event in enumerate(told, start=1)))
    state = fold(ClientState(), missed, NOW)
    assert [told_round.phase for told_round in state.rounds] == [1]
    assert state.label("B") == "Bo (B)"


def test_a_new_phase_gives_empty_sheets_without_seals() -> None:
    state = desk.write_line(tell(seated(), events.SheetSealed("B", {"B": "x"})), "V", "t hq v4")
    state = tell(state, opened(2))
    assert state.sheets == {"V": OwnSheet()}
    assert not any(line.sealed or line.written for line in state.seats)


def test_sheets_that_were_sealed_are_checked_when_they_are_read() -> None:
    """P-SHEET-7."""
    state = tell(seated(), *reading())
    assert state.stage == "between"
    assert state.rounds[0].seals_hold is True
    assert isinstance(state.rounds[0].story[0], Moved)
    assert state.rounds[0].before.round == 1
    assert state.rounds[0].after.round == 2


def test_a_sheet_that_is_not_the_sealed_one_is_seen() -> None:
    closed, read = reading()
    assert isinstance(read, events.SheetsRead)
    forged = msgspec.structs.replace(read, sheets={"V": ("T HQ V7",)})
    state = tell(seated(), closed, forged)
    assert state.rounds[0].seals_hold is False
    assert state.rounds[0].broken == ("V",)


def test_a_hash_that_changes_between_seal_and_bell_is_seen() -> None:
    early = events.SheetSealed("V", {"V": "another hash"})
    state = tell(seated(), early, *reading())
    assert state.rounds[0].broken == ("V",)


def test_a_sheet_that_was_unsealed_may_be_changed() -> None:
    state = tell(seated(), events.SheetSealed("V", {"V": "first"}), events.SheetUnsealed("V"), *reading())
    assert state.rounds[0].seals_hold is True


def test_seals_are_unknown_of_a_phase_that_closed_before_we_came() -> None:
    state = seated(stage="closed", sheets={})
    state = tell(state, reading()[1])
    assert state.rounds[0].seals_hold is None


def test_the_hourglass_follows_the_server_and_not_our_clock() -> None:
    state = fold(ClientState(), Welcome(protocol=1, server="", games={}, now=5000.0), NOW)
    clock = Clock(phase=1, stage="writing", left=60.0, running=True, now=5001.0, length=180.0)
    state = fold(state, clock, NOW + 1)
    assert state.clock.left_at(NOW + 1) == pytest.approx(60.0)
    assert state.clock.left_at(NOW + 31) == pytest.approx(30.0)
    assert state.clock.left_at(NOW + 500) == 0.0
    better = set_clock_offset(state, state.clock.offset - 2)
    assert better.clock.left_at(NOW + 31) == pytest.approx(32.0)


def test_a_stopped_hourglass_stands_still() -> None:
    clock = Clock(phase=1, stage="writing", left=42.0, running=False, now=5.0, paused_by="B", pause_left=90.0)
    state = set_clock_offset(fold(seated(), clock, NOW), 5.0 - NOW)
    assert state.clock.left_at(NOW + 30) == 42.0
    assert state.clock.pause_left_at(NOW + 30) == pytest.approx(60.0)


def test_edits_are_undone_and_redone_one_by_one() -> None:
    state = seated()
    for line in ("t hq v4", "s hq v8"):
        state = desk.write_line(state, "V", line)
    state = desk.move_line(state, "V", 1, -1)
    assert state.sheets["V"].lines == ("s hq v8", "t hq v4")
    state = desk.delete_line(state, "V", 0)
    state = desk.clear(state, "V")
    for _ in range(2):
        state = desk.undo(state, "V")
    assert state.sheets["V"].lines == ("s hq v8", "t hq v4")
    state = desk.redo(state, "V")
    assert state.sheets["V"].lines == ("t hq v4",)
    assert state.sheets["V"].revision == 8


def test_a_line_is_written_in_place_of_another() -> None:
    state = desk.write_line(desk.write_line(seated(), "V", "t hq v4"), "V", "t hq v7", at=0)
    assert state.sheets["V"].lines == ("t hq v7",)


def test_a_sealed_sheet_cannot_be_edited() -> None:
    state = desk.write_line(seated(), "V", "t hq v4")
    state = tell(state, events.SheetSealed("V", {"V": "x"}))
    assert state.sealed
    for edited in (desk.undo(state, "V"), desk.clear(state, "V"), desk.write_line(state, "V", "s hq v8")):
        assert edited is state
    state = tell(state, events.SheetUnsealed("V"))
    assert desk.undo(state, "V").sheets["V"].lines == ()


def test_moving_a_line_beyond_the_sheet_changes_nothing() -> None:
    state = desk.write_line(seated(), "V", "t hq v4")
    assert desk.move_line(state, "V", 0, -1) is state
    assert desk.move_line(state, "V", 0, 1) is state
    assert desk.move_line(state, "V", 7, 1) is state


def test_what_the_server_has_stored_is_known() -> None:
    state = desk.write_line(seated(), "V", "x y z")
    assert not state.is_stored
    advice = (Advice(0, 0, "no-such-piece", "x is no piece"),)
    state = fold(state, Written(sheet="V", revision=1, advice=advice), NOW)
    assert state.is_stored
    assert state.sheets["V"].advice_for(0) == advice[0]
    state = desk.write_line(state, "V", "t hq v4", at=0)
    assert state.sheets["V"].advice_for(0) is None  # it was about another line


def test_an_answer_to_an_older_revision_does_not_pass_for_the_newest() -> None:
    state = seated()
    for line in ("t hq v4", "s hq v8"):
        state = desk.write_line(state, "V", line)
    state = fold(state, Written(sheet="V", revision=1), NOW)
    assert not state.is_stored
    assert state.sheets["V"].acked == 1


def test_what_was_written_while_the_link_was_down_is_kept() -> None:
    state = desk.write_line(seated(), "V", "t hq v4")
    state = fold(state, snapshot(seq=12), NOW)
    assert state.sheets["V"].lines == ("t hq v4",)
    assert not state.is_stored


def test_what_was_written_elsewhere_later_wins() -> None:
    state = desk.write_line(seated(), "V", "t hq v4")
    state = fold(state, snapshot(sheets={"V": Sheet(5, ("s hq v8",))}), NOW)
    assert state.sheets["V"].lines == ("s hq v8",)
    assert state.is_stored


def test_a_draft_of_a_phase_that_is_over_is_not_carried_on() -> None:
    state = desk.write_line(seated(), "V", "t hq v4")
    state = fold(state, snapshot(seq=20, phase=opened(2)), NOW)
    assert state.sheets["V"].lines == ()


def test_what_the_server_will_not_take_goes_back_to_what_it_has() -> None:
    state = fold(desk.write_line(seated(), "V", "t hq v4"), Written(sheet="V", revision=1), NOW)
    state = desk.go_back_to_stored(desk.write_line(state, "V", "s hq v8"), "V")
    assert state.sheets["V"].lines == ("t hq v4",)
    assert state.is_stored


def test_presence_says_who_is_here_and_ready() -> None:
    state = fold(seated(), Presence(connected=("V", "J"), watchers=3, ready=("J",)), NOW)
    assert [line.seat for line in state.seats if line.connected] == ["V", "J"]
    assert state.ready == {"J"}
    assert state.watchers == 3


def test_talk_is_shut_while_orders_are_written() -> None:
    """P-TIME-3."""
    state = seated()
    assert not state.may_talk
    assert tell(state, *reading()).may_talk
    assert not msgspec.structs.replace(tell(state, *reading()), role="watcher").may_talk


def test_chat_and_log_are_kept() -> None:
    state = tell(seated(), events.Chatted("B", "hello", "V"), events.PauseBegun("B", 180.0))
    assert (state.chat[0].sender, state.chat[0].to) == ("B", "V")
    note = state.log[0].note
    assert note
    assert (note.code, note.args) == ("event.pause_begun", {"seat": "Bo (B)", "seconds": 180})
    line = state.line("B")
    assert line
    assert not line.pause_left


def test_a_line_of_the_chat_keeps_the_names_of_those_who_talked() -> None:
    """Also when somebody else sits there by now."""
    state = tell(seated(), events.Chatted("B", "hello"), events.Chatted("V", "hello Bo", "B"))
    state = tell(state, *taken(("Rita", "", "V")), events.Chatted("B", "here I am"))
    assert [(line.who, line.whom) for line in state.chat] == [
        ("Bo (B)", ""),
        ("Ana (V)", "Bo (B)"),
        ("Rita (B)", ""),
    ]


def said(state: ClientState, language: str = "en") -> list[str]:
    return [words_of(line.subject, language).say(line.note) for line in state.log if line.note]


def taken(*holders: tuple[str, str, str]) -> list[TableEvent]:
    return [events.SeatTaken("B", name, bot, by) for name, bot, by in holders]


def test_who_plays_on_for_whom_is_in_the_log() -> None:
    """As the server tells it: a seat keeps its name while a bot plays on."""
    state = seated(stage="between")
    state = tell(state, *taken(("Bo", "captain", ""), ("Bo", "", ""), ("Bo", "", ""), ("Dora", "", "")))
    assert said(state) == [
        "a bot (captain) now plays for Bo (B)",
        "Bo is back at B, and the bot stops",
        "Bo has the seat B back",
        "Dora takes over from Bo (B)",
    ]


GIVEN = (("Bo", "captain", "V"), ("Bo", "", "referee"), ("Bo", "recruit", "referee"), ("Dora", "", "referee"))


def test_who_gave_the_seat_is_in_the_log() -> None:
    """S16."""
    state = tell(seated(stage="between"), *taken(*GIVEN, ("Bo", "", "V"), ("Bo", "", "V")))
    assert said(state) == [
        "Ana (V) lets a bot (captain) play for Bo (B)",
        "the referee gives Bo the seat B back",
        "the referee lets a bot (recruit) play for Bo (B)",
        "the referee gives B, the seat of Bo, to Dora",
        "Ana (V) gives B, the seat of Dora, to Bo",
        "Ana (V) gives Bo the seat B back",
    ]


def test_who_gave_the_seat_is_told_in_french_with_what_becomes_of_its_sheet() -> None:
    """S16, U10."""
    state = tell(seated(), *taken(*GIVEN), events.SeatTaken("B", "Dora"))
    assert said(state, "fr") == [
        "Ana (V) laisse un robot (capitaine) jouer pour Bo (B)",
        "B change de mains : une feuille scellée compte, toute autre est jetée",
        "l'arbitre rend sa place B à Bo",
        "B change de mains : une feuille scellée compte, toute autre est jetée",
        "l'arbitre laisse un robot (recrue) jouer pour Bo (B)",
        "B change de mains : une feuille scellée compte, toute autre est jetée",
        "l'arbitre donne B, la place de Bo, à Dora",
        "B change de mains : une feuille scellée compte, toute autre est jetée",
        "Dora retrouve sa place B",
    ]


def test_who_sits_down_and_leaves_before_the_game_is_in_the_log() -> None:
    """S16."""
    empty = tuple(SeatLine(seat=seat, name="Ana" if seat == "V" else "") for seat in "VBJR")
    state = seated(stage="gathering", phase=None, sheets={}, seats=empty)
    bot, bo = events.SeatTaken("B", "captain (bot)", "captain", "V"), events.SeatTaken("B", "Bo")
    again = events.SeatTaken("B", "captain (bot)", "captain", "referee")
    state = tell(state, bot, events.SeatLeft("B", "referee"), bo, events.SeatLeft("B"), again)
    assert said(state) == [
        "Ana (V) invites captain (bot) to B",
        "the referee frees the seat of captain (bot, B)",
        "Bo sits down at B",
        "Bo (B) leaves, and the seat is free again",
        "the referee invites captain (bot) to B",
    ]


def test_the_host_and_who_wants_to_close_the_table_are_known_by_the_events() -> None:
    """As a snapshot would tell them."""
    state = tell(seated(), events.HostChosen("V"), events.HostChosen("B"), events.ClosingAgreed("J"))
    assert [line.seat for line in state.seats if line.host] == ["B"] == [state.host]
    assert [line.seat for line in state.seats if line.wants_closing] == ["J"]
    assert said(state)[-3:] == [
        "Ana (V) is the host of this table",
        "Bo (B) is the host of this table now, because Ana (V) is away",
        f"{state.label('J')} wants to close this table; it is closed for good when all its players agree",
    ]
    closed = tell(state, events.PhaseClosed(1, {}))
    assert not any(line.wants_closing for line in closed.seats), "the game goes on"
    bot = events.SeatTaken("B", "Bo", "captain", "V")
    assert tell(state, bot).host == "", "a bot is no host"
    assert tell(state, events.SeatLeft("B", "V")).host == ""


def test_those_who_wait_for_a_seat_are_known() -> None:
    state = tell(seated(), events.SeatRequested("Eve"))
    assert said(state)[-1] == "Eve asks for a seat; the host of the table can give one"
    assert fold(state, Presence(connected=("V",), watchers=1, waiting=("Eve",)), 0.0).waiting == ("Eve",)


def test_a_closed_table_has_no_result() -> None:
    assert said(tell(seated(), events.GameEnded((), "closed")))[-1] == (
        "the table is closed; the game ends without a result"
    )


def test_a_seat_that_changes_hands_has_written_nothing_unless_it_is_sealed() -> None:
    """S16: the others see the marks as the server has them."""
    wrote = tell(seated(), events.Wrote("B"), events.Wrote("J"), events.SheetSealed("J", {"J": "x"}))
    given = [events.SeatTaken(seat, "Dora", "", "referee") for seat in "BJ"]
    lines = [tell(wrote, *given).line(seat) for seat in "BJ"]
    assert [(line.written, line.sealed) for line in lines if line] == [(False, False), (True, True)]
    same = tell(wrote, events.SeatTaken("B", "Bo")).line("B")
    assert same
    assert same.written, "a player who joined again has kept the sheet"


def test_what_was_written_while_a_bot_had_the_seat_is_not_sent_again() -> None:
    """S16: the sheet is thrown away here too, and a snapshot that follows finds nothing newer."""
    state = desk.write_line(desk.write_line(seated(), "V", "t hq v4"), "V", "s hq v8")
    assert not state.is_stored
    missed = (events.SeatTaken("V", "Ana", "captain", "B"), events.SeatTaken("V", "Ana"))
    told = tuple(Told(seq=state.seq + n, at=0.0, event=event) for n, event in enumerate(missed, 1))
    state = fold(state, Missed(told=told), NOW)
    state = fold(state, snapshot(seq=state.seq, sheets={"V": Sheet(0, ())}), NOW)
    assert state.sheets["V"] == OwnSheet()
    assert state.is_stored


def test_a_sheet_that_another_has_sealed_is_taken_as_the_server_tells_it() -> None:
    """S16: whatever was written here, and though the events about the seat were not sent again."""
    state = desk.write_line(seated(), "V", "t hq v4")
    mine = SeatLine(seat="V", name="Ana", written=True, sealed=True)
    sealed = snapshot(seq=5000, seats=(mine,), sheets={"V": Sheet(0, (), by_another=True)})
    state = fold(state, sealed, NOW)
    assert state.is_sealed_by_another
    assert state.is_stored
    assert state.sheets["V"].lines == ()
    assert not tell(state, *reading(), opened(2)).is_sealed_by_another


def test_a_masked_event_only_counts() -> None:
    state = tell(seated(), events.Masked())
    assert state.seq == 11
    assert state.log == ()


def test_a_refusal_is_a_notice() -> None:
    assert fold(seated(), Refused(code="quiet", text="no talk"), NOW).notice == "No talk."


def test_the_end_is_known_with_its_winner() -> None:
    state = tell(seated(), *reading(), events.GameEnded(("V",), "last-side"))
    assert state.stage == "over"
    assert state.outcome == events.GameEnded(("V",), "last-side")


def test_time_used_grows_with_each_seal() -> None:
    clock = Clock(phase=1, stage="writing", left=120.0, running=True, now=NOW, length=180.0)
    state = tell(fold(seated(), clock, NOW), events.SheetSealed("B", {"B": "x"}))
    line = state.line("B")
    assert line
    assert line.seconds_used == 60.0


def test_who_has_not_sealed_at_the_bell_has_used_all_of_the_time() -> None:
    clock = Clock(phase=1, stage="writing", left=120.0, running=True, now=NOW, length=180.0)
    state = tell(fold(seated(), clock, NOW), events.PhaseClosed(1, {}))
    owing = state.phase.owing if state.phase else {}
    assert {line.seconds_used for line in state.seats if line.seat in owing} == {60.0}


def test_lost_orders_come_with_their_reasons() -> None:
    story = told_of({"V": ("X Y Z",)}).story
    assert isinstance(story[0], Lost)
    state = tell(seated(), *reading(sheets={"V": ("X Y Z",)}))
    assert state.rounds[0].story[0] == story[0]


def test_a_game_we_do_not_know_is_kept_as_it_came() -> None:
    state = seated(game="another", view={"strange": 1})
    assert state.view == {"strange": 1}


def test_a_round_the_referee_has_read_again_is_a_round_of_its_own() -> None:
    state = tell(seated(), *reading())
    read = reading()[1]
    assert isinstance(read, events.SheetsRead)
    again = msgspec.structs.replace(read, sheets={"V": ("T HQ V7",)}, ruled=True)
    state = tell(state, events.GameEnded(("V",), "last-side"), again)
    assert [(told.phase, told.ruled, told.seals_hold) for told in state.rounds] == [
        (1, False, True),
        (1, True, None),
    ]
    assert state.rounds[1].before == state.rounds[0].before
    assert (state.stage, state.outcome) == ("between", None)


def test_a_round_keeps_which_seat_owed_which_sheets() -> None:
    two = msgspec.structs.replace(opened(2), owing={"VB": ("V", "B"), "JR": ("J", "R")})
    state = tell(seated(), *reading(), two, *reading(2), opened(3))
    assert [told.owing for told in state.rounds] == [opened(1).owing, two.owing]
    read = reading(2)[1]
    assert isinstance(read, events.SheetsRead)
    state = tell(state, msgspec.structs.replace(read, ruled=True))
    assert state.rounds[-1].owing == two.owing


def test_a_ruling_changes_the_position() -> None:
    state = tell(seated(), *reading(), events.PositionAmended(("V V4 2S",), view(round=9)))
    assert state.view.round == 9
    state = tell(state, events.RolledBack(1, view(round=1)))
    assert (state.view.round, state.stage) == (1, "between")
    notes = [line.note.code for line in state.log if line.note]
    assert notes[-2:] == ["event.position_amended", "event.rolled_back"]
    state = tell(state, events.PositionAmended((), view(round=1), hidden=True))
    note = state.log[-1].note
    assert note
    assert catalogue("table", "en").say(note).endswith("the lines are kept secret until the game is over")


def test_a_sheet_s_usage_is_known_from_the_opening_or_the_snapshot() -> None:
    state = fold(seated(), Usage(phase=1, sheets={"V": "Write an order as s hq v4."}), NOW)
    assert state.sheets["V"].usage == "Write an order as s hq v4."
    again = fold(state, snapshot(sheets={"V": Sheet(0, (), (), "as b hq v4")}), NOW)
    assert again.sheets["V"].usage == "as b hq v4"
    late = fold(state, Usage(phase=2, sheets={"V": "of another phase"}), NOW)
    assert late.sheets["V"].usage == "Write an order as s hq v4."


def test_a_private_phase_tells_nothing_of_others_and_charges_nobody() -> None:
    state = seated()
    state = tell(state, opened(2, private=True))
    clock = Clock(phase=2, stage="writing", left=100.0, running=True, now=NOW, length=180.0)
    state = fold(state, clock, NOW)
    state = tell(state, events.PhaseClosed(2, {"V": "x", "B": "y"}))
    assert [line.seconds_used for line in state.seats] == [0.0] * 4
    read = events.SheetsRead(2, {"V": ()}, {"V": SALT}, (), view(), private=True)
    state = tell(state, read)
    assert state.rounds[-1].sheets == {"V": ()}


def test_a_word_changes_the_position_at_once_and_leaves_my_sheet_alone() -> None:
    state = seated()
    state = desk.write_line(state, "V", "T HQ V8")
    said = events.Declared("B", "show", (), view(round=7))
    after = tell(state, said)
    assert after.view.round == 7
    assert after.sheets["V"].lines == ("T HQ V8",)
    assert after.stage == "writing"
    assert after.log[-1].note is not None
    assert after.log[-1].note.args == {"seat": "Bo (B)", "text": "show", "game": "power"}


def test_a_word_that_takes_a_sheet_away_takes_what_stood_on_it() -> None:
    state = desk.write_line(seated(), "V", "T HQ V8")
    phase = msgspec.structs.replace(opened(1), owing={"B": ("B", "V")})
    after = tell(state, events.Declared("B", "take V", (), view(), phase))
    assert after.sheets == {}
    assert not after.may_write
    assert after.phase == phase


def test_the_head_behind_the_latest_event_that_told_one_is_kept() -> None:
    """So it covers that event too."""
    read = events.SheetsRead(1, {}, {}, (), view(), head="a" * 64)
    state = tell(seated(), read)
    assert state.head == (state.seq + 1, next_head("a" * 64, 0.0, read))
    ended = events.GameEnded((), "referee", head="b" * 64)
    after = tell(state, ended)
    assert after.head == (after.seq + 1, next_head("b" * 64, 0.0, ended))


def test_the_time_of_a_seal_that_was_opened_again_is_taken_back() -> None:
    clock = Clock(phase=1, stage="writing", left=120.0, running=True, now=NOW, length=180.0)
    sealed = tell(fold(seated(), clock, NOW), events.SheetSealed("B", {"B": "x"}))
    for state, used in ((tell(sealed, events.SheetUnsealed("B")), 0.0), (sealed, 60.0)):
        line = state.line("B")
        assert line
        assert line.seconds_used == used


def test_the_hourglass_stands_when_the_host_closes_the_table() -> None:
    """It would run down on the screens of the guests while nobody's time passes."""
    running = fold(ClientState(), Clock(phase=1, stage="writing", left=90.0, running=True, now=0.0), 0.0)
    closed = fold(running, Closing(text="closed"), 30.0)
    assert closed.is_closed
    assert closed.clock.left_at(30.0) == closed.clock.left_at(500.0) == 60.0
    again = fold(closed, Clock(phase=1, stage="writing", left=60.0, running=True, now=0.0), 600.0)
    assert again.clock.running
