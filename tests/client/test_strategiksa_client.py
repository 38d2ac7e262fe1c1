"""Strategiksa at the client: real servers and sessions, line by line and on a screen in memory."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from client.errors import ClientError
from client.games import GAMES, say_for_game
from client.link.address import Address
from client.link.session import Session
from client.look import Look
from client.play.desk import CELL, HELP
from client.play.record_files import save_record
from client.play.story import tell
from client.screens.draw.compose import Setting, compose
from client.screens.draw.lines import plain, width_of
from client.screens.hotseat import Hotseat
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState, ClockFace, OwnSheet, RoundTold
from client.state.levels import default_level
from client.state.record_file import read_record
from client.words import words
from protocol.events import GameEnded, PhaseOpened
from protocol.ids import Lines
from protocol.messages import SeatLine
from protocol.notes import Note
from protocol.vocabulary import BETWEEN, WRITING
from server.bots import LEVELS
from server.games.strategiksa import STRATEGIKSA
from tests.client.test_cli import is_one_sentence, without_process
from tests.client.test_plain import qg
from tests.kit.beside import serving_beside
from tests.kit.callers import serving
from tests.kit.long import long, some_pairs
from tests.kit.onscreen import (
    CTRL_S,
    DOWN,
    ENTER,
    ESC,
    F1,
    F2,
    F3,
    F6,
    F8,
    LEFT,
    RIGHT,
    Glass,
    commands_of,
    shown,
)
from tests.kit.sessions import sit
from tests.kit.strategiksa import Step, crowded, lively_sheets, position, start, turn
from tests.screens.test_screens_played import SIZES

pytestmark = pytest.mark.slow

STARTS = (
    ("R A1", "3I B1", "2C B2", "3A A2"),
    ("R D2", "2I C1", "2A C1", "1S C1", "5A C2"),
    ("R J10", "9I J9", "1A I10"),
)
"""The first two side by side; the first can attack C1 at once."""


class Table:
    """Three people's sessions at one table, in the order of play."""

    def __init__(self, sessions: list[Session]) -> None:
        by_seat = {session.state.seat: session for session in sessions}
        self.order = [by_seat[colour] for colour in sessions[0].state.view.order]

    @property
    def first(self) -> Session:
        return self.order[0]

    async def write(self, who: int, *lines: str) -> None:
        """When it is their turn; then they seal."""
        session = self.order[who]
        await session.until(lambda state: state.may_write)
        (sheet,) = session.state.owed
        await session.write(sheet, lines)
        await session.seal()

    async def ready(self, *who: int) -> None:
        for number in who:
            session = self.order[number]
            await session.until(lambda state: state.stage == BETWEEN)
            await session.ready()

    async def place(self) -> None:
        for number, lines in enumerate(STARTS):
            await self.write(number, *lines)


@asynccontextmanager
async def table(folder: Path, language: str = "en", **options: Any) -> AsyncIterator[Table]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(folder))
        sessions = []
        for _ in range(3):
            session = Session(Address("127.0.0.1", server.port), language=language)
            sessions.append(await stack.enter_async_context(session))
        wanted = {"players": 3, "seconds": None, "interlude": None, **options}
        opened = await sessions[0].open_table("strategiksa", "War", wanted)
        for session, name in zip(sessions, ("Ana", "Bo", "Cy"), strict=True):
            await sit(session, opened.table, name)
        for session in sessions:
            await session.until(lambda state: state.stage == WRITING)
        yield Table(sessions)


def typed(glass: Glass, *lines: str) -> None:
    for line in lines:
        glass.press(line, ENTER)


async def test_pieces_are_placed_and_moved_and_fight_a_battle_on_the_screen(tmp_path: Path) -> None:
    """K-SETUP-2, K-TURN-4, K-BATTLE-1"""
    async with table(tmp_path) as war, shown(war.first, ascii=True) as glass:
        own, foe, _ = (session.state.seat for session in war.order)
        await glass.wait("| PLACEMENT |", "Place a king", f"{foe} Bo" if foe == "B" else "waits")
        typed(glass, *STARTS[0])
        await glass.wait(f"4 {STARTS[0][3]}", f"{own}  ORDERS 10/10")
        glass.press(CTRL_S)
        await glass.wait("Seal now (4 orders)?")
        glass.press("y")
        await glass.wait("Step 1: the sheet", "Seal checked", "4 + 3A A2")
        for who in (1, 2):
            await war.write(who, *STARTS[who])
        glass.press(ESC)
        await glass.wait("Step 3: the sheet")
        glass.press(ESC)
        await war.ready(1, 2)
        small, other = own.lower(), foe.lower()
        await glass.wait(
            "| CIRCLE 1 TURN 1 ORDERS |",
            f"+ {own} ---",
            f"|{small}R    {small}3I",
            f"{other}R",
            "^S ends your turn",
        )
        typed(glass, "3i b1 c1", "c b2 c1")
        await glass.wait("1 3i  b1  c1", "2 c   b2  c1")
        glass.press("r a1 j1", ENTER)
        await glass.wait("! 3: a king moves")
        glass.press(CTRL_S)
        await glass.wait("Line 3 cannot be sealed", "delete it with ^D", "order 3> r a1 j1")
        glass.press("\x04", CTRL_S)
        await glass.wait("Seal now (2 orders)?")
        glass.press("y")
        await glass.wait("Step 4: the sheet")
        glass.press("n", "n", "n")
        await glass.wait("C1", f"{small}4{other}5")
        await war.write(1, "A")
        await glass.wait("CIRCLE 1 TURN 1 BATTLE", "IT IS YOUR TURN")
        glass.press(ESC)
        await glass.wait("puts forward an archer.", f" {own}  3I 1C", f" {foe}  2I 2A 1S")
        await glass.wait("I: is beaten by A", "C: beats A, is wounded")
        typed(glass, "c")
        await glass.wait("Step 6: the sheet", "1 + c")
        glass.press("n")
        await glass.wait(
            "horseman beats the", "archer and is wounded", f" {own}  3I 1C*", f" {foe}  2I 1A 1S"
        )
        assert war.first.state.view.battles[0].cell == "C1"


async def test_a_player_who_waits_sees_whose_turn_it_is_and_may_talk(tmp_path: Path) -> None:
    """K-TURN-8"""
    async with table(tmp_path) as war, shown(war.order[2], columns=120, rows=40) as glass:
        writer = war.first.state.label(war.first.state.seat)
        await glass.wait(f"{writer} writes", "waits", "ZONES", f"{writer} writes now. F2 walks")
        assert not glass.has(" out")
        glass.press(F8)
        await glass.wait("You talk to all")
        glass.press("peace?", ENTER)
        await war.first.until(lambda state: bool(state.chat))
        glass.press(ESC, F2)
        await glass.wait("E5, zone E5.")
        glass.press(RIGHT, DOWN)
        await glass.wait("F6, zone E5.")


@pytest.mark.slow
async def test_walking_the_board_places_and_moves(tmp_path: Path) -> None:
    async with table(tmp_path) as war, shown(war.first) as glass:
        await glass.wait("PLACEMENT")
        glass.press(F2)
        await glass.wait("R   I   10I", "R E5: ")
        glass.press(ENTER)
        await glass.wait("1 R E5", "Written: R E5")
        glass.press(RIGHT)
        await glass.wait("I   10I", "I F5: ")
        glass.press("i")
        await glass.wait("2 I F5")
        glass.press(CTRL_S, "y")
        await glass.wait("Step 1: the sheet")
        await war.write(1, *STARTS[1])
        await war.write(2, *STARTS[2])
        glass.press(ESC)
        await glass.wait("Step 3: the sheet")  # read meanwhile, and not to be passed over
        glass.press(ESC)
        await war.ready(1, 2)
        await glass.wait("TURN 1")
        glass.press(F2)
        await glass.wait("+I", "F5, zone E5, controlled by")
        glass.press(LEFT)
        await glass.wait("R   A   2A", "+I E5: ")
        glass.press("r")
        await glass.wait("R E5 taken up", "?")
        glass.press(DOWN, DOWN, ENTER)
        await glass.wait("1 R   E5  E7")
        glass.press(F3)
        await glass.wait("E5 zone E5, ", "controlled by", "A E5 > D4 E4")


async def test_in_french(tmp_path: Path) -> None:
    async with table(tmp_path, "fr") as war, shown(war.first, language="fr", columns=120, rows=40) as glass:
        await glass.wait("PLACEMENT", "Placez un roi", "attend", "pièces")
        await war.write(0, *STARTS[0])
        await glass.wait("Sceau vérifié")
        glass.press("n")
        await glass.wait("commencent en A1")
        glass.press(ESC, F1)
        await glass.wait("LES ORDRES", "C>A D4 un cavalier devient archer")
        for _ in range(2):
            glass.press("\x1b[6~")
        await glass.wait("BAT", "fantassin", "les cavaliers")


async def test_a_record_is_replayed(tmp_path: Path) -> None:
    async with table(tmp_path) as war:
        await war.place()
        await war.first.until(lambda state: len(state.rounds) == 3)
        await save_record(war.first, tmp_path / "war.json")
        first = war.first.state.seat
    state = read_record((tmp_path / "war.json").read_bytes(), "war.json")
    session = Session(Address("", 0))
    session.state = replace(state, link="ok")
    async with shown(session) as glass:
        glass.press(F6, "\x1b[5~", "\x1b[5~", "n")
        await glass.wait(f"{first.lower()}R  !", "starts in A1")


async def test_a_hotseat_hands_the_terminal_to_whoever_is_asked(tmp_path: Path) -> None:
    async with table(tmp_path) as war, shown(*war.order, kind=Hotseat) as glass:
        for number in range(3):
            who = war.order[number].state.label(war.order[number].state.seat)
            await glass.wait(f"It is the turn of {who}")
            glass.press(ENTER)
            await glass.wait("Place a king")
            typed(glass, *STARTS[number])
            await war.order[number].until(lambda state: len(next(iter(state.sheets.values())).stored) >= 3)
            glass.press(CTRL_S, "y")
            await glass.wait(f"Step {number + 1}: the sheet")
            glass.press(ESC)
        await glass.wait("It is the turn of")


async def test_a_whole_turn_is_played_line_by_line(tmp_path: Path) -> None:
    """A script in French: placement, a turn, a battle of single words."""
    async with serving(tmp_path / "server") as server, AsyncExitStack() as stack:
        address = Address("127.0.0.1", server.port)
        others = [await stack.enter_async_context(Session(address)) for _ in range(2)]
        options = {"players": 3, "seconds": None, "interlude": None}
        opened = await others[0].open_table("strategiksa", "War", options)
        where = f"127.0.0.1:{server.port}/{opened.table}"
        joining = ("join", where, "--plain", "--name", "Ana")
        ana = await stack.enter_async_context(qg(tmp_path, *joining, language="fr_FR"))
        await ana.hear("Vous avez la place V")
        ana.type("prêt")
        for session, name in zip(others, ("Bo", "Cy"), strict=True):
            await sit(session, opened.table, name)
            await session.until(lambda state: state.stage == WRITING or bool(state.free))
        await others[0].until(lambda state: state.view is not None)
        by_seat: dict[str, Session] = {session.state.seat: session for session in others}
        near = next(seat for seat in ("B", "J") if seat in by_seat)
        sheets = {"V": STARTS[0], near: STARTS[1], **{s: STARTS[2] for s in by_seat if s != near}}
        for colour in others[0].state.view.order:
            if colour == "V":
                await ana.hear("Placez votre roi")
                ana.type("x", *sheets["V"], "plateau", "case a1", "règles", "sceller")
                await ana.hear("« x » n'est ni une commande ni un ordre")
                await ana.hear("Feuille V (les Verts)")
            else:
                await by_seat[colour].until(lambda state: state.may_write)
                await by_seat[colour].write(colour, sheets[colour])
                await by_seat[colour].seal()
        await ana.hear("Tour 1 :")
        for colour in others[0].state.view.order:
            for session in others:
                await session.until(lambda state: state.stage == BETWEEN)
                await session.ready()
            ana.type("prêt")
            if colour == "V":
                break
            await by_seat[colour].until(lambda state: state.may_write)
            await by_seat[colour].seal()
        await ana.hear("À vous :")
        ana.type("2i b1 c1", "c b2 c1", "sceller")
        await ana.hear("Bataille en C1")
        await by_seat[near].until(lambda state: state.may_write)
        await by_seat[near].write(near, ("A",))
        await by_seat[near].seal()
        await ana.hear("Bataille : choisissez une pièce")
        ana.type("? ", "i", "c", "sceller")
        await ana.hear("C : bat A, est blessé")
        await ana.hear("1. c")
        await ana.hear("C1 :", "cavalier", "archer")
        ana.type("qui", "quitter")
        await ana.hear("Bo, à la table, hôte.")
        assert await ana.leave() == 0
        assert not any("hors jeu" in line for line in ana.heard)


@pytest.mark.slow
@pytest.mark.skipif("strategiksa" not in LEVELS, reason="this server has no bots for it yet")
async def test_a_game_against_bots_needs_no_level(tmp_path: Path) -> None:
    args = ("solo", "--game", "Strategiksa", "--players", "3", "--plain", "--name", "Ana")
    async with qg(tmp_path, *args) as ana:
        await ana.hear("Place your king")
        ana.type("seal", "wait", "board", "quit")
        await ana.hear("Without a line the rules place your king and your army for you.")
        await ana.hear("Sheet of V (green): empty.")
        await ana.hear("Zones controlled")
        assert await ana.leave() == 0


@pytest.mark.slow
def test_a_refusal_of_the_server_is_one_sentence(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        on_it = ("--server", there.address, "--plain")
        for args, said in (
            (("--game", "chess"), ("no game chess", "strategiksa")),
            (("--game", "strategiksa", "--players", "2"), ("3 to 6",)),
            (("--game", "strategiksa", "--bots", "1", "--level", "emperor"), ("emperor",)),
        ):
            assert is_one_sentence(without_process(tmp_path, "host", *on_it, *args), *said)


@pytest.mark.parametrize(
    ("levels", "level"),
    [
        ((), ""),
        (("easy",), "easy"),
        (("easy", "hard"), "hard"),
        (("recruit", "captain", "general"), "captain"),
    ],
)
def test_the_default_level_is_chosen_by_its_place_in_the_list(levels: tuple[str, ...], level: str) -> None:
    assert default_level(levels) == level


def test_a_game_without_bots_says_so() -> None:
    session = Session(Address("", 0))
    session.state = ClientState(game="strategiksa")
    with pytest.raises(ClientError, match="no bots for Strategiksa"):
        session.default_level  # noqa: B018  # asking is the deed


def test_a_game_may_have_its_own_sentence_for_a_phase() -> None:
    general = words("en")

    def say(game: str, kind: str, code: str) -> str:
        return say_for_game(game, kind, general, Note(code, {"sheets": "V", "word": "x", "lines": 5}))

    assert say("strategiksa", "battle", "plain.write-now").startswith("Battle: choose a piece")
    assert "3I C3 C4 or +2I C3" in say("strategiksa", "turn", "plain.no-command")
    assert say("strategiksa", "turn", "plain.left") == general.say(Note("plain.left"))
    assert "5 on a sheet" in say("power", "orders", "plain.write-now")


def test_an_unknown_game_is_told_in_the_general_sentences() -> None:
    general = words("en")
    note = Note("plain.no-command", {"word": "x"})
    assert say_for_game("chess", "turn", general, note) == general.say(note)
    assert "t j4 ix" not in general.say(note)


def seen(step: Step, role: str, **changes: Any) -> ClientState:
    """The table as that seat sees it while a phase is on."""
    key, seat, sheet = step.owes
    colours = step.after.order
    state = ClientState(
        link="ok",
        table_name="War",
        game="strategiksa",
        role=role,
        seats=tuple(SeatLine(colour, f"Player {colour}", connected=True) for colour in colours),
        stage=WRITING,
        phase=PhaseOpened(7, key, {seat: (sheet,)}, 60.0, strict=True, lines=None if key == "turn" else 1),
        view=STRATEGIKSA.view(step.after, role if role in colours else None),
        sheets={sheet: OwnSheet()} if seat == role else {},
        clock=ClockFace(left=50.0, running=True, length=60.0),
    )
    return replace(state, **changes)


def draw(state: ClientState, scene: Scene, columns: int = 80, rows: int = 24) -> list[str]:
    setting = Setting(columns, rows, 0.0, (), commands_of(state, scene.look))
    return [plain(line) for line in compose(state, scene, setting).lines]


@long
@pytest.mark.slow
@pytest.mark.parametrize(("language", "ascii_only"), some_pairs(["en", "fr"], [True, False]))
def test_every_screen_fits_every_size(language: str, ascii_only: bool) -> None:
    step = Step(start(6))
    for seed in range(4):
        random = Random(seed)
        state = crowded(random)
        sheets = lively_sheets(state, random)
        resolution = STRATEGIKSA.resolve(state, sheets, None, last=False)  # type: ignore[arg-type]  # no dice
        before, after = STRATEGIKSA.view(state, None), STRATEGIKSA.view(resolution.state, None)
        told = RoundTold(6, sheets, {}, {}, resolution.story, before, after, True)
        step = step if STRATEGIKSA.outcome(resolution.state) else Step(resolution.state)
        writer = seen(step, step.owes[1], rounds=(told,))
        for columns, rows in SIZES:
            for shown_state, scene in _scenes(writer, told, Look(language=language, ascii=ascii_only)):
                lines = compose(shown_state, scene, Setting(columns, rows, 0.0)).lines
                assert len(lines) <= max(1, rows - 3)
                assert all(width_of(line) <= columns for line in lines)


def _scenes(writer: ClientState, told: RoundTold, look: Look) -> list[tuple[ClientState, Scene]]:
    sheet = next(iter(writer.sheets))
    typing = Scene(look, sheet=sheet)
    board = typing.board(writer)
    assert board
    walking = replace(typing, mode=WALK, spot=board.home(writer.view, sheet), overlay=CELL)
    page = replace(typing, overlay=HELP)
    read = tell(board, told, is_live=True)
    story = replace(typing, mode=STORY, story=read.at_page(read.pages - 1))
    over = replace(writer, stage="over", outcome=GameEnded(("V",), "terrain", ("B",)))
    watching = replace(writer, role="watcher", sheets={})
    return [
        (writer, typing),
        (writer, walking),
        (writer, page),
        (writer, story),
        (over, typing),
        (watching, typing),
    ]


def test_a_long_sheet_keeps_the_line_one_writes_in_sight() -> None:
    lines = tuple(f"I A{number % 9 + 1} B{number % 9 + 1}" for number in range(30))
    step = Step(position({"V": {"A1": "1R 9I", "B1": "2I"}}))
    state = seen(step, "V", sheets={"V": OwnSheet(lines, 1, 1, lines)})
    for at in (0, 15, 30):
        drawn = draw(state, Scene(Look(ascii=True), sheet="V", line=at))
        assert any(line.rstrip().endswith("ORDERS    30") for line in drawn)
        assert any(f" {at + 1} " in line[62:] for line in drawn), at
        assert any("J 0z" in line for line in drawn)


def test_what_stands_under_the_cursor_is_told_even_where_room_is_short() -> None:
    pieces = {colour: {f"{colour}1": "1R 1I"} for colour in "BJ"} | {"V": {"A1": "1R 3I 2C 1A* 1S"}}
    rest = {"O": {"A9": "1R"}, "P": {"C9": "1R"}, "T": {"E9": "1R"}}
    state = seen(Step(position({**pieces, **rest})), "V")
    scene = Scene(Look(ascii=True), sheet="V", mode=WALK)
    board = scene.board(state)
    assert board
    drawn = [line[63:].strip() for line in draw(state, replace(scene, spot=board.spot("A1")))]
    at = drawn.index("A1")
    assert drawn[at + 1 : at + 3] == ["V  1R 3I 2C 1S", "1A*"]


def test_who_shares_in_the_victory_is_named() -> None:
    """K-END-1"""
    state = seen(Step(position({"V": {"A1": "1R"}})), "V", stage="over", sheets={})
    over = replace(state, outcome=GameEnded(("V",), "terrain", ("B",)))
    drawn = " ".join(line[64:].strip() for line in draw(over, Scene(Look(ascii=True))))
    assert "Half of the victory: Player B (B)." in drawn


def test_a_vassals_colour_is_written_for_and_headed_by_its_letter() -> None:
    """K-VASSAL-5"""
    pieces = {"V": {"A1": "1R", "B1": "2I"}, "B": {"E5": "2I"}}
    step = Step(position(pieces, "B", suzerains={"B": "V"}, vassals=[]))
    assert step.owes[1:] == ("V", "B")
    drawn = draw(seen(step, "V"), Scene(Look(ascii=True), sheet="B"))
    assert any("B  ORDERS" in line for line in drawn)
    assert any(line.rstrip().endswith("B Player B   out") for line in drawn)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_event_and_position_can_be_spoken(language: str) -> None:
    game = GAMES["strategiksa"]
    speech, said_in = game.speech, game.words(language)
    for seed in range(40):
        random = Random(seed)
        state = crowded(random)
        sheets = lively_sheets(state, random)
        after = STRATEGIKSA.resolve(state, sheets, None, last=False)  # type: ignore[arg-type]  # no dice
        view = STRATEGIKSA.view(after.state, state.order[0])
        told = RoundTold(1, sheets, {}, {}, after.story, STRATEGIKSA.view(state, None), view, True)
        said = [*speech.board(view, said_in), *speech.mine(view, said_in)]
        said += [*speech.rounds(told, said_in), *speech.cell(view, "e5", said_in)]
        said += speech.cell(view, "k9", said_in)
        for line in said:
            assert not re.search(r"\?\w+\?", line), line
            assert "speech." not in line
            assert "place." not in line
            assert "event." not in line
    assert len(speech.rules(said_in)) > 12


def test_a_battle_is_spoken_duel_by_duel() -> None:
    pieces = {"V": {"E4": "1I 1C", "A1": "1R"}, "B": {"E5": "1A 1I 1S", "J1": "1R"}}
    moves = turn(pieces, "I E4 E5", "C E4 E5", "R A1 J9")
    sheets: dict[str, Lines] = {"V": ("I E4 E5", "C E4 E5", "R A1 J9")}
    told = RoundTold(1, sheets, {}, {}, moves.story, None, None, True)
    game = GAMES["strategiksa"]
    said = game.speech.rounds(told, game.words("en"))
    assert said[:3] == ["Sheet of V (green):", "1. I E4 E5", "2. C E4 E5"]
    assert said[3].startswith("3. R A1 J9 - LOST: a king moves")
    assert said[-1] == "Battle on E5, green against blue: V 1I 1C, B 1I 1A 1S"
