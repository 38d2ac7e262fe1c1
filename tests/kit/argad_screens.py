"""Screens of Argad! that are stored: a card, the board walked, the menu, the phases before, a story."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from client.look import Look
from client.play.choices import Choice
from client.play.desk import CELL
from client.play.story import tell
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState, ClockFace, LogLine, OwnSheet, RoundTold
from protocol.events import PhaseOpened
from protocol.messages import Advice, Offer, SeatLine
from protocol.vocabulary import BETWEEN, WRITING
from tests.kit.argad_views import CHARGE, argad_view, small_view

ROOMS = {"army": 7, "deploy": 8, "plan": 20}
"""How many lines a sheet has in the phases that have no alternatives."""
NAMES = ("Ana", "Bo", "Cy", "Di")


def argad_table(
    *lines: str, lost: tuple[int, ...] = (), stage: str = "card", owing: tuple[str, ...] = ("S",), **view: Any
) -> ClientState:
    """A table at which Ana leads the spades, and has written these lines."""
    shown = argad_view(stage=stage, choosing=owing, **view)
    advice = tuple(Advice(number, 0, "too_far", "it is too far") for number in lost)
    owed: dict[str, tuple[str, ...]] = {seat: (seat,) for seat in owing}
    phase = PhaseOpened(
        *(9, stage, owed, 60.0),
        lines=ROOMS.get(stage, 3),
        first_counts=stage not in ROOMS,
        waiting=tuple(seat for seat in shown.seats if seat not in owing),
    )
    return ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game="argad",
        role="S",
        seats=tuple(
            SeatLine(seat, name, connected=True) for seat, name in zip(shown.seats, NAMES, strict=False)
        ),
        stage=WRITING,
        phase=phase,
        view=shown,
        sheets={"S": OwnSheet(lines, 1, 1, lines, advice)} if "S" in owing else {},
        clock=ClockFace(left=48.0, running=True, now=0.0, length=60.0),
        log=(LogLine(0.0, text="noted"),),
    )


def argad_shots(look: Look) -> Iterator[tuple[str, ClientState, Scene]]:
    """A card typed, walked and chosen from a menu; four players; the army and its place; a melee."""
    scene = Scene(look, sheet="S", line=1)
    card = argad_table("M 1 F9 > 4H")
    yield "card", card, scene
    offers = (Offer("S 4 1H", "6 hexes, 6 needed, 1.2 hits"), Offer("S 4 3H", "6 hexes, 7 needed, 0.2 hits"))
    empty = argad_table()
    yield "typing", empty, replace(scene, line=0, offers=offers, reach=frozenset({"M11", "P11"}))
    yield "advice", argad_table("M 1 F9", "M 3 A1", lost=(1,)), replace(scene, line=2)
    board = scene.board(card)
    assert board
    choice = Choice("4", (Offer("M 4 N6", "bushes, slow"), Offer("S 4 1H", "6 hexes")), "N5")
    walking = replace(scene, line=0, mode=WALK, spot=board.spot("N5"), choices=(choice,))
    yield "walking", empty, walking
    picked = replace(walking, is_picked=True, reach=frozenset({"N6", "M11"}), spot=board.spot("M11"))
    menu = (Offer("S 4 1H", "6 hexes, 6 needed, 1.2 hits"), Offer("C 4 1H", "4 blows against 6"))
    yield "menu", empty, replace(picked, menu=menu, menu_choice=1)
    yield "place", empty, replace(walking, overlay=CELL, spot=board.spot("K8"), choices=())
    yield "waiting", argad_table(owing=("H",), playing="H"), replace(scene, sheet="", line=0)
    seats = ("S", "C", "H", "D")
    yield "four", argad_table(seats=seats, deck=dict.fromkeys((*seats, "J"), 1)), replace(scene, line=0)
    start: dict[str, Any] = {"units": {}, "deck": {}, "losses": {}, "playing": "", "owing": ("S", "H")}
    written = ("UNIT 3MK MK+b MK+g", "UNIT 8SP SP+m")
    yield "army", argad_table(*written, stage="army", armies={}, turn=1, **start), replace(scene, line=2)
    yield "deploy", argad_table("3 K1", stage="deploy", turn=1, **start), scene
    before = small_view()
    told = RoundTold(9, {"H": ("C 1 1S +",)}, {}, {}, CHARGE, before, before, True, owing={"H": ("H",)})
    read = replace(card, view=before, stage=BETWEEN, rounds=(told,), sheets={})
    story = tell(board, told, seat="S")
    for page in (0, 1, 4, 5, 6):
        yield f"story{page}", read, replace(scene, mode=STORY, story=story.at_page(page))
