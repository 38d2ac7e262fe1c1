"""One order of Argad on a small position, and what it leads to."""

from collections.abc import Sequence
from typing import Any

from tests.kit.argad import play


def give(line: str, units: dict[str, Any], dice: Sequence[int] = (), **more: Any) -> dict[str, Any]:
    """The outcome of one line of spades on the map `plain`; every die has to be thrown."""
    sheets = [{"seat": "S", "lines": [line]}]
    outcome = play(**{"seat": "S", "units": units, "sheets": sheets, "dice": [*dice], **more})
    assert outcome["dice_left"] == 0
    return outcome


def unit(at: str, figs: str, **marks: Any) -> dict[str, Any]:
    return {"at": at, "figs": figs, **marks}


def events(outcome: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in outcome["events"] if event["e"] in kinds]


def kinds(outcome: dict[str, Any]) -> list[str]:
    """What kinds of things happened, in order."""
    return [event["e"] for event in outcome["events"]]


def code(outcome: dict[str, Any]) -> str | None:
    """Why the only line was lost; None if it was carried out."""
    (line,) = outcome["lines"]
    found: str | None = line["code"]
    return found
