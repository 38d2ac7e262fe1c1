"""Run plain mode. Lines are only ever added; nothing on the terminal is drawn again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

from client.errors import Ended
from client.link.limits import whole_number
from client.link.session import Session
from client.look import Look
from client.plain.commands import Commands, tell_supposing
from client.plain.console import Console
from client.plain.desk import LeftTable, OtherTable
from client.plain.narrator import Narrator, Voice
from client.play.lessons import Tutor
from client.play.supposition import AskRules, suppose_in_replay
from client.play.table_lines import about_line
from client.play.verbs import spellings
from client.state.client_state import ClientState
from client.state.log import rulings_before
from client.words import means, without_accents
from protocol.events import PhaseOpened
from protocol.vocabulary import BETWEEN, GATHERING, OVER

T = TypeVar("T")
CURTAIN = 60
"""So many blank lines move what one player saw off the screen before the next player looks."""


async def run_player(
    session: Session,
    look: Look,
    console: Console | None = None,
    *,
    tutor: Tutor | None = None,
    is_new: bool = False,
) -> int:
    """Serve one player, watcher or referee until they leave or the input ends.

    `is_new`: the person has never played this game. `tutor` leads through a lesson.
    """
    voice = Voice(console or Console(), look.language)
    commands = Commands(session, voice, tutor=tutor)
    _greet(session.state, voice)
    if is_new:
        commands.welcome()
    async with _narrated(session, voice), _guided(session, commands):
        while True:
            line = await _unless_ended(session, voice.console.read())
            if line is None:
                voice.say("plain.input-ended" if session.state.seat else "plain.left-plain")
                return 0
            try:
                await _unless_ended(session, commands.obey(line))
            except LeftTable:
                voice.say("plain.left" if session.state.seat else "plain.left-plain")
                return 0


async def run_referee(sessions: Sequence[Session], look: Look, console: Console | None = None) -> int:
    """Serve a referee of several tables. `table N` goes to another one; only that one is told then."""
    voice = Voice(console or Console(), look.language)
    here: int | None = 0
    while here is not None:
        try:
            here = await _referee_one(sessions, here, voice)
        except Ended as ended:
            others = [number for number, session in enumerate(sessions) if not session.ended]
            if not others:
                raise
            voice.print([str(ended)])
            here = others[0]
    return 0


async def _referee_one(sessions: Sequence[Session], here: int, voice: Voice) -> int | None:
    """Stay at one table. Returns the number of the table to go to, or None when the referee leaves."""
    session = sessions[here]
    commands = Commands(session, voice, len(sessions), here)
    if len(sessions) > 1:
        for number, other in enumerate(sessions, start=1):
            voice.say("plain.table-number", number=number, table=other.state.table_name)
    _greet(session.state, voice)
    async with _narrated(session, voice):
        while True:
            line = await _unless_ended(session, voice.console.read())
            if line is None:
                voice.say("plain.left-plain")
                return None
            try:
                await _unless_ended(session, commands.obey(line))
            except OtherTable as other:
                return other.number
            except LeftTable:
                voice.say("plain.left-plain")
                return None


async def run_hotseat(sessions: Sequence[Session], look: Look, console: Console | None = None) -> int:
    """All players share one terminal: each writes alone, and all hear the sheets when they are read."""
    voice = Voice(console or Console(), look.language)
    first = sessions[0]
    _greet(first.state, voice)
    with contextlib.suppress(LeftTable):
        async with _narrated(first, voice):
            while (await first.until(lambda state: state.stage != GATHERING)).stage != OVER:
                await (_between if first.state.stage == BETWEEN else _take_turns)(sessions, voice)
    voice.say("plain.left-plain")
    return 0


async def _take_turns(sessions: Sequence[Session], voice: Voice) -> None:
    """Let all who owe a sheet write it, one after the other, and wait until the sheets are read."""
    first = sessions[0]
    phase = first.state.phase
    for session in sessions:
        await _take_turn(session, phase, voice)
    await first.until(lambda state: state.stage in (BETWEEN, OVER) or state.phase != phase)


async def _take_turn(session: Session, phase: PhaseOpened | None, voice: Voice) -> None:
    """Let one player write, if they owe a sheet, until the sheet is sealed. The screen is cleared first."""
    if phase is None or session.state.seat not in phase.owing:
        return
    await session.until(lambda state: state.phase is not None and state.phase.phase >= phase.phase)
    if session.state.phase != phase or not session.state.may_write:
        return
    voice.print([""] * CURTAIN)
    voice.say("plain.your-turn", who=session.state.label(session.state.seat))
    await _read(voice)
    commands = Commands(session, voice)
    await commands.obey("mine")
    while session.state.may_write:
        await commands.obey(await _read(voice))


async def _between(sessions: Sequence[Session], voice: Voice) -> None:
    voice.say("plain.go-on")
    commands = Commands(sessions[0], voice)
    while line := await _read(voice):
        await commands.obey(line)
    phase = sessions[0].state.phase
    for session in sessions:
        if session.state.stage == BETWEEN and session.state.phase == phase:
            await session.ready()
    await sessions[0].until(lambda state: state.phase != phase or state.stage == OVER)


async def _read(voice: Voice) -> str:
    line = await voice.console.read()
    if line is None:
        raise LeftTable
    return line


async def run_replay(
    state: ClientState, look: Look, console: Console | None = None, ask_rules: AskRules | None = None
) -> int:
    """Tell a game round by round: Enter goes on, a number goes to that round, `all` tells the rest."""
    voice = Voice(console or Console(), look.language)

    async def suppose(number: int) -> None:
        if ask_rules:
            await _suppose_round(state, number, voice, ask_rules)

    count = len(state.rounds)
    voice.say("plain.replay", table=state.table_name, count=len({told.phase for told in state.rounds}))
    at: int | None = 0
    told_all = False
    while at is not None and at < count:
        _replay_round(state, at, voice)
        at += 1
        if at < count and not told_all:
            at, told_all = await _where_next(at, count, voice, suppose)
    if at is not None:
        voice.print([voice.logged(entry) for entry in rulings_before(state.log, count)])
    return 0


def _replay_round(state: ClientState, number: int, voice: Voice) -> None:
    """Tell what the referee ruled before the round, then the round."""
    voice.print([voice.logged(entry) for entry in rulings_before(state.log, number)])
    voice.print(voice.told(state.rounds[number], state))


async def _suppose_round(state: ClientState, number: int, voice: Voice, ask_rules: AskRules) -> None:
    """Let the person write the sheets of that round anew, until they go back to the replay."""
    has_gone_back = asyncio.Event()
    alone = suppose_in_replay(state, number, ask_rules, voice.language)
    commands = Commands(alone, voice, go_back=has_gone_back.set)
    tell_supposing(alone.state, voice)
    while not has_gone_back.is_set():
        line = await voice.console.read()
        if line is None:
            return
        await commands.obey(line)


async def _where_next(
    at: int, count: int, voice: Voice, suppose: Callable[[int], Awaitable[None]]
) -> tuple[int | None, bool]:
    """The round to go to, or None to leave; and whether the rest is told without asking again."""
    while line := await voice.console.read():
        word = line.removeprefix(":").lower()
        wanted = whole_number(word)
        if means("all", word):
            return at, True
        if means("quit", word):
            return None, False
        if wanted is not None and 1 <= wanted <= count:
            return wanted - 1, False
        if without_accents(word) in spellings("what_if", voice.language):
            await suppose(at - 1)
        voice.say("plain.replay-how", most=count)
    return at, line is None


def _greet(state: ClientState, voice: Voice) -> None:
    voice.say("plain.table", name=state.table_name, table=state.table)
    if state.seat:
        voice.say("plain.you-are", seat=state.seat)
    if state.is_waiting:
        voice.say("plain.asked", host=state.label(state.host))
    if state.stage == GATHERING and not state.tournament and state.seat:
        voice.say("plain.host-you" if state.decides else "plain.host", host=state.label(state.host))
    if state.stage == GATHERING and state.free:
        voice.say("plain.waiting" if state.decides else "plain.waiting-plain", free=", ".join(state.free))
    elif state.stage == GATHERING and state.tournament and state.seat:
        voice.say("plain.full")
    if state.stage == GATHERING and not state.tournament and state.seat not in ("", *state.ready):
        voice.say("plain.get-ready")
    if state.rounds:
        voice.say("plain.rounds-so-far", count=len({told.phase for told in state.rounds}))
    if state.stage == OVER:
        ends = [entry for entry in state.log if entry.note and entry.note.code.startswith("event.game_ended")]
        voice.print([voice.logged(entry) for entry in ends[-1:]])
    if state.may_write:
        about = about_line(state, voice.language)
        voice.print([about] if about else [])
        voice.ask_for_orders(state)
    voice.say("plain.type-help")


@contextlib.asynccontextmanager
async def _guided(session: Session, commands: Commands) -> AsyncIterator[None]:
    """Follow a lesson, if there is one, until the block ends."""
    commands.guide()
    stop = session.listen(commands.guide)
    try:
        yield
    finally:
        stop()


@contextlib.asynccontextmanager
async def _narrated(session: Session, voice: Voice) -> AsyncIterator[None]:
    """Tell what happens at this table until the block ends."""
    narrator = Narrator(session, voice)
    chime = asyncio.create_task(narrator.chime())
    try:
        yield
    finally:
        narrator.stop()
        chime.cancel()
        await asyncio.gather(chime, return_exceptions=True)


async def _unless_ended(session: Session, waited: Awaitable[T]) -> T:
    """Wait, but raise Ended when the link ends for good."""
    task = asyncio.ensure_future(waited)
    end = asyncio.ensure_future(session.until(lambda state: session.ended))
    try:
        await asyncio.wait({task, end}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Ended(session.ended)
    finally:
        for each in (task, end):
            each.cancel()
        await asyncio.gather(task, end, return_exceptions=True)
