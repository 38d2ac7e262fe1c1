"""Zargos as a seat sees it: the position, with the seat's own cards and offers."""

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.views.zargos.words import Card, Curse, DraftCard, Kingdom, People, Place, Units, Wind


class Combat(Struct, frozen=True, omit_defaults=True):
    """A group that has moved in and waits for its combat, or for the moment when it takes the place."""

    at: Place
    """The territory that is attacked."""
    by: People
    """The invader."""
    number: int
    """How many units the invader has there."""
    war: bool = False
    """Whether the invader has named a card WAR for this combat."""
    defence_war: bool = False
    """Whether the defender has named a card WAR for it."""
    vortex: tuple[Place, int] | None = None
    """The volcano from which Spiders come to help the defender, and how many; null if none come."""


class PlayedCard(Struct, frozen=True):
    """A red card that was played in the window that is on. The first has the number 1."""

    people: People
    """Who played it."""
    card: Card
    """Which card it is."""
    target: str
    """What it hits: a kingdom, a place or two sea cells; empty if the card needs no target."""


class Offer(Struct, frozen=True):
    """Cards of the draft that one people offers another."""

    giver: People
    """Who offers."""
    taker: People
    """To whom it is offered."""
    given: tuple[DraftCard, ...]
    """The cards that the giver gives."""
    asked: tuple[DraftCard, ...]
    """The cards that the giver wants for them."""


class Position(Struct, frozen=True, kw_only=True):
    """A position of the game. Hands, cards and offers hold only what its reader may know."""

    stage: str
    """The kind of the phase that is on (PHASES), or "over"."""
    turn: int = 0
    """The number of the game turn; 0 before the first."""
    turns: int
    """The number of the turn with which the game ends."""
    zargos_powers: bool
    """Whether powers work inside the kingdom of Zargos."""
    buying: str
    """Whether peoples buy one after the other ("turn") or all at once ("together")."""
    trade: int
    """How many rounds of trade there are at most."""
    seating: tuple[Seat, ...]
    """The seats in the order in which they choose."""
    throws: tuple[tuple[Seat, int], ...] = ()
    """The dice that decided who chooses first, in the order in which they were thrown."""
    seats: dict[People, Seat] = {}
    """The seat that leads each people, in the order in which peoples were chosen."""
    order: tuple[People, ...] = ()
    """The play order; empty before it is known."""
    active: People = ""
    """Whose own turn it is, or who places or buys; empty while there is nobody."""
    units: Units
    """Where units stand. Invaders who wait for a combat are not among them."""
    combats: tuple[Combat, ...] = ()
    """The combats that are still to be fought, in their order."""
    boats: dict[People, int] = {}
    """How many boats each people has; peoples without any are left out."""
    hands: dict[People, tuple[Card, ...]] = {}
    """The magic cards of the seat's own peoples; when the game is over, of all."""
    kingdoms: dict[Kingdom, People] = {}
    """Which people has the card of a kingdom; cards in the bank are left out."""
    points: dict[People, int] = {}
    """What each people has still to spend."""
    counted: dict[People, int] = {}
    """What each people had at the last count."""
    curse: Curse | None = None
    """The curse in force; null if there is none."""
    exempt: tuple[People, ...] = ()
    """The peoples that the curse does not touch."""
    winds: tuple[Wind, ...] = ()
    """The red cards in force, in the order in which they came into force."""
    reroll: tuple[int, int] = (2, 5)
    """The policy of the Monks: they throw again an own die of the first number or less, or a foe's die of
    the second number or more."""
    passed: tuple[People, ...] = ()
    """The peoples that are not asked for winds again before the count."""
    attacked: tuple[Place, ...] = ()
    """The territories that Knights have attacked in this own turn."""
    played: tuple[PlayedCard, ...] = ()
    """The red cards of the window that is on, while they may be turned aside."""
    why: str = ""
    """In the phase `keep`: "master" or "deal"; else empty."""
    cards: dict[People, tuple[DraftCard, ...]] = {}
    """The cards of the draft that the seat's own peoples hold."""
    wishes: dict[People, str] = {}
    """The letters of the draft that each people has written and not used yet."""
    round: int = 0
    """The number of the round of trade; 0 if there is none."""
    offers: tuple[Offer, ...] = ()
    """The offers that the seat's own peoples have made or received in this round."""
    to_place: dict[People, int] = {}
    """How many units each people has still to deploy."""
    out: tuple[People, ...] = ()
    """The peoples that are out."""
    winner: Seat | None = None
    """Who has won; null for a draw, or if the game is not over."""
    ending: str = ""
    """Why the game ended ("city", "alone", "nobody", "turns" or "time"); empty if it is not over."""


class ZargosView(Position, frozen=True, kw_only=True):
    """The position as one seat may know it, with what can be read off it."""

    seat: Seat | None
    """The seat of the receiver; null for those who have none."""
    owing: dict[Seat, tuple[SheetKey, ...]]
    """Who owes which sheets now."""
    master: People | None
    """The Master of the Winds, who holds the City; null if there is none."""
    hand_sizes: dict[People, int]
    """How many magic cards each people has; peoples without any are left out."""
    backs: dict[People, tuple[int, int]]
    """How many secret cards of the draft each people has: those with blue backs, those with green ones."""
    pile: int
    """How many magic cards are in the pile."""
    curses: int
    """How many curses are left in their pile."""
    blue: int
    """How many cards of the draft are left in the blue pile."""
    green: int
    """How many cards of the draft are left in the green pile."""
    worth: dict[People, int]
    """How many points the territories of each people count now, not halved by a curse."""
