"""`qg-server resolve`: what happens in a round that is given as a scenario, without a table or a network."""

import json
from collections.abc import Iterable
from typing import Any, BinaryIO, TextIO

from protocol.notes import Note
from server.games import GAMES
from server.games.api import BadScenario
from server.games.scenario_dice import read_dice


def resolve_text(text: bytes, language: str, number: int | None = None) -> dict[str, Any]:
    """The outcome of a scenario, or of one round of a record. Raises BadScenario."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadScenario("table", Note("scenario.no-json", {"text": str(error)})) from None
    if not isinstance(given, dict):
        raise BadScenario("table", Note("scenario.no-object"))
    if isinstance(given.get("rounds"), list):
        given = _round(given["rounds"], number)
    game = GAMES.get(str(given.get("game")))
    if game is None:
        raise BadScenario("table", Note("scenario.no-game", {"games": ", ".join(GAMES)}))
    if "dice" not in given:
        return game.scenario(given, language)
    dice = read_dice(given.pop("dice"))
    return {**game.scenario(given, language, dice), "dice_left": dice.left}


def _round(rounds: list[Any], number: int | None) -> dict[str, Any]:
    """The scenario of one round of a record. Rounds count from 1."""
    chosen = len(rounds) if number is None else number
    if not 1 <= chosen <= len(rounds):
        raise BadScenario("table", Note("scenario.no-round", {"most": len(rounds)}))
    played = rounds[chosen - 1]
    if not isinstance(played, dict) or not isinstance(played.get("scenario"), dict):
        raise BadScenario("table", Note("scenario.bare-round", {"round": chosen}))
    dice = {"dice": list(played["dice"])} if played.get("dice") else {}
    return {**played["scenario"], **dice}


def resolve_one(source: BinaryIO, out: TextIO, language: str, number: int | None = None) -> None:
    outcome = resolve_text(source.read(), language, number)
    out.write(json.dumps(outcome, indent=1) + "\n")


def resolve_lines(source: Iterable[bytes], out: TextIO, language: str) -> None:
    """Each line of `source` is a scenario, each line of `out` its outcome, or why there is none."""
    for line in source:
        try:
            outcome = resolve_text(line, language)
        except BadScenario as error:
            outcome = {"error": str(error)}
        out.write(json.dumps(outcome) + "\n")
        out.flush()
