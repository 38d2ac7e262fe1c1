"""POWER as a seat sees it: the position, the story of a round, and how each event changes the position."""

from collections.abc import Iterable, Mapping
from operator import mul
from typing import TypeAlias

from msgspec import Struct

from protocol.ids import Seat
from protocol.notes import Note

Army: TypeAlias = str
"""An army, by its letter (ARMIES)."""
Side: TypeAlias = str
"""The armies that win together, by their letters: `V`, or `VB` if one player leads two."""
Place: TypeAlias = str
"""A sector (`V4`, `IX`), a headquarters (`HQV`) or a reserve (`RVV`), as docs/rules/power.md names them."""
Kind: TypeAlias = str
"""A kind of piece, by its letters (KINDS)."""
Stack: TypeAlias = tuple[int, ...]
"""How many of each kind, in the order of KINDS."""
Pieces: TypeAlias = dict[Army, dict[Place, Stack]]
"""What each army has on each place; a place with nothing on it is left out."""

ARMIES: tuple[Army, ...] = ("V", "B", "J", "R")
"""The armies: green, blue, yellow, red."""
KINDS: tuple[Kind, ...] = ("S", "T", "C", "D", "R", "A", "B", "CR", "M", "P")
"""The kinds of pieces, in the order of every Stack."""
POWERS: tuple[int, ...] = (2, 3, 5, 10, 20, 30, 25, 50, 0, 1)
"""The power of one piece of each kind, in the same order."""
EMPTY: Stack = (0,) * len(KINDS)


def reserve(army: Army) -> Place:
    return "RV" + army


def headquarters(army: Army) -> Place:
    return "HQ" + army


def strength(stack: Iterable[int]) -> int:
    return sum(map(mul, stack, POWERS))


class PowerView(Struct, frozen=True):
    """The whole of a POWER game except the sheets that have not been read (P-SHEET-9)."""

    seat: Seat | None
    """The seat of the receiver; null for those who have none."""
    armies: tuple[Army, ...]
    """The armies for which this seat writes and which are still in play."""
    round: int
    """The number of the round; the first has 1."""
    referee: Army
    """The army that is read first in this round."""
    reading: tuple[Army, ...]
    """The armies that have a sheet in this round, in the order in which the sheets are read."""
    sides: dict[Army, Side]
    """The side of each army: two armies of one player are one side."""
    mercenary: Army | None
    """The army that everybody may order in a game of three; null in others."""
    pieces: Pieces
    """What stands where."""
    flags: dict[Army, Army]
    """For each flag: the army that holds it."""
    eliminated: tuple[Army, ...]
    """The armies that are out of the game."""
    over: bool
    """Whether the game is over."""
    winner: Side | None
    """The side that has won; null for a draw, or if the game is not over."""


class _Carried(Struct, frozen=True):
    """An order that took a piece from one place to another."""

    army: Army
    line: int
    text: str
    owner: Army
    """Whose piece it is: the army's own, or the mercenary."""
    kind: Kind
    origin: Place
    to: Place


class Moved(_Carried, frozen=True, tag="moved"):
    """An order was carried out: a piece went from `origin` to `to`."""


class Shared(_Carried, frozen=True, tag="shared"):
    """An order that counts as executed because a rival's took the piece to the same place (P-THREE-3)."""


class Exchanged(Struct, frozen=True, tag="exchanged"):
    """Pieces (`used`) were exchanged for one stronger piece (`made`)."""

    army: Army
    line: int
    text: str
    owner: Army
    place: Place
    used: Stack
    made: Kind


class Launched(Struct, frozen=True, tag="launched"):
    """A missile left its place."""

    army: Army
    line: int
    text: str
    owner: Army
    origin: Place
    target: Place


class Lost(Struct, frozen=True, tag="lost"):
    """An order was lost."""

    army: Army
    line: int
    text: str
    column: int
    reason: Note
    cancelled: bool = False
    """True if the orders of rivals cancelled each other (P-THREE-3); the order itself was correct."""


class Penalised(Struct, frozen=True, tag="penalised"):
    """P-IDLE: what an army pays for doing nothing. `broken` is the piece it gives up if it has no Power."""

    army: Army
    broken: Kind | None
    place: Place | None
    kept: Stack
    """What goes to the reserve after 1 Power has been paid."""


class Struck(Struct, frozen=True, tag="struck"):
    """Missiles came down."""

    target: Place
    launchers: tuple[Army, ...]
    destroyed: dict[Army, Stack]


class Withdrawal(Struct, frozen=True):
    """Pieces that fell back to one place."""

    army: Army
    kind: Kind
    to: Place
    count: int
    """How many of them."""


class FellBack(Struct, frozen=True, tag="fell_back"):
    """A tie. `wave` is how many times the strengths have been compared so far (P-TIE-2)."""

    place: Place
    wave: int
    strengths: dict[Side, int]
    withdrawals: tuple[Withdrawal, ...]


class Fought(Struct, frozen=True, tag="fought"):
    """Sides fought, and one was stronger."""

    place: Place
    strengths: dict[Side, int]
    winner: Side


class Captured(Struct, frozen=True, tag="captured"):
    """The prisoners went to the reserve of the captor."""

    place: Place
    captor: Army
    taken: dict[Army, Stack]


class Collected(Struct, frozen=True, tag="collected"):
    """The army got 1 Power for each of these territories."""

    army: Army
    territories: tuple[Army, ...]


class FlagTaken(Struct, frozen=True, tag="flag_taken"):
    """The captor holds `flags` from now on. All that the loser had goes to the reserve of the captor."""

    captor: Army
    loser: Army
    flags: tuple[Army, ...]
    spoils: Stack


class Eliminated(Struct, frozen=True, tag="eliminated"):
    """The army is out of the game."""

    army: Army
    by: Army


class Ended(Struct, frozen=True, tag="ended"):
    """`reason` is "last-side" (P-END-1) or "last-round" (P-END-3). Without a winner the game is a draw."""

    reason: str
    winner: Side | None
    powers: dict[Side, int]
    flags: dict[Side, int]


OrderEvent: TypeAlias = Moved | Shared | Exchanged | Launched | Lost
Event: TypeAlias = (
    OrderEvent
    | Penalised
    | Struck
    | FellBack
    | Fought
    | Captured
    | Collected
    | FlagTaken
    | Eliminated
    | Ended
)


def stack_of(counts: Mapping[Kind, int]) -> Stack:
    return tuple(counts.get(kind, 0) for kind in KINDS)


def one(kind: Kind) -> Stack:
    return stack_of({kind: 1})


def step(pieces: Pieces, event: Event) -> Pieces:
    """The position after one event of the story. This only moves pieces; it needs no rules."""
    board = {army: dict(places) for army, places in pieces.items()}
    match event:
        case Moved():
            _put(board, event.owner, event.origin, one(event.kind), -1)
            _put(board, event.owner, event.to, one(event.kind))
        case Exchanged():
            _put(board, event.owner, event.place, event.used, -1)
            _put(board, event.owner, event.place, one(event.made))
        case Launched():
            _put(board, event.owner, event.origin, one("M"), -1)
        case Penalised():
            _pay(board, event)
        case Struck():
            for army, stack in event.destroyed.items():
                _put(board, army, event.target, stack, -1)
        case FellBack():
            for move in event.withdrawals:
                stack = stack_of({move.kind: move.count})
                _put(board, move.army, event.place, stack, -1)
                _put(board, move.army, move.to, stack)
        case Captured():
            for army, stack in event.taken.items():
                _put(board, army, event.place, stack, -1)
                _put(board, event.captor, reserve(event.captor), stack)
        case Collected():
            gain = stack_of({"P": len(event.territories)})
            _put(board, event.army, reserve(event.army), gain)
        case FlagTaken():
            board.pop(event.loser, None)
            _put(board, event.captor, reserve(event.captor), event.spoils)
        case Shared() | Lost() | Fought() | Eliminated() | Ended():
            pass
    return {army: places for army, places in board.items() if places}


def _pay(board: Pieces, event: Penalised) -> None:
    if event.broken is None or event.place is None:
        _put(board, event.army, reserve(event.army), one("P"), -1)
    else:
        _put(board, event.army, event.place, one(event.broken), -1)
        _put(board, event.army, reserve(event.army), event.kept)


def _put(board: Pieces, army: Army, place: Place, stack: Stack, sign: int = 1) -> None:
    places = board.setdefault(army, {})
    total = tuple(a + sign * b for a, b in zip(places.get(place, EMPTY), stack, strict=True))
    if any(total):
        places[place] = total
    else:
        places.pop(place, None)


def write_stack(stack: Iterable[int]) -> str:
    """The counts as they are written on a sheet, such as `2S 2T`."""
    return " ".join(f"{count}{kind}" for count, kind in zip(stack, KINDS, strict=True) if count)


def note_of(event: Event) -> Note:
    """The event as a note. Armies, pieces and places stay codes; the catalogue has their names."""
    match event:
        case Moved():
            code = "moved" if event.owner == event.army else "moved-mercenary"
            args = {"army": event.army, "kind": event.kind, "origin": event.origin, "to": event.to}
        case Shared():
            code = "shared"
            args = {"army": event.army, "kind": event.kind, "origin": event.origin, "to": event.to}
        case Exchanged():
            code = "exchanged"
            used = write_stack(event.used)
            args = {"army": event.army, "used": used, "place": event.place, "made": event.made}
        case Launched():
            code, args = "launched", {"army": event.army, "origin": event.origin, "target": event.target}
        case Lost():
            code, args = "lost", {"army": event.army, "text": event.text}
        case Penalised():
            code = "penalised-piece" if event.broken else "penalised-power"
            args = {"army": event.army, "broken": event.broken or "", "place": event.place or ""}
        case Struck():
            code = "struck" if event.destroyed else "struck-nothing"
            args = {"target": event.target, "destroyed": _stacks(event.destroyed)}
        case FellBack():
            back = ", ".join(f"{w.army} {w.count}{w.kind} > {w.to}" for w in event.withdrawals)
            code = "fell_back"
            args = {"place": event.place, "strengths": _numbers(event.strengths), "withdrawals": back}
        case Fought():
            code = "fought"
            args = {"place": event.place, "strengths": _numbers(event.strengths), "winner": event.winner}
        case Captured():
            code = "captured"
            args = {"captor": event.captor, "taken": _stacks(event.taken), "place": event.place}
        case _:
            return _note_of_spoils(event)
    return Note("event." + code, {**args})


def _note_of_spoils(event: Collected | FlagTaken | Eliminated | Ended) -> Note:
    match event:
        case Collected():
            where = ", ".join(event.territories)
            power = len(event.territories)
            return Note("event.collected", {"army": event.army, "power": power, "territories": where})
        case FlagTaken():
            code = "event.flag_taken" if any(event.spoils) else "event.flag_taken-bare"
            spoils = write_stack(event.spoils)
            return Note(code, {"captor": event.captor, "loser": event.loser, "spoils": spoils})
        case Eliminated():
            return Note("event.eliminated", {"army": event.army})
        case Ended():
            code = f"event.ended-{event.reason}" if event.winner else "event.ended-draw"
            return Note(code, {"winner": event.winner or "", "powers": _numbers(event.powers)})


def _numbers(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _stacks(stacks: Mapping[Army, Stack]) -> str:
    return ", ".join(f"{army} {write_stack(stack)}" for army, stack in stacks.items())
