"""A search for the sheets that gain most against guesses at what the others write."""

from collections.abc import Callable, Sequence
from random import Random

from bench.pool.outsiders.outlook import outlook
from bench.pool.outsiders.paper import Paper
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, PowerView
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import REACH
from server.games.power.state import rebuild

FEW = 2
"""After so many guesses a try that is clearly worse is given up."""
CLEARLY = 10.0
WORST = 0.25
"""How much the worst guess counts, besides the mean of all."""
_DICE = Dice(0)


class Answer:
    """The best sheets found so far. All tries meet the same guesses."""

    def __init__(self, view: PowerView, sheets: Sequence[SheetKey], guesses: Sequence[Sheets]) -> None:
        self._view = view
        self._state = rebuild(view)
        self._side = str(view.seat)
        self._guesses = guesses
        self._armies = [army for army in sheets if army in view.armies]
        self._moves = {army: _moves(view, sheets, army) for army in self._armies}
        self.best: dict[SheetKey, Lines] = dict.fromkeys(self._armies, ())
        self._worths: list[float] = []

    def offer(self, tried: dict[SheetKey, Lines]) -> None:
        worths: list[float] = []
        for number, guess in enumerate(self._guesses, 1):
            after = POWER.resolve(self._state, {**guess, **tried}, _DICE).state
            worths.append(outlook(after, self._side) - 0.1 * sum(map(len, tried.values())))
            if number >= FEW and self._worths and sum(worths) < sum(self._worths[:number]) - CLEARLY:
                return
        if not self._worths or _verdict(worths) > _verdict(self._worths):
            self.best, self._worths = tried, worths

    def improve(self, random: Random, is_over: Callable[[], bool]) -> dict[SheetKey, Lines]:
        """Change a line or three of the best sheets, again and again."""
        while not is_over() and self._armies:
            self.offer(self._changed(random))
        return {army: self._without_lost(army) for army in self._armies}

    def _without_lost(self, army: Army) -> Lines:
        """The best sheet of an army without the lines that chance has put there in vain."""
        lost = {fault.line for fault in POWER.review(self._view, army, self.best[army])}
        return tuple(line for number, line in enumerate(self.best[army]) if number not in lost)

    def _changed(self, random: Random) -> dict[SheetKey, Lines]:
        army = random.choice(self._armies)
        kept = [*self.best[army]]
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            if kept:
                kept.pop(random.randrange(len(kept)))
        moves = self._moves[army]
        while moves and len(kept) < 5 and random.random() < 0.8:
            kept.append(random.choice(moves))
        return {**self.best, army: tuple(kept)}


def _verdict(worths: Sequence[float]) -> float:
    return (1 - WORST) * sum(worths) / len(worths) + WORST * min(worths)


def _moves(view: PowerView, sheets: Sequence[SheetKey], army: Army) -> list[str]:
    """Every move of the army as a line, as often as it has such pieces."""
    return [
        f"{kind} {origin} {to}"
        for origin, kind, _ in Paper(view, sheets).pieces(army)
        for to in REACH[kind][origin]
    ]
