"""Views of Zargo's Lords as tests write them: the full game on its default deployments, and a small fight."""

from typing import Any

from protocol.views.zargos_lords import LordsView, events
from protocol.views.zargos_lords.board import deployment_of
from protocol.views.zargos_lords.events import Event
from protocol.views.zargos_lords.words import HIDDEN, PEOPLES

HOMES = {"K": ("II",), "D": ("I",), "W": ("III",), "M": ("IV",)}


def lords_view(seat: str | None = "K", **changes: Any) -> LordsView:
    """Month 1 of the full game; the Knights write their move. A mage of theirs has an escort."""
    stands = {people: deployment_of(people, home) for people, home in HOMES.items()}
    fields: dict[str, Any] = {
        "stage": "turn",
        "peoples": PEOPLES,
        "months": 25,
        "turn": "K",
        "homes": HOMES,
        "pieces": {people: dict(stand.pieces) for people, stand in stands.items()},
        "cities": {
            people: {city: held if people == seat else HIDDEN for city, held in stand.cities.items()}
            for people, stand in stands.items()
        },
        "seat": seat,
        "owing": {"K": ("K",)},
        "count": dict.fromkeys(PEOPLES, 4),
    }
    fields["pieces"]["K"]["G14"] = "F+G"
    return LordsView(**{**fields, **changes})


def small_view(**changes: Any) -> LordsView:
    """The example of the rules: a knight, an archer and a pair against a foot and a dragon."""
    fields: dict[str, Any] = {
        "peoples": ("K", "D"),
        "month": 3,
        "pieces": {"K": {"C14": "C", "C15": "A", "H16": "F+G"}, "D": {"G14": "F", "H14": "D"}},
        "cities": {"K": {"I18": "2F"}, "D": {"D09": HIDDEN}},
        "homes": {},
        "count": {"K": 1, "D": 1},
    }
    return lords_view(**{**fields, **changes})


FIGHT: tuple[Event, ...] = (
    events.Moved("K", "C", "C14", "F14", 3),
    events.Moved("K", "A", "C15", "C14", 1),
    events.Volley("arrows", ("C14",), "H14", (6,), 3, 6, False),
    events.Fought(("F14",), ("G14",), 12, 3, 9, 3, "D3"),
    events.Retreated("D", "F", "G14", "H11"),
    events.TurnBegun("D", 1),
)
"""The story of the example: a charge drives the foot back, and arrows do not kill the dragon."""
