"""Writes the tables of docs/protocol.md from the types of the protocol, so that the page cannot go wrong.

`python -m tests.kit.protocol_page` writes them anew. A table stands between two comments of the page; the
first of them names what the table describes: `<!-- table: hello -->`.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import inspect

from protocol import answer_parts, answers, codec, events, messages, notes, record, request, requests
from protocol.options import LONGEST_SECONDS, Option, WholeNumber
from protocol.texts import catalogue
from protocol.views import OPTIONS, VIEWS, power, strategiksa
from protocol.views.argad import view as argad_view
from protocol.views.argad import words as argad_words
from protocol.views.zargos import events as zargos_events
from protocol.views.zargos import view as zargos_view
from protocol.views.zargos import words as zargos_words
from protocol.views.zargos_lords import view as zargos_lords_view
from protocol.views.zargos_lords import words as zargos_lords_words
from server.games import GAMES
from server.names import LONGEST_CHAT, LONGEST_NAME
from server.net import limits as net_limits
from server.net import outbox
from server.net.limits import Limits
from server.table.acts.writing import LONGEST_SHEET
from server.table.audience import MOST_RESENT, RESENT_BURST, RESENT_RATE
from server.table.clock import PAUSE_SECONDS
from server.table.table import CHAT_LINES, CHAT_SECONDS
from tests.kit.types_in_words import (
    annotation,
    default_of,
    explained,
    in_words,
    lines_of_descent,
    meaning,
    module_of,
    name_of,
    with_names,
)

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
COMMAND = "python -m tests.kit.protocol_page"
_BLOCK = re.compile(r"<!-- table: (?P<key>[^>]+?) -->\n.*?<!-- end of table -->", re.S)
_ENVELOPE = ("id", "re")
"""Fields of every request and every answer, which the page describes once."""
GAME_MODULES: dict[str, ModuleType] = {
    "power": power,
    "strategiksa": strategiksa,
    "zargos": zargos_words,
    "zargos_lords": zargos_lords_words,
    "argad": argad_words,
}
"""For each game: the module whose names the types of its views and stories use."""


def table(key: str) -> str:
    """The table of that name. The name of a message, an event or another struct gives its fields."""
    if key in _TABLES:
        return _TABLES[key]()
    what, _, game = key.partition(" of ")
    if what in _OF_GAME and game in VIEWS:
        return _OF_GAME[what](game)
    return fields_table(STRUCTS[key])


def page_with_tables(text: str, make: Callable[[str], str] = table) -> str:
    """The page with every table as the types give it; `make` makes the table of a name."""

    def made(block: re.Match[str]) -> str:
        key = block["key"]
        return f"<!-- table: {key} -->\n{make(key)}\n<!-- end of table -->"

    return _BLOCK.sub(made, text)


def rows(header: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    titles = list(header)
    lines = [titles, ["---"] * len(titles), *(list(row) for row in body)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def fields_of(kind: type) -> list[inspect.Field]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return [field for field in described.fields if field.name not in _ENVELOPE or not _is_message(kind)]


def _is_message(kind: type) -> bool:
    return kind in (*get_args(requests.ClientMessage), *get_args(answers.ServerMessage))


def fields_table(kind: type) -> str:
    """The fields of a struct. If its defaults are sent too, no field is ever left out."""
    is_sent_whole = not kind.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    body = [
        (
            f"`{f.encode_name}`",
            type_of(kind, f),
            "-" if is_sent_whole else default_of(f),
            meaning(kind, f.name),
        )
        for f in fields_of(kind)
    ]
    return rows(("field", "type", "default", "meaning"), body) if body else "It has no fields of its own."


def type_of(kind: type, field: inspect.Field) -> str:
    """The type of a field in words. In the types of a game, names such as Army stay as they are."""
    if kind.__module__.startswith("protocol.views."):
        return with_names(annotation(kind, field.name))
    return in_words(field.type)


def envelope_table() -> str:
    described: list[tuple[type, str, str]] = [
        (requests.Ping, "id", "every message to the server"),
        (answers.Done, "re", "every answer"),
    ]
    body = []
    for kind, name, where in described:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        (field,) = [field for field in info.fields if field.name == name]
        body.append((f"`{name}`", where, in_words(field.type), default_of(field), meaning(kind, name)))
    return rows(("field", "where", "type", "default", "meaning"), body)


def limits_table() -> str:
    """What the server allows, unless the host has chosen other limits."""
    values = msgspec.structs.asdict(Limits())
    said = explained(net_limits).classes["Limits"]
    body = []
    for text, names in groupby(values, key=lambda name: said.get(name, "")):
        together = list(names)
        shown = ", ".join(f"{values[name]:g}" for name in together)
        body.append((", ".join(f"`{name}`" for name in together), shown, text))
    return rows(("limit", "value", "meaning"), body)


def sizes_table() -> str:
    sizes = {
        "bytes in a message": codec.MOST_BYTES,
        "items in a list or map": codec.MOST_ITEMS,
        "characters in any text": request.LONGEST_STRING,
        "lines on a sheet": request.MOST_LINES,
        "characters in a line": request.LONGEST_LINE,
        "characters on a sheet": LONGEST_SHEET,
        "characters of a name that are kept": LONGEST_NAME,
        "characters of a chat line, a note or a reason that are kept": LONGEST_CHAT,
        f"lines of chat in {CHAT_SECONDS:g} seconds": CHAT_LINES,
        "events that `sync`, `resume`, `watch` and `referee` send again": MOST_RESENT,
        "events that `sync` sends again at once": RESENT_BURST,
        "events that `sync` sends again in a second, after that": int(RESENT_RATE),
        "messages that wait for a client that does not read": outbox.MOST_MESSAGES,
        "bytes that wait for a client that does not read": outbox.MOST_BYTES,
        "seconds for which a client may take nothing": int(outbox.SEND_SECONDS),
        "seconds of a pause": int(PAUSE_SECONDS),
        "seconds of an option that is a time": int(LONGEST_SECONDS),
    }
    return rows(("what", "at most"), ((what, f"{most:,}") for what, most in sizes.items()))


def closing_table() -> str:
    names = [name for name in vars(messages) if name.startswith("CLOSE_")]
    said = explained(messages).names
    codes = sorted((getattr(messages, name), said.get(name, "")) for name in names)
    return rows(("close code", "why"), ((str(code), text) for code, text in codes))


def view_table(game: str) -> str:
    return fields_table(VIEWS[game][0])


def story_table(game: str) -> str:
    """Each event of the stories of a game, with its fields and their types as the source names them."""
    body = []
    for kind in _kinds(VIEWS[game][1]):
        own = fields_of(kind)
        fields = "; ".join(f"`{field.encode_name}`: {type_of(kind, field)}" for field in own)
        said = [
            f"`{field.encode_name}`: {meaning(kind, field.name)}" for field in own if _is_said(kind, field)
        ]
        body.append((f"`{name_of(kind)}`", fields, " ".join([_first_words(kind), *said])))
    return rows(("type", "fields", "what happened"), body)


def _kinds(union: Any) -> tuple[type, ...]:
    return tuple(each for kind in get_args(union) for each in (_kinds(kind) or (kind,)))


def _is_said(kind: type, field: inspect.Field) -> bool:
    own = (explained(module_of(each)).classes[each.__name__] for each in lines_of_descent(kind))
    return any(field.name in said for said in own)


def _first_words(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def words_table(game: str) -> str:
    """What the names of types in the views and stories of a game stand for."""
    module = GAME_MODULES[game]
    said = explained(module).names
    values = {name: getattr(module, name) for name in said if name.isupper()}
    shown = {name: " ".join(map(str, value)) for name, value in values.items()}
    body = ((name, f"{text} {shown.get(name, '')}".strip()) for name, text in said.items())
    return rows(("name", "what it is"), body)


def seats_table(game: str) -> str:
    """The seats of a table that has left all other options out, for each number of players."""
    rules, kind = GAMES[game], OPTIONS[game].option("players").kind
    assert isinstance(kind, WholeNumber)
    body = []
    for players in range(kind.least, kind.most + 1):
        seats = rules.seating(rules.read_options({"players": players}))
        body.append((str(players), " ".join(f"`{seat}`" for seat in seats)))
    return rows(("players", "seats"), body)


def options_table(game: str) -> str:
    said: Mapping[str, str] = catalogue(game, "en").tables["option"]
    body = [
        (f"`{option.name}`", _values(option), _default_option(option), str(said.get(option.name, "")))
        for option in OPTIONS[game].options
    ]
    return rows(("option", "values", "default", "meaning"), body)


def _values(option: Option) -> str:
    kind = msgspec.structs.asdict(option.kind)
    match kind:
        case {"least": least, "most": most}:
            return f"whole number from {least} to {most}"
        case {"words": words, "may_be_none": may_be_none}:
            return ", ".join(f'`"{word}"`' for word in words) + (" or `null`" if may_be_none else "")
        case {"words": words}:
            return "map of " + ", ".join(f'`"{key}"` to one of {"".join(each)}' for key, each in words)
        case {"longest": longest}:
            return f"text (at most {longest} characters)"
    return "seconds, or `null` for none" if type(option.kind).__name__ == "Seconds" else "true or false"


def _default_option(option: Option) -> str:
    return "it depends" if option.default is msgspec.UNSET else f"`{json.dumps(option.default)}`"


def _structs(*unions: Any) -> dict[str, type]:
    return {name_of(kind): kind for union in unions for kind in get_args(union)}


SHARED = (
    *(answer_parts.TableLine, answer_parts.SeatLine, answer_parts.Sheet, answer_parts.Advice),
    *(answer_parts.SheetProgress, answer_parts.Offer, answer_parts.LinkLine),
    *(notes.Note, record.Record, record.Round, power.Withdrawal),
    *(strategiksa.Choice, strategiksa.Battle, strategiksa.Fallen),
)
"""The structs that are parts of messages, of views and of records."""
OF_ZARGOS = (zargos_view.Combat, zargos_view.PlayedCard, zargos_view.Offer, zargos_events.Rerolled)
"""Parts of views and stories of one game, some of which have the name of a part of messages."""
OF_ZARGOS_LORDS = (zargos_lords_view.Standing, zargos_lords_view.Fleeing)
OF_ARGAD = (argad_view.Unit, argad_view.Army, argad_view.ArmyUnit, argad_view.Order)
STRUCTS: dict[str, type] = {
    **_structs(requests.ClientMessage, answers.ServerMessage, events.TableEvent),
    **{kind.__name__: kind for kind in SHARED},
    **{f"{kind.__name__} of Zargos": kind for kind in OF_ZARGOS},
    **{f"{kind.__name__} of Zargo's Lords": kind for kind in OF_ZARGOS_LORDS},
    **{f"{kind.__name__} of Argad": kind for kind in OF_ARGAD},
}
_TABLES: dict[str, Callable[[], str]] = {
    "id and re": envelope_table,
    "limits": limits_table,
    "sizes": sizes_table,
    "close codes": closing_table,
}
_OF_GAME: dict[str, Callable[[str], str]] = {
    "view": view_table,
    "story": story_table,
    "words": words_table,
    "options": options_table,
    "seats": seats_table,
}


def needed_tables() -> set[str]:
    """Every table that the page must have."""
    return {*STRUCTS, *_TABLES, *(f"{what} of {game}" for what in _OF_GAME for game in VIEWS)}


def tables_in(text: str) -> list[str]:
    return [block["key"] for block in _BLOCK.finditer(text)]


def rewrite(page: Path, make: Callable[[str], str] = table) -> None:
    """Write all tables of a page anew."""
    text = page.read_text("utf-8")
    page.write_text(page_with_tables(text, make), "utf-8")
    print(f"wrote {len(tables_in(text))} tables of {page}")


if __name__ == "__main__":
    rewrite(PAGE)
