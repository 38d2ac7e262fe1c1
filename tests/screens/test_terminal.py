"""`qg` played in a real pseudo-terminal: by two people, by a referee, with a mouse, by a newcomer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.beside import Beside
from tests.kit.onscreen import CTRL_Q, CTRL_S, DOWN, ENTER, ESC, F1, F2, F6, RIGHT, TAB
from tests.kit.ports import free_port
from tests.kit.terminals import Server, Terminal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_two_people_host_join_and_play_a_round(terminals: Callable[..., Terminal]) -> None:
    """At 120x40 in English and 80x24 in French: completion, walking, sealing, the story, help."""
    port = str(free_port())
    ana = terminals("ana", "host", "--players", "2", "--port", port, "--name", "Ana", size=(120, 40))
    ana.wait("waiting for players", "qg join")
    bo = terminals("bo", "join", f"127.0.0.1:{port}", "--name", "Bo", "--lang", "fr")
    bo.be_ready("Entrée prêt")
    bo.wait("C'est noté ; on attend encore : Ana (VB).", "hôte")
    ana.be_ready()
    bo.wait("M1 ORDRES", "F1 aide")
    ana.wait("R1 ORDERS", "Bo")
    write_by_completion_and_by_walking(ana)
    write_a_doubtful_order(bo)
    for terminal, title in ((ana, "Round 1: the sheets"), (bo, "Manche 1 : les feuilles")):
        terminal.wait(title)
    ana.press("n", "n", "n")
    ana.wait("✗ T HQ IX", "lost: a tank")
    ana.press(TAB, "a", ESC)
    bo.press(ESC)
    ana.wait("R2 ORDERS")
    bo.wait("M2 ORDRES")
    ana.press(F6)
    ana.wait("Round 1: the sheets")
    for terminal, key in ((ana, "y"), (bo, "o")):
        terminal.press(CTRL_Q, key)
        assert terminal.ended() == 0


def write_by_completion_and_by_walking(ana: Terminal) -> None:
    ana.press("t hq ")
    ana.wait("V0 V1 V2", "green sector 0")
    ana.press(TAB, TAB, ENTER)
    ana.wait("1 T      HQ     V1")
    ana.press(F2)
    ana.wait("HQV, green headquarters")
    ana.until(lambda: "S HQ >" in ana.text, "choices")
    ana.press("s", RIGHT, DOWN, ENTER)
    ana.wait("2 S      HQ     V8")
    ana.press(ESC)
    ana.wait("V order 3>")
    ana.press(CTRL_S)
    ana.wait("Sheet B is empty. Without a valid order", "(2 orders)? y / n")
    ana.press("y")
    ana.wait("1✓T", "1/2 sealed")


def write_a_doubtful_order(bo: Terminal) -> None:
    bo.press(F1)
    bo.wait("ICI : ÉCRIRE LES ORDRES")
    bo.press(ESC)
    bo.wait("ordre 1>")
    bo.press("t hq ix", ENTER)
    bo.wait("1!T   QG  IX", "tank")
    bo.press(CTRL_S, "o")


def test_a_killed_server_is_waited_for_and_nothing_is_retyped(
    terminals: Callable[..., Terminal], server_process: Server
) -> None:
    ana = terminals("ana", "host", "--server", server_process.address, "--bots", "3", "--name", "Ana")
    ana.be_ready()
    ana.wait("R1 ORDERS")
    ana.press("t hq v8", ENTER)
    ana.wait("1 T   HQ  V8")
    server_process.kill()
    ana.wait("LINK LOST")
    ana.press("s hq v7", ENTER)
    ana.wait("2~S   HQ  V7")
    server_process.start()
    ana.wait("2 S   HQ  V7")
    ana.until(lambda: "LINK LOST" not in ana.text, "the link is back")
    ana.press(CTRL_S, "y")
    ana.wait("Round 1: the sheets")


def test_a_referee_pauses_a_tournament(terminals: Callable[..., Terminal], server: Beside) -> None:
    chief = terminals(
        "chief",
        "host",
        "--server",
        server.address,
        "--tournament",
        "--bots",
        "3",
        "--name",
        "Chief",
        size=(120, 40),
    )
    chief.wait("press Enter")
    chief.press(ENTER)
    chief.wait("WAITING", "SEAT")
    ana = terminals("ana", "join", server.address, "--name", "Ana")
    chief.wait("Ana")
    chief.press("sta")
    chief.wait("start: ")
    chief.press(TAB, ENTER)
    chief.wait("Start the game")
    chief.press("y")
    ana.wait("R1 ORDERS")
    chief.wait("R1 ORDERS", "HQ^b2S")
    chief.press("stop", ENTER, "y")
    ana.wait("STOPPED", "[#####", "by the referee")
    chief.press("go", ENTER, "y")
    ana.until(lambda: "STOPPED" not in ana.text and "time" in ana.text, "the hourglass runs")


def test_a_story_plays_by_itself_and_is_shown_whole(
    terminals: Callable[..., Terminal], server: Beside
) -> None:
    """The three lines come first; + plays, and a shows everything, where there is room for it."""
    words = ("host", "--server", server.address, "--bots", "3", "--name", "Ana")
    ana = terminals("ana", *words, size=(80, 40))
    ana.be_ready()
    ana.wait("R1 ORDERS")
    ana.press("t hq v8", ENTER)
    ana.wait("1 T   HQ  V8", "V8v>1T", "Your sheet on the board")
    ana.press(CTRL_S, "y")
    ana.wait("You lost", "You won", "You stand", "Round 1: the sheets", "+ play")
    ana.press("+", "+", "+")
    ana.wait("plays by itself (1 s a page)", "page 2 of")
    ana.wait("page 3 of")
    ana.press("-")
    ana.wait("2.5 s a page")
    ana.press("a")
    ana.wait("STORY", "* Green: tank from HQV to V8", "Esc done")
    ana.press(ESC)
    ana.wait("R2 ORDERS", "V8v1T")


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {}])
def test_without_colour_nothing_is_coloured(
    terminals: Callable[..., Terminal], server: Beside, variable: dict[str, str]
) -> None:
    look = [] if variable else ["--palette", "mono"]
    ana = terminals(
        "ana", "host", "--server", server.address, "--bots", "3", "--name", "Ana", *look, **variable
    )
    ana.be_ready()
    ana.wait("R1 ORDERS", "HQ^v2S")
    cells = [cell for row in ana.screen.buffer.values() for cell in row.values()]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    ana.press("?")
    ana.wait("HERE: WRITING ORDERS")


def test_the_host_decides_and_a_latecomer_gets_the_seat_of_a_bot(
    terminals: Callable[..., Terminal], server: Beside
) -> None:
    """A guest neither invites nor starts; being ready begins; who comes late takes over from a bot."""
    ana = terminals("ana", "host", "--server", server.address, "--players", "3", "--name", "Ana")
    ana.wait("Free: B, J", "Ana (you, host)")
    bo = terminals("bo", "join", server.address, "--name", "Bo")
    bo.wait("Ana (V) is the host of this table", "Free: J")
    for verb in (":invite", ":start", ":unseat V"):
        bo.press(verb, ENTER)
        bo.wait("Only the host of this table may do that: Ana (V).")
    bo.press(":in", TAB, "v")
    bo.wait("> :inv")
    assert ":invite" not in bo.text, "what only the host may do is not offered"
    bo.press(ESC)
    bo.be_ready()
    bo.wait("still awaited: Ana (V), J.")
    ana.press(":invite recruit", ENTER)
    ana.wait("Let a bot (recruit) take seat J? Others may still be coming.")
    ana.press("y")
    ana.wait("J recruit (bot)")
    ana.press(ENTER)
    ana.wait("R1 ORDERS")
    bo.wait("R1 ORDERS", "*Ana")
    cy = terminals("cy", "join", server.address, "--name", "Cy")
    cy.wait("You watch. Ana (V), the host of this table, can give you a seat.")
    ana.wait("Cy asks for a seat. :admit Cy SEAT")
    ana.press(":admit cy j", ENTER)
    ana.wait("Give seat J to cy?")
    ana.press("y")
    cy.wait("You have seat J now.", "you  J")
    bo.wait("J Cy")
    cy.press(CTRL_Q, "y")
    assert cy.ended() == 0
    cy = terminals("cy", "join", server.address)
    cy.wait("R1 ORDERS", "you  J")
    for player in (ana, bo):
        player.press(CTRL_S, "y")
    for player in (ana, bo, cy):
        player.wait("Round 1: the sheets")
        player.press(ESC)
    cy.wait("R2 ORDERS", "J order 1>")


def test_a_hotseat_asks_how_many_play_and_their_names(terminals: Callable[..., Terminal]) -> None:
    ana = terminals("ana", "hotseat")
    ana.wait("How many play, 2 to 4?")
    ana.press("3", ENTER)
    ana.wait("Name of player 1 (Enter: Player 1)")
    ana.press("Ann", ENTER)
    ana.wait("Name of player 2")
    ana.press("ann", ENTER)
    ana.wait("ann plays already; give another name")
    ana.press("Bob", ENTER)
    ana.wait("Name of player 3 (Enter: Player 3)")
    ana.press(ENTER)
    ana.wait("turn of Ann (V)")


def test_the_names_of_a_hotseat_say_how_many_play(terminals: Callable[..., Terminal]) -> None:
    ana = terminals("ana", "hotseat", "--name", "Ann,Bob,Cy")
    ana.wait("turn of Ann (V)")
    ana.press(ENTER)
    ana.wait("0/3 sealed")


def test_the_machine_of_the_host_offers_to_open_a_table_again(terminals: Callable[..., Terminal]) -> None:
    ana = terminals("ana", "host", "Sunday", "--bots", "3", "--port", str(free_port()), "--name", "Ana")
    ana.be_ready()
    ana.wait("R1 ORDERS")
    ana.press(CTRL_Q, "y")
    assert ana.ended() == 0
    lists = terminals("ana", "--plain", size=(120, 40))
    lists.wait("Sunday (", "It is kept on this computer: qg host ")
    again = terminals("ana", "host")
    again.wait("is kept on this computer and is not over. Open it again?")
    again.press("y", ENTER)
    again.wait("Sunday", "R1 ORDERS", "you  V")
    other = terminals("ana", "host", "--port", str(free_port()))
    other.wait("How many play")
    assert "Open it again" not in other.text, "the table is open now"


def test_a_round_is_played_with_the_mouse(terminals: Callable[..., Terminal], server: Beside) -> None:
    """Hints in the bar do what they say; a place takes up what stands there, and another one has it sent."""
    ana = terminals("ana", "host", "--server", server.address, "--bots", "3", "--name", "Ana")
    ana.be_ready()
    ana.wait("R1 ORDERS", "HQ^v2S", "F1 help")
    ana.click("F1 help")
    ana.wait("HERE: WRITING ORDERS", "Esc back")
    ana.click("Esc back")
    ana.wait("V order 1>", "HQ^v2S")
    ana.click("HQ^v2S")
    ana.wait("S HQ taken up", "S HQ >")
    ana.press("c")
    ana.wait("C HQ >", "Enter send")
    ana.click("V7     V4")
    ana.wait("1 C   HQ  V7", "^S seal")
    ana.click("^S seal")
    ana.wait("Seal now (1 order)?", "y yes")
    ana.click("y yes")
    ana.wait("Round 1: the sheets", "Esc skip")
    ana.click("Esc skip")
    ana.wait("R2 ORDERS", "V7v1C")
    ana.click("V7v1C")
    ana.wait("C V7 >", "Enter send")


@pytest.mark.skipif(not (ROOT / ".venv" / "bin" / "qg").exists(), reason="make has not set up .venv here")
def test_a_newcomer_plays_a_round_with_one_command(tmp_path: Path) -> None:
    """U11: `make play`, and then only what the screen says."""
    eva = Terminal(tmp_path / "eva", "make", "-o", ".venv/.ok", "play", cwd=ROOT)  # set up as it is
    try:
        eva.wait("R1 ORDERS", "Write an order as s hq v4", "^S seals the sheet", "Enter add")
        eva.press("t hq v8", ENTER)
        eva.wait("1 T   HQ  V8", "^S seal")
        eva.press(CTRL_S)
        eva.wait("Seal now (1 order)? y / n")
        eva.press("y")
        eva.wait("Round 1: the sheets", "Esc skip")
        eva.press(ESC)
        eva.wait("R2 ORDERS", "V order 1>")
        eva.press(CTRL_Q, "y")
        assert eva.ended() == 0
    finally:
        eva.close()
