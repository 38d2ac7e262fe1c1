"""Faults of lines. A fault that names hexes, units or numbers has a sentence of its own for them."""

from protocol.notes import Arg
from server.games.flaw import Flaw

NAMED = "--named"


def fault(code: str, word: int = 0, **args: Arg) -> Flaw:
    """A fault with what its sentence names. What follows two dashes only chooses the sentence."""
    return Flaw(f"{code}{NAMED}", word, args)


def code_of(flaw: Flaw) -> str:
    """The code of the rules."""
    return flaw.code.partition("--")[0]
