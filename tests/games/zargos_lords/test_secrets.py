"""Two games that differ only in the garrisons of one people: all others receive the same bytes.

Both games are played side by side. Whoever may not know the difference attacks it by every request that
there is: suggestions, reviews, suppositions, exports, refusals, corrections, and a seat that changes hands.
"""

import random
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest
from msgspec.structs import replace

from protocol import messages
from protocol.codec import encode
from protocol.events import SheetsRead
from protocol.ids import Lines, Seat
from protocol.messages import ClientMessage
from protocol.notes import Note
from protocol.record import Record
from protocol.views.zargos_lords import LordsView
from protocol.views.zargos_lords.board import NEIGHBOURS, home_hexes
from protocol.vocabulary import BETWEEN, OVER, REFEREE, WATCHER
from server.bots import think
from server.games import GAMES
from server.games.api import BadScenario, Phase, Resolution, Sheets
from server.games.dice import Roller
from server.games.zargos_lords.rules import ZargosLords
from server.games.zargos_lords.state import LordsState
from server.record import export
from tests.kit.secrets import Leak, masked
from tests.kit.sittings import Player, Sitting

NAMES = {"K": "Ana", "D": "Bo", "W": "Cy", "M": "Di"}
HANDED_OVER = 3
"""Before this phase a seat changes hands."""
Twins = tuple["Game", "Game"]


class Game:
    """One of the two games, with all who are at its table."""

    def __init__(self, hiding: Seat, seats: str, **options: Any) -> None:
        more = {"game": "zargos_lords", "peoples": seats, **options}
        self.table = Sitting(len(seats), seed=3, tournament=True, **more)
        self.players: dict[str, Player] = {seat: self.table.sit(NAMES[seat], seat) for seat in seats}
        self.hiding = hiding
        self.listeners: dict[str, Player] = {
            **{seat: player for seat, player in self.players.items() if seat != hiding},
            WATCHER: self.table.watcher(),
            REFEREE: self.table.referee(),
        }
        self.listeners[REFEREE].ask(messages.Start())

    @property
    def state(self) -> LordsState:
        position: LordsState = self.table.state.position
        return position

    def view(self, seat: Seat | None) -> LordsView:
        view: LordsView = GAMES["zargos_lords"].view(self.state, seat)
        return view

    def record(self, role: str) -> Record:
        return export("TABLE", self.table.rows, role)


def compare(games: Twins) -> None:
    """All that anybody has heard since the last time."""
    for role in games[0].listeners:
        one, two = (heard(game.listeners[role]) for game in games)
        for first, second in zip(one, two, strict=False):
            if first != second:
                raise Leak(f"{role} is told {first}, or {second}")
        if len(one) != len(two):
            raise Leak(f"{role} is told {len(one)} or {len(two)} things")


def compare_records(games: Twins) -> None:
    """What an export of the running game gives to everybody; a replay is made of it."""
    for role in games[0].listeners:
        records = [masked(msgpack.unpackb(msgspec.msgpack.encode(game.record(role)))) for game in games]
        if records[0] != records[1]:
            raise Leak(f"the record of {role} tells")


def heard(player: Player) -> list[tuple[Any, int]]:
    """Without the numbers of requests, which a client chooses itself."""
    said = [encode(replace(message, re=0)) for message in player.heard]
    player.heard.clear()
    return [(masked(msgpack.unpackb(each)), len(each)) for each in said]


def both(games: Twins, role: str, message: ClientMessage) -> list[Any]:
    return [game.listeners[role].ask(message) for game in games]


# The hidden difference


def other_garrisons(view: LordsView, people: Seat) -> Lines:
    """Lines of a setup that change who is in two cities and leave the map as it was."""
    first, second, *_ = view.cities[people]
    taken = {*(at for units in view.pieces.values() for at in units), *view.cities[people]}
    free = next(at for at in sorted(home_hexes(view.homes[people])) if at not in taken)
    if view.is_skirmish:
        return (f"F {first} {second}", "nonsense")
    odd = view.cities[people][first].split()[-1][-1]
    return (f"{odd} {first} {free}", f"F {second} {first}", f"{odd} {free} {second}", "F A00 A01", "nonsense")


def lost_lines(view: LordsView, people: Seat) -> Lines:
    """Lines out of one's own cities that are lost whoever is inside, but for different reasons."""
    kinds = {text[-1] for text in view.cities.get(people, {}).values() if text}
    return tuple(
        f"{kind} {city} A00" for city in list(view.cities.get(people, {}))[:2] for kind in sorted(kinds)
    )


# What those try who may not know it


def questions(game: Game, seat: Seat) -> Iterator[ClientMessage]:
    """What a seat can ask in a phase, above all about the cities of which it may not know the garrisons."""
    phase, owed = game.table.state.phase_no, game.table.state.all_sheets()
    cities = list(game.state.cities.get(game.hiding, {}))
    near = [at for city in cities for at in NEIGHBOURS[city]]
    pieces = game.state.pieces.get(seat, {})
    attacks = [f"{unit} {at} x {city}" for at, unit in pieces.items() for city in cities if at in near]
    attacks += [f"{unit} {at} {end} x {cities[0]}" for at, unit in [*pieces.items()][:2] for end in near[:2]]
    texts = (
        ["", "F ", "F A", f"F {cities[0]} ", f"F {near[0]} x ", *(line[:-3] for line in attacks)]
        if cities
        else [""]
    )
    for sheet in owed:
        for text in texts:
            yield messages.Suggest(sheet=sheet, text=text, supposed=sheet != seat)
        yield messages.Suggest(sheet=sheet, above=tuple(attacks[:8]), text="")
        yield messages.WhatIf(phase=phase, sheets={sheet: tuple(attacks[:60])})
    yield messages.WhatIf(phase=phase)
    for number, lines in enumerate((tuple(attacks[:60]), ("junk",), ()), 1):
        yield messages.Write(phase=phase, sheet=game.hiding, revision=number, lines=lines)
        if seat in owed:
            yield messages.Write(phase=phase, sheet=seat, revision=number, lines=lines)
    yield messages.Declare(text="show")


def corrections(game: Game) -> Iterator[ClientMessage]:
    """What a referee can try, who may not know the garrisons either."""
    city = next(iter(game.state.cities.get(game.hiding, {})), "A00")
    for lines in (("?",), (f"CITY {game.hiding} {city} 9F",), (f"{game.hiding} {city} F",), ("MONTH 99",)):
        yield messages.Amend(lines=lines)
    yield messages.Amend(lines=(f"HOST {city} {game.hiding} 1F",))
    yield messages.Amend(lines=("MONTH 1",), reason="nothing changes")
    yield messages.Reread(sheets={next(iter(game.listeners)): ("ok",)})


def attack(games: Twins) -> None:
    for seat in [role for role in games[0].listeners if role in NAMES]:
        for question in questions(games[0], seat):
            both(games, seat, question)
    for role in games[0].listeners:
        for after in (0, 2**53):
            both(games, role, messages.Sync(after=after))
    for role in (WATCHER, REFEREE):
        both(games, role, messages.Suggest(sheet=games[0].hiding))
        both(games, role, messages.WhatIf(phase=games[0].table.state.phase_no))
    both(games, REFEREE, messages.RollBack(phase=99))


# The course of the games


def sheet_of(game: Game, seat: Seat, number: int) -> Lines:
    """The sheet of a captain, without what would show a hidden garrison: sieges, and who comes and goes."""
    (lines,) = think("zargos_lords", "captain", game.view(seat), (seat,), number).values()
    hidden = set(game.state.cities.get(game.hiding, {}))
    return tuple(line for line in lines if not hidden.intersection(line.split()))


def play_phase(games: Twins, number: int) -> None:
    """Everybody writes the same in both games, but for the setup of the people that hides something."""
    for seat in games[0].state.peoples:
        if seat not in games[0].table.state.all_sheets():
            continue
        lines = sheet_of(games[0], seat, number)
        if seat == games[0].hiding:
            lines = (*lines[:60], *lost_lines(games[0].view(seat), seat))
        for game, is_other in zip(games, (False, True), strict=True):
            hides = seat == game.hiding and game.state.stage == "setup"
            kept = (other_garrisons(game.view(seat), seat) if is_other else ("ok",)) if hides else lines
            revision = game.table.state.draft(seat).revision + 1
            game.players[seat].write(*kept, sheet=seat, revision=revision)
            if hides and is_other:
                game.players[seat].write(*kept, "more", sheet=seat, revision=revision + 1)
    for game in games:
        game.table.pass_time(game.table.left() + 1.0)


def go_on(games: Twins) -> None:
    """Between two phases the referee tries what only a referee can."""
    if games[0].table.state.stage != BETWEEN:
        return
    for message in corrections(games[0]):
        both(games, REFEREE, message)
    for game in games:
        game.table.pass_time(game.table.left() + 1.0)


def hand_over(game: Game, seat: Seat) -> None:
    """The seat gets another holder, who asks for all that was told before."""
    key = game.listeners[REFEREE].ask(messages.Replace(seat=seat, name="Zoe"))
    assert isinstance(key, messages.SeatKey), key
    zoe = game.table.caller()
    zoe.ask(messages.Resume(table="TABLE", token=key.token, after=0))
    zoe.sheet = seat
    game.players[seat] = game.listeners[seat] = zoe


def play_both(hiding: Seat, seats: str, *, phases: int, every: int = 1, **options: Any) -> int:
    """So many phases of both games, or all there are; says how many were played."""
    games = Game(hiding, seats, **options), Game(hiding, seats, **options)
    others = [role for role in games[0].listeners if role in NAMES]
    for number in range(phases):
        if number % every == 0:
            attack(games)
        if number == HANDED_OVER:
            for game in games:
                hand_over(game, others[0])
        play_phase(games, number)
        go_on(games)
        compare(games)
        if games[0].table.state.stage == OVER:
            return number + 1
        if number in (0, HANDED_OVER):
            compare_records(games)
            assert games[0].state.cities != games[1].state.cities
    return phases


@pytest.fixture(autouse=True)
def same_suppositions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppositions throw dice of their own; both games see the same."""
    monkeypatch.setattr(random, "SystemRandom", lambda: Random(5))


@pytest.mark.slow
@pytest.mark.parametrize(("hiding", "seats"), [("W", "KDW"), ("K", "KDM")])
def test_two_other_seats_a_watcher_and_a_referee_receive_the_same_bytes(hiding: Seat, seats: str) -> None:
    """S1, L-CITY-3, L-VIEW-1, L-SETUP-5, L-SHEET-7"""
    assert play_both(hiding, seats, phases=6, every=2, months=2) == 6


@pytest.mark.slow
def test_a_whole_skirmish_does_not_tell_who_is_in_the_cities_of_the_other() -> None:
    """S1, L-CITY-3: here not only the kinds in the cities differ, but also how many there are."""
    assert play_both("D", "KD", phases=80, every=8, skirmish=True) > 20


class ShowsHowMany(ZargosLords):
    """A view is longer if there are more kinds of pieces in the cities."""

    def view(self, state: LordsState, seat: Seat | None) -> LordsView:
        return replace(super().view(state, seat), ending="?" * len(str(state.cities)))


class TellsLostLines(ZargosLords):
    """Everybody is told which lines of a setup were lost."""

    def resolve(self, state: LordsState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        done = super().resolve(state, sheets, dice, last=last)
        return replace(done, story=tuple(getattr(part, "event", part) for part in done.story))


class SpeaksOfTheGarrisons(ZargosLords):
    """What is said about a phase depends on who is in the cities."""

    def phase(self, state: LordsState) -> Phase:
        return replace(super().phase(state), about=Note("about.turn", {"people": str(state.cities)}))


class RefusesByTheTruth(ZargosLords):
    """A correction is refused with what is in the cities."""

    def amend(self, state: LordsState, lines: Sequence[str]) -> LordsState:
        raise BadScenario("zargos_lords", Note(f"these are the cities: {state.cities}"))


@pytest.mark.parametrize("leaky", [ShowsHowMany, TellsLostLines, SpeaksOfTheGarrisons, RefusesByTheTruth])
def test_a_game_that_tells_a_garrison_is_caught(
    leaky: type[ZargosLords], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test itself is tested with games that tell a secret."""
    monkeypatch.setitem(GAMES, "zargos_lords", leaky())
    with pytest.raises(Leak):
        play_both("W", "KDW", phases=2)


def test_the_next_holder_of_a_seat_is_not_told_what_was_lost_of_the_setup_sheet() -> None:
    """S1, L-SHEET-7: neither by the stream sent again nor by an export."""
    game = Game("M", "KW", skirmish=True)
    game.players["W"].write("F A00 A01", "my secret plan")
    game.table.pass_time(game.table.left() + 1.0)
    assert "my secret plan" in str(game.players["W"].events(SheetsRead))
    hand_over(game, "W")
    assert "secret plan" not in str(game.players["W"].heard)
    assert "secret plan" not in str(game.record("W"))
