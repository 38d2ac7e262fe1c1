"""Programs of strangers against the levels of the server: `python -m bench.arena --bot NAME=COMMAND`.

The games are played in this process, without a server. The program reads and writes the same lines as at a
table (docs/bots.md), and the same code serves it. It goes round the table on the same lots.
"""

import asyncio
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from multiprocessing import Pool
from time import monotonic, perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from bench.intervals import wilson
from bench.skirmishes import pair_of
from client.errors import Refusal
from client.launch.rules_process import RulesProcess
from client.program.conversation import Conversation
from client.program.lines import VERSION, HelloLine, OverLine, ReadLine, WriteLine
from client.program.owner import Owner
from client.program.service import Question, Taken
from client.state.client_state import ClientState
from protocol.events import GameEnded, PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Advice, Offer, Supposed, WhatIf
from protocol.texts import catalogue
from server.bots import LEVELS, think
from server.games import GAMES
from server.games.dice import Dice
from server.games.reader_words import offers_for
from server.table import knowledge
from server.table.stream import phase_event, steps_of

LANGUAGE = "en"
NOT_TOLD = ("seated", "sealed", "over")
"""What the owner of a program is told although nothing is wrong."""
HEAD = "program - level           games   won  lost drawn   share  95 % interval  phases  slowest    time"


class ProgramMatch(Struct, frozen=True):
    """One game of a program against bots of one level."""

    name: str
    command: tuple[str, ...]
    level: str
    game: str
    players: int
    lot: int
    place: int
    """Which of the seats is the program's."""
    rounds: int
    """After so many rounds POWER ends by its limit."""
    seconds: float
    """How long the program may think about a question."""
    level_seconds: float
    """How long a bot may think that uses all the time it gets."""


class ProgramGame(Struct, frozen=True):
    """A game that has been played."""

    won: bool
    drawn: bool
    phases: int
    slowest: float
    """The longest time, in seconds, that the program took to answer."""
    reports: dict[str, int]
    """How often the owner was told something, by its code."""


class ArenaSeat:
    """The seat of a program in a game that is played in this process."""

    def __init__(self, game: str, options: Any, seat: Seat, rules: RulesProcess) -> None:
        self._game = GAMES[game]
        self._options = options
        self._seat = seat
        self._rules = rules
        self._view: Any = None
        self._phase = PhaseOpened(0, "", {})
        self.sheets: dict[SheetKey, Lines] = {}
        """What the program has written in this phase."""

    def question(self, phase: PhaseOpened, view: Any, until: float) -> Question:
        """The question of a new phase, which must be answered at that time of the clock."""
        self._phase, self._view, self.sheets = phase, view, {}
        return Question(phase.phase, phase.owing[self._seat], partial(self._write_line, until))

    def _write_line(self, until: float, ask: int) -> WriteLine:
        owed = self._phase.owing[self._seat]
        return WriteLine(
            ask=ask,
            phase=self._phase,
            owed=owed,
            sheets={sheet: self.sheets.get(sheet, ()) for sheet in owed},
            usage={sheet: self._usage(sheet) for sheet in owed},
            left=max(0.0, until - monotonic()),
            running=True,
            view=self._view,
        )

    def _usage(self, sheet: SheetKey) -> str:
        note = self._game.usage(self._view, sheet)
        return catalogue(self._game.name, LANGUAGE).say(note) if note else ""

    async def offers(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        suggests = partial(self._game.suggest, self._view, sheet, above)
        return offers_for(self._game.name, LANGUAGE, text, suggests)

    async def simulate(self, sheets: Mapping[SheetKey, Lines], view: Any) -> Supposed:
        state = ClientState(
            game=self._game.name,
            options=msgspec.to_builtins(self._options),
            role=self._seat,
            view=self._view if view is None else view,
            phase=self._phase if view is None else None,
        )
        found = await self._rules.ask(state, WhatIf(phase=self._phase.phase, sheets=dict(sheets)))
        assert isinstance(found, Supposed)
        return found

    async def write(self, question: Question, sheets: Mapping[SheetKey, Lines], *, seals: bool) -> Taken:
        self.sheets |= sheets
        advice = {sheet: self._advice(sheet, lines) for sheet, lines in sheets.items()}
        faults = [each for found in advice.values() for each in found]
        if seals and faults and self._phase.strict:
            raise Refusal("faulty-sheet", faults[0].text)
        return Taken(advice, seals)

    def _advice(self, sheet: SheetKey, lines: Lines) -> tuple[Advice, ...]:
        faults = self._game.review(self._view, sheet, lines)
        say = catalogue(self._game.name, LANGUAGE).say
        return tuple(Advice(fault.line, fault.column, fault.code, say(fault.note)) for fault in faults)


class ProgramTable:
    """One game: a program at one seat, bots of one level at the others."""

    def __init__(self, match: ProgramMatch, rules: RulesProcess) -> None:
        self._match = match
        self._game = GAMES[match.game]
        self._options = self._game.read_options(_options(match))
        seats = self._game.seating(self._options)
        self._seat = seats[match.place]
        self._hello = HelloLine(
            version=VERSION,
            game=match.game,
            options=msgspec.to_builtins(self._options),
            table="",
            seat=self._seat,
            seats={seat: match.name if seat == self._seat else match.level for seat in seats},
            language=LANGUAGE,
        )
        self._held = ArenaSeat(match.game, self._options, self._seat, rules)
        self._owner = Owner(LANGUAGE, lambda text: None)
        self._conversation = Conversation(match.command, lambda: self._hello, self._held, self._owner)
        self._slowest = 0.0

    async def play(self) -> ProgramGame:
        talking = asyncio.create_task(self._conversation.run())
        try:
            self._conversation.begin()
            return await self._play_out()
        finally:
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)

    async def _play_out(self) -> ProgramGame:
        match, game = self._match, self._game
        state, dice, number = game.setup(self._options, Dice(match.lot)), Dice(match.lot + 1_000_000), 0
        while game.phase(state).owing:
            number += 1
            last = match.game == "power" and number >= match.rounds
            phase = phase_event(number, game.phase(state), last=last)
            sheets = {
                sheet: lines
                for seat in phase.owing
                for sheet, lines in (await self._sheets_of(seat, phase, game.view(state, seat))).items()
            }
            resolution = game.resolve(state, sheets, dice, last=last)
            state = resolution.state
            self._tell(phase, sheets, resolution.story, state)
        return await self._end(state, number)

    async def _sheets_of(self, seat: Seat, phase: PhaseOpened, view: Any) -> dict[SheetKey, Lines]:
        match, owed = self._match, phase.owing[seat]
        if seat == self._seat:
            return await self._ask(phase, view)
        number = list(self._hello.seats).index(seat)
        seed = (match.lot * 100_000 + phase.phase) * 10 + number
        return think(match.game, match.level, view, owed, seed, match.level_seconds)

    async def _ask(self, phase: PhaseOpened, view: Any) -> dict[SheetKey, Lines]:
        """What the program has written when it has sealed, or when its time is over."""
        start, seconds = perf_counter(), self._match.seconds
        self._conversation.open(self._held.question(phase, view, monotonic() + seconds))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._conversation.settled.wait()
        self._conversation.close()
        self._slowest = max(self._slowest, perf_counter() - start)
        return self._held.sheets

    def _tell(
        self, phase: PhaseOpened, sheets: dict[SheetKey, Lines], story: tuple[Any, ...], state: Any
    ) -> None:
        """Tell the program what its seat may know of the phase that has been read."""
        own = phase.owing.get(self._seat, ())
        shown = {sheet: lines for sheet, lines in sheets.items() if sheet in own or not phase.private}
        told = knowledge.story(steps_of(story), self._seat, own if phase.private else ())
        view = knowledge.view(self._game, state, self._seat)
        self._conversation.tell(ReadLine(phase.phase, shown, told, view, ruled=False))

    async def _end(self, state: Any, phases: int) -> ProgramGame:
        outcome = self._game.outcome(state)
        assert outcome
        await self._conversation.finish(OverLine(GameEnded(outcome.winners, outcome.reason, outcome.partial)))
        won = self._seat in outcome.winners
        reports = {code: count for code, count in self._owner.total.items() if code not in NOT_TOLD}
        return ProgramGame(won, not outcome.winners, phases, self._slowest, reports)


def _options(match: ProgramMatch) -> dict[str, Any]:
    """A table with what its options are if nobody says anything; a short one, where there is such a game."""
    if match.game == "zargos_lords":
        return {"skirmish": True, "peoples": pair_of(match.lot)}
    return {"players": match.players}


def play_program(match: ProgramMatch) -> ProgramGame:
    return asyncio.run(_play_with_rules(match))


async def _play_with_rules(match: ProgramMatch) -> ProgramGame:
    rules = RulesProcess(LANGUAGE, sees_seat=True)
    try:
        return await ProgramTable(match, rules).play()
    finally:
        await rules.stop()


def fewest_players(game: str) -> int:
    return min(GAMES[game].players)


def program_matches(name: str, command: str, level: str, games: int, **table: Any) -> list[ProgramMatch]:
    """The program goes round the table, on the same lot at every seat."""
    found = []
    for number in range(games):
        lot, place = divmod(number, table["players"])
        words = tuple(shlex.split(command))
        found.append(ProgramMatch(name=name, command=words, level=level, lot=lot, place=place, **table))
    return found


def measure(bots: Sequence[str], games: int, jobs: int, **table: Any) -> None:
    """Play every program against every level of the game, and print a row for each."""
    print(f"{table['game']}, {table['players']} players; a program has {table['seconds']:g} s for a question")
    print(HEAD, flush=True)
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        for bot in bots:
            name, _, command = bot.partition("=")
            for level in LEVELS[table["game"]]:
                start = perf_counter()
                matches = program_matches(name, command, level, games, **table)
                played = [*(pool.imap if pool else map)(play_program, matches)]
                print(report_program(f"{name} - {level}", played, perf_counter() - start), flush=True)
    print("won: by the program; a draw is not won")


def report_program(pairing: str, played: Sequence[ProgramGame], taken: float) -> str:
    """A row of the table, and below it what the owner of the program would have been told."""
    games, won, drawn = len(played), sum(g.won for g in played), sum(g.drawn for g in played)
    low, high = wilson(won, games)
    phases, slowest = sum(game.phases for game in played) / games, max(game.slowest for game in played)
    row = (
        f"{pairing:24} {games:6} {won:5} {games - won - drawn:5} {drawn:5}  {won / games:6.1%}"
        f"  {low:6.1%}-{high:6.1%}  {phases:6.1f}  {slowest:6.3f}s  {taken:5.0f}s"
    )
    reports: Counter[str] = sum((Counter(game.reports) for game in played), Counter())
    told = ", ".join(f"{code} {count}" for code, count in sorted(reports.items()))
    return f"{row}\n  told to its owner: {told}" if told else row
