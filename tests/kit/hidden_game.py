"""A small card game with hands, private sheets and private events: what hidden games need of a table.

Each seat gets three of sixteen cards by lot. In `keep`, a private phase, each names the card that counts
double for it; in `play` each plays a card openly and the highest takes a point; after the last card the
points decide. A seat's sheet is headed by the seat in `keep` and by its letter in `play`. At any time a
seat may say `show N`, which turns a card of its hand up for all to see.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from server.games.api import BadOptions, BadScenario, Options, Outcome, Phase, Private, Resolution, Sheets
from server.games.dice import Roller
from server.games.scenario_dice import ScenarioDice

CARDS = 16
HAND = 3
LETTERS = {"1": "K", "2": "M", "3": "A"}


class HiddenOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    pass


class HiddenState(Struct, frozen=True):
    hands: dict[Seat, tuple[int, ...]]
    pile: tuple[int, ...]
    stage: str = "keep"
    kept: dict[Seat, int] = {}
    shown: dict[Seat, tuple[int, ...]] = {}
    points: dict[Seat, int] = {}
    table: dict[Seat, int] = {}
    """The cards that were played last."""
    is_cut_short: bool = False


class HiddenView(Struct, frozen=True):
    seat: Seat | None
    hand: tuple[int, ...]
    kept: int | None
    sizes: dict[Seat, int]
    shown: dict[Seat, tuple[int, ...]]
    points: dict[Seat, int]
    table: dict[Seat, int]
    stage: str


class Kept(Struct, frozen=True, tag="kept"):
    seat: Seat
    card: int | None = None


class Unread(Struct, frozen=True, tag="unread"):
    """A line of a private sheet that names no card of the hand."""

    seat: Seat
    line: str


class Drew(Struct, frozen=True, tag="drew"):
    seat: Seat
    card: int


class Played(Struct, frozen=True, tag="played"):
    seat: Seat
    card: int


class Won(Struct, frozen=True, tag="won"):
    seat: Seat | None


class Shown(Struct, frozen=True, tag="shown"):
    seat: Seat
    card: int


HiddenEvent: TypeAlias = Kept | Unread | Drew | Played | Won | Shown


def shuffled(count: int, dice: Roller) -> tuple[int, ...]:
    cards = list(range(1, count + 1))
    for last in range(count - 1, 0, -1):
        other = dice.roll(last + 1) - 1
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


class HiddenGame:
    name = "hidden"
    players = range(2, 4)
    rules_version = 1
    has_secrets = True
    options_type = HiddenOptions
    state_type = HiddenState
    view_type = HiddenView
    event_type = HiddenEvent

    def read_options(self, given: Mapping[str, Any]) -> HiddenOptions:
        options = msgspec.convert(given, HiddenOptions)
        self.seating(options)
        return options

    def seating(self, options: HiddenOptions) -> tuple[Seat, ...]:
        if options.players not in self.players:
            raise BadOptions("players", game="hidden", least=2, most=3, players=options.players)
        return tuple("123"[: options.players])

    def limit(self, options: HiddenOptions) -> float | None:
        return None

    def setup(self, options: HiddenOptions, dice: Roller) -> HiddenState:
        seats, cards = self.seating(options), shuffled(CARDS, dice)
        hands = {seat: tuple(sorted(cards[n * HAND : (n + 1) * HAND])) for n, seat in enumerate(seats)}
        return HiddenState(hands, cards[HAND * len(seats) :], points=dict.fromkeys(seats, 0))

    def phase(self, state: HiddenState) -> Phase:
        if self._is_over(state):
            return Phase("over", {})
        if state.stage == "keep":
            owing: dict[Seat, tuple[SheetKey, ...]] = {seat: (seat,) for seat in state.hands}
            return Phase("keep", owing, seconds=30.0, private=True, lines=2, first_counts=True, at_once=True)
        owing = {seat: (LETTERS[seat],) for seat, hand in state.hands.items() if hand}
        about = Note("about.points", {"points": max(state.points.values())})
        return Phase("play", owing, seconds=30.0, lines=2, first_counts=True, about=about)

    def _is_over(self, state: HiddenState) -> bool:
        return state.is_cut_short or not any(state.hands.values())

    def resolve(self, state: HiddenState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        story: list[Any] = []
        after = (self._keep if state.stage == "keep" else self._play)(state, sheets, story)
        return Resolution(replace(after, is_cut_short=last or state.is_cut_short), tuple(story))

    def _keep(self, state: HiddenState, sheets: Sheets, story: list[Any]) -> HiddenState:
        kept = {}
        for seat, hand in state.hands.items():
            kept[seat] = first_of(hand, sheets.get(seat, ())) or min(hand)
            story.append(Private((seat,), Kept(seat, kept[seat]), instead=Kept(seat)))
            unread = [line for line in sheets.get(seat, ()) if first_of(hand, (line,)) is None]
            story += [Private((seat,), Unread(seat, line), sheet=seat) for line in unread]
        return replace(state, stage="play", kept=kept)

    def _play(self, state: HiddenState, sheets: Sheets, story: list[Any]) -> HiddenState:
        played = {
            seat: first_of(hand, sheets.get(LETTERS[seat], ())) or min(hand)
            for seat, hand in state.hands.items()
            if hand
        }
        story += (Played(seat, card) for seat, card in played.items())
        worth = {seat: card * (2 if state.kept.get(seat) == card else 1) for seat, card in played.items()}
        best = [seat for seat in worth if worth[seat] == max(worth.values())]
        winner = best[0] if len(best) == 1 else None
        story.append(Won(winner))
        hands = {seat: tuple(sorted({*hand} - {played.get(seat)})) for seat, hand in state.hands.items()}
        pile = state.pile
        if winner and pile and sum(state.points.values()) == 0:
            hands[winner], pile = tuple(sorted((*hands[winner], pile[0]))), pile[1:]
            story.append(Private((winner,), Drew(winner, state.pile[0])))
        points = {seat: score + (seat == winner) for seat, score in state.points.items()}
        return replace(state, hands=hands, pile=pile, points=points, table=played)

    def declare(self, state: HiddenState, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        word, _, number = text.partition(" ")
        card = first_of(state.hands.get(seat, ()), (number,))
        if word != "show" or card is None:
            return Note("no-such-word")
        shown = {**state.shown, seat: (*state.shown.get(seat, ()), card)}
        return Resolution(replace(state, shown=shown), (Shown(seat, card),))

    def suggest_words(self, view: HiddenView, text: str) -> tuple[Suggestion, ...]:
        words = [f"show {card}" for card in view.hand]
        return tuple(Suggestion(word, Note("gloss.show")) for word in words if word.startswith(text))

    def amend(self, state: HiddenState, lines: Sequence[str]) -> HiddenState:
        """`HAND 1 4 7 9`: these are the cards of seat 1."""
        for line in lines:
            words = line.split()
            if words[:1] != ["HAND"] or len(words) < 2 or words[1] not in state.hands:
                raise BadScenario(self.name, Note("scenario.no-hand", {"line": line}))
            hand = tuple(int(word) for word in words[2:] if word.isdigit())
            state = replace(state, hands={**state.hands, words[1]: hand})
        return state

    def outcome(self, state: HiddenState) -> Outcome | None:
        if not self._is_over(state):
            return None
        best = max(state.points.values())
        return Outcome(tuple(seat for seat, score in state.points.items() if score == best), "points")

    def figures(self, state: HiddenState) -> dict[Seat, dict[str, int]]:
        return {seat: {"points": score} for seat, score in state.points.items()}

    def view(self, state: HiddenState, seat: Seat | None) -> HiddenView:
        return HiddenView(
            seat=seat,
            hand=state.hands.get(seat or "", ()),
            kept=state.kept.get(seat or ""),
            sizes={each: len(hand) for each, hand in state.hands.items()},
            shown=state.shown,
            points=state.points,
            table=state.table,
            stage=state.stage,
        )

    def imagine(self, view: HiddenView, options: HiddenOptions) -> HiddenState | None:
        """The cards that this seat has not seen are dealt in their order."""
        if view.seat is None:
            return None
        seen = {*view.hand, *(card for cards in view.shown.values() for card in cards)}
        unseen = iter([card for card in range(1, CARDS + 1) if card not in seen])
        hands = {
            seat: view.hand if seat == view.seat else tuple(next(unseen) for _ in range(size))
            for seat, size in view.sizes.items()
        }
        kept = {view.seat: view.kept} if view.kept is not None else {}
        return HiddenState(hands, tuple(unseen), view.stage, kept, view.shown, view.points, view.table)

    def usage(self, view: HiddenView, sheet: SheetKey) -> Note | None:
        return Note(f"usage.{view.stage}", {"example": view.hand[0]}) if view.hand else None

    def progress(self, view: HiddenView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        is_chosen = first_of(view.hand, lines) is not None
        if is_chosen or not view.hand:
            return Progress()
        return Progress(Note("otherwise.lowest", {"card": view.hand[0]}))

    def review(self, view: HiddenView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        if view.seat is None or sheet not in (view.seat, LETTERS.get(view.seat)):
            return ()
        wrong = (n for n, line in enumerate(lines) if first_of(view.hand, (line,)) is None)
        return tuple(Fault(n, 0, "not-in-hand") for n in wrong)

    def suggest(
        self, view: HiddenView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        own = () if view.seat is None else (view.seat, LETTERS.get(view.seat))
        if sheet not in own or text.endswith(" "):
            return ()
        cards = [str(card) for card in view.hand]
        return tuple(Suggestion(card, Note("gloss.card")) for card in cards if card.startswith(text))

    def check_sheet(self, lines: Sequence[str]) -> None:
        """Cards are dealt, and nothing is prepared."""

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        try:
            state = msgspec.convert(given["state"], HiddenState)
            sheets = msgspec.convert(given["sheets"], dict[str, Lines])
        except (TypeError, KeyError, msgspec.ValidationError) as error:
            raise BadScenario("table", Note("scenario.form", {"text": str(error)})) from None
        return dict(msgspec.to_builtins(self.resolve(state, sheets, dice or ScenarioDice())))

    def write_scenario(self, state: HiddenState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return {"game": self.name, "state": msgspec.to_builtins(state), "sheets": dict(sheets), "last": last}


def first_of(hand: Sequence[int], lines: Sequence[str]) -> int | None:
    """The first line that names a card of the hand."""
    numbers = (int(line) for line in lines if line.strip().isascii() and line.strip().isdigit())
    return next((number for number in numbers if number in hand), None)


def conceal(state: HiddenState, seat: Seat | None, random: Random) -> HiddenState:
    """Another state that this seat cannot tell from this one: cards it has not seen are dealt anew."""
    if random.random() < 0.5:
        return replace(state, pile=tuple(random.sample(state.pile, len(state.pile))))
    others = [each for each in state.hands if each != seat]
    open_cards = {each: set(state.shown.get(each, ())) for each in others}
    secret = [card for each in others for card in state.hands[each] if card not in open_cards[each]]
    unseen = [*secret, *state.pile]
    random.shuffle(unseen)
    hands = dict(state.hands)
    for each in others:
        held = [card for card in state.hands[each] if card in open_cards[each]]
        dealt = [unseen.pop() for _ in range(len(state.hands[each]) - len(held))]
        hands[each] = tuple(sorted((*held, *dealt)))
    kept = {
        each: card if each == seat else random.choice(hands[each] or (card,))
        for each, card in state.kept.items()
    }
    return replace(state, hands=hands, pile=tuple(unseen), kept=kept)


HIDDEN = HiddenGame()
