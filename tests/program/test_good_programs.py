"""A program that keeps to docs/bots.md plays as a person would, and knows what a person at its seat knows."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from client.errors import ClientError
from client.link.session import Session
from client.program.lines import VERSION
from client.program.run import run_program
from client.state.client_state import ClientState, ClockFace, OwnSheet
from protocol import messages
from protocol.events import GameEnded, PhaseOpened
from protocol.messages import ClientMessage, SeatLine, ServerMessage
from tests.kit.callers import PATIENCE, call, open_table, serving
from tests.kit.factories import view_of
from tests.kit.programs import (
    Told,
    against_bots,
    answering,
    heard,
    program,
    seated,
    sitting_with,
    until_true,
)
from tests.kit.sessions import cut

pytestmark = pytest.mark.slow


def plain(value: Any) -> Any:
    """The value as JSON has it."""
    return json.loads(msgspec.json.encode(value))


async def test_a_program_is_asked_for_its_sheets_and_its_lines_are_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering())) as sitting:
        read = await sitting.read()
        assert {sheet: lines for sheet, lines in read.sheets.items() if lines} == {
            "J": ("T HQ J4",),
            "R": ("T HQ R4",),
        }
        hello, question = heard(tmp_path, "hello", "write")
        assert hello["version"] == VERSION
        assert (hello["game"], hello["seat"], hello["seats"]) == ("power", "JR", {"VB": "Ana", "JR": "Mine"})
        assert hello["options"] == sitting.session.state.options
        assert sorted(question["owed"]) == ["J", "R"]
        assert question["sheets"] == {"J": [], "R": []}
        assert question["usage"]["J"].startswith("Write an order as ")
        assert question["phase"]["phase"] == 1
        assert question["phase"]["owing"]["VB"]
        assert 0 < question["left"] <= question["phase"]["seconds"] == 360
        assert question["running"] is True


async def test_a_program_knows_exactly_what_its_seat_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering())) as sitting:
        before = (await sitting.session.until(lambda state: state.may_write)).view
        await sitting.read()
        await sitting.next_phase()
        await sitting.told.until("Phase 2")
        told = sitting.session.state.rounds[0]
        first, second = heard(tmp_path, "write")
        (read,) = heard(tmp_path, "read")
        assert first["view"] == plain(before)
        assert read == {
            "type": "read",
            "phase": 1,
            "sheets": plain(told.sheets),
            "story": plain(told.story),
            "view": plain(told.after),
            "ruled": False,
        }
        assert (second["view"], second["phase"]["phase"]) == (plain(told.after), 2)


async def test_a_sheet_that_is_not_sealed_can_be_written_again_and_counts_at_the_bell(tmp_path: Path) -> None:
    body = """\
question = receive("write")
for line in ("T HQ J8", "T HQ J4", "nonsense"):
    send(type="sheets", ask=question["ask"], sheets={"J": [line]}, seal=False)
receive("closed")
receive()
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("would be lost")
        read = await sitting.ring()
        assert (read.sheets["J"], read.sheets["R"]) == (("nonsense",), ())
        await until_true(lambda: bool(heard(tmp_path, "closed")))
        written = heard(tmp_path, "written")
        assert [line["sealed"] for line in written] == [False, False, False]
        assert [len(line["advice"]["J"]) for line in written] == [0, 0, 1]
        assert sitting.told.count("before the program had answered") == 0


async def test_a_program_asks_which_lines_are_legal(tmp_path: Path) -> None:
    body = """\
question = receive("write")
send(type="legal", sheet="J")
receive("offers")
send(type="legal", sheet="J", above=["T HQ J4"], text="T HQ ")
receive("offers")
send(type="sheets", ask=question["ask"], sheets={})
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("sealed")
        first, second = heard(tmp_path, "offers")
        asked = await sitting.session.suggest("J", (), "")
        assert first["offers"] == plain(asked)
        assert first["sheet"] == "J"
        assert "T HQ J4" in [offer["text"] for offer in second["offers"]]
        assert second["text"] == "T HQ "


async def test_a_program_simulates_a_round_and_the_round_after_it(tmp_path: Path) -> None:
    body = """\
question = receive("write")
send(type="simulate", sheets={"J": ["T HQ J4"], "V": ["T HQ V4"]})
after = receive("simulated")
send(type="simulate", sheets={"J": ["T J4 J0"]}, view=after["view"])
receive("simulated")
send(type="simulate", sheets={}, view={"round": "x"})
receive("refused")
send(type="sheets", ask=question["ask"], sheets={})
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("sealed")
        first, second = heard(tmp_path, "simulated")
        assert first["sheets"] == {"J": ["T HQ J4"], "V": ["T HQ V4"]}
        assert {event["text"] for event in first["story"] if event["type"] == "moved"} == {
            "T HQ J4",
            "T HQ V4",
        }
        assert (first["view"]["round"], second["view"]["round"]) == (2, 3)
        assert first["view"]["seat"] == "JR"
        assert "J4" in first["view"]["pieces"]["J"]
        assert "J0" in second["view"]["pieces"]["J"]
        assert sitting.session.state.rounds == (), "nothing has happened at the table"


async def no_rules(state: ClientState, message: ClientMessage) -> ServerMessage:
    raise ClientError("the rules are not installed")


async def test_without_rules_on_this_computer_a_simulation_is_refused(tmp_path: Path) -> None:
    body = """\
question = receive("write")
send(type="simulate", sheets={})
receive("refused")
send(type="sheets", ask=question["ask"], sheets={})
"""
    command = program(tmp_path, body)
    async with serving(tmp_path) as app, sitting_with(app, command, ask_rules=no_rules) as sitting:
        await sitting.told.until("sealed")
        (refused,) = heard(tmp_path, "refused")
        assert refused == {"type": "refused", "code": "refused", "text": "the rules are not installed"}
        assert sitting.told.count("The rules are not installed.") == 1


async def test_a_program_is_told_how_the_game_ended_and_then_ends_by_itself(tmp_path: Path) -> None:
    body = f"""\
import atexit
atexit.register(lambda: open("ended", "w").close())
{answering()}"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await sitting.told.until("sealed")
        await sitting.referee.ask(messages.Finish(winners=("JR",)))
        await sitting.ana.until_event(GameEnded)
        assert await sitting.program.status() == 0
        (over,) = heard(tmp_path, "over")
        assert over["outcome"]["winners"] == ["JR"]
        assert (tmp_path / "ended").exists()
        assert sitting.told.sentences[-1] == "The game is over."


async def test_a_program_that_ends_after_each_answer_is_started_for_each_question(tmp_path: Path) -> None:
    body = """\
question = receive("write")
send(type="sheets", ask=question["ask"], sheets={"J": ["T HQ J4"]})
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        assert (await sitting.read()).sheets["J"] == ("T HQ J4",)
        await sitting.next_phase()
        assert (await sitting.read()).sheets["J"] == ("T HQ J4",)
        assert [line["type"] for line in heard(tmp_path) if line["type"] != "written"] == [
            *("hello", "write", "hello", "read", "write")
        ]
        assert sitting.told.count("ended") == 0


async def test_a_sheet_with_a_fault_is_not_sealed_in_a_strict_phase_and_can_be_written_again(
    tmp_path: Path,
) -> None:
    body = """\
question = receive("write")
send(type="sheets", ask=question["ask"], sheets={question["owed"][0]: ["nonsense"]})
receive("refused")
send(type="sheets", ask=question["ask"], sheets={question["owed"][0]: []})
receive("written")
receive()
"""
    bots = {"B": "recruit", "J": "recruit"}
    async with (
        serving(tmp_path) as app,
        against_bots(app, program(tmp_path, body), "strategiksa", bots, players=3) as mine,
    ):
        await mine.told.until("sealed V")
        (refused,) = heard(tmp_path, "refused")
        assert (refused["code"], refused["text"].partition(":")[0]) == (
            "faulty-sheet",
            "this sheet cannot be sealed",
        )
        assert mine.told.count("was refused something. This sheet cannot be sealed") == 1


@pytest.mark.parametrize("first", ["", 'send(type="legal", sheet="J", text="T HQ ")\nreceive("offers")'])
async def test_the_lines_go_on_when_a_broken_link_is_back(tmp_path: Path, first: str) -> None:
    """The sheets are kept, and they are sealed as soon as the server can be reached."""
    body = f"""\
question = receive("write")
while not os.path.exists("go"):
    time.sleep(0.001)
{first}
send(type="sheets", ask=question["ask"], sheets={{"J": ["T HQ J4"]}})
receive()
receive()
"""
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, body)) as sitting:
        await until_true(lambda: bool(heard(tmp_path, "write")))
        cut(sitting.session)
        await sitting.session.until(lambda state: state.link == "lost")
        (tmp_path / "go").touch()
        read = await sitting.read()
        assert read.sheets["J"] == ("T HQ J4",)
        assert heard(tmp_path, "refused") == []


async def test_a_program_is_asked_again_when_the_referee_goes_back_to_a_phase(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, sitting_with(app, program(tmp_path, answering())) as sitting:
        await sitting.read()
        await sitting.referee.ask(messages.RollBack(phase=1))
        await sitting.next_phase()
        assert (await sitting.read()).sheets["J"] == ("T HQ J4",)
        asked = heard(tmp_path, "write")
        assert [(line["ask"], line["phase"]["phase"]) for line in asked] == [(1, 1), (2, 2)]


async def test_a_program_that_comes_late_waits_until_the_host_gives_it_a_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        ana = await call(app.port)
        key, options = "own secret of Ana", {"players": 2, "interlude": None}
        opened = await open_table(ana, key=key, options=options, bots={"JR": "recruit"})
        await ana.sit(opened.table, "Ana")
        async with seated(app, opened.table, program(tmp_path, answering())) as mine:
            await mine.told.until(f"Every seat at table {opened.table} is taken.")
            await ana.ask(messages.Admit(name="Mine", seat="JR"))
            await mine.told.until("The program has seat JR")
            await ana.ask(messages.Seal(phase=1))
            await ana.ask(messages.Ready(phase=1))
            await mine.told.until("the program has sealed")
        await ana.close()
    assert heard(tmp_path, "hello")[0]["seats"]["JR"] == "Mine"


async def test_a_question_is_closed_and_put_anew_if_the_position_changes(tmp_path: Path) -> None:
    """A word that somebody declares takes effect while the sheets are written."""
    body = """\
first, second = receive("write"), receive("write")
send(type="sheets", ask=first["ask"], sheets={"V": ["late"]})
receive("refused")
send(type="sheets", ask=second["ask"], sheets={"V": ["in time"]}, seal=False)
receive()
receive()
"""
    state = ClientState(
        link="ok",
        game="power",
        role="V",
        seats=(SeatLine("V", "Mine"),),
        stage="writing",
        phase=PhaseOpened(1, "orders", {"V": ("V",)}),
        sheets={"V": OwnSheet()},
        clock=ClockFace(phase=1),
        view=view_of({"V": {"V4": "1T"}}),
    )
    told = Told()
    session = Session.alone(state, NobodyAnswers(), "en")
    running = asyncio.create_task(run_program(session, program(tmp_path, body), told, no_rules))
    await until_true(lambda: bool(heard(tmp_path, "write")))
    session.put(replace(session.state, view=view_of({"V": {"V4": "2T"}})))
    async with asyncio.timeout(PATIENCE):
        await session.until(lambda state: state.sheets["V"].lines)
    assert session.state.sheets["V"].lines == ("in time",)
    assert [line["ask"] for line in heard(tmp_path, "write", "closed")] == [1, 1, 2]
    assert told.count("answered a question that is closed") == 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


class NobodyAnswers:
    """Stands in for a server that is not asked anything."""

    async def ask(self, message: ClientMessage) -> ServerMessage:
        raise AssertionError(message)

    async def close(self) -> None:
        """There is nothing to close."""
