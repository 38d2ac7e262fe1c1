"""Find messages that break a limit of the protocol before they are sent.

The server closes the connection of a client that sends one.
"""

import math
import re

import msgspec

from client.errors import ClientError
from client.words import say, words
from protocol import messages
from protocol.codec import encode
from protocol.messages import ClientMessage

MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """The whole number that was typed, or None. Only the digits 0 to 9 count as digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def as_one_line(text: str) -> str:
    """The text on one line, with a blank in place of every character that cannot be seen."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


_BOUND = re.compile(
    r"(?P<kind>str|array|object|int|float)` (?:of length )?(?P<sign>[<>]=) (?P<bound>-?[\d.]+)"
)
_FIELD = re.compile(r"`\$\.(\w+)")


def check_limits(message: ClientMessage, language: str) -> None:
    """Raise a ClientError that names the limit, if the message breaks one."""
    try:
        encode(message)
        msgspec.convert(msgspec.to_builtins(message), type(message))
    except msgspec.ValidationError as error:
        raise ClientError(_sentence(message, str(error), language)) from None
    except (UnicodeEncodeError, OverflowError):
        raise ClientError(say(language, "limit.unsendable")) from None
    if isinstance(message, messages.Grant) and not math.isfinite(message.seconds):
        raise ClientError(say(language, "limit.seconds"))


def _sentence(message: ClientMessage, fault: str, language: str) -> str:
    found, where = _BOUND.search(fault), _FIELD.search(fault)
    field = where[1] if where else ""
    if isinstance(message, messages.Grant):
        return say(language, "limit.seconds")
    if found is None or found["kind"] in ("object", "int", "float"):
        return say(language, "limit.number" if found and found["kind"] == "int" else "limit.unsendable")
    if found["kind"] == "array":
        return say(language, "limit.lines", most=found["bound"])
    if found["sign"] == ">=":
        return say(language, "limit.short", least=found["bound"])
    if field in ("lines", "above", "sheets") or isinstance(message, messages.Suggest):
        return say(language, "limit.line", most=found["bound"])
    known = words(language).tables["limited"]
    return say(language, "limit.text", what=field if field in known else "text", most=found["bound"])
