"""What if: a player sees what guessed sheets would lead to; nobody else learns anything of it."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol import events, messages
from protocol.messages import Done, Refused, SeatKey, Suggestions, Supposed, WhatIf
from server.games import GAMES
from server.net.limits import Limits
from tests.kit.callers import call, serving, start_game
from tests.kit.contract import pack
from tests.kit.hidden_game import HIDDEN, HiddenGame, HiddenOptions, HiddenState, HiddenView, conceal
from tests.kit.sittings import Player, Sitting, begun, refusal

OUT = ("T HQ V8",)


def supposed(player: Player, **sheets: tuple[str, ...]) -> Supposed:
    answer = player.ask(WhatIf(phase=1, sheets=sheets))
    assert isinstance(answer, Supposed), answer
    return answer


def test_the_answer_is_what_the_round_then_leads_to() -> None:
    sitting, players = begun()
    orders = {"V": ("T HQ V8",), "B": ("S HQ B4",), "J": (), "R": ("T HQ R8", "nonsense")}
    answer = supposed(players[0], **orders)
    for player, lines in zip(players, orders.values(), strict=True):
        player.write(*lines)
        player.seal()
    (read,) = players[0].events(events.SheetsRead)
    assert answer.sheets == read.sheets
    assert pack(answer.story) == pack(read.story)
    assert answer.view == sitting.table.view("V")


def test_an_own_sheet_that_is_left_out_is_the_stored_one_and_any_other_is_empty() -> None:
    """S1: what the others have written changes nothing."""
    _, (ana, bo, *_) = begun()
    ana.write(*OUT)
    before = supposed(ana)
    assert before.sheets == {"V": OUT, "B": (), "J": (), "R": ()}
    bo.write("T HQ B8")
    bo.seal()
    assert pack(supposed(ana).story) == pack(before.story)
    assert supposed(ana).sheets == before.sheets


def test_a_supposition_changes_nothing_at_the_table() -> None:
    sitting, (ana, *_) = begun()
    ana.write(*OUT)
    rows, position, draft = list(sitting.rows), sitting.state.position, sitting.state.draft("V")
    supposed(ana, V=("T HQ V4",), B=OUT)
    assert (sitting.rows, sitting.state.position, sitting.state.draft("V")) == (rows, position, draft)


def test_whoever_has_sealed_may_suppose_too() -> None:
    _, (ana, *_) = begun()
    ana.write(*OUT)
    ana.seal()
    assert supposed(ana).sheets["V"] == OUT


def test_a_sheet_that_another_holder_has_sealed_stays_hidden() -> None:
    """S16: who takes a seat over does not read the sheet of the player before, by no supposition either."""
    sitting, (ana, *_) = begun(tournament=True)
    referee = sitting.referee()
    assert isinstance(referee.ask(messages.Start()), Done)
    ana.write(*OUT)
    ana.seal()
    key = referee.ask(messages.Replace(seat="V", name="Eve"))
    assert isinstance(key, SeatKey)
    eve = sitting.back(key.token)
    assert sitting.state.is_sealed_by_another("V")
    assert supposed(eve).sheets["V"] == ()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (WhatIf(phase=2), "phase-not-open"),
        (WhatIf(phase=1, sheets={"X": ()}), "no-such-sheet"),
        (WhatIf(phase=1, sheets={"B": ("a\nb",)}), "bad-line"),
        (WhatIf(phase=1, sheets={"B": ("x" * 200,) * 64}), "sheet-too-long"),
    ],
)
def test_what_cannot_be_supposed_is_refused(asked: WhatIf, code: str) -> None:
    _, (ana, *_) = begun()
    assert refusal(ana.ask(asked)) == code


def test_only_a_player_supposes() -> None:
    sitting, _ = begun()
    assert refusal(sitting.watcher().ask(WhatIf(phase=1))) == "not-seated"


def test_the_dice_of_the_table_are_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """S17: a game rolls dice for every round. Suppositions differ, so they foretell nothing."""

    class Rolls(HiddenGame):
        def resolve(self, state: HiddenState, sheets: Any, dice: Any, *, last: bool = False) -> Any:
            for _ in range(40):
                dice.roll(1000)
            shown = {"1": tuple(dice.roll(1000) for _ in range(4))}
            resolution = super().resolve(state, sheets, dice, last=last)
            return type(resolution)(
                HiddenState(resolution.state.hands, resolution.state.pile, shown=shown), resolution.story
            )

    monkeypatch.setitem(GAMES, "hidden", Rolls())
    _, (ana, _) = begun(2, game="hidden")
    assert supposed(ana).view.shown != supposed(ana).view.shown


def playing_cards() -> tuple[Sitting, Player]:
    """A game of cards in its open phase, and the player of seat 1, whose sheet is K; the other's is M."""
    sitting, players = begun(2, game="hidden")
    for player in players:
        player.seal()
    for player in players:
        player.ask(messages.Ready(phase=1))
    assert sitting.state.phase.key == "play"
    return sitting, players[0]


def test_two_positions_that_look_the_same_give_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """S1, S17: it is made from the view of the seat. The cards of others and the pile do not matter."""
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)
    sitting, ana = playing_cards()
    first = sitting.state.position
    for seed in range(20):
        other = conceal(first, "1", Random(seed))
        for card in first.hands["2"]:
            answers = set()
            for sitting.state.position in (first, other):
                answer = ana.ask(WhatIf(phase=2, sheets={"M": (str(card),)}))
                assert isinstance(answer, Supposed)
                answers.add(pack((answer.story, answer.view)))
            assert len(answers) == 1


def test_a_game_that_hides_too_much_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refuses(HiddenGame):
        def imagine(self, view: HiddenView, options: HiddenOptions) -> None:
            return None

    monkeypatch.setitem(GAMES, "hidden", Refuses())
    sitting, (ana, _) = begun(2, game="hidden")
    sitting.callers[ana.peer.number].peer.language = "fr"
    answer = ana.ask(WhatIf(phase=1))
    assert refusal(answer) == "cannot-suppose"
    assert isinstance(answer, Refused)
    assert answer.text.startswith("dans ce jeu on ne peut pas essayer")
    assert refusal(ana.ask(messages.Suggest(sheet="2", supposed=True))) == "cannot-suppose"


def offers(player: Player, sheet: str, *, is_supposed: bool) -> tuple[str, ...]:
    answer = player.ask(messages.Suggest(sheet=sheet, supposed=is_supposed))
    assert isinstance(answer, Suggestions), answer
    return tuple(offer.text for offer in answer.offers)


def test_a_guessed_sheet_is_completed_as_its_writer_would_complete_it() -> None:
    _, (ana, bo, *_) = begun()
    assert offers(ana, "B", is_supposed=False) == ()
    assert offers(ana, "B", is_supposed=True) == offers(bo, "B", is_supposed=False) != ()
    assert offers(ana, "V", is_supposed=True) == offers(ana, "V", is_supposed=False)


def test_completing_the_sheet_of_another_shows_no_card_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """S1: the offers come from the cards that the asker has not seen, whoever holds them."""
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)
    sitting, (ana, _) = begun(2, game="hidden")
    first = sitting.state.position
    before = offers(ana, "2", is_supposed=True)
    for seed in range(20):
        sitting.state.position = conceal(first, "1", Random(seed))
        assert offers(ana, "2", is_supposed=True) == before


async def test_nobody_else_gets_a_byte_and_no_figure_moves(tmp_path: Path) -> None:
    """S17."""
    async with serving(tmp_path) as app:
        store = app._store
        assert store
        table, (ana, *others) = await start_game(app.port)
        for player in (ana, *others):
            await player.until_event(events.PhaseOpened, phase=1)
            await player.ask(messages.Ping())
        rows = len(await store.load(table))
        heard = [len(player.raw) for player in others]
        pings = app.metrics.text()
        for lines in ((), OUT, ("nonsense",)):
            answer = await ana.ask(WhatIf(phase=1, sheets={"V": lines, "B": ("T HQ B8",)}))
            assert isinstance(answer, Supposed)
        assert isinstance(await ana.ask(WhatIf(phase=9)), Refused)
        assert app.metrics.text() == pings
        assert len(await store.load(table)) == rows
        for player in others:
            await player.ask(messages.Ping())
        assert [len(player.raw) - before for player, before in zip(others, heard, strict=True)] == [1, 1, 1]


async def test_suppositions_have_a_limit(tmp_path: Path) -> None:
    """One costs as much as ten suggestions."""
    limits = Limits(asking_burst=40, asking_rate=0.001)
    async with serving(tmp_path, limits) as app:
        _, (ana, *_) = await start_game(app.port)
        answers = [await ana.ask(WhatIf(phase=1)) for _ in range(5)]
        assert [type(answer) for answer in answers] == [Supposed] * 4 + [Refused]


def test_a_supposition_takes_a_few_milliseconds() -> None:
    """Nobody can make others wait: a table with the longest sheets is resolved as quickly as any."""
    _, (ana, *_) = begun()
    longest = ("T HQ V8",) * 64
    best = 1.0
    for _ in range(5):
        began = time.perf_counter()
        supposed(ana, V=longest, B=longest, J=longest, R=longest)
        best = min(best, time.perf_counter() - began)
    assert best < 0.1


def test_a_turn_of_one_seat_can_be_supposed_by_every_seat() -> None:
    sitting = Sitting(3, game="strategiksa")
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy")]
    (writer,) = sitting.state.phase.owing
    for player in players:
        first = offers(player, writer, is_supposed=True)
        assert first
        answer = supposed(player, **{writer: ()})
        assert answer.view.seat == player.peer.seat


async def test_a_caller_at_no_table_supposes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        answer = await caller.ask(WhatIf(phase=1))
        assert isinstance(answer, Refused)
        assert answer.code == "not-at-table"
