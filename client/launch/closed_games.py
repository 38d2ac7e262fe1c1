"""The unfinished games at which the player has a seat and whose server does not answer now."""

import asyncio
from collections.abc import Collection

from client.launch.saved import Memory
from client.launch.seen_games import read_seen_game
from client.link.address import Address, read_address
from client.link.way_in import LOOPBACK
from client.state.client_state import ClientState
from protocol.vocabulary import OVER

MOST_SECONDS = 1.0
"""How long a server on this computer may take to answer."""


def closed_games(memory: Memory, answering: Collection[str], language: str) -> list[ClientState]:
    """These games as this computer last saw them, the latest last; `answering` are tables that were found."""
    return [state for table in _silent(memory, answering) if (state := _unfinished(table, language))]


def _silent(memory: Memory, answering: Collection[str]) -> list[str]:
    """The tables at which the player has a seat, without those that were found and those against bots."""
    elsewhere = {*answering, *memory.kept.solo.values()}
    places = memory.kept.places.items()
    return [table for table, place in places if place.seat and table not in elsewhere]


def _unfinished(table: str, language: str) -> ClientState | None:
    seen = read_seen_game(table, language=language)
    return seen if seen and seen.stage != OVER else None


def is_kept_here(memory: Memory, table: str, language: str) -> bool:
    """Whether the table was opened on this computer, so that `qg host` opens it again."""
    place = memory.place(table)
    return place is not None and read_address(place.server, language)[0].host == LOOPBACK


async def latest_kept_here(memory: Memory, language: str) -> ClientState | None:
    """The latest game that was opened on this computer and whose server has ended."""
    for table in reversed(_silent(memory, ())):
        place = memory.place(table) if is_kept_here(memory, table, language) else None
        if place and (state := _unfinished(table, language)):
            address, _ = read_address(place.server, language)
            return None if await _answers(address) else state
    return None


async def _answers(address: Address) -> bool:
    try:
        async with asyncio.timeout(MOST_SECONDS):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
