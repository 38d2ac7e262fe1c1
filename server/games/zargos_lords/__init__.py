"""The rules of Zargo's Lords."""

from server.games.zargos_lords.rules import ZARGOS_LORDS

__all__ = ["ZARGOS_LORDS"]
