"""Sheets of one line: the choice of a piece, the answer to an offer, or what becomes of a fallen player."""

from collections.abc import Sequence
from typing import TypeAlias

from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.views.strategiksa import Colour, Lost, Position
from server.games.flaw import Flaw
from server.games.strategiksa.battle import Option, chooser, find, options
from server.games.strategiksa.notation import Answer, Crowning, parse_answer, parse_crowning, parse_pick
from server.games.strategiksa.vassals import SILENCE, crowning_flaw

Decision: TypeAlias = Option | Answer | Crowning


def owing(position: Position) -> tuple[Seat, SheetKey] | None:
    """The seat that owes the sheet of the current phase, and the colour that the sheet is for."""
    match position.stage:
        case "placement":
            return position.active, position.active
        case "turn":
            return position.directors[position.active], position.active
        case "answer" if position.asked:
            return position.asked, position.asked
        case "battle":
            return chooser(position)
        case "crown" if position.fallen:
            return position.fallen.victor, position.fallen.victor
    return None


def about(position: Position) -> Note | None:
    """What the seat is asked about: the battle with what the other side put forward, or the offer."""
    if position.stage == "answer" and position.asked:
        return Note("about.answer", {"player": position.active, "asked": position.asked})
    if position.stage == "crown" and position.fallen:
        return Note("about.crown", {"player": position.fallen.colour, "victor": position.fallen.victor})
    if position.stage != "battle":
        return None
    battle = position.battles[0]
    _, colour = chooser(position)
    if battle.chosen is None:
        return Note("about.battle", {"cell": battle.cell, "colour": colour})
    other = battle.chosen
    return Note("about.duel", {"cell": battle.cell, "other": other.colour, "unit": other.unit})


def judge(position: Position, text: str) -> Decision | Flaw:
    """The choice that a line makes, or why it makes none."""
    if position.stage == "battle":
        pick = parse_pick(text)
        return pick if isinstance(pick, Flaw) else find(position, pick)
    if position.stage == "answer":
        return parse_answer(text)
    order = parse_crowning(text)
    return order if isinstance(order, Flaw) else crowning_flaw(position, order) or order


def default(position: Position) -> Decision:
    """K-BATTLE-7: what counts if a player does not choose. An offer is declined, a fallen player serves."""
    if position.stage == "battle":
        return options(position)[0]
    return Answer(False) if position.stage == "answer" else SILENCE


def decide(position: Position, colour: Colour, lines: Sequence[str]) -> tuple[Decision | None, list[Lost]]:
    """The first line that makes a choice counts; the others are lost."""
    decision: Decision | None = None
    lost: list[Lost] = []
    for number, text in enumerate(lines):
        if not text.strip():
            continue
        found = judge(position, text) if decision is None else Flaw("one-line")
        if isinstance(found, Flaw):
            lost.append(Lost(colour, number, text, found.column(text), found.note))
        else:
            decision = found
    return decision, lost
