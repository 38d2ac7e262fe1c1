"""The events of a story of Zargos. Z-SECRET-2: they tell what everybody may know, or are told to one seat."""

from typing import TypeAlias

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.views.zargos.words import Card, Curse, DraftCard, Kingdom, People, Place


class Told(Struct, frozen=True, tag_field="kind", rename={"origin": "from", "purpose": "for"}):
    """An event as stories and scenarios write it."""


class LineLost(Told, frozen=True, tag="line_lost"):
    """A line of a sheet was lost. `reason` begins with one of the codes of Z-PHASE-9. Only the writer is told
    if the sheet is private or the reason tells what is in the hand."""

    sheet: SheetKey
    line: int
    text: str
    column: int
    reason: Note


class Chose(Told, frozen=True, tag="chose"):
    """A seat leads a people from now on."""

    seat: Seat
    people: People


class Drew(Told, frozen=True, tag="drew"):
    """A people took cards of the draft: territories, which are shown, and `secret` others."""

    people: People
    back: str
    """"blue" or "green"."""
    territories: tuple[Place, ...]
    secret: int


class Helped(Told, frozen=True, tag="helped"):
    """A people without a territory received one from the people that had most."""

    people: People
    origin: People
    place: Place
    back: str | None
    """The back of the secret card that was given for it; null if there was none."""


class Offered(Told, frozen=True, tag="offered"):
    """Offers have been made. What they are only the two sides know."""

    peoples: tuple[People, ...]
    """Those who are asked for a reply."""


class Traded(Told, frozen=True, tag="traded"):
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


class Answered(Told, frozen=True, tag="answered"):
    """An offer was not carried out: it was declined, or a card was not there any more. Only the two players
    are told."""

    giver: People
    taker: People
    given: tuple[DraftCard, ...]
    asked: tuple[DraftCard, ...]


class TurnedIn(Told, frozen=True, tag="turned_in"):
    """A people turned its boat cards into boats and its sword cards into units."""

    people: People
    boats: int
    swords: int
    units: int
    """How many units it places in all."""


class TurnBegun(Told, frozen=True, tag="turn_begun"):
    """A game turn begins."""

    turn: int


class OwnTurn(Told, frozen=True, tag="own_turn"):
    """The own turn of a people begins."""

    people: People


class Passed(Told, frozen=True, tag="passed"):
    """A phase went by in which nothing happened."""

    phase: str
    people: People | None
    """Who was active; null if there was nobody."""


class Cursed(Told, frozen=True, tag="cursed"):
    """A curse was drawn."""

    curse: Curse


class Lost(Told, frozen=True, tag="lost"):
    """Units were lost without a combat."""

    people: People
    place: Place
    number: int
    why: str
    """The card or curse that took them, or MASTER if demons vanished before the Master."""


class Added(Told, frozen=True, tag="added"):
    """Demons came."""

    place: Place
    number: int


class Played(Told, frozen=True, tag="played"):
    """A people played a card."""

    people: People
    card: Card
    target: str
    """What it hits; empty if the card needs no target."""


class Turned(Told, frozen=True, tag="turned"):
    """A people turned a card of another to a new target."""

    people: People
    card: Card
    target: str


class Sheltered(Told, frozen=True, tag="sheltered"):
    """Dragons were driven from a sea cell."""

    origin: Place
    to: Place
    number: int


class Moved(Told, frozen=True, tag="moved"):
    """A group went from one place to another."""

    people: People
    number: int
    origin: Place
    to: Place
    over: tuple[Place, ...] = ()
    """The sea cells that it crossed."""


class Spent(Told, frozen=True, tag="spent"):
    """A people used boats."""

    people: People
    boats: int


class War(Told, frozen=True, tag="war"):
    """A people played the card WAR in a combat."""

    people: People
    at: Place


class Joined(Told, frozen=True, tag="joined"):
    """Spiders came to a combat from another volcano."""

    people: People
    origin: Place
    to: Place
    number: int


class Volley(Told, frozen=True, tag="volley"):
    """Amazons shot at the invader."""

    at: Place
    dice: tuple[int, ...]
    loss: int


class Rerolled(Struct, frozen=True):
    """A die that Monks had thrown again."""

    people: People
    """Whose die it is."""
    was: int
    """What it showed before."""
    now: int
    """What it shows now."""


class Rampart(Told, frozen=True, tag="rampart"):
    """The defender of a capital struck before the first round."""

    at: Place
    striker: People
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """The dice of the striker and of the parrier, as they were in the end."""
    rerolled: Rerolled | None
    strike: int
    parry: int
    loss: int
    """How many units the parrier lost."""


class Round(Told, frozen=True, tag="round"):
    """A round of a combat. If both sides strike in it, numbers come in pairs: the invader's, the
    defender's."""

    at: Place
    striker: People | None
    """Who struck; null if both did."""
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """The dice of the striker and of the parrier; if both strike, those of the invader and the defender."""
    rerolled: Rerolled | None
    strike: int | tuple[int, int]
    parry: int | tuple[int, int]
    loss: int | tuple[int, int]
    """How many units the parrier lost; if both strike, how many the invader and the defender lost."""


class Captured(Told, frozen=True, tag="captured"):
    """An invader took a territory."""

    at: Place
    by: People
    origin: People | None
    """Who held it; null if it was empty."""
    left: int


class Held(Told, frozen=True, tag="held"):
    """A territory was not taken. If nobody is left, it is empty."""

    at: Place
    by: People
    left: int


class Master(Told, frozen=True, tag="master"):
    """Somebody became Master of the Winds; null: nobody is Master any more."""

    people: People | None


class Gathered(Told, frozen=True, tag="gathered"):
    """The hand of a people went to the new Master."""

    people: People
    number: int


class Kept(Told, frozen=True, tag="kept"):
    """A people had to choose which magic cards it keeps."""

    people: People
    number: int


class Counted(Told, frozen=True, tag="counted"):
    """A people counted its points."""

    people: People
    points: int


class Rolled(Told, frozen=True, tag="rolled"):
    """A die was thrown outside of combats."""

    people: People
    die: int
    purpose: str
    """"order", "deploy", "territory", or the card or curse that took units."""


class Ranked(Told, frozen=True, tag="ranked"):
    """The play order is known."""

    order: tuple[People, ...]


class KingdomCard(Told, frozen=True, tag="kingdom"):
    """A kingdom card went to a people, or back to the bank."""

    code: Kingdom
    people: People | None


class Dealt(Told, frozen=True, tag="dealt"):
    """A people received magic cards."""

    people: People
    number: int


class Bought(Told, frozen=True, tag="bought"):
    """A people bought units and boats."""

    people: People
    units: int
    boats: int


class Placed(Told, frozen=True, tag="placed"):
    """Units were placed."""

    people: People
    place: Place
    number: int


class Policy(Told, frozen=True, tag="policy"):
    """The Monks changed their policy."""

    own: int
    foe: int


class Out(Told, frozen=True, tag="out"):
    """A people is out."""

    people: People


class Won(Told, frozen=True, tag="won"):
    """The game is over. Without a seat it is a draw."""

    seat: Seat | None
    why: str
    """"city", "alone", "nobody", "turns" or "time"."""


SetupEvent: TypeAlias = Chose | Drew | Helped | Offered | Traded | Answered | TurnedIn
WindEvent: TypeAlias = Cursed | Lost | Added | Played | Turned | Sheltered
CombatEvent: TypeAlias = War | Joined | Volley | Rampart | Round | Captured | Held
MoveEvent: TypeAlias = TurnBegun | OwnTurn | Passed | Moved | Spent | Placed | Bought | Policy
CountEvent: TypeAlias = Counted | Rolled | Ranked | KingdomCard | Dealt | Gathered | Kept | Master | Out | Won
Event: TypeAlias = LineLost | SetupEvent | WindEvent | MoveEvent | CombatEvent | CountEvent
