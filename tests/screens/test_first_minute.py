"""The first minute of a new player in a real terminal: the greeting, the hourglass, and the lessons."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from client.games import GAMES
from tests.kit.long import long, some
from tests.kit.onscreen import CTRL_D, CTRL_Q, CTRL_S, ENTER, ESC
from tests.kit.terminals import Terminal

pytestmark = pytest.mark.slow

LEAVES = {"en": "Leave the lesson?", "fr": "Quitter la leçon ?"}
TITLES = {"en": "You have learnt", "fr": "Vous avez appris"}
STEP = {"en": "Lesson {}/", "fr": "Leçon {}/"}
YES = {"en": "y", "fr": "o"}
ASKED = ("You are asked something first", "On vous demande d'abord")


def in_one_line(terminal: Terminal) -> str:
    return " ".join(terminal.text.split())


def at_step(terminal: Terminal, language: str, number: int) -> None:
    terminal.wait(STEP[language].format(number))


def seal(terminal: Terminal, language: str, number: int) -> None:
    """Seal, and wait until the lesson has gone on to the step of that number."""
    confirm_seal(terminal, language)
    at_step(terminal, language, number)


def confirm_seal(terminal: Terminal, language: str) -> None:
    terminal.press(CTRL_S)
    terminal.wait("y / n" if language == "en" else "o / n")
    terminal.press(YES[language])


def end_lesson(terminal: Terminal, language: str) -> None:
    terminal.wait(TITLES[language], "qg solo")
    terminal.press(ENTER)
    terminal.until(lambda: TITLES[language] not in terminal.text, "the board again")
    leave(terminal, language)


def leave(terminal: Terminal, language: str) -> None:
    terminal.press(CTRL_Q)
    terminal.wait(LEAVES[language])
    terminal.press(YES[language])
    assert terminal.ended() == 0


def test_a_new_player_is_greeted_and_the_hourglass_waits(
    terminals: Callable[..., Terminal], tmp_path: Path
) -> None:
    """The first key takes the greeting away, works, and starts the hourglass. Only the first game greets."""
    ana = terminals("ana", "solo", "--name", "Ana", is_new=True)
    ana.wait("Welcome to POWER", "Goal: take the flags", "Press any key", "STOPPED 3:00")
    ana.press("t")
    ana.wait("V order 1> t", "HQ^v2S", "time ")
    assert "Welcome" not in ana.text
    kept = json.loads((tmp_path / "ana" / "client.json").read_text())
    assert kept["greeted"] == ["power"]
    ana.press(ESC)
    ana.wait("V order 1>  ")
    ana.press(":welcome", ENTER)
    ana.wait("Welcome to POWER", "T HQ V4 and Enter")
    ana.press(ESC, CTRL_Q)
    ana.wait("y / n")
    ana.press("y")
    assert ana.ended() == 0
    again = terminals("ana", "solo", "--new", "--name", "Ana", is_new=True)
    again.wait("V order 1>", "HQ^v2S")
    assert "Welcome" not in again.text


@long
@pytest.mark.parametrize("language", some(["en", "fr"], 2))
def test_a_whole_lesson_of_power(terminals: Callable[..., Terminal], language: str) -> None:
    """A line that would be lost gets a helpful word, and does not count."""
    ana = terminals("ana", "learn", "--lang", language, is_new=True)
    at_step(ana, language, 1)
    ana.press("t hq b8", ENTER)
    ana.wait("^D")
    ana.until(lambda: ("would be lost" if language == "en" else "serait perdue") in in_one_line(ana), "help")
    at_step(ana, language, 1)
    ana.press(CTRL_D)
    order = "T HQ V4" if language == "en" else "T QG V4"
    ana.until(lambda: order in in_one_line(ana), "the first step again")
    ana.press("t hq v4", ENTER)
    at_step(ana, language, 2)
    ana.press("s hq v7", ENTER)
    at_step(ana, language, 3)
    seal(ana, language, 4)
    ana.press("a", ENTER)
    end_lesson(ana, language)


@long
@pytest.mark.parametrize("language", some(["fr", "en"], 2))
def test_a_whole_lesson_of_strategiksa(terminals: Callable[..., Terminal], language: str) -> None:
    """The lines are those that the sentences of the lesson give as examples."""
    ana = terminals("ana", "learn", "--game", "strategiksa", "--lang", language, is_new=True)
    go_on_to(ana, language, 2)
    king = re.search(r"(?:for instance|par exemple) (r [a-j]\d+)\.", in_one_line(ana))
    assert king, ana.text
    ana.press(king[1], ENTER)
    at_step(ana, language, 3)
    ana.press(f"4i {king[1].split()[1]}", ENTER)
    at_step(ana, language, 4)
    seal(ana, language, 5)
    go_on_to(ana, language, 6)
    ana.press(ESC)  # takes away what an Enter too many has led to
    ana.until(lambda: bool(example(ana)), "an example")
    ana.press(example(ana), ENTER)
    at_step(ana, language, 7)
    confirm_seal(ana, language)
    last = STEP[language].format(8)
    ana.until(lambda: last in ana.text or TITLES[language] in ana.text, "the story, or a battle at once")
    if TITLES[language] not in ana.text:
        ana.press("a", ENTER)
    end_lesson(ana, language)


def example(terminal: Terminal) -> str:
    found = re.search(r"(?:for instance|par exemple) ([^.]+).", in_one_line(terminal))
    return found[1] if found else ""


def go_on_to(terminal: Terminal, language: str, number: int) -> None:
    """Press Enter whenever the table waits for this player, until that step of the lesson has come."""
    step, told = STEP[language].format(number), ("STORY", "RÉCIT", *ASKED)
    while step not in terminal.text:
        terminal.until(lambda: step in terminal.text or any(word in terminal.text for word in told), step)
        if any(word in terminal.text for word in ASKED):
            answer(terminal, language)
        elif step not in terminal.text:
            terminal.press(ESC, ENTER)
            terminal.read(0.3)


def answer(terminal: Terminal, language: str) -> None:
    """A bot has attacked: write what the sentence gives as an example, and seal it."""
    found = re.search(r"(?:fights|bat), (?:as|comme) ([^ .]+)", in_one_line(terminal))
    assert found, terminal.text
    terminal.press(found[1], ENTER)
    terminal.wait("1/1")
    confirm_seal(terminal, language)
    terminal.until(lambda: not any(word in terminal.text for word in ASKED), "the answer is sent")


@long
@pytest.mark.parametrize("game", some(list(GAMES), 3))
def test_steps_can_be_skipped_and_the_lesson_left(terminals: Callable[..., Terminal], game: str) -> None:
    ana = terminals("ana", "learn", "--game", game, is_new=True)
    step, over = 0, (TITLES["en"], "The lesson is over")
    while not any(text in ana.text for text in over):
        if step:
            ana.press(":skip", ENTER)
        is_next = lambda step=step: step_of(ana) > step or any(text in ana.text for text in over)  # noqa: E731
        ana.until(is_next, f"a step after {step}, or the end")
        step = step_of(ana)
    ana.press(ESC)  # leaves the last page, unless the last Enter has done so: bots may have ended the lesson
    ana.wait(over[1])
    leave(ana, "en")


def step_of(terminal: Terminal) -> int:
    """The number of the step that is shown; 0 if none is."""
    found = re.search(r"Lesson (\d+)/", terminal.text)
    return int(found[1]) if found else 0
