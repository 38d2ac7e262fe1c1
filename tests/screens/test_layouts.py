"""Stored screens of the games: the plan on the board, and layouts for low, narrow and upright terminals."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.games.api import Window
from client.look import Look
from client.play.choices import Choice
from client.play.desk import CELL
from client.play.story import tell
from client.screens.draw.compose import Setting, compose
from client.screens.draw.lines import plain, width_of
from client.screens.draw.tail import tail_lines
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState, ClockFace, LogLine, OwnSheet, RoundTold
from protocol.events import PhaseOpened
from protocol.messages import Advice, Offer, SeatLine
from protocol.vocabulary import BETWEEN, WRITING
from server.games.strategiksa import STRATEGIKSA
from tests.kit.argad_screens import argad_shots
from tests.kit.factories import view_of
from tests.kit.long import in_turn, long, some_pairs
from tests.kit.lords_views import FIGHT, lords_view, small_view
from tests.kit.strategiksa import Step, battle, position, start
from tests.kit.zargos_views import COMBAT, zargos_view
from tests.screens.test_screens import scenes, writing

STORED = Path(__file__).parents[1] / "cases" / "screens"
WIDTHS = (20, 40, 43, 46, 50, 58, 61, 69, 70, 79, 80, 107, 120, 300)
HEIGHTS = (5, 10, 21, 22, 23, 24, 28, 29, 30, 40, 80)
SIZES = [(80, 24), (80, 23), (79, 24), (50, 40), (120, 40)]
NAMES = ("writing", "offers", "walking", "story5", "between", "two sheets")
"""The screens of POWER that are stored in the sizes in which other tests do not store all of them."""
STOCK = {
    "V": {"HQV": "2S 2T 1C", "V4": "3T 1S", "RVV": "7P 1M", "IX": "1S"},
    "B": {"HQB": "2S 2T", "IX": "2T", "V3": "1C"},
    "J": {"HQJ": "2S"},
    "R": {"HQR": "2S"},
}
BUSY = {
    "V": {"C3": "1R 3I 2C", "C4": "2I", "D3": "1A 1S", "E5": "1C"},
    "B": {"E6": "1R 2I", "F5": "3A"},
    "J": {"I9": "1R 4I", "J9": "2C"},
}


def sheet(*lines: str, lost: tuple[int, ...] = ()) -> OwnSheet:
    advice = tuple(Advice(number, 0, "too-far", "it is too far") for number in lost)
    return OwnSheet(lines, 1, 1, lines, advice)


def power_plans() -> Iterator[tuple[str, ClientState]]:
    """Moves, an exchange, a missile, and a line that would be lost."""
    base = writing(view=view_of(STOCK))
    orders = ("T HQ V8", "S HQ V7", "3T EV4 A", "M RV IX", "S HQ B8")
    yield "plan", replace(base, sheets={"V": sheet(*orders, lost=(4,))})
    bought = ("2P ERV S", "S RV HQ", "C HQ V3", "S IX S2")
    yield "plan of the reserve", replace(base, sheets={"V": sheet(*bought, lost=(3,))})


def at_table(step: Step, *lines: str, lost: tuple[int, ...] = ()) -> ClientState:
    """A table of Strategiksa at which the one who is to write has written these lines."""
    key, seat, letter = step.owes
    names = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo")
    seats = tuple(
        SeatLine(colour, name, connected=True) for colour, name in zip(step.view.order, names, strict=False)
    )
    return ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game="strategiksa",
        role=seat,
        seats=seats,
        stage=WRITING,
        phase=PhaseOpened(3, key, {seat: (letter,)}, 180.0),
        view=step.view,
        sheets={letter: sheet(*lines, lost=lost)},
        clock=ClockFace(left=102.0, running=True, now=0.0, length=180.0),
        log=(LogLine(0.0, text="noted"),),
    )


def strategiksa_plans() -> Iterator[tuple[str, ClientState]]:
    yield "placement", at_table(Step(start(3)), "R E5", "4I E5", "2C F6", "2A F5")
    turn = at_table(Step(position(BUSY)), "+2I C3", "C>A C3", "4I C3 B3", "C E5 F5", "A D3 H9", lost=(4,))
    yield "turn", turn
    yield "battle", at_table(battle("2I 2C*", "1I 2A"), "I")


def strategiksa_story() -> tuple[ClientState, Scene]:
    step = Step(position(BUSY))
    after = step.write("2I C3 B3", "C E5 F5", "I C4 H9")
    lines: dict[str, tuple[str, ...]] = {"V": ("2I C3 B3", "C E5 F5", "I C4 H9")}
    view = STRATEGIKSA.view(after.after, "V")
    told = RoundTold(3, lines, {}, {}, after.story, step.view, view, True, owing={"V": ("V",)})
    state = replace(at_table(step), stage=BETWEEN, view=view, rounds=(told,), sheets={})
    board = Scene(Look()).board(state)
    assert board
    return state, Scene(Look(), mode=STORY, story=tell(board, told, seat="V"))


def zargos_table(stage: str, *lines: str, lost: tuple[int, ...] = (), **view: Any) -> ClientState:
    """A table of six at which the Knights of Ana write these lines."""
    names = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo")
    return ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game="zargos",
        role="1",
        seats=tuple(SeatLine(str(number), name, connected=True) for number, name in enumerate(names, 1)),
        stage=WRITING,
        phase=PhaseOpened(9, stage, {"1": ("K",)}, 180.0, lines=40),
        view=zargos_view(stage=stage, **view),
        sheets={"K": sheet(*lines, lost=lost)},
        clock=ClockFace(left=102.0, running=True, now=0.0, length=180.0),
        log=(LogLine(0.0, text="noted"),),
    )


def zargos_shots(look: Look) -> Iterator[tuple[str, ClientState, Scene]]:
    """An attack while it is written, typed and walked; a late position; the start; the story of combats."""
    attack = zargos_table("attack", "ALL BZ5 TA3", "3 BZ2 KO1", "5 OZ1 W1 TN NN ZA6", lost=(2,))
    scene = Scene(look, sheet="K", line=3)
    yield "attack", attack, scene
    yield "typing", attack, replace(scene, offers=(Offer("3 BZ4", "up to 4"), Offer("3 BZ5", "up to 6")))
    board = scene.board(attack)
    assert board
    choice = Choice("ALL BZ5", (Offer("ALL BZ5 TA1", "there"), Offer("ALL BZ5 TA3", "there")), "BZ5")
    walking = replace(scene, mode=WALK, spot=board.spot("BZ5"), choices=(choice,))
    yield "walking", attack, walking
    yield "list", attack, replace(walking, choices=(), window=Window(zoom=1))
    yield "place", attack, replace(walking, overlay=CELL)
    late: dict[str, Any] = {
        "master": "S",
        "exempt": ("S", "W"),
        "winds": ("ICE BZ", "STORM NN NE", "QUAKE"),
        "boats": dict.fromkeys("KMADSW", 2),
        "hand_sizes": dict.fromkeys("KMADSW", 3),
    }
    yield "late", zargos_table("attack", "ALL BZ5 TA3", **late), replace(scene, line=1)
    yield "draft", zargos_table("draft", turn=0, order=(), backs={"K": (1, 1)}, blue=12, green=6), scene
    told = RoundTold(
        9, {"K": ("ALL BZ5 TA3",)}, {}, {}, COMBAT, attack.view, attack.view, True, owing={"1": ("K",)}
    )
    read = replace(attack, stage=BETWEEN, rounds=(told,), sheets={})
    story = tell(board, told, seat="1")
    for page in (0, 1, 3, 6):
        yield f"story{page}", read, replace(scene, mode=STORY, story=story.at_page(page))
    yield "waiting", replace(attack, sheets={}, phase=PhaseOpened(9, "attack", {"2": ("M",)}, 180.0)), scene


def lords_table(*lines: str, lost: tuple[int, ...] = (), **view: Any) -> ClientState:
    """A table of four at which the Knights of Ana write these lines."""
    names = ("Ana", "Bo", "Cy", "Di")
    return ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game="zargos_lords",
        role="K",
        seats=tuple(SeatLine(seat, name, connected=True) for seat, name in zip("KDWM", names, strict=True)),
        stage=WRITING,
        phase=PhaseOpened(2, "turn", {"K": ("K",)}, 150.0, lines=64, waiting=("D", "W", "M")),
        view=lords_view(**view),
        sheets={"K": sheet(*lines, lost=lost)},
        clock=ClockFace(left=102.0, running=True, now=0.0, length=150.0),
        log=(LogLine(0.0, text="noted"),),
    )


def lords_shots(look: Look) -> Iterator[tuple[str, ClientState, Scene]]:
    """A move while it is typed, walked and chosen from a menu; the world from afar; the story of a fight."""
    turn = lords_table("C H13 K15", "F D14 I14", "F+G G14 G16", "A G11 G12 * J12", lost=(1,))
    scene = Scene(look, sheet="K", line=4)
    yield "move", turn, scene
    offers = (Offer("A G11 G12 * H12", "foot, 1 away: 17 % to kill"), Offer("A G11 G12 * J12", "it is far"))
    reach = frozenset({"H12", "J12"})
    yield "typing", turn, replace(scene, offers=offers, reach=reach)
    board = scene.board(turn)
    assert board
    choice = Choice("C H12", (Offer("C H12 I14", "clear"), Offer("C H12 J14", "clear")), "H12")
    walking = replace(scene, mode=WALK, spot=board.spot("H12"), choices=(choice,))
    yield "walking", turn, walking
    picked = replace(walking, is_picked=True, reach=frozenset({"I14", "J14"}), spot=board.spot("J14"))
    menu = (Offer("C H12 J14", "clear, 2 points"), Offer("C H12 J14 x K14", "foot, +6: D1 D2 D3 D4 DE DE"))
    yield "menu", turn, replace(picked, menu=menu, menu_choice=1)
    yield "afar", turn, replace(walking, choices=(), window=Window(zoom=1))
    yield "place", turn, replace(walking, overlay=CELL)
    yield "setup", lords_table("city D09 E12", stage="setup", pacts=()), scene
    before = small_view()
    told = RoundTold(
        2, {"K": ("C C14 F14 x G14", "F+G H16 G15")}, {}, {}, FIGHT, before, before, True, owing={"K": ("K",)}
    )
    read = replace(turn, view=before, stage=BETWEEN, rounds=(told,), sheets={})
    story = tell(board, told, seat="K")
    for page in (0, 1, 4, 5, 6):
        yield f"story{page}", read, replace(scene, mode=STORY, story=story.at_page(page))


def shots(game: str, size: tuple[int, int], language: str) -> Iterator[tuple[str, ClientState, Scene]]:
    look = Look(language=language, ascii=True)
    if game == "power":
        is_stored = size in ((80, 24), (120, 40))
        yield from (shot for shot in scenes(language, True) if not is_stored and shot[0] in NAMES)
        yield from ((name, state, Scene(look, sheet="V", line=4)) for name, state in power_plans())
        return
    others = {"zargos": zargos_shots, "zargos_lords": lords_shots, "argad": argad_shots}
    if game in others:
        yield from others[game](look)
        return
    for name, state in strategiksa_plans():
        (letter,) = state.sheets
        scene = Scene(look, sheet=letter, line=len(state.sheets[letter].lines))
        yield name, state, scene
        if name == "turn":
            board = scene.board(state)
            assert board
            choice = Choice("2I C3", (Offer("2I C3 C4", "there"), Offer("2I C3 B4", "there")), "C3")
            spot = board.home(state.view, letter)
            yield "walking", state, replace(scene, mode=WALK, spot=spot, choices=(choice,))
    state, scene = strategiksa_story()
    assert scene.story
    for page in range(scene.story.pages):
        yield f"story{page}", state, replace(scene, look=look, story=scene.story.at_page(page))


def drawn(state: ClientState, scene: Scene, size: tuple[int, int]) -> list[str]:
    return [plain(line).rstrip() for line in compose(state, scene, Setting(*size, 0.0)).lines]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["power", "strategiksa", "zargos", "zargos_lords", "argad"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_plans_and_layouts_equal_the_stored_ones(size: tuple[int, int], game: str, language: str) -> None:
    """U3; QG_REDRAW=1 stores them anew, to be looked at before they are kept."""
    lines = []
    for name, state, scene in shots(game, size, language):
        lines += [f"== {name}", *drawn(state, scene, size)]
    text = "\n".join(lines).replace("00:00 noted", "HH:MM noted") + "\n"
    file = STORED / f"{game}-{size[0]}x{size[1]}-{language}.txt"
    if os.environ.get("QG_REDRAW"):
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8").splitlines() == text.splitlines()


@long
@pytest.mark.slow
@pytest.mark.parametrize("game", ["power", "strategiksa", "zargos", "zargos_lords", "argad"])
def test_plans_fit_every_size(game: str) -> None:
    """U3."""
    drawn = list(shots(game, (0, 0), "fr"))
    for number, (columns, rows) in enumerate(some_pairs(WIDTHS, HEIGHTS)):
        for name, state, scene in in_turn(drawn, number, 8):
            painting = compose(state, scene, Setting(columns, rows, 0.0))
            lines, below = painting.lines, 2 if painting.has_message else 3
            assert len(lines) <= max(1, rows - below), (name, columns, rows)
            assert all(width_of(line) <= columns for line in lines), (name, columns, rows)


def test_a_line_that_would_be_lost_is_not_on_the_board() -> None:
    states = dict(power_plans())
    assert "B8" in "".join(states["plan"].sheets["V"].lines)
    text = "\n".join(drawn(states["plan"], Scene(Look(ascii=True), sheet="V"), (120, 40)))
    assert "B8 v" not in text
    unseen = replace(states["plan"], sheets={"V": replace(states["plan"].sheets["V"], advice=())})
    assert "B8 v>1S" in "\n".join(drawn(unseen, Scene(Look(ascii=True), sheet="V"), (120, 40)))


def test_a_sealed_sheet_shows_the_plan_that_the_server_has() -> None:
    state = dict(power_plans())["plan"]
    changed = replace(state.sheets["V"], lines=("T HQ V7",))
    seats = (SeatLine("V", "Ana", connected=True, sealed=True),)
    sealed = replace(state, seats=seats, sheets={"V": changed})
    text = "\n".join(drawn(sealed, Scene(Look(ascii=True), sheet="V"), (80, 24)))
    assert "V8v>1T" in text
    assert "V7v>1S" in text


def test_a_narrow_status_line_leaves_out_the_bar_before_the_turn() -> None:
    state, scene = strategiksa_story()
    wide, narrow = (plain(compose(state, scene, Setting(columns, 40, 0.0)).lines[0]) for columns in (60, 50))
    assert "CIRCLE 1 TURN 1 STORY | next round in 1:42 [###...]" in wide
    assert narrow.rstrip() == "CIRCLE 1 TURN 1 STORY | next round in 1:42"


def test_the_choices_of_a_duel_need_no_more_lines_than_a_low_terminal_has() -> None:
    """In a line of its own each is explained, or else the chosen one."""
    offers = (Offer("I", "beats C, falls to A"), Offer("C", "beats A, falls to I"), Offer("A", "beats I"))
    state = at_table(battle("2I 2C*", "1I 2A"))
    assert state.phase
    state = replace(state, phase=replace(state.phase, lines=1))
    scene = Scene(Look(ascii=True), sheet=next(iter(state.sheets)), offers=offers, chosen=0)
    two, one = (tail_lines(state, scene, 50, room).lines for room in (2, 1))
    assert [plain(line).rstrip() for line in two] == [
        "I: beats C, falls to A   C: beats A, falls to I",
        "A: beats I",
    ]
    assert len(one) == 1
    assert plain(one[0]).rstrip() == "I C A | I: beats C, falls to A"
