"""The full screen: what is drawn at every size, and what the keys do, over a real server and session."""

import math
import os
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest
import segno
from msgspec.structs import replace

from client.look import Look
from client.play.choices import Choice
from client.play.desk import CELL, CHAT, HELP, LOG
from client.play.qr_code import qr_rows
from client.play.sheet_order import sheets_of
from client.play.story import tell
from client.screens.control.key_bar import hints
from client.screens.draw.board_part import lay_out
from client.screens.draw.compose import FOOT, Setting, _body, compose, is_tiny
from client.screens.draw.foot import keys_line, message_line, message_lines, prompt_text
from client.screens.draw.lines import cut, fit, plain, width_of, wrap
from client.screens.draw.pages import help_page
from client.screens.draw.panels import seat_word
from client.screens.draw.seat_key import SeatKeyCard, seat_key_page
from client.screens.draw.status import status
from client.screens.draw.style import GROUNDS
from client.screens.scene import COVER, STORY, TEXT, WALK, Scene, TextPage
from client.state.alarms import urgency
from client.state.client_state import ChatLine, ClientState, ClockFace, LogLine, OwnSheet, RoundTold
from protocol.events import GameEnded, PhaseOpened
from protocol.messages import Advice, Health, LinkLine, Offer, SeatLine
from protocol.views.power import ARMIES
from tests.kit.factories import play, view_of
from tests.kit.long import in_turn, long, some_pairs
from tests.kit.onscreen import commands_of, controller_of

START = {army: {"HQ" + army: "2S 2T 2C 2D"} for army in ARMIES}
WIDTHS = (20, 30, 39, 40, 41, 50, 60, 79, 80, 81, 100, 120, 200, 300)
HEIGHTS = (5, 9, 10, 11, 12, 15, 20, 23, 24, 25, 40, 80)
ROOMY = (70, 20)
GOLDEN = Path(__file__).parents[1] / "cases" / "screens"

HEALTH = Health(
    links=(LinkLine(seat="V", lag=0.0123, silent=1.4), LinkLine(seat="B", lag=0.0009, silent=9.0)),
    wall=1_770_000_000.0,
    connections=5,
    memory=41_000_000,
    disk=120_000_000,
    waiting=0,
    write_seconds=0.0011,
    bell_late=0.0104,
    warnings=("only 114 MB are left on the host's disk: make room before the games cannot be kept",),
)


def phase(number: int = 3) -> PhaseOpened:
    owing: dict[str, tuple[str, ...]] = {army: (army,) for army in ARMIES}
    return PhaseOpened(number, "orders", owing, 180.0, quiet=True, lines=5)


def writing(**changes: object) -> ClientState:
    """Round 3, green's turn to write, two orders on the sheet, the second doubtful."""
    advice = (Advice(1, 0, "too-far", "a soldier reaches 2 sectors; IX is farther from HQV"),)
    lines = ("t hq v8", "S HQ IX")
    state = ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game="power",
        role="V",
        seats=(
            SeatLine("V", "Ana", connected=True, written=True),
            SeatLine("B", "Bo", connected=True, sealed=True),
            SeatLine("J", "captain (bot)", bot="captain", sealed=True),
            SeatLine("R", "Di", connected=False),
        ),
        stage="writing",
        phase=phase(),
        view=view_of({**START, "V": {"HQV": "2S 1T 2C 2D", "V4": "1T", "RVV": "7P 1S"}}),
        sheets={"V": OwnSheet(lines, 2, 2, lines, advice)},
        clock=ClockFace(left=102.0, running=True, now=0.0, length=180.0),
        log=(LogLine(0.0, text="noted"),),
    )
    return replace(state, **changes)


def told() -> RoundTold:
    pieces = {"V": {"V0": "1T"}, "J": {"J0": "1S 1T"}}
    sheets = {"V": ("T V0 IX",), "J": ("S J0 IX", "S J0 V8"), "B": (), "R": ()}
    round_ = play(pieces, sheets)
    before = view_of(pieces)
    after = view_of(round_.pieces)
    return RoundTold(2, sheets, {}, {}, round_.story, before, after, True, owing=phase().owing)


def scenes(language: str, ascii_only: bool) -> Iterator[tuple[str, ClientState, Scene]]:
    """Every kind of screen."""

    def scene(**changes: object) -> Scene:
        return replace(Scene(Look(language=language, ascii=ascii_only), sheet="V", line=2), **changes)

    base = writing()
    board = scene().board(base)
    assert board
    home = board.home(base.view, "V")
    choice = Choice("T HQ", (Offer("T HQ V8", "there"), Offer("T HQ V7", "there")), "HQV")
    yield "writing", base, scene()
    yield "offers", base, scene(offers=(Offer("T HQ", "tank"), Offer("T V4", "tank")), chosen=1)
    walking = {"mode": WALK, "spot": home, "choices": (choice,)}
    yield "walking", base, scene(**walking)
    yield "picked", base, scene(**walking, is_picked=True, reach=frozenset({"V8", "V7"}))
    yield "cell", base, scene(**walking, overlay="cell")
    yield "help", base, scene(overlay=HELP)
    yield "log", base, scene(overlay=LOG, search="not")
    read = replace(base, stage="between", rounds=(told(),), sheets={})
    for page in (0, 3, 5):
        story = tell(board, told(), seat="V", is_live=True).at_page(page)
        yield f"story{page}", read, scene(mode=STORY, story=story)
    whole = tell(board, told(), seat="V").whole()
    yield "story whole", read, scene(mode=STORY, story=whole)
    yield "between", read, scene()
    yield "over", replace(read, stage="over", outcome=GameEnded(("V",), "last-side")), scene()
    yield "gathering", replace(base, stage="gathering", phase=None, view=None, sheets={}), scene()
    yield "lost", replace(base, link="lost", lost_at=-12.0), scene()
    office = replace(base, role="referee", sheets={}, tournament=True, health=HEALTH)
    yield "referee", office, scene()
    slip = SeatKeyCard("Eva", "R", "qg join 192.168.1.20:7878/QAGYJ --token mFzDq7w2yPgkqJq3cVZtUw")
    yield "seat-key", office, scene(overlay="seat-key", seat_key=slip)
    yield "watching", replace(base, role="watcher", sheets={}), scene()
    two = {"V": OwnSheet(), "B": OwnSheet(("t hq b8",), 1, 1, ("t hq b8",))}
    yield "two sheets", replace(base, role="VB", sheets=two), scene()


def draw(state: ClientState, scene: Scene, columns: int, rows: int) -> list[str]:
    setting = Setting(columns, rows, 0.0, ("recruit", "captain"), commands_of(state, scene.look))
    painting = compose(state, scene, setting)
    return [plain(line) for line in painting.lines]


class Shot:
    """One screen at one size, and what of it does not fit."""

    def __init__(self, name: str, state: ClientState, scene: Scene, columns: int, rows: int) -> None:
        self.name, self.state, self.scene, self.columns, self.rows = name, state, scene, columns, rows
        setting = Setting(columns, rows, 0.0, ("captain",), commands_of(state, scene.look))
        self.message = message_lines(state, scene, setting)
        self.setting = replace(setting, message=len(self.message))
        self.lines = [plain(line) for line in compose(state, scene, self.setting).lines]
        self.text = " ".join(" ".join(self.lines[1:]).split())
        self.is_tiny = is_tiny(columns, rows)
        self.has_board = lay_out(state, scene, columns, rows) is not None

    def lost(self) -> Iterator[str]:
        """The name of everything that is cut."""
        if len(self.lines) + (1 if self.is_tiny else len(self.message) + FOOT) > self.rows:
            yield "rows"
        has_clock = self.state.stage in ("writing", "between")
        figure = "12 s" if self.state.link == "lost" else "1:42" if has_clock else ""
        if figure not in self.lines[0] or width_of([("", self.lines[0])]) > self.columns:
            yield "status"
        prompt = prompt_text(self.state, self.scene)
        if prompt and width_of([("", prompt + "t hq v8 ")]) > self.columns:
            yield "order line"
        if not self.is_tiny:
            yield from self._lost_foot()
            yield from self._lost_body()
            yield from self._lost_words()

    def _lost_foot(self) -> Iterator[str]:
        whole = plain(message_line(self.state, self.scene, self.setting)).split()
        shown = " ".join(plain(fit(line, self.columns)) for line in self.message).split()
        if whole[-1:] != shown[-1:]:
            yield "message"
        bar = hints(controller_of(self.state, self.scene.look), self.scene)
        keys = [(part[0], part[1]) for part in keys_line(bar, self.scene, self.columns)]
        if not keys or width_of(keys) > self.columns + 1:
            yield "keys"

    def _lost_body(self) -> Iterator[str]:
        """As it is before the last cut to the size of the terminal."""
        height = self.rows - FOOT - len(self.message) - 1
        whole = _body(self.state, self.scene, self.setting, height).lines
        if len(whole) > height or any(width_of(line) > self.columns for line in whole):
            yield "body"

    def _lost_words(self) -> Iterator[str]:
        pen = f" {self.scene.line + 1} _"
        orders = [r"1.T (HQ|QG) V8", r"2!S (HQ|QG) IX"][self.rows <= 11 :]
        if self.name in ("writing", "offers", "lost") and not all(re.search(o, self.text) for o in orders):
            yield "sheet"
        if self.name in ("writing", "offers", "lost") and pen not in self.text:
            yield "pen"
        is_table = self.name in ("writing", "between", "over", "lost", "watching", "two sheets")
        if is_table and not self.has_board and "--plain" not in self.text:
            yield "hint"
        if is_table and self.has_board and not all(self._shows(line) for line in self.state.seats):
            yield "seats"
        if self.name == "referee" and not all(line.name[:8] in self.text for line in self.state.seats):
            yield "office"
        if self.name == "referee" and self.rows >= 15 and HEALTH.warnings[0].split()[-1] not in self.text:
            yield "warning"

    def _shows(self, line: SeatLine) -> bool:
        """The seat with the whole word of what it does."""
        said = self.scene.say(f"seat.{seat_word(line, self.state, self.scene.board(self.state))}")
        return any(
            re.search(rf"\b{line.seat} .*{re.escape(said)}(?!\w)", shown) is not None for shown in self.lines
        )


def all_lost(language: str) -> dict[tuple[str, bool], list[str]]:
    """What is cut where, apart for sizes with room and small ones."""
    found: dict[tuple[str, bool], list[str]] = {}
    drawn = {ascii_only: list(scenes(language, ascii_only)) for ascii_only in (False, True)}
    for number, (columns, rows) in enumerate(some_pairs(WIDTHS, HEIGHTS, start=language == "fr")):
        for name, state, scene in in_turn(drawn[columns % 2 == 0], number):
            for kind in Shot(name, state, scene, columns, rows).lost():
                is_small = columns < ROOMY[0] or rows < ROOMY[1]
                found.setdefault((kind, is_small), []).append(f"{name} at {columns}x{rows}")
    return found


@long
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_screen_fits_every_size(language: str) -> None:
    """U3, U10: nothing that matters is cut, from 20x5 to 300x80."""
    assert all_lost(language) == {}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_screens_equal_the_stored_ones(size: tuple[int, int], language: str) -> None:
    """U3; QG_REDRAW=1 stores them anew, to be looked at before they are kept."""
    drawn = []
    for name, state, scene in scenes(language, True):
        drawn += [f"== {name}", *(line.rstrip() for line in draw(state, scene, *size))]
    text = re.sub(r"\b\d\d:\d\d(:\d\d)?([ ;])", r"HH:MM\2", "\n".join(drawn) + "\n")
    file = GOLDEN / f"{size[0]}x{size[1]}-{language}.txt"
    if os.environ.get("QG_REDRAW"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8").splitlines() == text.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 10), (20, 5)])
def test_drawing_leaves_the_scene_as_it_is(size: tuple[int, int]) -> None:
    """Whatever page is open: the same scene is drawn the same way again."""
    for name, state, scene in scenes("en", False):
        said = replace(state, chat=(ChatLine(0.0, "B", "psst"),))
        for page in ("", HELP, LOG, CHAT, CELL, COVER, TEXT):
            shown = replace(scene, overlay=page or scene.overlay, scroll=99, text_page=TextPage("A", ("b",)))
            before = repr(shown)
            first = draw(said, shown, *size)
            assert repr(shown) == before, (name, page)
            assert draw(said, shown, *size) == first, (name, page)


def test_drawing_tells_how_far_a_page_could_be_scrolled() -> None:
    log = tuple(LogLine(0.0, text=f"line {number}") for number in range(50))
    scene = Scene(Look(), overlay=LOG, scroll=10**6)
    painting = compose(writing(log=log), scene, Setting(80, 24, 0.0))
    assert painting.scroll == 50 - (24 - FOOT - 2)
    assert compose(writing(), Scene(Look(), sheet="V"), Setting(80, 24, 0.0)).scroll is None


@pytest.mark.parametrize(
    ("overlay", "search", "read"), [(CHAT, "", 3), (LOG, "", 3), (LOG, "x", 0), (HELP, "", 0)]
)
def test_drawing_tells_how_much_of_the_chat_was_read(overlay: str, search: str, read: int) -> None:
    state = writing(chat=(ChatLine(0.0, "B", "one"), ChatLine(0.0, "B", "two"), ChatLine(0.0, "B", "three")))
    scene = Scene(Look(), sheet="V", overlay=overlay, search=search)
    assert compose(state, scene, Setting(80, 24, 0.0)).read_chat == read


def test_chat_that_does_not_fit_is_not_read() -> None:
    many = tuple(ChatLine(0.0, "B", f"line {number}") for number in range(60))
    scene = Scene(Look(), sheet="V", overlay=CHAT)
    assert compose(writing(chat=many), scene, Setting(80, 24, 0.0)).read_chat == 0
    assert compose(writing(chat=many), replace(scene, read_chat=50), Setting(80, 24, 0.0)).read_chat == 60


@pytest.mark.parametrize("size", [(80, 24), (80, 23), (79, 24), (61, 23), (50, 40), (46, 30)])
def test_the_board_and_the_sheet_are_shown_together(size: tuple[int, int]) -> None:
    """A line less, a column less, or upright: the log gives way first."""
    lines = draw(writing(), Scene(Look(), sheet="V", line=2), *size)
    assert any("V8" in line and "B8" in line for line in lines)
    assert any("v>1T" in line for line in lines)
    assert any("T   HQ  V8" in line for line in lines)
    assert any("B Bo" in line and "SEALED" in line for line in lines)
    assert any("V ^ 7P 1S" in line for line in lines)


@pytest.mark.parametrize("size", [(60, 24), (61, 22), (45, 40), (46, 28), (80, 21)])
def test_without_room_for_the_board_the_sheet_is_shown(size: tuple[int, int]) -> None:
    lines = draw(writing(), Scene(Look(), sheet="V", line=2), *size)
    assert not any("V8" in line and "B8" in line for line in lines)
    assert any("--plain" in line for line in lines)
    assert any("T" in line and "HQ" in line and "V8" in line for line in lines)


@pytest.mark.parametrize("size", [(80, 24), (80, 23), (79, 24), (61, 23), (50, 40)])
def test_a_long_message_does_not_move_the_board_or_hide_it(size: tuple[int, int]) -> None:
    scene = Scene(Look(), sheet="V", line=2)
    drawn = [
        [plain(line) for line in compose(writing(), scene, Setting(*size, 0.0, message=lines)).lines]
        for lines in (1, 2, 3)
    ]
    arranged = lay_out(writing(), scene, *size)
    assert arranged
    depth = arranged.size[1]
    for extra, lines in enumerate(drawn):
        seen = depth - max(0, extra - arranged.tail)
        assert [line[:46] for line in lines[1 : seen + 1]] == [line[:46] for line in drawn[0][1 : seen + 1]]
    assert [len(lines) for lines in drawn] == [size[1] - 3, size[1] - 4, size[1] - 5]


def test_a_low_terminal_has_the_offers_and_their_meaning_on_one_line() -> None:
    offers = tuple(Offer(f"T HQ V{number}", f"green sector {number}") for number in range(9))
    scene = Scene(Look(), sheet="V", line=2, offers=offers, chosen=7)
    last = draw(writing(), scene, 80, 23)[-1].rstrip()
    assert last == "V0 V1 V2 V3 V4 V5 V6 V7 V8 | T HQ V7: green sector 7"
    narrow = draw(writing(), scene, 61, 23)[-1].rstrip()
    assert narrow.endswith("| T HQ V7: green sector 7")
    assert " V7 " in narrow


def test_a_tiny_terminal_shows_the_status_only() -> None:
    lines = draw(writing(), Scene(Look(), sheet="V"), 39, 9)
    assert len(lines) == 1
    assert "1:42" in lines[0]


@pytest.mark.parametrize(
    ("left", "word"), [(61.0, ""), (60.0, "minute"), (30.0, "soon"), (10.0, "now"), (None, "")]
)
def test_the_hourglass_changes_at_60_30_and_10_seconds(left: float | None, word: str) -> None:
    assert urgency(left) == urgency(left, 180.0) == word


@pytest.mark.parametrize(
    ("left", "word"), [(60.0, ""), (16.0, ""), (15.0, "soon"), (11.0, "soon"), (10.0, "now")]
)
def test_a_phase_of_a_minute_is_not_urgent_from_its_start(left: float, word: str) -> None:
    assert urgency(left, 60.0) == word


@pytest.mark.parametrize(
    ("left", "length", "warns"),
    [(15.0, 180.0, True), (15.5, 180.0, False), (9.0, 20.0, False), (5.0, 20.0, True), (None, None, False)],
)
def test_an_order_without_enter_is_warned_of_before_the_bell(
    left: float | None, length: float | None, warns: bool
) -> None:
    state = writing(clock=ClockFace(left=left, running=True, length=length))
    said = message_line(state, Scene(Look(), sheet="V", unwritten="s hq v4"), Setting(80, 24, 0.0))
    assert ("s hq v4 is not on the sheet: Enter puts it there" in plain(said)) == warns


def test_the_hourglass_changes_by_word_not_only_by_colour() -> None:
    seen = set()
    for left in (102.0, 50.0, 25.0, 5.0):
        state = writing(clock=ClockFace(left=left, running=True, length=180.0))
        seen.add(re.sub(r"[\d:#.\[\] ]+", " ", draw(state, Scene(Look(), sheet="V"), 80, 24)[0]))
    assert len(seen) == 4


def test_advice_and_marks_are_on_the_sheet() -> None:
    lines = draw(writing(), Scene(Look(ascii=True), sheet="V", line=2), 80, 24)
    assert lines[2].rstrip().endswith("1 T   HQ  V8")
    assert lines[3].rstrip().endswith("2!S   HQ  IX")
    sealed = writing(seats=(SeatLine("V", "Ana", connected=True, sealed=True),))
    assert draw(sealed, Scene(Look(ascii=True), sheet="V"), 80, 24)[2].rstrip().endswith("1+T   HQ  V8")


def test_what_a_rival_has_written_is_never_counted() -> None:
    lines = "\n".join(draw(writing(), Scene(Look(), sheet="V"), 120, 40))
    assert "SEALED" in lines
    assert "2/4 sealed" in lines


def test_both_languages_have_every_text() -> None:
    """U10."""
    folder = resources.files("client.screens").joinpath("texts")
    en, fr = (tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in ("en", "fr"))
    fr.pop("key-names")
    assert {table: set(entries) for table, entries in en.items()} == {t: set(e) for t, e in fr.items()}
    for table, entries in en.items():
        for code, text in entries.items():
            if isinstance(text, str):
                assert set(re.findall(r"{(\w+)", text)) == set(re.findall(r"{(\w+)", fr[table][code])), code


def test_every_text_asked_for_is_there() -> None:
    """Codes written out in the source."""
    known = Scene(Look()).words.tables
    source = "\n".join(
        path.read_text("utf-8") for path in (Path(__file__).parents[2] / "client" / "screens").rglob("*.py")
    )
    codes = re.findall(r"""(?:say|text|Note)\(\s*"([a-z-]+)\.([a-z-]+)\"""", source)
    assert len(codes) > 60
    assert [f"{table}.{code}" for table, code in codes if code not in known.get(table, {})] == []


def linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def rgb(colour: str) -> tuple[float, float, float]:
    return linear(int(colour[1:3], 16)), linear(int(colour[3:5], 16)), linear(int(colour[5:7], 16))


VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "red-blind": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green-blind": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "blue-blind": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""Machado 2009, severity 1."""


def lab(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, channel)) for channel in colour)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen_by(colour: str, vision: str) -> tuple[float, float, float]:
    channels = rgb(colour)
    r, g, b = (sum(map(lambda a, c: a * c, row, channels)) for row in VISIONS[vision])
    return lab((r, g, b))


@pytest.mark.parametrize("vision", list(VISIONS))
@pytest.mark.parametrize("palette", ["okabe", "okabe-256"])
def test_the_sides_colours_differ_to_every_eye(vision: str, palette: str) -> None:
    """U8."""
    grounds = GROUNDS[palette]
    distances = [math.dist(seen_by(a, vision), seen_by(b, vision)) for a, b in combinations(grounds, 2)]
    assert min(distances) >= 9


def test_black_is_readable_on_every_side() -> None:
    """U8."""
    for ground in (*GROUNDS["okabe"], *GROUNDS["okabe-256"]):
        r, g, b = rgb(ground)
        assert (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / 0.05 >= 4.5


@pytest.mark.parametrize(("text", "width"), [("日本語", 3), ("abc", 2), ("", 4), ("é日", 3)])
def test_text_is_cut_by_its_width(text: str, width: int) -> None:
    assert width_of([("", cut(text, width))]) <= width
    assert width_of(fit([("", text)], width)) == width


def test_words_are_wrapped_and_long_ones_cut() -> None:
    assert wrap("a soldier reaches far", 9) == ["a soldier", "reaches", "far"]
    assert wrap("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"]


def test_a_long_sheet_is_scrolled_to_the_line_that_is_written() -> None:
    lines = tuple(f"T V{n} V{n + 1}" for n in range(14))
    state = writing(sheets={"V": OwnSheet(lines, 1, 1, lines)})
    for line in (0, 7, 14):
        shown = "\n".join(draw(state, Scene(Look(ascii=True), sheet="V", line=line), 80, 24))
        assert re.search(rf" {line + 1} ?[T_]", shown), line
        assert "B Bo     SEALED" in shown


def test_nothing_of_the_help_is_cut_or_begins_with_a_semicolon() -> None:
    for language in ("en", "fr"):
        for stage in ("writing", "between", "over"):
            scene = Scene(Look(language=language), sheet="V", overlay=HELP)
            state = writing(stage=stage)
            text = [
                plain(line).rstrip() for line in help_page(state, scene, 80, commands_of(state, scene.look))
            ]
            assert not [line for line in text if line.lstrip().startswith((";", "?", "!"))]
            assert any(commands_of(state, scene.look)[-3][0] in line for line in text)
            for name, _ in commands_of(state, scene.look):
                assert any(line.startswith(name) for line in text), name
            assert ("WRITING" in text[0] or "ÉCRIRE" in text[0]) == (stage == "writing")


@pytest.mark.parametrize(("language", "heading"), [("en", "THE MOUSE"), ("fr", "LA SOURIS")])
def test_the_help_tells_of_the_mouse_unless_it_is_off(language: str, heading: str) -> None:
    state = writing()
    for mouse in (True, False):
        scene = Scene(Look(language=language, mouse=mouse), sheet="V", overlay=HELP)
        text = [plain(line) for line in help_page(state, scene, 80, ())]
        assert any(heading in line for line in text) == mouse


def test_three_players_are_told_of_the_mercenaries() -> None:
    scene = Scene(Look(), sheet="V", overlay=HELP)
    state = writing(view=replace(writing().view, mercenary="R"))
    text = " ".join(plain(line) for line in help_page(state, scene, 80, ()))
    assert "the red army (R) is mercenary" in text


def test_the_tables_name_is_as_long_as_there_is_room() -> None:
    state = writing(table_name="root against the bots", link="ok")
    line = draw(state, Scene(Look(), sheet="V"), 80, 24)[0]
    assert line.startswith(" root against the bots | R3 ORDERS")
    assert " root against the bots | R3" in draw(state, Scene(Look(), sheet="V"), 120, 40)[0]


def test_a_seat_s_key_can_be_read_by_a_camera() -> None:
    """The half blocks are the code's modules, with a white rim; it fits beside the words."""
    command = "qg join 192.168.100.200:7878/QAGYJ --token mFzDq7w2yPgkqJq3cVZtUw"
    rows = qr_rows(command)
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    read = [[1 - light[char][half] for char in row] for row in rows for half in (0, 1)]
    code = [list(row) for row in segno.make(command, micro=False, error="l").matrix_iter(border=2)]
    assert read[: len(code)] == code
    assert read[len(code) :] in ([], [[0] * len(code[0])])
    page = seat_key_page(SeatKeyCard("Eva", "R", command), "en", 80, has_blocks=True)
    assert len(page) <= 20
    assert all(width_of(line) <= 80 for line in page)
    assert [row for row in rows if not any(row in plain(line) for line in page)] == []
    for word in command.split():
        assert any(word in plain(line) for line in page)
    narrow = seat_key_page(SeatKeyCard("Eva", "R", command), "fr", 40, has_blocks=True)
    assert "█" not in "".join(plain(line) for line in narrow)


def test_sheets_stay_in_the_same_order_whichever_is_read_first() -> None:
    """P-TWO-1: the phase names them as they will be read, which changes from round to round."""
    for order in (("V", "B"), ("B", "V")):
        phase = PhaseOpened(1, "orders", {"VB": order})
        assert sheets_of(writing(role="VB", phase=phase, sheets={key: OwnSheet() for key in order})) == [
            "V",
            "B",
        ]
    odd = writing(game="unknown", role="1", sheets={"Z": OwnSheet(), "A": OwnSheet()})
    assert sheets_of(odd) == ["Z", "A"]


@pytest.mark.parametrize(
    ("role", "away", "said"),
    [
        ("V", ("B",), "STOPPED 1:42 the server restarted, waits for B; F7 lets it run"),
        ("V", (), "the server restarted; F7 lets it run"),
        ("referee", ("B",), "the server restarted, waits for B "),
    ],
)
def test_an_hourglass_stopped_by_a_restart_says_for_whom_it_waits(
    role: str, away: tuple[str, ...], said: str
) -> None:
    clock = ClockFace(left=102.0, running=False, length=180.0, paused_by="restart")
    seats = tuple(replace(line, connected=line.seat not in away) for line in writing().seats)
    state = writing(clock=clock, seats=seats, role=role)
    assert said in plain(status(state, Scene(Look(), sheet="V"), 80, 0.0))
