"""The rules of Argad! [ANO]."""

from server.games.argad.rules import ARGAD

__all__ = ["ARGAD"]
