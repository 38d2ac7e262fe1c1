"""POWER: two to four players, five secret orders each, all read together. Rules: docs/rules/power.md."""

from server.games.power.rules import POWER

__all__ = ["POWER"]
