"""Which table `qg join`, `qg watch` and `qg referee` go to, and which tables they ask about."""

from pathlib import Path

import pytest

from client.errors import ClientError
from client.launch.finder import FoundTable
from client.launch.pick_table import PLAYER, TableSearch, describe_table
from client.launch.saved import Memory, Place
from client.link.address import Address
from protocol.messages import TableLine
from protocol.vocabulary import GATHERING, PLAYING, REFEREE, WATCHER

WEEK = 7 * 86_400.0


def line(table: str, stage: str = PLAYING, **more: object) -> TableLine:
    fields = {
        "name": f"table {table}",
        "game": "power",
        "free": ("V",) if stage == GATHERING else (),
        "seats": 4,
        "password": False,
        **more,
    }
    return TableLine(id=table, stage=stage, **fields)  # type: ignore[arg-type]  # fields of the struct


def search(tmp_path: Path, role: str, *own: str, answer: int | None = None, command: str = "") -> TableSearch:
    """A search of somebody who holds a place at these tables and gives that answer, if one is asked for."""
    memory = Memory(tmp_path / "client.json")
    for table in own:
        memory.keep_place(table, Place("127.0.0.1:7878", "token", "" if role == REFEREE else "V"))

    async def ask(_: list[str]) -> int | None:
        return answer

    return TableSearch(role, memory, "en", ask, command)


async def chosen(tmp_path: Path, lines: list[TableLine], role: str, *own: str, answer: int | None) -> str:
    looking = search(tmp_path, role, *own, answer=answer)
    return (await looking._one_of(looking._most_likely(lines))).id


OLD = line("OLD", quiet_for=WEEK, players=("Ana", "Bo"))
NOW = line("NOW", here=2, players=("Ana", "Cy"))
NEW = line("NEW", GATHERING, here=1, players=("Cy",))
SECOND = line("SECOND", GATHERING, here=1, players=("Di",))


@pytest.mark.parametrize(
    ("lines", "own", "wanted"),
    [
        ([OLD, NEW], ["OLD"], "NEW"),
        ([OLD, NOW], ["OLD", "NOW"], "NOW"),
        ([OLD], ["OLD"], "OLD"),
        ([NOW, NEW], [], "NEW"),
        ([NEW, OLD], ["NEW", "OLD"], "NEW"),
    ],
)
async def test_join_goes_where_people_are_now(
    tmp_path: Path, lines: list[TableLine], own: list[str], wanted: str
) -> None:
    """A table that was left a week ago does not come before one that gathers players now."""
    assert await chosen(tmp_path, lines, PLAYER, *own, answer=None) == wanted


@pytest.mark.parametrize(
    ("lines", "own"), [([NOW, NEW], ["NOW"]), ([NEW, SECOND], []), ([OLD, line("OLD2", quiet_for=WEEK)], [])]
)
async def test_join_asks_if_there_is_doubt(tmp_path: Path, lines: list[TableLine], own: list[str]) -> None:
    assert await chosen(tmp_path, lines, PLAYER, *own, answer=1) == lines[1].id
    with pytest.raises(ClientError, match=lines[0].id):
        await chosen(tmp_path, lines, PLAYER, *own, answer=None)


async def test_a_referee_goes_to_the_own_tournament_and_a_watcher_is_asked(tmp_path: Path) -> None:
    cups = [line("CUP", tournament=True, quiet_for=WEEK), line("CUP2", tournament=True, here=3)]
    assert await chosen(tmp_path, cups, REFEREE, "CUP", answer=None) == "CUP"
    assert await chosen(tmp_path, [OLD, NEW], WATCHER, "OLD", answer=1) == "NEW"


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "table OLD (OLD): POWER, being played; with Ana, Bo; nobody was there for 7 days"),
        ("fr", "table OLD (OLD) : POWER, en cours ; avec Ana, Bo ; personne n'y est venu depuis 7 jours"),
    ],
)
def test_a_table_is_described_with_its_age_and_its_people(language: str, wanted: str) -> None:
    assert describe_table(OLD, language) == wanted


@pytest.mark.parametrize(
    ("seconds", "wanted"), [(3599, "59 minutes"), (3600, "1 hour"), (90_000, "1 day"), (WEEK, "7 days")]
)
def test_a_long_time_is_told_in_its_largest_unit(seconds: float, wanted: str) -> None:
    assert describe_table(line("OLD", quiet_for=seconds), "en").endswith(f"nobody was there for {wanted}")


@pytest.mark.parametrize("command", ["qg replay", "qg watch"])
def test_the_error_names_the_command_that_was_typed(tmp_path: Path, command: str) -> None:
    found = [FoundTable(Address("127.0.0.1", 7878), "server", NOW)]
    looking = search(tmp_path, WATCHER, command=command if command == "qg replay" else "")
    with pytest.raises(ClientError, match=f"{command} HOST:PORT/nada"):
        looking._named("nada", found, None, ())
