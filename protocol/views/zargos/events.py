"""The events of a story of Zargos. Z-SECRET-2: they tell what everybody may know, or are told to one seat."""

from typing import TypeAlias

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.views.zargos.words import Card, Curse, DraftCard, Kingdom, People, Place


class LineLost(Struct, frozen=True, tag="line_lost"):
    """A line of a sheet was lost. `reason` is one of the codes of Z-PHASE-9. Of a private sheet only its
    writer is told."""

    sheet: SheetKey
    line: int
    text: str
    column: int
    reason: Note


class Chose(Struct, frozen=True, tag="chose"):
    """A seat leads a people from now on."""

    seat: Seat
    people: People


class Drew(Struct, frozen=True, tag="drew"):
    """A people took cards of the draft: territories, which are shown, and `secret` others."""

    people: People
    back: str
    """"blue" or "green"."""
    territories: tuple[Place, ...]
    secret: int


class Helped(Struct, frozen=True, tag="helped"):
    """A people without a territory received one from the people that had most."""

    people: People
    origin: People
    place: Place
    back: str | None
    """The back of the secret card that was given for it; null if there was none."""


class Traded(Struct, frozen=True, tag="traded"):
    """Two peoples exchanged cards of the draft."""

    giver: People
    taker: People
    given: tuple[Place, ...]
    """The territories that went from the giver to the taker."""
    asked: tuple[Place, ...]
    """The territories that went from the taker to the giver."""
    given_secret: tuple[int, int]
    """How many secret cards went to the taker: with blue backs, with green ones."""
    asked_secret: tuple[int, int]
    """How many secret cards went to the giver."""


class Answered(Struct, frozen=True, tag="answered"):
    """An offer was not carried out. Only the two players are told."""

    giver: People
    taker: People
    given: tuple[DraftCard, ...]
    asked: tuple[DraftCard, ...]
    accepted: bool
    """True if it was accepted, and could not be carried out all the same."""


class TurnedIn(Struct, frozen=True, tag="turned_in"):
    """A people turned its boat cards into boats and its sword cards into units."""

    people: People
    boats: int
    swords: int
    units: int
    """How many units it places in all."""


class TurnBegun(Struct, frozen=True, tag="turn_begun"):
    """A game turn begins."""

    turn: int


class OwnTurn(Struct, frozen=True, tag="own_turn"):
    """The own turn of a people begins."""

    people: People


class Cursed(Struct, frozen=True, tag="cursed"):
    """A curse was drawn."""

    curse: Curse


class Lost(Struct, frozen=True, tag="lost"):
    """Units were lost without a combat."""

    people: People
    place: Place
    number: int
    why: str
    """The card or curse that took them, or MASTER if demons vanished before the Master."""


class Added(Struct, frozen=True, tag="added"):
    """Demons came."""

    place: Place
    number: int


class Played(Struct, frozen=True, tag="played"):
    """A people played a card."""

    people: People
    card: Card
    target: str
    """What it hits; empty if the card needs no target."""


class Turned(Struct, frozen=True, tag="turned"):
    """A people turned a card of another to a new target."""

    people: People
    card: Card
    target: str


class Sheltered(Struct, frozen=True, tag="sheltered"):
    """Dragons were driven from a sea cell."""

    origin: Place
    to: Place
    number: int


class Moved(Struct, frozen=True, tag="moved"):
    """A group went from one place to another."""

    people: People
    number: int
    origin: Place
    to: Place
    over: tuple[Place, ...] = ()
    """The sea cells that it crossed."""


class Spent(Struct, frozen=True, tag="spent"):
    """A people used boats."""

    people: People
    boats: int


class War(Struct, frozen=True, tag="war"):
    """A people played the card WAR in a combat."""

    people: People
    at: Place


class Joined(Struct, frozen=True, tag="joined"):
    """Spiders came to a combat from another volcano."""

    people: People
    origin: Place
    to: Place
    number: int


class Volley(Struct, frozen=True, tag="volley"):
    """Amazons shot at the invader."""

    at: Place
    dice: tuple[int, ...]
    loss: int


class Rerolled(Struct, frozen=True):
    """A die that Monks had thrown again."""

    people: People
    """Whose die it is."""
    was: int
    now: int


class Struck(Struct, frozen=True):
    """One side struck, the other parried."""

    at: Place
    striker: People
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """The dice of the striker and of the parrier, as they were in the end."""
    rerolled: Rerolled | None
    strike: int
    parry: int
    loss: int
    """How many units the parrier lost."""


class Rampart(Struck, frozen=True, tag="rampart"):
    """The defender of a capital struck before the first round."""


class Round(Struck, frozen=True, tag="round"):
    """A round of a combat."""


class EvenRound(Struct, frozen=True, tag="even_round"):
    """A round of a combat in which both sides struck. Everything comes in pairs: the invader's, the
    defender's."""

    at: Place
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    rerolled: Rerolled | None
    strike: tuple[int, int]
    parry: tuple[int, int]
    loss: tuple[int, int]
    """How many units each side lost."""


class Captured(Struct, frozen=True, tag="captured"):
    """An invader took a territory."""

    at: Place
    by: People
    origin: People | None
    """Who held it; null if it was empty."""
    left: int


class Held(Struct, frozen=True, tag="held"):
    """A territory was not taken. If nobody is left, it is empty."""

    at: Place
    by: People
    left: int


class Master(Struct, frozen=True, tag="master"):
    """Somebody became Master of the Winds; null: nobody is Master any more."""

    people: People | None


class Gathered(Struct, frozen=True, tag="gathered"):
    """The hand of a people went to the new Master."""

    people: People
    number: int


class Kept(Struct, frozen=True, tag="kept"):
    """A people had to choose which magic cards it keeps."""

    people: People
    number: int


class Counted(Struct, frozen=True, tag="counted"):
    """A people counted its points."""

    people: People
    points: int


class Rolled(Struct, frozen=True, tag="rolled"):
    """A die was thrown that decides something between peoples, or between seats before they have chosen."""

    people: People
    die: int
    purpose: str
    """"order", "deploy", "seating", "territory" or a card or curse."""


class Ranked(Struct, frozen=True, tag="ranked"):
    """The play order is known."""

    order: tuple[People, ...]


class KingdomCard(Struct, frozen=True, tag="kingdom"):
    """A kingdom card went to a people, or back to the bank."""

    code: Kingdom
    people: People | None


class Dealt(Struct, frozen=True, tag="dealt"):
    """A people received magic cards."""

    people: People
    number: int


class Bought(Struct, frozen=True, tag="bought"):
    """A people bought units and boats."""

    people: People
    units: int
    boats: int


class Placed(Struct, frozen=True, tag="placed"):
    """Units were placed."""

    people: People
    place: Place
    number: int


class Policy(Struct, frozen=True, tag="policy"):
    """The Monks changed their policy."""

    own: int
    foe: int


class Out(Struct, frozen=True, tag="out"):
    """A people is out."""

    people: People


class Won(Struct, frozen=True, tag="won"):
    """The game is over. Without a seat it is a draw."""

    seat: Seat | None
    why: str
    """"city", "alone", "nobody", "turns" or "time"."""


SetupEvent: TypeAlias = Chose | Drew | Helped | Traded | Answered | TurnedIn
WindEvent: TypeAlias = Cursed | Lost | Added | Played | Turned | Sheltered
CombatEvent: TypeAlias = War | Joined | Volley | Rampart | Round | EvenRound | Captured | Held
MoveEvent: TypeAlias = TurnBegun | OwnTurn | Moved | Spent | Placed | Bought | Policy
CountEvent: TypeAlias = Counted | Rolled | Ranked | KingdomCard | Dealt | Gathered | Kept | Master | Out | Won
Event: TypeAlias = LineLost | SetupEvent | WindEvent | MoveEvent | CombatEvent | CountEvent
