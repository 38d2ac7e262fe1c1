"""POWER: two to four players write five secret orders each; all are read together (docs/rules/power.md)."""

from server.games.power.rules import POWER

__all__ = ["POWER"]
