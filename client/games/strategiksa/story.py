"""The story of a phase of Strategiksa: what became of each line, and the positions one after the other."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from client.games.api import Frame, Verdict
from client.games.strategiksa.cells import SPOTS
from client.games.verdicts import judged
from protocol.ids import Lines, SheetKey
from protocol.views import strategiksa
from protocol.views.strategiksa import Battle, Cell, Colour, StrategiksaView
from protocol.views.strategiksa_steps import step

ON_A_SHEET = (
    strategiksa.Reinforced,
    strategiksa.Mutated,
    strategiksa.Directed,
    strategiksa.Served,
    strategiksa.Moved,
)


def verdicts(
    sheets: Mapping[SheetKey, Lines], story: Sequence[strategiksa.Event]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    lost = {(e.colour, e.line): e.reason for e in story if isinstance(e, strategiksa.Lost)}
    return judged(sheets, lost)


def frames(view: StrategiksaView, story: Sequence[strategiksa.Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, story))


def _frames(view: StrategiksaView, story: Sequence[strategiksa.Event]) -> Iterator[Frame]:
    """Only the rules count who controls a zone, so that stays the same until the phase is over."""
    duels = 0
    for event in story:
        if isinstance(event, strategiksa.Lost):
            continue
        view = replace(
            view,
            pieces=step(view.pieces, event),
            lords=_lords(view, event),
            battles=_battles(view, event),
        )
        part = 0 if isinstance(event, ON_A_SHEET) else 1
        places = frozenset(_touched(event))
        group = _group(event, duels)
        duels += isinstance(event, strategiksa.Duelled)
        yield Frame(view, strategiksa.note_of(event), places, part, frozenset(_sides(event)), group)


def _group(event: strategiksa.Event, duels: int) -> str:
    """The lines of a sheet are quiet; who is put forward belongs to the duel; a turn ends and one begins."""
    match event:
        case strategiksa.Chosen() | strategiksa.Duelled():
            return f"duel {duels}"
        case strategiksa.TurnEnded() | strategiksa.TurnBegun():
            return "turn"
    return "sheet" if isinstance(event, ON_A_SHEET) else ""


def _sides(event: strategiksa.Event) -> Iterator[Colour]:
    """The colours that a step of the story concerns."""
    for field in ("colour", "attacker", "defender", "victor", "winner", "to", "player"):
        colour = getattr(event, field, None)
        if colour in strategiksa.COLOURS:
            yield colour
    match event:
        case strategiksa.Chosen():
            yield event.choice.colour
        case strategiksa.Duelled():
            yield from (event.first.colour, event.second.colour)
        case strategiksa.BattleBegun() | strategiksa.Slain():
            yield from event.stacks
        case strategiksa.Vanished():
            yield from event.colours
        case strategiksa.Ended():
            yield from strategiksa.COLOURS


def _lords(view: StrategiksaView, event: strategiksa.Event) -> dict[Colour, Colour]:
    if isinstance(event, strategiksa.KingFell):
        return {**view.lords, **dict.fromkeys(event.passed, event.victor)}
    if isinstance(event, strategiksa.Answered) and event.cell is not None:
        return {c: event.to if lord == event.colour else lord for c, lord in view.lords.items()}
    return view.lords


def _battles(view: StrategiksaView, event: strategiksa.Event) -> tuple[Battle, ...]:
    """The battle that is being fought, which the box beside the board shows."""
    match event:
        case strategiksa.BattleBegun():
            return (Battle(event.cell, event.attacker, begun=True),)
        case strategiksa.BattleEnded() | strategiksa.TurnEnded() | strategiksa.TurnBegun():
            return ()
    return view.battles


def _touched(event: strategiksa.Event) -> Iterator[Cell]:
    """The cells that a step of the story names."""
    for field in ("origin", "to", "cell"):
        cell = getattr(event, field, None)
        if cell in SPOTS:
            yield cell
    if isinstance(event, strategiksa.Placed):
        yield from event.stacks
