"""Positions of Argad for tests, as scenarios write them."""

import json
from typing import Any

from server.resolve import resolve_text


def play(**scenario: Any) -> dict[str, Any]:
    """The outcome of a scenario, as `qg-server resolve` gives it."""
    return resolve_text(json.dumps({"game": "argad", **scenario}).encode(), "en")
