"""A phase of Argad! in three sentences: what the reader lost and won, and where the reader stands."""

from collections.abc import Iterator, Sequence

from client.games.api import RoundRead
from client.games.argad.seats import friends_of
from client.games.argad.standing import cards_left, points_text
from client.games.argad.unit_text import figures_words
from client.games.summaries import gains, item, listed
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad import ArgadView, events
from protocol.views.argad.events import Event
from protocol.views.argad.figures import figure
from protocol.views.argad.points import points_of
from protocol.views.argad.words import (
    ENEMY_OF,
    GENERAL_ROLE,
    SEATS,
    SIDE_OF,
    Side,
    read_figures,
    side_of,
)


def summary(told: RoundRead, seat: Seat, words: Catalogue) -> tuple[str, ...]:
    """The three sentences for the side of the reader; for somebody without a seat, about both sides."""
    before, after = told.before, told.after
    if not isinstance(before, ArgadView) or not isinstance(after, ArgadView):
        return ()
    if seat not in SEATS:
        return _of_both(told.story, after, words)
    side = SIDE_OF[seat]
    lost = [*_losses(told.story, side, words), *_lines_lost(told.story, before, seat, words)]
    beaten = list(_losses(told.story, ENEMY_OF[side], words))
    won = list(_won(told.story, side, words))
    return listed("lost", lost, words), gains(beaten, won, words), _stands(after, side, words)


def _losses(story: Sequence[Event], side: Side, words: Catalogue) -> Iterator[str]:
    """Figures that fell, units that broke or are gone, and a general."""
    for event in story:
        match event:
            case events.Losses() if side_of(event.unit) == side:
                yield from _fallen(event, words)
            case events.Demoralised() if side_of(event.unit) == side:
                yield item(words, "broken", unit=event.unit)
            case events.Gone() if side_of(event.unit) == side and event.how != "merged":
                yield item(words, f"gone-{event.how}", unit=event.unit)
            case events.GeneralLost() if SIDE_OF[event.seat] == side:
                yield item(words, f"general-{event.how}")


def _fallen(event: events.Losses, words: Catalogue) -> Iterator[str]:
    """The figures that fell. A-GEN-1: the first hit on a general only hurts him."""
    hit = read_figures(event.figs) or ()
    fallen = tuple(code for code in hit if figure(code).role != GENERAL_ROLE)
    if fallen:
        yield item(words, "figures", unit=event.unit, figures=figures_words(fallen, words))
    if len(fallen) < len(hit):
        yield item(words, "general-hurt")


def _won(story: Sequence[Event], side: Side, words: Catalogue) -> Iterator[str]:
    for event in story:
        match event:
            case events.Fought() if event.winner and side_of(event.winner) == side:
                yield item(words, "melee", attacker=event.attacker, defender=event.defender)
            case events.BannerTaken() if side_of(event.unit) == side:
                yield item(words, "banner", unit=event.unit)
            case events.Rallied() if side_of(event.unit) == side:
                yield item(words, "rallied", unit=event.unit)


def _lines_lost(story: Sequence[Event], before: ArgadView, seat: Seat, words: Catalogue) -> Iterator[str]:
    own = friends_of(before, seat)
    count = sum(isinstance(event, events.LineLost) and event.sheet in own for event in story)
    if count:
        yield item(words, "lines" if count > 1 else "line", count=count)


def _stands(view: ArgadView, side: Side, words: Catalogue) -> str:
    points = points_of(view)
    units = [unit for name, unit in view.units.items() if side_of(name) == side]
    args: dict[str, Arg] = {
        "units": len(units),
        "figures": sum(len(unit.figs) for unit in units),
        "own": points[side],
        "other": points[ENEMY_OF[side]],
        "turn": view.turn,
        "turns": view.turns,
        "cards": cards_left(view),
    }
    return words.say(Note("summary.stand", args))


def _of_both(story: Sequence[Event], after: ArgadView, words: Catalogue) -> tuple[str, ...]:
    lost = [text for side in ENEMY_OF for text in _losses(story, side, words)]
    won = [text for side in ENEMY_OF for text in _won(story, side, words)]
    args: dict[str, Arg] = {"points": points_text(after), "turn": after.turn, "turns": after.turns}
    standing = words.say(Note("summary.stand-all", args))
    return listed("lost-all", lost, words), listed("won-all", won, words), standing
