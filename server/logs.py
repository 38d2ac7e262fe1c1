"""Structured logs: each line is a JSON object. It never holds a draft, a token or a password."""

import json
import logging
import math
import sys
import time
import traceback
from typing import Any, TextIO

_log = logging.getLogger("qg")
SELDOM_SECONDS = 1.0
_seldom: dict[str, tuple[float, int]] = {}
"""When each event was last told by `seldom`, and how many lines were left out since."""

_GONE = ("socket.send() raised exception.", "SSL connection is closed")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            # The place and the kind of the exception, but not its text, which may quote a draft.
            kind, _, trace = record.exc_info
            line["traceback"] = "".join(traceback.format_tb(trace)) + kind.__qualname__
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str = "info", stream: TextIO | None = None) -> None:
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_JsonLines())
    _log.handlers[:] = [handler]
    _seldom.clear()
    _log.setLevel(level.upper())
    _log.propagate = False
    # The library would log every cut connection with a traceback.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    loop = logging.getLogger("asyncio")
    if _is_not_about_gone_socket not in loop.filters:
        loop.addFilter(_is_not_about_gone_socket)


def _is_not_about_gone_socket(record: logging.LogRecord) -> bool:
    """The loop warns of every piece that is written to a socket that has gone. A peer may cause millions."""
    if record.msg not in _GONE:
        return True
    seldom("a socket that has gone was written to")
    return False


def info(event: str, **fields: object) -> None:
    _log.info(event, extra={"fields": fields})


def warning(event: str, **fields: object) -> None:
    _log.warning(event, extra={"fields": fields})


def seldom(event: str, level: int = logging.WARNING, **fields: object) -> None:
    """Log something that a peer may cause very often: one line a second at most for each kind of event.

    `more` is how many such lines were left out since the last one.
    """
    if (left_out := _left_out(event)) is not None:
        _log.log(level, event, extra={"fields": {**fields, **left_out}})


def seldom_failure(event: str, **fields: object) -> None:
    """Like `failure`, for an error that a peer may cause very often."""
    if (left_out := _left_out(event)) is not None:
        failure(event, **fields, **left_out)


def _left_out(event: str) -> dict[str, int] | None:
    """How many such lines were left out, as a field, or None if this one has to be left out as well."""
    now = time.monotonic()
    last, count = _seldom.get(event, (-math.inf, 0))
    if now - last < SELDOM_SECONDS:
        _seldom[event] = last, count + 1
        return None
    _seldom[event] = now, 0
    return {"more": count} if count else {}


def failure(event: str, **fields: object) -> None:
    """Log an error in our program, with the traceback of the exception that is being handled."""
    _log.exception(event, extra={"fields": fields})
