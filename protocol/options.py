"""The options of a game as data: a client offers and checks them, a server accepts no others."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.notes import Arg, Note
from protocol.request import OptionValue
from protocol.texts import DEFAULT, catalogue

SHORTEST_SECONDS, LONGEST_SECONDS = 0.05, 86400.0 * 30
"""The shortest and the longest time that can be chosen."""
SLOW_SECONDS = 3600.0
"""If players have so long to write, nobody need attend, unless the table says otherwise."""
_QUIET_HOURS = re.compile(r"(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?", re.ASCII)
LONGEST_SHOWN = 20
"""The sentence that refuses a wrong value repeats at most this many characters of it."""


class BadOptions(ValueError):
    """No game can be set up with these options. The note says which values are possible."""

    def __init__(self, code: str, **args: Arg) -> None:
        self.note = Note(f"options.{code}", args)
        super().__init__(catalogue("table", DEFAULT).say(self.note))


class WholeNumber(Struct, frozen=True):
    """The value is a whole number within these bounds, the bounds included."""

    least: int
    most: int

    def check(self, name: str, value: Any) -> None:
        if type(value) is not int or not self.least <= value <= self.most:
            raise BadOptions("whole", name=name, least=self.least, most=self.most, given=shown(value))


class OneOf(Struct, frozen=True):
    """The value is one of these words, or null if the option may be none."""

    words: tuple[str, ...]
    may_be_none: bool = False

    def check(self, name: str, value: Any) -> None:
        if value in self.words or (value is None and self.may_be_none):
            return
        code = "one-of-or-none" if self.may_be_none else "one-of"
        raise BadOptions(code, name=name, words=", ".join(self.words), given=shown(value))


class Seconds(Struct, frozen=True):
    """The value is a length of time in seconds, or null for none."""

    def check(self, name: str, value: Any) -> None:
        is_number = type(value) in (int, float)
        if value is None or (is_number and SHORTEST_SECONDS <= value <= LONGEST_SECONDS):
            return
        raise BadOptions("time", name=name, shortest=str(SHORTEST_SECONDS), given=shown(value))


class QuietHours(Struct, frozen=True):
    """The value is the hours of the night, as "22-8" or "22:30-7:15", or null for none."""

    def check(self, name: str, value: Any) -> None:
        if value is not None and (not isinstance(value, str) or read_quiet_hours(value) is None):
            raise BadOptions("quiet-hours", name=name, given=shown(value))


def read_quiet_hours(text: str) -> tuple[int, int] | None:
    """When the night begins and ends, in minutes after midnight; None if the text does not say it."""
    found = _QUIET_HOURS.fullmatch(text.strip())
    if found is None:
        return None
    begin, begin_minute, end, end_minute = (int(part or 0) for part in found.groups())
    first, last = begin * 60 + begin_minute, end * 60 + end_minute
    is_time = max(begin, end) < 24 and max(begin_minute, end_minute) < 60
    return (first, last) if is_time and first != last else None


class YesNo(Struct, frozen=True):
    """The value is true or false."""

    def check(self, name: str, value: Any) -> None:
        if type(value) is not bool:
            raise BadOptions("yes-no", name=name, given=shown(value))


class Text(Struct, frozen=True):
    """The value is a text that can be printed on one line."""

    longest: int

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
            raise BadOptions("text", name=name, longest=self.longest)


class OneOfForEach(Struct, frozen=True):
    """The value maps some of these keys, each to one of its own words."""

    words: tuple[tuple[str, tuple[str, ...]], ...]

    def check(self, name: str, value: Any) -> None:
        known = dict(self.words)
        if not isinstance(value, Mapping):
            example = ",".join(f"{key}:{words[0]}" for key, words in self.words[:2])
            raise BadOptions("for-each", name=name, example=example, given=shown(value))
        for key, word in value.items():
            if key not in known:
                raise BadOptions("no-key", name=name, key=shown(key), keys=", ".join(known))
            OneOf(known[key]).check(f"{name} {key}", word)


Kind: TypeAlias = WholeNumber | OneOf | Seconds | QuietHours | YesNo | Text | OneOfForEach


class Option(Struct, frozen=True):
    """One thing that a table may choose."""

    name: str
    kind: Kind
    default: OptionValue | UnsetType = UNSET
    """The value of an option that is left out. UNSET: it depends on other options; its sentence says how."""


SLOW_PLAY = (Option("slow", YesNo()), Option("quiet_hours", QuietHours(), default=None))
"""The options for a table that nobody need attend. Every game has them."""


class GameOptions(Struct, frozen=True):
    """All the options of one game; the sentences about them are in its catalogue, under `option`."""

    game: str
    title: str
    options: tuple[Option, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)

    @property
    def defaults(self) -> dict[str, OptionValue]:
        """The values of options that are left out, as far as they do not depend on others."""
        return {option.name: option.default for option in self.options if option.default is not UNSET}

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        raise BadOptions("unknown", game=self.title, name=shown(name), names=", ".join(self.names))

    def check(self, given: Mapping[str, Any]) -> None:
        """Raises BadOptions for the first option that the game does not have or whose value is wrong."""
        for name, value in given.items():
            kind = self.option(name).kind
            if name == "players" and type(value) is int and isinstance(kind, WholeNumber):
                self.check_players(value, kind)
            elif value is not UNSET:
                kind.check(name, value)

    def check_players(self, players: int, kind: WholeNumber) -> None:
        if not kind.least <= players <= kind.most:
            bounds = {"least": kind.least, "most": kind.most}
            raise BadOptions("players", game=self.title, given=players, **bounds)


def shown(value: Any) -> str:
    """A wrong value as a sentence repeats it: short, and the same in every language."""
    is_written = isinstance(value, str | int | float) and not isinstance(value, bool)
    text = str(value) if is_written else msgspec.json.encode(value, enc_hook=str).decode()
    return text[:LONGEST_SHOWN]
