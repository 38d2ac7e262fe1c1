"""A program that misbehaves harms nobody but itself: its sheet stays as it is, and its owner is told why."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from client.program.conversation import MOST_BAD_LINES, MOST_STARTS, Conversation
from client.program.lines import VERSION, HelloLine, ReadLine
from client.program.owner import Owner
from client.program.process import LONGEST_LINE, MOST_UNREAD
from client.program.service import Question, Taken
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer, Supposed
from tests.kit.callers import serving
from tests.kit.programs import Sitting, Told, answering, heard, program, sitting_with, until_true

pytestmark = pytest.mark.slow

SECRET = "attack at dawn"
"""What a bad program writes, and nobody else may ever read."""


def leaked(sitting: Sitting) -> bool:
    """Whether a word of what the program wrote has reached another player or the referee."""
    received = [*sitting.ana.raw, *sitting.referee.raw]
    return any(SECRET.encode() in data or b"program" in data for data in received)


async def test_a_program_that_exits_at_once_is_started_three_times_and_then_the_seat_waits(
    tmp_path: Path,
) -> None:
    body = f"""\
with open("runs", "a") as file:
    file.write("x")
print("{SECRET}", file=sys.stderr)
sys.exit(7)
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("It is started again for the next question.")
        runs = len((tmp_path / "runs").read_text())
        once_more = range(MOST_STARTS, MOST_STARTS + 2)  # it may have been started before the first question
        assert runs in once_more
        assert sitting.told.count("The program ended with status 7.") >= MOST_STARTS
        read = await sitting.ring()
        assert (read.sheets["J"], read.sheets["R"]) == ((), ())
        await sitting.next_phase()
        await sitting.told.until("It is started again for the next question.", 2)
        assert len((tmp_path / "runs").read_text()) - runs in once_more
        assert not leaked(sitting)


async def test_a_program_that_crashes_is_started_again_and_asked_again(tmp_path: Path) -> None:
    crash = """\
    if question["phase"]["phase"] == 2 and not os.path.exists("crashed"):
        open("crashed", "w").close()
        raise SystemError("crash")
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering(crash))) as sitting:
        await sitting.read()
        await sitting.next_phase()
        read = await sitting.read()
        assert read.sheets["J"] == ("T HQ J4",)
        assert sitting.told.count("The program ended with status 1.") == 1
        kinds = [line["type"] for line in heard(tmp_path) if line["type"] != "written"]
        assert kinds == ["hello", "write", "read", "write", "hello", "read", "write"]
        assert [line["ask"] for line in heard(tmp_path, "write")] == [1, 2, 2]


async def test_a_program_that_is_killed_is_told_by_its_signal(tmp_path: Path) -> None:
    body = 'receive("write")\nos.kill(os.getpid(), 9)\n'
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("The program was ended by signal 9.")


async def test_the_sheet_of_a_silent_program_counts_as_it_is_and_it_is_started_anew_after_two_questions(
    tmp_path: Path,
) -> None:
    body = """\
with open("runs", "a") as file:
    file.write("x")
while True:
    time.sleep(1)
"""
    command = program(tmp_path, body)
    async with serving(tmp_path) as app, sitting_with(app, command, patience=0.01) as sitting:
        await sitting.told.until("The program has not answered for 0 seconds.")
        for phase in (1, 2):
            await until_true(lambda: (tmp_path / "runs").exists())
            read = await sitting.ring()
            assert (read.sheets["J"], read.sheets["R"]) == ((), ())
            await sitting.told.until(f"Phase {phase} closed before the program had answered")
            assert sitting.told.count("said nothing to two questions") == phase - 1
            await sitting.next_phase()
        await until_true(lambda: (tmp_path / "runs").read_text() == "xx")


async def test_a_late_answer_is_not_used_and_the_next_one_is(tmp_path: Path) -> None:
    body = f"""\
question = receive("write")
receive("closed")
send(type="sheets", ask=question["ask"], sheets={{"J": ["T HQ J8"]}})
receive("refused")
{answering()}"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await until_true(lambda: bool(heard(tmp_path, "write")))
        assert (await sitting.ring()).sheets["J"] == ()
        await sitting.told.until("The program answered a question that is closed.")
        await sitting.next_phase()
        assert (await sitting.read()).sheets["J"] == ("T HQ J4",)
        assert [line["code"] for line in heard(tmp_path, "refused")] == ["late"]
        assert len(heard(tmp_path, "hello")) == 1, "it goes on in the same process"


async def test_an_answer_for_another_seat_writes_nothing(tmp_path: Path) -> None:
    wrong = """\
    send(type="sheets", ask=question["ask"], sheets={"J": ["T HQ J8"], "V": ["T HQ V8"]})
    receive("refused")
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering(wrong))) as sitting:
        read = await sitting.read()
        assert (read.sheets["J"], read.sheets["V"]) == (("T HQ J4",), ())
        assert sitting.told.count("wrote on sheet V, which is not its own") == 1
        (refused,) = heard(tmp_path, "refused")
        assert refused["code"] == "other-seat"
        assert "Its sheets are: " in refused["text"]


JUNK = [
    SECRET,
    "",
    "[]",
    "null",
    '{"type": "write"}',
    '{"type": "sheets"}',
    '{"type": "sheets", "ask": 1, "sheets": {"J": "T HQ J4"}}',
    '{"type": "sheets", "ask": 1, "sheets": {}, "sael": true}',
    '{"type": "legal", "sheet": 7}',
    "[" * 5000,
    "\\x1b[2J\\u202e",
    "\\udcff",
]


async def test_junk_is_refused_and_told_to_the_owner_and_a_right_answer_still_counts(tmp_path: Path) -> None:
    junk = f"""\
    for line in {JUNK!r}:
        sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape") + b"\\n")
    sys.stdout.flush()
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering(junk))) as sitting:
        read = await sitting.read()
        assert read.sheets["J"] == ("T HQ J4",)
        await until_true(lambda: len(heard(tmp_path, "refused")) == len(JUNK))
        assert {line["code"] for line in heard(tmp_path, "refused")} == {"junk"}
        assert sitting.told.count(f"none of docs/bots.md: {SECRET} (") == 1
        assert sitting.told.count("none of docs/bots.md") == 3
        assert sitting.told.count("More of this kind are not told") == 1
        assert all(sentence.isprintable() for sentence in sitting.told.sentences)
        assert not leaked(sitting)


async def test_lines_that_break_a_limit_are_refused_and_the_sheet_stays_as_it_is(tmp_path: Path) -> None:
    too_much = """\
    for lines in (["x" * 201], ["x"] * 65, ["\\x07"], ["y" * 200] * 30):
        send(type="sheets", ask=question["ask"], sheets={"J": lines})
        receive("refused")
    send(type="legal", sheet="J", text="x" * 201)
    receive("refused")
    send(type="sheets", ask=question["ask"], sheets={}, seal=False)
    receive("written")
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering(too_much))) as sitting:
        read = await sitting.read()
        assert read.sheets["J"] == ("T HQ J4",)
        assert [line["code"] for line in heard(tmp_path, "refused")] == [
            *("refused", "refused", "bad-line", "sheet-too-long", "refused")
        ]
        assert sitting.told.count("was refused something. ") == 3


async def test_a_program_that_writes_junk_without_end_is_ended(tmp_path: Path) -> None:
    body = f'receive("write")\nwhile True:\n    print("{SECRET}")\n'
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until(f"wrote {MOST_BAD_LINES} lines that could not be used, and was ended.", 3)
        await sitting.told.until("was started 3 times and did not answer")
        assert (await sitting.ring()).sheets["J"] == ()
        assert not leaked(sitting)


async def test_a_program_that_writes_megabytes_on_one_line_is_ended(tmp_path: Path) -> None:
    body = f"""\
receive("write")
while True:
    sys.stdout.write("{SECRET}" * 10000)
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until(f"wrote a line of more than {LONGEST_LINE} bytes, and was ended.", 3)
        assert (await sitting.ring()).sheets["J"] == ()
        assert not leaked(sitting)


async def test_a_program_that_closes_its_output_is_ended(tmp_path: Path) -> None:
    body = 'receive("write")\nos.close(1)\nwhile True:\n    time.sleep(1)\n'
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("The program closed its output, and was ended.")


class AskedNothing:
    """A seat of which nobody asks anything."""

    async def offers(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        raise AssertionError(text)

    async def simulate(self, sheets: Mapping[SheetKey, Lines], view: Any) -> Supposed:
        raise AssertionError(sheets)

    async def write(self, question: Question, sheets: Mapping[SheetKey, Lines], *, seals: bool) -> Taken:
        raise AssertionError(sheets)


async def test_a_program_that_never_reads_is_ended_before_it_takes_our_memory(tmp_path: Path) -> None:
    command = program(tmp_path, 'open("runs", "w").close()\ntime.sleep(1000)\n')
    hello = HelloLine(VERSION, "power", {}, "ABCDE", "V", {}, "en")
    told = Told()
    greeted = asyncio.Event()

    def greeting() -> HelloLine:
        greeted.set()
        return hello

    talk = Conversation(command, greeting, AskedNothing(), Owner("en", told))
    running = asyncio.create_task(talk.run())
    talk.begin()
    await greeted.wait()
    for _ in range(3):
        talk.tell(ReadLine(1, {}, ("x" * (MOST_UNREAD // 2),), None, ruled=False))
    assert told.sentences == ["The program does not read its input, and was ended."]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF and nothing else")
    broken.chmod(0o700)
    async with serving(tmp_path) as app, sitting_with(app, [str(broken)]) as sitting:
        await sitting.told.until("could not be started: ")
        await sitting.told.until("was started 3 times and did not answer")


async def test_what_the_program_has_started_ends_with_it(tmp_path: Path) -> None:
    body = f"""\
import subprocess
child = subprocess.Popen([{sys.executable!r}, "-c", "import time; time.sleep(1000)"])
with open("child.new", "w") as file:
    file.write(str(child.pid))
os.rename("child.new", "child")
while True:
    receive()
"""
    file = tmp_path / "child"
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)):
        await until_true(file.exists)
    await until_true(lambda: not is_alive(int(file.read_text())))


def is_alive(process: int) -> bool:
    """Whether the process runs. One that nobody has taken notice of since it ended does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_a_program_does_not_see_the_secret_of_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QG_TOKEN", SECRET)
    body = 'open("variables", "w").write(" ".join(os.environ))\n' + answering()
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("sealed")
        assert "QG_TOKEN" in os.environ
        assert "QG_TOKEN" not in (tmp_path / "variables").read_text()
        assert sitting.session.token not in (tmp_path / "heard").read_text()
