"""The options of a game as a player types them, `--option NAME=VALUE`, and as the help lists them."""

from collections.abc import Iterable

from msgspec import UNSET

from client.errors import ClientError
from client.link.limits import whole_number
from client.words import means, say, words
from protocol.options import (
    BadOptions,
    GameOptions,
    OneOf,
    OneOfForEach,
    Option,
    QuietHours,
    Seconds,
    Text,
    WholeNumber,
    YesNo,
)
from protocol.request import OptionValue, Scalar
from protocol.texts import catalogue
from protocol.views import OPTIONS

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "j": 86_400.0}
"""The letters for units of time; `j` is a French day."""


def options_of(game: str, language: str) -> GameOptions:
    """The options of the game with that name. If there is no such game, the error lists the games."""
    if game not in OPTIONS:
        raise ClientError(say(language, "error.no-game", game=game[:20], games=", ".join(OPTIONS)))
    return OPTIONS[game]


def read_options(described: GameOptions, typed: Iterable[str], language: str) -> dict[str, OptionValue]:
    """The options that were typed. If an option is given twice, the last value counts."""
    asked: dict[str, OptionValue] = {}
    try:
        for text in typed:
            name, equals, value = text.partition("=")
            if not equals:
                raise ClientError(say(language, "error.bad-option", text=text[:20]))
            option = described.option(name.strip().lower())
            asked[option.name] = read_value(option, value.strip(), language)
        described.check(asked)
    except BadOptions as error:
        raise ClientError(catalogue("table", language).say(error.note)) from None
    return asked


def read_value(option: Option, text: str, language: str) -> OptionValue:
    """The value that was typed. What cannot be read stays a text, which the check then refuses."""
    match option.kind:
        case WholeNumber():
            number = whole_number(text)
            return text if number is None else number
        case OneOf(words=choices, may_be_none=may_be_none):
            return None if may_be_none and means("none", text) else _as_spelled(text, choices)
        case Seconds():
            return read_duration(text, language)
        case QuietHours():
            return None if means("none", text) else text
        case YesNo():
            is_answer = means("yes", text) or means("no", text)
            return means("yes", text) if is_answer else text
        case Text():
            return text
        case OneOfForEach():
            return _read_pairs(option.kind, text)


def _read_pairs(kind: OneOfForEach, text: str) -> OptionValue:
    """Read `VB:B,JR:R` as a mapping; an empty text gives an empty mapping."""
    known = dict(kind.words)
    chosen: dict[str, Scalar] = {}
    for part in filter(str.strip, text.split(",")):
        typed_key, colon, word = (piece.strip() for piece in part.partition(":"))
        if not colon:
            return text
        key = _as_spelled(typed_key, tuple(known))
        chosen[key] = _as_spelled(word, known.get(key, ()))
    return chosen


def _as_spelled(text: str, choices: tuple[str, ...]) -> str:
    """One of the choices, whether it was typed in capitals or not."""
    return next((word for word in choices if word.casefold() == text.casefold()), text)


def read_duration(text: str, language: str) -> float | None:
    """Seconds from `180`, `3m`, `2h` or `1d`; None from `none`, which stands for no limit."""
    if means("none", text.strip()):
        return None
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    try:
        seconds = float(number) * _UNITS[unit]
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ClientError(say(language, "error.bad-duration", text=text[:20]))
    return seconds


def help_on(described: GameOptions, language: str) -> list[tuple[str, str]]:
    """For each option `name=values`, and the sentences that explain it."""
    sentences = catalogue(described.game, language).tables["option"]
    return [
        (f"{option.name}={value_form(option, language)}", _explain(option, sentences[option.name], language))
        for option in described.options
    ]


def _explain(option: Option, sentence: str, language: str) -> str:
    """The sentence with the default. A default that depends on other options is in the sentence already."""
    if option.default is UNSET or option.default == {}:
        return sentence
    default = _as_typed(option.default, language)
    return say(language, "cli.option-default", sentence=sentence, default=default)


def value_form(option: Option, language: str) -> str:
    """How the values of an option are written."""
    match option.kind:
        case WholeNumber(least=least, most=most):
            return f"{least}..{most}"
        case OneOf(words=choices, may_be_none=may_be_none):
            return "|".join([*choices, *([_as_typed(None, language)] if may_be_none else [])])
        case Seconds():
            return words(language).word("metavar", "TIME")
        case QuietHours():
            return words(language).word("metavar", "HOURS")
        case YesNo():
            return "|".join(_as_typed(answer, language) for answer in (True, False))
        case Text():
            return words(language).word("metavar", "TEXT")
        case OneOfForEach(words=known):
            return ",".join(f"{key}:{'|'.join(choices)}" for key, choices in known[:1]) + ",..."


def _as_typed(value: OptionValue, language: str) -> str:
    """A value as it can be typed again."""
    if value is None or isinstance(value, bool):
        meaning = "none" if value is None else "yes" if value else "no"
        return str(words(language).tables["typed"][meaning][0])
    return f"{value:g}s" if isinstance(value, float) else str(value)
