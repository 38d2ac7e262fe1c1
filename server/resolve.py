"""`qg-server resolve`: settle a round from a scenario, without a table or a network."""

import json
from collections.abc import Iterable
from typing import Any, BinaryIO, TextIO

from server.games import GAMES
from server.games.api import BadScenario


def resolve_text(text: bytes, language: str) -> dict[str, Any]:
    """The outcome of one scenario, or BadScenario."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadScenario(f"this is no JSON: {error}") from None
    if not isinstance(given, dict):
        raise BadScenario("a scenario is a JSON object, with game, referee, pieces and orders")
    game = GAMES.get(str(given.get("game")))
    if game is None:
        raise BadScenario(f'"game" must be one of: {", ".join(GAMES)}')
    return game.scenario(given, language)


def resolve_one(source: BinaryIO, out: TextIO, language: str) -> None:
    outcome = resolve_text(source.read(), language)
    out.write(json.dumps(outcome, ensure_ascii=False, indent=1) + "\n")


def resolve_lines(source: Iterable[bytes], out: TextIO, language: str) -> None:
    """One scenario a line in, one outcome a line out; a bad line is answered in its place."""
    for line in source:
        try:
            outcome = resolve_text(line, language)
        except BadScenario as error:
            outcome = {"error": str(error)}
        out.write(json.dumps(outcome, ensure_ascii=False) + "\n")
        out.flush()
