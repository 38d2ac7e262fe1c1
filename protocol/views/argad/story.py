"""The events of a story as notes of the catalogue."""

from msgspec import UNSET, structs

from protocol.notes import Arg, Note
from protocol.views.argad import events as e
from protocol.views.argad.words import write_figures

NOBODY = "-"
"""What a note says in place of a unit, a seat or a number that does not exist."""


def note_of(event: e.Event) -> Note:
    """The event as a note. Units, seats and types stay codes; the catalogue has their names."""
    if isinstance(event, e.LineLost):
        return Note("event.line_lost", {"sheet": event.sheet, "text": event.text})
    code = f"event.{event.__struct_config__.tag}{_variant(event)}"
    args = {name: _said(name, value) for name, value in structs.asdict(event).items() if value is not UNSET}
    return Note(code, args | _more(event))


def _variant(event: e.Event) -> str:
    """What is added to the code if there are several sentences for this kind of event."""
    match event:
        case e.JokerUsed():
            return f"-{event.benefit.lower()}"
        case e.Activated() if event.acts > 1:
            return "-again"
        case e.Slowed() if event.blocked:
            return "-blocked"
        case e.Volley() if event.need > SIX:
            return "-sixes"
        case e.Tested():
            return ("-many" if len(event.causes) > 1 else "") + ("" if event.passed else "-failed")
        case e.Worn():
            return f"-{event.why}"
        case e.Routed() if event.left:
            return "-left"
        case e.GeneralLost() | e.Gone():
            return f"-{event.how}"
        case e.Blow():
            return f"-{event.result}"
        case e.Fought() if event.winner is None:
            return "-drawn"
        case e.Reloaded() if event.left:
            return "-more"
        case e.Asked():
            return f"-{event.stage}"
        case e.Clashed() if event.is_charge:
            return "-charge"
        case e.Ended():
            return f"-{event.why}" if event.winner else f"-{event.why}-draw"
    return ""


SIX = 6


def _more(event: e.Event) -> dict[str, Arg]:
    """What a sentence needs that is not a field of its event."""
    match event:
        case e.Volley() if event.need > SIX:
            return {"sixes": event.need - SIX + 1}
        case e.Moved() | e.Routed() | e.Retreated():
            return {"to": event.path[-1], "hexes": len(event.path) - 1}
        case e.Tested():
            return {"cause": event.causes[0], "more": len(event.causes) - 1}
        case e.ListVoid():
            return {"fault": event.faults[0]}
        case e.Placed():
            return {"figs": write_figures(event.figs)}
        case e.Chosen():
            return {"name": event.army.name, "cost": event.army.cost}
        case e.Asked():
            return {"seats": " ".join(event.choosing), "seat": event.playing or NOBODY}
        case e.Fought():
            return {"first": event.score[0], "second": event.score[1]}
        case e.Ended():
            black, red = event.points.values()
            return {"black": black, "red": red}
    return {}


def _said(name: str, value: object) -> Arg:
    match value:
        case bool():
            return int(value)
        case str() | int():
            return value or NOBODY if isinstance(value, str) else value
        case None:
            return NOBODY
        case tuple():
            return " ".join(str(_said(name, item)) for item in value)
        case dict():
            return " ".join(f"{key} {_said(name, number)}" for key, number in value.items())
    return ""
