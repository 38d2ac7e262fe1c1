"""Zargos: two to six players lead six peoples to the Forbidden City, with winds, curses and secret hands.

Rules: docs/rules/zargos.md.
"""

from server.games.zargos.rules import ZARGOS

__all__ = ["ZARGOS"]
