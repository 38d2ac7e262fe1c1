"""`qg-server resolve`: what happens in a round that is given as a scenario, without a table or a network."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, TextIO

from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue
from protocol.views import NOTES, read_story
from server.games import GAMES
from server.games.api import BadScenario
from server.games.scenario_dice import read_dice

UNIT = "resolved.unit"
"""The sentence of a game whose outcome lists its pieces one by one, each with fields of its own."""


def resolve_text(text: bytes, language: str, number: int | None = None) -> dict[str, Any]:
    """The outcome of a scenario, or of one round of a record. Raises BadScenario."""
    return _outcome(_read(text, number), language)


def _read(text: bytes, number: int | None) -> dict[str, Any]:
    """The scenario that is given, or that of one round if it is a record."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadScenario("table", Note("scenario.no-json", {"text": str(error)})) from None
    if not isinstance(given, dict):
        raise BadScenario("table", Note("scenario.no-object"))
    scenario: dict[str, Any] = given
    rounds = scenario.get("rounds")
    return _round(rounds, number) if isinstance(rounds, list) else scenario


def _outcome(given: dict[str, Any], language: str) -> dict[str, Any]:
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


def resolve_in_words(source: BinaryIO, out: TextIO, language: str, number: int | None = None) -> None:
    given = _read(source.read(), number)
    for line in _told(str(given.get("game")), _outcome(given, language), language):
        out.write(line + "\n")


def _told(game: str, outcome: dict[str, Any], language: str) -> Iterator[str]:
    """What became of every order and what followed from it, step by step; then where everything stands."""
    words = catalogue(game, language)
    say, letters = words.say, words.letters
    general = catalogue("table", language).say
    for lost in _lost_lines(outcome, words):
        yield general(Note("resolved.lost", lost))
    for event in read_story(game, outcome.get("events", ())):
        told = say(NOTES[game](event))
        reason = getattr(event, "reason", None)
        yield f"{told} ({say(reason)})" if isinstance(reason, Note) else told
    yield general(Note("resolved.position"))
    standing: dict[str, dict[str, Any]] = outcome.get("pieces") or outcome.get("units") or {}
    for side, places in standing.items():
        if words.has(UNIT):
            yield say(Note(UNIT, {"name": side, **_scalars(places)}))
            continue
        between = general(Note("resolved.between"))
        stacks = letters.text(between.join(f"{place} {stack}" for place, stack in places.items()))
        yield general(Note("resolved.side", {"side": side, "places": stacks}))


def _scalars(fields: dict[str, Any]) -> dict[str, Arg]:
    return {name: value for name, value in fields.items() if isinstance(value, str | int)}


def _lost_lines(outcome: dict[str, Any], words: Catalogue) -> Iterator[dict[str, Arg]]:
    """The lost lines of an outcome that has them phase by phase or in one list, not among its events."""
    for phase in outcome.get("phases", ()):
        for sheet, lines in phase["sheets"].items():
            for line in lines:
                if not line["executed"]:
                    yield {"sheet": sheet, "text": line["text"], "reason": line["reason"]}
    listed = outcome.get("lines", ())
    for line in listed if isinstance(listed, list) else ():
        if not line["executed"]:
            yield {"sheet": line["seat"], "text": line["text"], "reason": words.say(Note(line["code"]))}


def resolve_lines(source: Iterable[bytes], out: TextIO, language: str) -> None:
    """Each line of `source` is a scenario, each line of `out` its outcome, or why there is none."""
    for line in source:
        try:
            outcome = resolve_text(line, language)
        except BadScenario as error:
            outcome = {"error": str(error)}
        out.write(json.dumps(outcome) + "\n")
        out.flush()
