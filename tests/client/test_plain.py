"""Line by line, as a screen reader or a script has it: whole programs over pipes, not one escape byte."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.plain.console import printable
from client.plain.narrator import next_mark
from client.words import minutes, without_accents, words
from protocol.texts import languages
from tests.kit.callers import PATIENCE, call, open_table, serving
from tests.kit.long import long, some
from tests.protocol.test_texts import keys, placeholders

pytestmark = pytest.mark.slow

LONG = 60.0


class Person:
    """Types lines at a `qg` of their own and reads what it says."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.heard: list[str] = []
        self._at = 0

    def type(self, *lines: str) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def hear(self, *wanted: str) -> str:
        """The next line that has all of this in it."""
        assert self._process.stdout
        async with asyncio.timeout(LONG):
            while data := await self._process.stdout.readline():
                line = data.decode()
                assert not any(ord(c) < 32 and c != "\n" for c in line), line
                self.heard.append(line.rstrip("\n"))
                if all(word in line for word in wanted):
                    return self.heard[-1]
        raise AssertionError(f"never heard {wanted} in\n" + "\n".join(self.heard))

    async def is_sent_away(self) -> int:
        """Its status once it has ended by itself, while it could still be typed at."""
        assert self._process.stdout
        async with asyncio.timeout(LONG):
            self.heard += (await self._process.stdout.read()).decode().splitlines()
            return await self._process.wait()

    async def leave(self) -> int:
        """Its status after the end of what is typed."""
        async with asyncio.timeout(LONG):
            out, _ = await self._process.communicate()
        assert b"\x1b" not in out
        self.heard += out.decode().splitlines()
        assert self._process.returncode is not None
        return self._process.returncode


@asynccontextmanager
async def qg(home: Path, *args: str, language: str = "en") -> AsyncIterator[Person]:
    env = {**os.environ, "QG_HOME": str(home), "LC_ALL": f"{language}.UTF-8", "PYTHONIOENCODING": "utf-8"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "client", *args),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=env,
    )
    try:
        yield Person(process)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.communicate()


async def test_a_full_sheet_takes_no_more_lines(tmp_path: Path) -> None:
    async with qg(tmp_path, "solo", "--plain", "--name", "Ana", "--seat", "V", "--level", "recruit") as ana:
        await ana.hear("You have seat V")
        ana.type("t hq v8", "s hq v7", "c hq v4", "d hq s5", "t hq v7", "c hq v7", "del 5", "sheet")
        await ana.hear("5. T HQ V7")
        await ana.hear("The sheet has room for 5 lines, and all are written. del 3 deletes line 3")
        await ana.hear("4. D HQ S5")


async def test_a_script_plays_against_bots(tmp_path: Path) -> None:
    """U9: orders, advice, suggestions, sealing, the story, and the next round."""
    async with qg(tmp_path, "solo", "--plain", "--name", "Ana", "--seat", "V", "--level", "recruit") as ana:
        await ana.hear("You have seat V")
        ana.type("t hq v4", "x y z", "del 2", "s hq v8", "up 2", "? C HQ B", "undo", "redo", "sheet")
        await ana.hear("x y z (would be lost")
        await ana.hear("C HQ B0", "blue sector 0")
        ana.type("board", "cell hq", "mine", "who", "time", "rules", "nonsense", ":sheet", "del 9")
        await ana.hear("B (blue): HQB 2S 2T 2C 2D")
        await ana.hear("2 soldiers, 2 tanks")
        await ana.hear("V: Ana, you, here")
        await ana.hear("on the hourglass")
        await ana.hear("nonsense is neither a command nor an order")
        await ana.hear("1. S HQ V8")
        await ana.hear("Which line? give its number, 1 to 2")
        ana.type("t " + "x" * 300, "? " + "x" * 300, "say " + "x" * 600)
        await ana.hear("A line may have 200 characters")
        await ana.hear("A line may have 200 characters")
        await ana.hear("A text may have 500 characters")
        ana.type("say hello", "seal", "wait")
        await ana.hear("Nobody may chat while orders are written")
        await ana.hear("Round 1: the sheets are read.")
        await ana.hear("Every sheet is the one that was sealed.")
        await ana.hear("Sheet of V (green):")
        await ana.hear("1. S HQ V8")
        await ana.hear("End of round 1.")
        ana.type("t hq v7")
        await ana.hear("No orders are written now; ready says that you are ready")
        ana.type("say well met", "ready", "wait", "seal", "wait", "rounds", "story 1", "log", "quit")
        await ana.hear("Ana (V): well met")
        await ana.hear("Round 2: the sheets are read.")
        await ana.hear("Round 1: ", "the seals are unbroken")
        assert await ana.leave() == 0


@long
@pytest.mark.parametrize("language", some(["fr", "en"], 2))
async def test_a_script_plays_a_whole_game(tmp_path: Path, language: str) -> None:
    """U9: from the first order to the last word, in either language, without one escape byte."""
    words_of = {
        "en": ("seal", "wait", "ready", "The game is over"),
        "fr": ("sceller", "attendre", "prêt", "finie"),
    }
    seal, wait, ready, over = words_of[language]
    args = ("solo", "--plain", "--name", "Ana", "--seat", "V", "--level", "recruit", "--limit", "1")
    async with qg(tmp_path, *args, language=language) as ana:
        rounds = 200  # more than there can be: whatever is typed when all is over does nothing
        ana.type(*["t hq v4", "s hq v8", seal, wait, ready, wait] * rounds, "story", "quit")
        await ana.hear(over)
        assert await ana.leave() == 0
        assert len([line for line in ana.heard if line.startswith(("End of round", "Fin de la manche"))]) >= 2


async def test_a_player_of_two_armies_writes_two_sheets(tmp_path: Path) -> None:
    """P-TWO-1."""
    async with qg(tmp_path, "solo", "--plain", "--players", "2", "--level", "recruit") as ana:
        ana.type("sheet B", "t hq b4", "sheet V", "t hq v4", "sheet", "sheet J", "seal", "wait", "quit")
        await ana.hear("Which sheet? yours are")
        await ana.hear("Sheet of V (green):")
        assert await ana.leave() == 0
        text = "\n".join(ana.heard)
        assert "1. T HQ V4" in text
        assert "1. T HQ B4" in text


async def test_the_locale_makes_the_client_french(tmp_path: Path) -> None:
    async with qg(tmp_path, "solo", "--plain", "--level", "recruit", language="fr_FR") as ana:
        ana.type("t hq v4", "sceller", "attendre", "règles", "plateau", "quitter")
        await ana.hear("Vous avez la place")
        await ana.hear("Feuille V, telle que le serveur l'a :")
        await ana.hear("Chaque feuille est celle qui a été scellée.")
        await ana.hear("Fin de la manche 1.")
        assert await ana.leave() == 0


async def test_players_watcher_and_referee_meet_at_one_table(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        server = f"127.0.0.1:{app.port}"
        opener = await call(app.port)
        opened = await open_table(opener, name="Cup", options={"players": 2}, tournament=True)
        where = f"{server}/{opened.table}"
        async with (
            qg(tmp_path / "a", "join", where, "--plain", "--name", "Ana") as ana,
            qg(tmp_path / "r", "referee", where, "--plain", "--token", opened.referee_key) as referee,
        ):
            await ana.hear("You have seat VB")
            referee.type("invite JR recruit", "start", "no", "health")
            await referee.hear("Start the game now? yes / no")
            await referee.hear("It was not done.")
            await referee.hear("writes waiting 0")
            for act in ("start", "hold", "stop a phone rang", "grant 30", "go", "note draughty"):
                referee.type(act, "yes")
            await ana.hear("the referee grants 30 seconds".capitalize())
            await ana.hear("draughty")
            async with qg(tmp_path / "w", "watch", server, "--plain") as watcher:
                await watcher.hear("Cup (")
                ana.type("t hq v4", "seal")
                await ana.hear("The bell")
                await referee.hear("The bell")  # else its `release` is refused before it is sent
                referee.type("release", "y", "wait", "replace VB Eva", "y")
                await watcher.hear("Round 1: the sheets are read.")
                await watcher.hear("The referee gives VB, the seat of Ana, to Eva")
                await referee.hear("Eva takes seat VB with this command:")
                told = await referee.hear("qg join", f":{app.port}/{opened.table} --token")
                token = told.split()[-1]
                assert await ana.is_sent_away() == 2
                async with qg(tmp_path / "e", "join", where, "--plain", "--token", token) as eva:
                    await eva.hear("Rounds read so far: 1")
                    file = tmp_path / "cup.json"
                    referee.type("finish VB enough", "yes", f"export {file}", "quit")
                    await eva.hear("The game is over")
                    assert await referee.leave() == 0
        await opener.close()
        async with qg(tmp_path, "replay", str(file), "--plain") as viewer:
            viewer.type("all")
            await viewer.hear("Cup, rounds: 1")
            await viewer.hear("Every sheet is the one that was sealed.")
            assert await viewer.leave() == 0
            assert any("Eva (VB) wins" in line for line in viewer.heard)


async def test_a_seat_is_remembered_and_taken_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 2})
        where = f"127.0.0.1:{app.port}/{opened.table}"
        async with qg(tmp_path, "join", where, "--plain", "--name", "Ana", "--seat", "JR") as ana:
            await ana.hear("You have seat JR")
            ana.type("quit")
            assert await ana.leave() == 0
        async with qg(tmp_path, "join", where, "--plain") as ana:
            await ana.hear("You have seat JR")
            ana.type("who", "quit")
            await ana.hear("JR: Ana, you, here")
            assert await ana.leave() == 0
        await caller.close()


async def test_a_hosted_table_is_opened_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        there = ("--server", f"127.0.0.1:{app.port}", "--plain")
        async with qg(tmp_path, "host", "Sunday", *there, "--name", "Ana", "--players", "2") as ana:
            table = (await ana.hear("Sunday", "is open")).split("(")[1][:5]
            await ana.hear(f"qg join {table}")
            await ana.hear("You are the host of this table")
            async with qg(tmp_path / "b", "join", table, *there, "--name", "Bo") as bo:
                await ana.hear("Bo sits down at JR")
                ana.type("ready")
                await ana.hear("You are ready; waiting for: Bo")
                await bo.hear("Ana (VB) is the host of this table")
                bo.type("start", "ready")
                await bo.hear("Only the host of this table may do that: Ana (VB)")
                await bo.hear("Write your orders")
                ana.type("quit")
                await ana.hear(f"qg join 127.0.0.1:{app.port}/{table} brings you back")
                assert await ana.leave() == 0
        async with qg(tmp_path, "host", table, *there) as ana:
            await ana.hear("You have seat VB")
            ana.type("quit")
            assert await ana.leave() == 0


async def test_a_latecomer_is_given_the_seat_of_a_bot_and_the_table_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        there = ("--server", f"127.0.0.1:{app.port}", "--plain")
        opening = ("host", "Sunday", *there, "--name", "Ana", "--players", "2", "--bots", "1")
        async with qg(tmp_path, *opening, "--level", "recruit") as ana:
            table = (await ana.hear("Sunday", "is open")).split("(")[1][:5]
            ana.type("ready")
            await ana.hear("Write your orders")
            async with qg(tmp_path / "e", "join", table, *there, "--name", "Eve") as eve:
                await eve.hear("You watch now, until Ana (VB), the host of this table, gives you a seat.")
                await ana.hear("Eve asks for a seat")
                await ana.hear("admit Eve SEAT")
                ana.type("who", "admit", "yes")
                await ana.hear("VB: Ana, you, here, has written nothing yet, host.")
                await ana.hear("Waiting for a seat: Eve.")
                await ana.hear("Give seat JR to Eve?")
                await eve.hear("You have seat JR.")
                eve.type("close", "yes")
                await ana.hear("Eve (JR) wants to close this table")
                ana.type("close", "yes")
                await eve.hear("The table is closed; the game ends without a result")
                eve.type("quit")
                assert await eve.leave() == 0
            ana.type("quit")
            assert await ana.leave() == 0


async def test_an_unfinished_game_against_bots_continues(tmp_path: Path) -> None:
    async with qg(tmp_path, "solo", "--plain", "--name", "Ana", "--level", "recruit") as ana:
        table = (await ana.hear("Ana against bots (")).split("(")[1][:5]
        ana.type("t hq v4", "seal", "wait", "ready", "wait", "s hq v8", "quit")
        await ana.hear("qg solo goes on with this game")
        assert await ana.leave() == 0
    async with qg(tmp_path, "solo", "--plain") as ana:
        await ana.hear("You go on with your game, rounds so far: 1", "qg solo --new")
        await ana.hear(table)
        ana.type("sheet", "seal", "wait", "quit")
        await ana.hear("1. S HQ V8")
        await ana.hear("Round 2: the sheets are read.")
        assert await ana.leave() == 0
    async with qg(tmp_path, "solo", "--plain", "--new") as ana:
        assert table not in await ana.hear("Ana against bots (")
        ana.type("quit")
        assert await ana.leave() == 0


async def test_a_host_who_leaves_is_told_that_the_table_closes(tmp_path: Path) -> None:
    args = ("--plain", "--players", "2", "--port", "0")
    async with qg(tmp_path, "host", "Sunday", *args, "--name", "Ana") as ana:
        table = (await ana.hear("is open. The others type:")).split("(")[1][:5]
        assert (await ana.hear("qg join")).strip() == f"qg join {table}"
        way = await ana.hear("qg join", f"/{table}")
        assert ana.heard[-2].strip() == "or"
        port = way.rpartition(":")[2].partition("/")[0]
        async with qg(tmp_path / "b", "join", f"localhost:{port}/{table}", "--plain", "--name", "Bo") as bo:
            await ana.hear("Bo sits down")
            ana.type("quit")
            await ana.hear(f"qg host {table} --port {port} opens it again")
            assert await ana.leave() == 0
            await bo.hear("The host has closed the table")
            async with qg(tmp_path, "host", table, "--plain", "--port", port) as ana:
                await ana.hear("You have seat VB")
                await bo.hear("The connection is back")
                bo.type("quit")
                await bo.hear("qg join localhost", "brings you back")


async def test_a_tournament_host_is_the_referee(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        there = ("--server", f"127.0.0.1:{app.port}", "--plain")
        args = ("host", "Cup", *there, "--tournament", "--bots", "4", "--level", "recruit")
        async with qg(tmp_path, *args) as referee:
            await referee.hear("The referee's key")
            referee.type("start", "yes", "wait", "who", "amend", "amend V V4 2S 1T # slip", "yes", "cell V4")
            referee.type("reread V T HQ V8 / X Y Z", "yes")
            await referee.hear("Round 1: the sheets are read.")
            await referee.hear("V: recruit")
            await referee.hear("corrects the position: V V4 2S 1T")
            await referee.hear("V (green): 2 soldiers, 1 tank")
            await referee.hear("round 1 is read again")
            await referee.hear("The referee has replaced sheets")
            await referee.hear("2. X Y Z - LOST")
            file = tmp_path / "cup.json"
            referee.type("rollback 1", "yes", "rollback ²", f"export {file}", "quit")
            await referee.hear("back to the start of round 1")
            await referee.hear("beginning of which round?")
            assert await referee.leave() == 0
        async with qg(tmp_path, "replay", str(file), "--plain") as viewer:
            viewer.type("²", "2", "all")
            await viewer.hear("Enter goes on, a number")
            await viewer.hear("slip")
            await viewer.hear("corrects the position: V V4 2S 1T")
            await viewer.hear("The referee has replaced sheets")
            await viewer.hear("back to the start of round 1")
            assert await viewer.leave() == 0
        async with qg(tmp_path, "referee", "Cup", *there) as referee:  # the key is remembered
            await referee.hear("Rounds read so far: 1")
            referee.type("quit")
            assert await referee.leave() == 0


async def test_everybody_plays_at_one_terminal(tmp_path: Path) -> None:
    args = ("hotseat", "--plain", "--players", "3", "--bots", "1", "--name", "Ana,Bo", "--level", "recruit")
    async with qg(tmp_path, *args) as all_of_them:
        await all_of_them.hear("It is the turn of Ana (V)")
        all_of_them.type("", "t hq v4", "seal")
        await all_of_them.hear("It is the turn of Bo (B)")
        at = len(all_of_them.heard)
        assert all_of_them.heard.count("") >= 60  # what Ana wrote has left the screen
        all_of_them.type("", "t hq b4", "seal")
        await all_of_them.hear("Round 1: the sheets are read.")
        assert not any("t hq v4" in line.lower() for line in all_of_them.heard[at:])
        await all_of_them.hear("End of round 1.")
        all_of_them.type("time", "")
        await all_of_them.hear("no hourglass")
        await all_of_them.hear("It is the turn of Ana (V)")
        all_of_them.type("", "quit")
        assert await all_of_them.leave() == 0


async def test_a_lost_link_is_told_and_mended(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app, asyncio.timeout(PATIENCE + LONG):
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 2})
        where = f"127.0.0.1:{app.port}/{opened.table}"
        async with qg(tmp_path, "join", where, "--plain", "--name", "Ana") as ana:
            await ana.hear("You have seat VB")
            for connection in app._connections:
                if connection.peer.seat:
                    connection._socket.transport.abort()
            await ana.hear("The connection is lost")
            await ana.hear("The connection is back")
            ana.type("quit")
            assert await ana.leave() == 0
        await caller.close()


def test_what_others_write_cannot_move_the_cursor() -> None:
    """S11."""
    assert printable("a\x1b[2Jb\u202ec\u200bd") == "a\\u001b[2Jb\\u202ec\\u200bd"
    assert printable("Éva, 2 € – ok") == "Éva, 2 € – ok"


@pytest.mark.parametrize(
    ("left", "mark"), [(180.0, 2), (179.5, 2), (121.0, 1), (120.5, 1), (61.5, 1), (60.0, 0), (10.0, 0)]
)
def test_the_clock_is_told_at_full_minutes(left: float, mark: int) -> None:
    assert next_mark(left) == mark


def test_times_are_rounded_up() -> None:
    assert [minutes(t) for t in (0, 0.2, 59.1, 60, 185)] == ["0:00", "0:01", "1:00", "1:00", "3:05"]


@pytest.mark.parametrize("language", languages("texts", "client"))
def test_the_client_says_the_same_in_every_language(language: str) -> None:
    """U10."""
    english, other = words("en").tables, words(language).tables
    assert keys(english) == keys(other)
    for table, entries in english.items():
        for key, sentence in entries.items():
            assert placeholders(sentence) == placeholders(other[table][key]), (table, key)
    typed = [without_accents(entry[0]) for entry in other["command"].values()]
    assert len(set(typed)) == len(typed)
    assert not (set(typed) & set(other["command"])) - {
        verb for verb, entry in other["command"].items() if without_accents(entry[0]) == verb
    }
