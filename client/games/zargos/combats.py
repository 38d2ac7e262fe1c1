"""The combats of a story of Zargos: one line that sums each of them up, and its rounds with dice and sums."""

from collections.abc import Sequence

from msgspec import Struct

from client.games.zargos.peoples import FIGURES, units_at
from protocol.notes import Arg, Note
from protocol.views.zargos import Position, events, note_of
from protocol.views.zargos.events import Event
from protocol.views.zargos.words import People, Place

FOUGHT = (events.War, events.Joined, events.Volley, events.Rampart, events.Round)
ENDS = (events.Captured, events.Held)


class Fight(Struct, frozen=True):
    """A combat as it begins: who fights whom there, and how many they are."""

    at: Place
    invader: People
    invaders: int
    defender: People
    defenders: int

    def other(self, people: People) -> People:
        return self.defender if people == self.invader else self.invader


def place_of_fight(event: Event) -> Place:
    """The place of the combat to which an event belongs, or an empty text."""
    if isinstance(event, events.Joined):
        return event.to
    return event.at if isinstance(event, (*FOUGHT, *ENDS)) else ""


def fight_at(view: Position, place: Place) -> Fight | None:
    """The combat that waits at a place; None if there is none, or nobody to fight."""
    combat = next((each for each in view.combats if each.at == place), None)
    standing = units_at(view, place)
    if combat is None or standing is None:
        return None
    return Fight(place, combat.by, combat.number, *standing)


def summed_up(fight: Fight, story: Sequence[Event]) -> Note:
    """One line: who attacked whom with how many, after how many rounds who holds the place, and with what.

    `story` begins with the first event of the combat.
    """
    own = [event for event in story if place_of_fight(event) == fight.at]
    end = next((event for event in own if isinstance(event, ENDS)), None)
    until = own[: own.index(end)] if end else own
    rounds = sum(isinstance(event, events.Round) for event in until)
    args: dict[str, Arg] = {
        "at": fight.at,
        "invader": fight.invader,
        "invaders": fight.invaders,
        "defender": fight.defender,
        "defenders": fight.defenders,
        "rounds": rounds,
        "left": end.left if end else 0,
    }
    if end is None:
        return Note("combat.open", args)
    won = "taken" if isinstance(end, events.Captured) else "held" if end.left else "empty"
    return Note(f"combat.{won}", args)


def told(event: Event, fight: Fight | None) -> Note:
    """An event of a combat with its sums; without knowing who fights, as everybody says it."""
    if fight is None:
        return note_of(event)
    match event:
        case events.Round() if event.striker is None:
            return _both(event, fight)
        case events.Round() | events.Rampart() if event.striker is not None:
            return _struck(event, event.striker, fight)
        case events.Volley():
            return Note(
                "combat.volley", {"dice": _dice(event.dice), "loss": event.loss, "people": fight.invader}
            )
    return note_of(event)


def _struck(event: events.Round | events.Rampart, striker: People, fight: Fight) -> Note:
    parrier = fight.other(striker)
    thrown, answered = event.dice
    args: dict[str, Arg] = {
        "striker": striker,
        "parrier": parrier,
        "strike": _sum(thrown, FIGURES[striker].attack),
        "parry": _sum(answered, FIGURES[parrier].defence),
        "loss": event.loss if isinstance(event.loss, int) else 0,
        "again": _again(event.rerolled),
    }
    code = "rampart" if isinstance(event, events.Rampart) else "round"
    code += "" if event.loss else "-nobody"
    return Note(f"combat.{code}{'-again' if event.rerolled else ''}", args)


def _both(event: events.Round, fight: Fight) -> Note:
    """Both strike and parry with the same throw."""
    first, second = event.dice
    losses = event.loss if isinstance(event.loss, tuple) else (0, 0)
    args: dict[str, Arg] = {
        "invader": fight.invader,
        "defender": fight.defender,
        "strike": _sum(first, FIGURES[fight.invader].attack),
        "parry": _sum(second, FIGURES[fight.defender].defence),
        "counter": _sum(second, FIGURES[fight.defender].attack),
        "guard": _sum(first, FIGURES[fight.invader].defence),
        "invader_loss": losses[0],
        "defender_loss": losses[1],
    }
    return Note("combat.both", args)


def _sum(dice: Sequence[int], figure: int) -> str:
    """The sum as the rules make it, with the figure for each die: `(5+3+2x4)/2 = 8`."""
    total = sum(dice) + figure * len(dice)
    return f"({_dice(dice)}+{len(dice)}x{figure})/2 = {total // 2}"


def _dice(dice: Sequence[int]) -> str:
    return "+".join(map(str, dice))


def _again(rerolled: events.Rerolled | None) -> str:
    return f"{rerolled.was}>{rerolled.now}" if rerolled else ""
