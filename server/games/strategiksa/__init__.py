"""Strategiksa: three to six players take turns; a player whose king falls may become a vassal.

Rules: docs/rules/strategiksa.md.
"""

from server.games.strategiksa.rules import STRATEGIKSA

__all__ = ["STRATEGIKSA"]
