"""Below a board of the whole width: what is asked is told whole, and what is written stays in sight."""

import pytest
from msgspec.structs import replace

from client.games import board_of
from client.look import Look
from client.play.story import tell
from client.screens.draw.compose import Setting, compose
from client.screens.draw.foot import message_line, message_lines
from client.screens.draw.lines import plain
from client.screens.draw.story import sheet_page
from client.screens.scene import Scene
from client.state.client_state import ClientState, RoundTold
from client.words import words
from protocol.events import PhaseOpened
from protocol.letters import letters_of
from protocol.messages import Offer
from protocol.texts import catalogue
from protocol.views.zargos.words import PHASES
from server.games.zargos import ZARGOS
from server.games.zargos.trial import ROOM
from tests.games.zargos.test_desk import STARTS, view_of
from tests.kit.zargos import state_of
from tests.kit.zargos_views import zargos_view
from tests.screens.test_layouts import sheet, zargos_table

every_language = pytest.mark.parametrize("language", ["en", "fr"])
every_size = pytest.mark.parametrize("size", [(80, 24), (120, 40)])
every_phase = pytest.mark.parametrize("stage", PHASES)


def asked(stage: str, language: str, *lines: str) -> tuple[ClientState, Scene]:
    """The table as who writes in this phase sees it, with all that the server says."""
    view, key = view_of(stage)
    phase = ZARGOS.phase(state_of(phase=stage, **STARTS[stage][1]))
    usage = ZARGOS.usage(view, key)
    assert usage
    owed = replace(sheet(*lines), usage=catalogue("zargos", language).say(usage))
    opened = PhaseOpened(9, stage, {"1": (key,)}, 180.0, lines=ROOM[stage], about=phase.about)
    base = replace(zargos_table("attack"), phase=replace(opened, first_counts=phase.first_counts))
    state = replace(base, view=replace(zargos_view(), stage=stage), sheets={key: owed}, language=language)
    return state, Scene(Look(language=language), sheet=key, line=len(lines))


def screen(state: ClientState, scene: Scene, size: tuple[int, int]) -> str:
    said = len(message_lines(state, scene, Setting(*size, 0.0)))
    return "\n".join(plain(line) for line in compose(state, scene, Setting(*size, 0.0, message=said)).lines)


@every_language
@every_phase
def test_every_phase_is_explained_whole_at_80_columns(stage: str, language: str) -> None:
    state, scene = asked(stage, language)
    setting = Setting(80, 24, 0.0)
    whole = " ".join(plain(message_line(state, scene, setting)).split())
    lines = [plain(line) for line in message_lines(state, scene, setting)]
    assert " ".join(" ".join(lines).split()) == whole


@every_size
@every_language
@every_phase
def test_what_is_written_stays_in_sight_below_the_usage(
    stage: str, language: str, size: tuple[int, int]
) -> None:
    view, key = view_of(stage)
    usage = ZARGOS.usage(view, key)
    assert usage
    example = str(usage.args["example"])
    state, scene = asked(stage, language, example)
    in_their_words = letters_of("zargos", language).line(example)
    assert f"1 {in_their_words}" in screen(state, scene, size)


@every_size
@every_language
@pytest.mark.parametrize("stage", ["draft", "curse", "keep"])
def test_the_choices_of_one_line_are_in_sight(stage: str, language: str, size: tuple[int, int]) -> None:
    state, scene = asked(stage, language)
    view, key = view_of(stage)
    say = catalogue("zargos", language).say
    offers = tuple(Offer(each.text, say(each.gloss)) for each in ZARGOS.suggest(view, key, (), ""))
    assert offers[0].gloss in screen(state, replace(scene, offers=offers), size)


def test_a_line_without_room_is_not_cut_to_its_number() -> None:
    state = zargos_table("attack", "5 OZ1 W1 TN NN ZA6")
    for columns in range(80, 130):
        setting = Setting(columns, 24, 0.0, message=3)
        lines = [plain(line).rstrip() for line in compose(state, Scene(Look(), sheet="K"), setting).lines]
        heads = [line for line in lines if "ORDERS" in line]
        assert all(line.endswith("1/40") or "1 5 OZ1" in line for line in heads)


def test_a_phase_without_sheets_to_show_says_nothing_about_seals() -> None:
    """The sheets of a trade are private, so there is none whose seal could be checked."""
    state, board = replace(zargos_table("offer"), log=()), board_of("zargos")
    assert board
    told = RoundTold(9, {}, {}, {}, (), state.view, state.view, True, owing={"1": ("K",)})
    english, game = words("en"), catalogue("zargos", "en")
    assert sheet_page(tell(board, told), state, english, game, 80, True) == []
    broken = replace(told, seals_hold=False, broken=("K",))
    assert sheet_page(tell(board, broken), state, english, game, 80, True) != []
