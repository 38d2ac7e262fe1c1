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

from bench.contestants import BotHolder, shown_sheets
from bench.intervals import wilson
from bench.play import Holder, Reading, Table, play
from bench.tables import seats_of, table_of
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
from server.games import GAMES
from server.games.reader_words import offers_for
from server.table import knowledge
from server.table.stream import steps_of

LANGUAGE = "en"
NOT_TOLD = ("seated", "sealed", "over")
"""What the owner of a program is told although nothing is wrong."""
HEAD = "program - level           games   won  lost drawn   share  95 % interval  phases  slowest    time"


class ProgramMatch(Struct, frozen=True):
    """One game of a program against contestants of one name."""

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
    sentences: dict[str, str] = {}
    """What the owner was told, the first time."""


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


class ProgramHolder:
    """A program at its seat: it is asked and told what a program at a table is."""

    def __init__(self, match: ProgramMatch, table: Table, rules: RulesProcess) -> None:
        self._game = GAMES[match.game]
        self._seconds = match.seconds
        options, seats = self._game.read_options(table.options), seats_of(table)
        self.seat = seats[match.place]
        hello = HelloLine(
            version=VERSION,
            game=match.game,
            options=msgspec.to_builtins(options),
            table="",
            seat=self.seat,
            seats={seat: match.name if seat == self.seat else match.level for seat in seats},
            language=LANGUAGE,
        )
        self._held = ArenaSeat(match.game, options, self.seat, rules)
        self._owner = Owner(LANGUAGE, lambda text: None)
        self.conversation = Conversation(match.command, lambda: hello, self._held, self._owner)

    async def write(self, phase: PhaseOpened, view: Any) -> Mapping[SheetKey, Lines]:
        """What the program has written when it has sealed, or when its time is over."""
        self.conversation.open(self._held.question(phase, view, monotonic() + self._seconds))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self.conversation.settled.wait()
        self.conversation.close()
        return self._held.sheets

    def hear(self, reading: Reading) -> None:
        """Tell the program what its seat may know of the phase that has been read."""
        phase, story = reading.phase, reading.resolution.story
        own = phase.owing.get(self.seat, ())
        told = knowledge.story(steps_of(story), self.seat, own if phase.private else ())
        view = knowledge.view(self._game, reading.resolution.state, self.seat)
        shown = shown_sheets(reading, self.seat)
        self.conversation.tell(ReadLine(phase.phase, shown, told, view, ruled=False))

    @property
    def reports(self) -> dict[str, int]:
        return {code: count for code, count in self._owner.total.items() if code not in NOT_TOLD}

    @property
    def sentences(self) -> dict[str, str]:
        return {code: self._owner.first[code] for code in self.reports}


def play_program(match: ProgramMatch) -> ProgramGame:
    return asyncio.run(_play_with_rules(match))


async def _play_with_rules(match: ProgramMatch) -> ProgramGame:
    rules = RulesProcess(LANGUAGE, sees_seat=True)
    try:
        return await _play_with_program(match, rules)
    finally:
        await rules.stop()


async def _play_with_program(match: ProgramMatch, rules: RulesProcess) -> ProgramGame:
    table = table_of(match.game, match.players, match.lot, match.rounds)
    program = ProgramHolder(match, table, rules)
    holders: dict[Seat, Holder] = {
        seat: BotHolder(match.game, match.level, seat, place, match.lot, match.level_seconds)
        for place, seat in enumerate(seats_of(table))
    }
    talking = asyncio.create_task(program.conversation.run())
    try:
        program.conversation.begin()
        played = await play(table, holders | {program.seat: program})
        outcome = played.outcome
        over = OverLine(GameEnded(outcome.winners, outcome.reason, outcome.partial))
        await program.conversation.finish(over)
    finally:
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
    won, slowest = program.seat in outcome.winners, played.slowest[program.seat]
    told = program.reports, program.sentences
    return ProgramGame(won, not outcome.winners, played.phases, slowest, *told)


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


def measure(bots: Sequence[str], against: Sequence[str], games: int, jobs: int, **table: Any) -> None:
    """Play every program against each of these, and print a row for each."""
    print(f"{table['game']}, {table['players']} players; a program has {table['seconds']:g} s for a question")
    print(HEAD, flush=True)
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        for bot in bots:
            name, _, command = bot.partition("=")
            for level in against:
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
    sentences = {code: text for game in reversed(played) for code, text in game.sentences.items()}
    told = [
        f"  told to its owner, {count} times: {sentences[code]}" for code, count in sorted(reports.items())
    ]
    return "\n".join([row, *told])
