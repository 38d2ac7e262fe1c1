"""What a person is told to do is never cut within a sentence, at 80x24 and at 50x40, in both languages.

The test of all sizes (`test_screens`) has only short messages of POWER. Here every phase of Strategiksa is
shown as the server explains it, with the choices that it offers, because these are the longest texts.
"""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from client.look import Look
from client.screens.draw.compose import Setting, compose
from client.screens.draw.foot import message_line, message_lines
from client.screens.draw.lines import END_OF_SENTENCE, latest, plain, whole_sentences
from client.screens.draw.panels import log_blocks
from client.screens.scene import Scene
from client.state.client_state import ClientState, LogLine
from client.words import words
from protocol.messages import Offer
from protocol.notes import Note
from protocol.texts import catalogue
from server.games.strategiksa import STRATEGIKSA
from tests.games.strategiksa.test_vassals import regicide
from tests.kit.strategiksa import Step, battle, position, start, turn
from tests.screens.test_layouts import BUSY, at_table
from tests.screens.test_screens import writing

SIZES = [(80, 24), (50, 40)]
every_size = pytest.mark.parametrize("size", SIZES)
every_language = pytest.mark.parametrize("language", ["en", "fr"])


def phases() -> Iterator[tuple[str, Step]]:
    yield "placement", Step(start(3))
    yield "turn", Step(position(BUSY))
    yield "battle", battle("2I 2C*", "1I 2A")
    yield "duel", battle("2I 2C*", "1I 2A").write("I")
    yield "answer", turn(BUSY, "vassal B")
    yield "crown", regicide()


def asked(step: Step, language: str) -> tuple[ClientState, tuple[Offer, ...]]:
    """The table as the one who is to write sees it, with what the server says and offers."""
    state = at_table(step)
    words_of_game = catalogue("strategiksa", language)
    phase, view = STRATEGIKSA.phase(step.after), step.view
    (letter,) = state.sheets
    usage = STRATEGIKSA.usage(view, letter)
    sheet = replace(state.sheets[letter], usage=words_of_game.say(usage) if usage else "")
    assert state.phase
    opened = replace(state.phase, lines=phase.lines, about=phase.about)
    offers = tuple(
        Offer(found.text, words_of_game.say(found.gloss))
        for found in STRATEGIKSA.suggest(view, letter, (), "")
    )
    return replace(state, phase=opened, sheets={letter: sheet}, language=language), offers


def shown(state: ClientState, scene: Scene, size: tuple[int, int]) -> tuple[str, str]:
    """The message as it should be, and as it is on the screen."""
    setting = Setting(*size, 0.0)
    whole = " ".join(plain(message_line(state, scene, setting)).split())
    lines = message_lines(state, scene, setting)
    assert all(len(plain(line)) <= size[0] for line in lines)
    return whole, " ".join(" ".join(plain(line) for line in lines).split())


@every_size
@every_language
@pytest.mark.parametrize("has_offers", [False, True])
def test_what_to_write_is_told_in_whole_sentences(
    size: tuple[int, int], language: str, has_offers: bool
) -> None:
    for name, step in phases():
        state, offers = asked(step, language)
        (letter,) = state.sheets
        scene = Scene(Look(language=language), sheet=letter, offers=offers if has_offers else ())
        whole, said = shown(state, scene, size)
        beginnings = [" ".join(END_OF_SENTENCE.split(whole)[:count]) for count in range(1, 9)]
        assert said in beginnings, (name, said, whole)
        if not has_offers:
            assert said == whole, (name, said, whole)


@every_size
@every_language
def test_every_choice_of_one_line_is_shown_with_its_whole_meaning(
    size: tuple[int, int], language: str
) -> None:
    for name, step in phases():
        state, offers = asked(step, language)
        if not state.owes_one_line or name == "duel":
            continue
        (letter,) = state.sheets
        scene = Scene(Look(language=language), sheet=letter, offers=offers, chosen=0)
        setting = Setting(*size, 0.0, message=len(message_lines(state, scene, Setting(*size, 0.0))))
        text = " ".join(" ".join(plain(line) for line in compose(state, scene, setting).lines).split())
        assert scene.say("offer.meaning", word=offers[0].text, text=offers[0].gloss) in text, (name, text)


@every_size
@every_language
def test_an_order_that_is_not_written_yet_is_warned_of_in_whole_sentences(
    size: tuple[int, int], language: str
) -> None:
    """Also while offers take the room below the board."""
    state = writing()
    state = replace(state, clock=replace(state.clock, left=14.0))
    offers = (Offer("s hq j7", "there"), Offer("s hq j8", "there"))
    scene = Scene(Look(language=language), sheet="V", line=2, unwritten="s hq j7", offers=offers)
    whole, said = shown(state, scene, size)
    assert said == whole
    assert "s hq j7" in said.lower().replace("qg", "hq")


@every_language
def test_the_meaning_of_what_becomes_of_a_fallen_player_fits_50_columns(language: str) -> None:
    game, known = catalogue("strategiksa", language), {"en": ("take", "leave"), "fr": ("prendre", "laisser")}
    for colour in "VBJOPT":
        for code, word in zip(("take", "leave"), known[language], strict=True):
            gloss = game.say(Note(f"gloss.{code}", {"player": colour}))
            text = catalogue("texts", language, "client.screens").say(
                Note("offer.meaning", {"word": word, "text": gloss})
            )
            assert len(text) <= 50, text


@every_language
def test_the_commands_of_the_menu_fit_80_columns(language: str) -> None:
    table = words(language).tables["cli"]
    assert [text for code, text in table.items() if code.startswith("do-") and len(text) > 80] == []


def test_a_log_begins_and_ends_with_whole_entries() -> None:
    state = writing(log=tuple(LogLine(0.0, text=f"{number} " + "word " * 30) for number in range(5)))
    scene = Scene(Look())
    entries = log_blocks(state, scene, 50, state.log)
    assert all(len(entry) == 4 for entry in entries)
    assert latest(entries, 9) == [*entries[-2], *entries[-1]]
    assert latest(entries, 3)[:2] == entries[-1][:2]
    assert plain(latest(entries, 3)[-1]).endswith(" ...")
    assert latest(entries, 0) == []
    fuller = latest(entries, len(entries[-1]) + 1, cuts_oldest=True)
    assert fuller[1:] == entries[-1]
    assert plain(fuller[0]).endswith(" ...")


def test_a_sentence_that_does_not_fit_ends_with_dots() -> None:
    assert whole_sentences("One two. Three four.", 9, 1) == ["One two."]
    assert whole_sentences("One two. Three four.", 9, 3) == ["One two.", "Three", "four."]
    assert whole_sentences("One two three four.", 12, 1) == ["One two ..."]
