"""A log whose events cannot have happened in that order does not hold, even with new hashes."""

import copy
import json
from itertools import product
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from protocol import chain, events, messages
from protocol.events import TableEvent
from protocol.messages import Done
from protocol.vocabulary import BETWEEN, WATCHER
from server.log_grammar import faults_of_order
from server.record import export, read_record, write_record
from server.table import knowledge
from server.verify import verify
from tests.kit.sittings import NAMES, Sitting, begun
from tests.server.test_record import played

Json = Any


def with_new_heads(record: Json) -> Json:
    """The record as a forger would leave it: each head fits the events before it."""
    head = chain.NO_HEAD
    for at, event in record["log"]:
        if event["type"] in ("sheets_read", "game_ended"):
            event["head"] = head
        if event["type"] == "game_ended" and record["outcome"]:
            record["outcome"]["head"] = head
        head = chain.next_head(head, at, msgspec.convert(event, TableEvent))
    record["head"] = head
    return record


def faults(record: Json) -> list[str]:
    return verify(read_record(json.dumps(with_new_heads(record)).encode()))


def without(record: Json, kind: str) -> Json:
    """The record without any event of this kind."""
    made = copy.deepcopy(record)
    made["log"] = [[at, event] for at, event in made["log"] if event["type"] != kind]
    return made


HARMLESS = {0: {"masked"}, 2: {"masked", "seat_taken"}}
"""What may have happened or not: private chat; and a player whose answer was lost sits down again."""


@pytest.mark.slow
@pytest.mark.parametrize("times", [0, 2], ids=["left out", "doubled"])
def test_no_event_can_be_left_out_or_doubled_in_the_log_of_a_tournament(times: int) -> None:
    """S15: without any head that a player kept."""
    record = json.loads(played())
    assert faults(copy.deepcopy(record)) == []
    unseen = set()
    for number, (_, event) in enumerate(record["log"]):
        changed = copy.deepcopy(record)
        changed["log"][number : number + 1] = [copy.deepcopy(record["log"][number]) for _ in range(times)]
        if not faults(changed):
            unseen.add(event["type"])
    assert unseen == HARMLESS[times]


@pytest.mark.parametrize("kind", ["sheet_sealed", "wrote", "sheet_unsealed"])
def test_a_log_without_any_event_of_writing_does_not_hold(kind: str) -> None:
    """S15."""
    record = without(json.loads(played()), kind)
    assert any("the log: event" in fault for fault in faults(record))


def test_a_phase_without_an_hourglass_closes_only_when_everybody_has_sealed() -> None:
    """An older record does not say who had sealed, and can be told from a forged one all the same."""
    sitting = Sitting(4, seconds=None)
    for player in [sitting.sit(name) for name in NAMES]:
        player.seal()
    assert sitting.state.stage == BETWEEN
    record = json.loads(write_record(export("TABLE", sitting.rows)))
    for _, event in record["log"]:
        event.pop("sealed", None)
    assert faults(copy.deepcopy(record)) == []
    found = faults(without(record, "sheet_sealed"))
    assert any("has no hourglass, and not everybody had sealed" in fault for fault in found)


def test_a_phase_tells_who_had_sealed_when_it_closed() -> None:
    sitting, (ana, bo, *_) = begun()
    bo.seal()
    ana.seal()
    sitting.pass_time(180.0)
    (closed,) = bo.events(events.PhaseClosed)
    assert closed.sealed == ("V", "B")


def opened(**more: Any) -> list[TableEvent]:
    """A table of two whose first phase is open."""
    return [
        events.TableOpened("power", "Sunday", ("VB", "JR"), {}, **more),
        events.SeatTaken("VB", "Ana"),
        events.SeatTaken("JR", "Bo"),
        events.GameStarted(view=None),
        events.PhaseOpened(1, "orders", {"VB": ("V", "B"), "JR": ("J", "R")}, seconds=60.0, quiet=True),
    ]


CLOSED_NOW = events.PhaseClosed(1, dict.fromkeys("VBJR", ""))
READ_NOW = events.SheetsRead(1, {}, {}, (), None)
PAUSE = events.PauseBegun("VB", 180.0)
IMPOSSIBLE: dict[str, list[TableEvent]] = {
    "a second table": [events.TableOpened("power", "Sunday", (), {})],
    "a seat that is not there": [events.SeatTaken("X", "Eve")],
    "a game that starts twice": [events.GameStarted(view=None)],
    "a writer who owes nothing": [events.Wrote("X")],
    "a seal without its sheets": [events.SheetSealed("VB", {"V": ""})],
    "an opened sheet that was not sealed": [events.SheetUnsealed("VB")],
    "a phase that is skipped": [CLOSED_NOW, READ_NOW, events.PhaseOpened(3, "orders", {})],
    "a phase that opens while another is open": [events.PhaseOpened(2, "orders", {})],
    "a phase that closes twice": [CLOSED_NOW, CLOSED_NOW],
    "another phase that closes": [events.PhaseClosed(2, dict.fromkeys("VBJR", ""))],
    "a phase that closes without a sheet": [events.PhaseClosed(1, dict.fromkeys("VBJ", ""))],
    "sheets that are read while they are written": [READ_NOW],
    "sheets that are read although they are held": [events.ReadingHeld(), CLOSED_NOW, READ_NOW],
    "a reading that is released twice": [events.ReadingReleased()],
    "a ruling while sheets are written": [events.RolledBack(1, None)],
    "a ruling that goes back too far": [CLOSED_NOW, READ_NOW, events.RolledBack(2, None)],
    "chat in a quiet phase": [events.Chatted("VB", "psst")],
    "private chat in a quiet phase": [events.Masked()],
    "chat of a stranger": [CLOSED_NOW, READ_NOW, events.Chatted("X", "hello")],
    "a second pause": [PAUSE, events.ClockStarted("VB"), PAUSE],
    "a pause between two phases": [CLOSED_NOW, READ_NOW, PAUSE],
    "a stranger at the hourglass": [events.ClockStarted("X")],
    "a rematch before the end": [events.RematchOpened("QWERT", "Sunday 2")],
    "a second end": [events.GameEnded((), "fault"), events.GameEnded((), "fault")],
    "a pause after the end": [events.GameEnded((), "fault"), events.ClockStopped("nobody")],
    "a word after the end": [events.GameEnded((), "fault"), events.Declared("VB", "x", (), None)],
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_have_happened_is_found_at_its_last_event(name: str) -> None:
    """S15."""
    told = [*opened(tournament=True), *IMPOSSIBLE[name]]
    (fault,) = faults_of_order(told)
    assert fault.startswith(f"the log: event {len(told)}: ")


def test_a_private_phase_tells_nothing_of_its_writers() -> None:
    """S14."""
    told = opened()
    told[-1] = msgspec.structs.replace(told[-1], private=True)
    for event in (events.Wrote("VB"), events.SheetSealed("VB", {"V": "", "B": ""})):
        (fault,) = faults_of_order([*told, event])
        assert "in a private phase" in fault
    assert faults_of_order([*told, CLOSED_NOW]) == []


SEALED_NOW = events.SheetSealed("VB", {"V": "", "B": ""})
GIVEN = events.SeatTaken("VB", "Cy", by="referee")


def test_a_seat_that_changes_hands_unsealed_may_write_anew() -> None:
    """S16."""
    told = [*opened(tournament=True), events.Wrote("VB"), GIVEN, events.Wrote("VB"), SEALED_NOW]
    closed = msgspec.structs.replace(CLOSED_NOW, sealed=("VB",))
    assert faults_of_order([*told, closed]) == []


AROUND_A_HANDING_OVER: dict[str, list[TableEvent]] = {
    "a seal that stays is made again": [SEALED_NOW, GIVEN, SEALED_NOW],
    "a seal of a seat that was handed over is left out": [
        GIVEN,
        msgspec.structs.replace(CLOSED_NOW, sealed=("VB",)),
    ],
    "the same player sits down again and begins anew": [
        events.Wrote("VB"),
        events.SeatTaken("VB", "Ana"),
        events.Wrote("VB"),
    ],
    "only one of two phases says who had sealed": [
        CLOSED_NOW,
        READ_NOW,
        events.PhaseOpened(2, "orders", {"VB": ("V",)}, seconds=60.0),
        events.PhaseClosed(2, {"V": ""}, ()),
    ],
}


@pytest.mark.parametrize("name", AROUND_A_HANDING_OVER)
def test_a_handing_over_excuses_no_seal_that_was_left_out_or_doubled(name: str) -> None:
    """S15, S16."""
    (fault,) = faults_of_order([*opened(tournament=True), *AROUND_A_HANDING_OVER[name]])
    assert fault


def test_the_log_of_a_game_with_stops_pauses_and_words_holds() -> None:
    sitting = Sitting(2, tournament=True, interlude=None)
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    referee = sitting.referee()
    acts: list[tuple[Any, messages.ClientMessage]] = [
        (referee, messages.Start(reason="all are here")),
        (ana, messages.Pause()),
        (ana, messages.Continue()),
        (referee, messages.StopClock()),
        (referee, messages.Grant(seconds=5.0)),
        (referee, messages.StartClock()),
        (referee, messages.Hold()),
        (referee, messages.Ring(phase=1)),
        (bo, messages.Chat(text="well")),
        (referee, messages.Release()),
        (referee, messages.Replace(seat="VB", level="recruit")),
        (referee, messages.Start()),
        (referee, messages.Ring(phase=2)),
        (referee, messages.Finish()),
        (bo, messages.Chat(text="thanks")),
        (referee, messages.Amend(lines=("V V8 2R",))),
    ]
    for caller, act in acts:
        assert isinstance(caller.ask(act), Done), act
    assert verify(export("TABLE", sitting.rows)) == []


def any_act(sitting: Sitting, random: Random) -> messages.ClientMessage:
    """A request that may be possible now, whoever sends it."""
    state = sitting.state
    phase, seat = state.phase_no, random.choice(list(state.chairs))
    sheets = state.owed_by(seat) or ("V",)
    revisions = {sheet: state.draft(sheet).revision for sheet in sheets}
    acts: list[messages.ClientMessage] = [
        *(messages.Write(phase=phase, sheet=s, revision=n + 1, lines=("x",)) for s, n in revisions.items()),
        *[messages.Seal(phase=phase, revisions=revisions)] * 4,
        *(messages.Unseal(phase=phase), messages.Ready(phase=phase), messages.Pause(), messages.Continue()),
        *(messages.Chat(text="x"), messages.Chat(text="x", to=seat), messages.Annotate(text="x")),
        *(messages.Declare(text=f"{word} {seat}") for word in ("dismiss", "recall")),
        *(messages.Replace(seat=seat, level="recruit"), messages.Replace(seat=seat, name="Eve")),
        *(messages.Invite(seat=seat, level="recruit"), messages.Unseat(seat=seat)),
        *(messages.Start(), messages.Hold(), messages.Release(), messages.StopClock()),
        *(messages.StartClock(), messages.Grant(seconds=5.0), messages.Ring(phase=phase)),
        *(messages.RollBack(phase=max(1, phase - 1)), messages.Reread(sheets={}), messages.Amend(lines=())),
    ]
    acts.append(messages.Admit(name="Late", seat=seat))
    ends: list[messages.ClientMessage] = [messages.Finish(), messages.Close()]
    return random.choice(acts if random.random() > 0.02 else ends)


def come_and_go(sitting: Sitting, random: Random, tokens: dict[str, str]) -> None:
    """Time passes, the server starts again, players come back and their connections are cut."""
    if random.random() < 0.3:
        sitting.pass_time(random.choice([1.0, 90.0, 200.0]))
    if random.random() < 0.04:
        sitting.restart()
    if sitting.callers and random.random() < 0.05:
        sitting.cut(random.choice(list(sitting.callers.values())))
    for seat, token in tokens.items():
        if all(player.peer.seat != seat for player in sitting.callers.values()) and random.random() < 0.2:
            sitting.caller().ask(messages.Resume(table="TABLE", token=token))
    if random.random() < 0.05:
        sitting.caller().ask(
            messages.Join(table="TABLE", name="Late", key=f"the secret number {len(tokens)}")
        )
    if sitting.state.opened.tournament and "referee" not in roles_at(sitting):
        sitting.referee()
    for job in sitting.jobs:
        sitting.bot_answers(job, dict.fromkeys(job.sheets, ("x",)))
    sitting.jobs.clear()


def roles_at(sitting: Sitting) -> set[str]:
    return {player.peer.role for player in sitting.callers.values()}


def played_at_random(game: str, seed: int, *, is_tournament: bool) -> list[TableEvent]:
    """The log of a table at which everybody tries everything."""
    random = Random(seed)
    sitting = Sitting(3, game=game, tournament=is_tournament, interlude=5.0)
    tokens = {player.sheet: player.token for player in [sitting.sit(name) for name in NAMES[:3]]}
    if is_tournament:
        assert isinstance(sitting.referee().ask(messages.Start()), Done)
    for _ in range(200):
        come_and_go(sitting, random, tokens)
        if sitting.callers:
            random.choice(list(sitting.callers.values())).ask(any_act(sitting, random))
    return [knowledge.told(sitting.state, entry, WATCHER) for entry in sitting.state.stream]


SEEDS = range(6)
RARE = {events.Declared, events.SeatLeft, events.SheetUnsealed, events.RematchOpened}
"""These need a certain position, a table before its game, several writers at once, or a lobby."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["power", "strategiksa"])
def test_whatever_happens_at_a_table_its_log_holds(game: str) -> None:
    """Nothing that players and referees can do makes a log that verify would call impossible."""
    seen = set()
    for seed, is_tournament in product(SEEDS, (False, True)):
        told = played_at_random(game, seed, is_tournament=is_tournament)
        assert faults_of_order(told) == [], (seed, is_tournament)
        seen |= {type(event) for event in told}
    assert seen >= set(get_args(TableEvent)) - RARE
