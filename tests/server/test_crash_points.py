"""The server dies at each named point: what was stored stands, what was not is done again, once.

The players act one after the other, so that it is known which command dies, and with how much of it stored.
"""

import io
from collections import Counter
from pathlib import Path

import pytest
from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from protocol import messages
from protocol.ids import Seat
from protocol.messages import ClientMessage, Refused, ServerMessage
from protocol.views.power import ARMIES
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import read_options
from server.table import facts
from server.table.facts import Row
from server.table.folding import fold_facts
from tests.kit import chaos
from tests.kit.callers import Caller, call, serving

pytestmark = pytest.mark.slow

ROUNDS = 2


class Step(Struct, frozen=True):
    seat: Seat
    message: ClientMessage

    @property
    def name(self) -> str:
        return f"{type(self.message).__name__} {self.seat}"


def steps() -> list[Step]:
    """A game of two rounds, command by command; the table's id is filled in once it is known."""
    taken = [
        Step(
            "V",
            messages.OpenTable(
                game="power", name="Dark", key="own secret of the opener", options=chaos.OPTIONS
            ),
        )
    ]
    for seat in ARMIES:
        join = messages.Join(table="", name=f"Player {seat}", key=f"own secret of seat {seat}", seat=seat)
        taken.append(Step(seat, join))
    taken += [Step(seat, messages.Ready(phase=0)) for seat in ARMIES]
    for n in range(1, ROUNDS + 1):
        for seat in ARMIES:
            lines = chaos.orders(seat, n)
            taken.append(Step(seat, messages.Write(phase=n, sheet=seat, revision=1, lines=lines)))
        taken += [Step(seat, messages.Seal(phase=n, revisions={seat: 1})) for seat in ARMIES]
        if n < ROUNDS:
            taken += [Step(seat, messages.Ready(phase=n)) for seat in ARMIES]
    return taken


class Lockstep:
    def __init__(self, server: chaos.Server) -> None:
        self.server = server
        self.port = server.port
        self.table = ""
        self.callers: dict[Seat, Caller] = {}
        self.tokens: dict[Seat, str] = {}
        self.stored = 0
        """How many facts there were before the step that is on."""

    async def take(self, step: Step) -> ServerMessage:
        self.stored = len(self.rows())
        if step.seat not in self.callers:
            self.callers[step.seat] = await call(self.port)
        message = step.message
        if isinstance(message, messages.Join):
            message = messages.Join(table=self.table, name=message.name, key=message.key, seat=message.seat)
        answer = await self.callers[step.seat].ask(message)
        if isinstance(answer, messages.Opened):
            self.table = answer.table
        if isinstance(answer, messages.Seated):
            self.tokens[step.seat] = answer.token
        return answer

    async def come_back(self) -> None:
        """Everybody who had heard of a token returns with it."""
        self.callers.clear()
        for seat, token in self.tokens.items():
            self.callers[seat] = await call(self.port)
            answer = await self.callers[seat].ask(messages.Resume(table=self.table, token=token))
            assert isinstance(answer, messages.Seated), answer

    def rows(self) -> list[Row]:
        return self.server.rows(self.table) if self.table else []


async def play_until_death(game: Lockstep, wanted: list[Step]) -> int:
    """The number of the step at which the server died."""
    for number, step in enumerate(wanted):
        try:
            answer = await game.take(step)
        except ConnectionClosed:
            assert await game.server.death() == 137
            return number
        assert not isinstance(answer, Refused), (step.name, answer)
    raise AssertionError("the server never came to that point")


def scripted_state() -> object:
    state = POWER.setup(read_options(chaos.OPTIONS), Dice(0))
    for n in range(1, ROUNDS + 1):
        state = POWER.resolve(state, {seat: chaos.orders(seat, n) for seat in ARMIES}, Dice(0)).state
    return state


def check_end(rows: list[Row]) -> None:
    """Everything once, nothing skipped, and the position of the undisturbed game."""
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    kinds = Counter(tags(rows))
    once = {"drafted": 8, "sheet_sealed": 8, "phase_opened": 2, "phase_closed": 2, "sheets_read": 2}
    assert {kind: kinds[kind] for kind in once} == once
    assert {row.fact.seat for row in rows if isinstance(row.fact, facts.SeatTaken)} == set(ARMIES)
    assert fold_facts("T", rows).position == scripted_state()


POINTS = [
    ("before-write", 8, "Write B", []),
    ("before-write", 5, "Join R", []),
    ("before-write", 14, "Seal R", []),
    ("after-write", 8, "Write B", []),
    ("after-write", 14, "Seal R", []),
    ("after-commit", 1, "OpenTable V", []),
    ("after-commit", 5, "Join R", ["seat_taken"]),
    ("after-commit", 6, "Ready R", ["game_started", "phase_opened"]),
    ("after-commit", 8, "Write B", ["drafted", "wrote"]),
    ("after-commit", 14, "Seal R", ["sheet_sealed", "phase_closed", "sheets_read"]),
    ("after-commit", 15, "Ready R", ["phase_opened"]),
    ("before-ack", 11, "Write B", ["drafted", "wrote"]),
    ("before-reveal", 1, "Seal R", []),
    (
        "during-reveal",
        6,
        "Seal R",
        ["sheet_sealed", "phase_closed", "sheets_read"],
    ),  # four were told of the start
    ("during-snapshot", 4, "Join R", ["seat_taken"]),
]
NOTICED_LATER = {"during-reveal": "Ready V", "during-snapshot": "Ready V"}
"""Where part of what was to be told may be out already: the players may only notice at the next step."""


def tags(rows: list[Row]) -> list[str]:
    return [str(row.fact.__struct_config__.tag) for row in rows]


@pytest.mark.parametrize(
    ("point", "passage", "dies", "kept"), POINTS, ids=[f"{p}-{d}" for p, _, d, _ in POINTS]
)
async def test_a_death_at_any_point_leaves_all_of_a_command_or_nothing_and_the_game_goes_on(
    tmp_path: Path, log: io.StringIO, point: str, passage: int, dies: str, kept: list[str]
) -> None:
    """R2: the state in the file at death, the same command sent again, and progress to the same end.

    The server that dies is a process; the one that opens its file again need not be one.
    """
    server = chaos.Server(tmp_path)
    await server.start(QG_CRASH_AT=point, QG_CRASH_AFTER=str(passage))
    game = Lockstep(server)
    wanted = steps()
    try:
        died = await play_until_death(game, wanted)
    finally:
        await server.kill()
    heard = wanted[died].name == NOTICED_LATER.get(point)
    assert heard or wanted[died].name == dies
    assert tags(game.rows())[game.stored :] == ([] if heard else kept)
    assert tags(game.rows())[-len(kept) :] == kept or not kept
    async with serving(tmp_path) as app:
        game.port = app.port
        await game.come_back()
        again = await game.take(wanted[died])
        if kept[-1:] == ["sheets_read"] and not heard:  # the round is over, and the player is told it is
            assert isinstance(again, Refused)
            assert again.code == "phase-closed"
        else:
            assert not isinstance(again, Refused), again
        for step in wanted[died + 1 :]:
            answer = await game.take(step)
            assert not isinstance(answer, Refused), (step.name, answer)
        check_end(game.rows())
        assert server.tables() == [game.table]
    assert server.errors() == []
    assert '"error"' not in log.getvalue()
