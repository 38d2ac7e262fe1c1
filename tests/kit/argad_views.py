"""Views of Argad! as tests write them: the battle that the rules draw, and a small melee."""

from typing import Any

from protocol.views.argad import ArgadView, Unit, events
from protocol.views.argad.events import Event
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.words import read_figures


def unit(at: str, figures: str, **marks: Any) -> Unit:
    return Unit(at=at, figs=read_figures(figures) or (), **marks)


BATTLE = {
    "1S": unit("D6", "4MK MK+b MK+g", wear=1, acts=1),
    "2S": unit("W4", "4MS"),
    "3S": unit("K8", "6SP SP+m", wear=3, acts=2, fought=True),
    "4S": unit("N5", "7SB"),
    "5S": unit("R7", "5SP", wear=5, acts=1),
    "1H": unit("M11", "4HS HS+b HS+g"),
    "2H": unit("K9", "5SA SA+m", wear=2, acts=1, fought=True),
    "3H": unit("P11", "8AX"),
    "4H": unit("F15", "3SP", is_demoralised=True, broke=2),
    "5H": unit("U13", "7CB", wear=1, acts=1, load=1),
}
"""The position that the rules draw."""


def argad_view(seat: str | None = "S", **changes: Any) -> ArgadView:
    """Turn 3 of a battle of Normans against Vikings on the heath; a card of spades is drawn."""
    fields: dict[str, Any] = {
        "stage": "card",
        "seats": ("S", "H"),
        "map": "heath",
        "turn": 3,
        "armies": {"black": ready_army("normans"), "red": ready_army("vikings")},
        "units": BATTLE,
        "losses": {"black": 31, "red": 12},
        "start": {"black": 5, "red": 5},
        "deck": {"S": 3, "H": 4, "J": 1},
        "playing": "S",
        "choosing": ("S",),
        "seat": seat,
        "owing": {"S": ("S",)},
    }
    return ArgadView(**{**fields, **changes})


def small_view(**changes: Any) -> ArgadView:
    """The worked example of the rules: sergeants before they charge spearmen."""
    fields: dict[str, Any] = {
        "map": "plain",
        "units": {"1S": unit("K5", "4SP"), "1H": unit("K9", "4MS")},
        "losses": {},
        "playing": "H",
        "choosing": ("H",),
        "owing": {"H": ("H",)},
    }
    return argad_view(**{**fields, **changes})


def _blow(by: str, on: str, die: int, result: str, **more: Any) -> events.Blow:
    return events.Blow(by, on, die, 0, result, striker="MS", struck="SP", length=4, **more)


CHARGE: tuple[Event, ...] = (
    events.Ordered("H", "card", "C 1 1S +"),
    events.Activated("1H", 1),
    events.Moved("1H", ("K9", "J8", "J7", "J6")),
    events.Tested("1S", ("cavalry",), 3, 2, True, {"class": 3}),
    events.Clashed("1H", "1S", (), {"1H": 4, "1S": 4}, True, True, False),
    *(_blow("1H", "1S", die, result) for die, result in ((1, "miss"), (2, "miss"), (3, "recoil"))),
    _blow("1H", "1S", 4, "kill"),
    *(_blow("1S", "1H", die, "kill") for die in (6, 5)),
    *(_blow("1S", "1H", die, "recoil") for die in (4, 3)),
    events.Losses("1S", "SP", 3, (3,)),
    events.Losses("1H", "2MS", 2, (0, 1)),
    events.Fought("1H", "1S", (3, 6), "1S"),
    events.Worn("1H", 1, "melee", 1),
    events.Worn("1S", 1, "melee", 1),
    events.Tested("1H", ("losses", "lost"), 2, 1, True, {"class": 3, "causes": -1}),
    events.Recoiled("1H", "K7"),
    events.CardDrawn("S"),
    events.Asked("card", ("S",), playing="S"),
)
"""The story of that example: set spears cancel the charge, and the riders go back."""
