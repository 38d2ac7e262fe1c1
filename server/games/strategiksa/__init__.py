"""Strategiksa: three to six players take turns, and fall into each other's service.

Rules: docs/rules/strategiksa.md.
"""

from server.games.strategiksa.rules import STRATEGIKSA

__all__ = ["STRATEGIKSA"]
