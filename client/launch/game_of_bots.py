"""A whole game of bots, told round by round: what `qg solo` does where there is no terminal."""

from collections.abc import Mapping

from client.errors import Refusal
from client.link.session import Session
from client.look import Look
from client.plain.console import Console
from client.plain.narrator import Narrator, Voice
from protocol.messages import OptionValue
from protocol.vocabulary import BETWEEN, OVER


async def run_game_of_bots(
    session: Session,
    game: str,
    options: Mapping[str, OptionValue],
    level: str,
    look: Look,
    *,
    rounds: int | None = None,
    console: Console | None = None,
) -> None:
    """Bots of one level take every seat and play to the end, or for so many rounds."""
    voice = Voice(console or Console(), look.language)
    # The outside referee of a tournament needs no seat, and starts every round at once.
    opened = await session.open_table(game, voice.text("cli.show-name"), options, tournament=True)
    await session.referee(opened.table, opened.referee_key)
    narrator = Narrator(session, voice, brief=True)
    for seat in session.state.free:
        await session.invite(seat, level or session.default_level)
    await _start_next_round(session)
    while session.state.stage != OVER and not voice.console.is_closed:
        await session.until(lambda state: state.stage in (BETWEEN, OVER))
        if rounds is not None and len(session.state.rounds) >= rounds:
            await _finish(session, voice.text("cli.show-enough", count=rounds))
        else:
            await _start_next_round(session)
    narrator.stop()


async def _start_next_round(session: Session) -> None:
    told, seen = len(session.state.rounds), (session.state.stage, session.state.phase)
    try:
        await session.start()
        await session.until(lambda state: len(state.rounds) > told or state.stage == OVER)
    except Refusal:  # that round was the last one, or the next has begun by itself
        await session.until(lambda state: state.stage == OVER or (state.stage, state.phase) != seen)


async def _finish(session: Session, text: str) -> None:
    try:
        await session.finish(text)
    except Refusal:
        await session.until(lambda state: state.stage == OVER)
    await session.until(lambda state: state.stage == OVER)
