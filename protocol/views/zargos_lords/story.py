"""The events of a story as notes of the catalogue."""

from msgspec import UNSET, structs

from protocol.notes import Arg, Note
from protocol.views.zargos_lords import events as e
from protocol.views.zargos_lords.words import People, UnitText, read_unit

NOBODY: People = "-"
"""What a note says in place of a people or a number that does not exist."""
HOSTAGE = "hostage"


def unit_name(people: People, unit: UnitText) -> str:
    """The key of a unit in the table `unit` of the catalogue: `KC`, `KF+C`, `hostage` for a guarded one."""
    return HOSTAGE if read_unit(unit).captive_of else f"{people}{unit}"


def note_of(event: e.Event) -> Note:
    """The event as a note. Peoples and units stay codes; the catalogue has their names."""
    if isinstance(event, e.LineLost):
        return Note("event.line_lost", {"sheet": event.sheet, "text": event.text})
    code = f"event.{event.__struct_config__.tag}{_variant(event)}"
    args = {name: _said(value) for name, value in structs.asdict(event).items() if value is not UNSET}
    unit = getattr(event, "unit", "")
    if unit:
        args["unit"] = unit_name(str(args["people"]), unit)
    if isinstance(event, e.Custody):
        args["hostage"] = event.hostage.replace(":", "")
    return Note(code, args)


def _variant(event: e.Event) -> str:
    """What is added to the code if there are several sentences for this kind of event."""
    match event:
        case e.TurnBegun() if event.part > 1:
            return "-again"
        case e.Fought() if event.die is None:
            return "-siege"
        case e.Volley():
            return f"-{event.kind}-killed" if event.eliminated else f"-{event.kind}"
        case e.Eliminated():
            return f"-{event.cause}"
        case e.Lapsed():
            return f"-{event.kind}-{event.reason}"
        case e.Garrisoned() if not event.is_manned:
            return "-empty"
        case e.Held() if event.moves <= 0:
            return "-free"
        case e.Ended():
            why = f"-{event.why}" if event.why else ""
            return why if event.winner else f"{why}-draw"
    return ""


def _said(value: object) -> Arg:
    match value:
        case str() | int():
            return value
        case None:
            return NOBODY
        case tuple():
            return " ".join(str(_said(item)) for item in value)
        case dict():
            return " ".join(f"{people} {number}" for people, number in value.items())
    return ""
