"""`qg` as it is typed: what is wrong is one sentence, and a whole game needs no terminal."""

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from client import cli
from client.errors import ClientError
from client.launch import finder
from client.launch.finder import FoundTable, find_tables
from client.launch.saved import Memory, Place
from client.link.address import Address
from client.link.session import Session
from client.link.wire import CertificatesOfThisRun
from client.play.record_files import save_record
from client.words import choose_language
from protocol.events import SheetsRead
from protocol.messages import ListTables
from protocol.options import GameOptions
from protocol.texts import catalogue
from protocol.version import our_version
from protocol.views import DEFAULT_GAME, OPTIONS
from server.app import App, Settings
from tests.kit.beside import serving_beside
from tests.kit.callers import FREE, call, open_table, seat_all, serving, start_game
from tests.kit.commands import called
from tests.kit.ports import free_port
from tests.kit.relays import relaying

pytestmark = pytest.mark.slow

LONG = 60.0


def environment(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "QG_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **more}


def qg(home: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "client", *args]
    env = environment(home, **more)
    return subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONG
    )


def without_process(
    home: Path, *args: str, given: bytes = b"", **more: str
) -> subprocess.CompletedProcess[str]:
    """The same without a process for the client. Its own server is one, if it starts any."""
    return called(cli.main, *args, given=given, variables=environment(home, **more))


def is_one_sentence(done: subprocess.CompletedProcess[str], *words: str) -> bool:
    text = done.stderr.strip()
    assert done.returncode == 2, text
    assert text.startswith("qg: "), text
    assert "\n" not in text
    assert "Traceback" not in text
    assert all(word in text for word in words), text
    return True


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("join", "127.0.0.1:1"), ("nobody answers at 127.0.0.1:1", "qg")),
        (("join", "no.such.host.invalid"), ("no.such.host.invalid", "check the name")),
        (("watch", "127.0.0.1:99999"), ("is not an address", "HOST:PORT")),
        (("watch", "::::"), ("is not an address",)),
        (("solo", "--players", "7"), ("POWER is for 2 to 4 players, not 7",)),
        (("solo", "--players", "four"), ("players is a whole number from 2 to 4, not four",)),
        (("host", "--option", "players=5", "--game", "power"), ("POWER is for 2 to 4 players, not 5",)),
        (
            ("hotseat", "--game", "strategiksa", "--players", "2"),
            ("Strategiksa is for 3 to 6 players",),
        ),
        (("hotseat", "--name", "A,B,C,D,E"), ("POWER is for 2 to 4 players", "make 5")),
        (("host", "--option", "mercenery=J"), ("POWER has no option mercenery", "limit, interlude, pairs,")),
        (("host", "--option", "mercenary=X"), ("mercenary is one of V, B, J, R, not X",)),
        (("host", "--lang", "fr", "--option", "mercenary=X"), ("parmi V, B, J, R ; X n'en est pas",)),
        (("solo", "--option", "mercenary"), ("mercenary is not an option", "--option players=3")),
        (("solo", "--game", "chess"), ("there is no game chess", "power, strategiksa")),
        (("host", "--game", "chess", "--help"), ("there is no game chess", "power, strategiksa")),
        (("join", "--option", "players=3"), ("not understood", "--option")),
        (("solo", "--seconds", "soon"), ("soon is not a length of time", "3m")),
        (("host", "--bots", "9"), ("9 bots",)),
        (("host", "--port", "70000"), ("70000 is not a port", "65535")),
        (("host", "--port", "-1"), ("-1 is not a port",)),
        (("solo", "--lang", "xx"), ("xx is not a language", "en, fr")),
        (
            ("solo", "--plain", "--level", "emperor"),
            ("POWER has no bots called emperor", "recruit, captain, general, marshal"),
        ),
        (("solo", "--level", "emperor"), ("no bots called emperor",)),
        (("solo", "--level", "captain:brave"), ("plays like brave", "captain can be: bold, wary")),
        (("solo", "--level", "recruit:bold"), ("has no character", "alone: recruit")),
        (("solo", "--lang", "fr", "--level", "recrue:hardi"), ("n'a pas de caractère", "recrue")),
        (("solo", "--plain", "--name", "x" * 81), ("80 characters",)),
        (("solo", "--lang", "fr", "--players", "7"), ("POWER se joue de 2 à 4, pas à 7",)),
        (("replay", "nothing.json"), ("nothing.json",)),
        (("replay", __file__), ("is not a record of a game",)),
        (("replay", "x" * 300), ("the name is too long",)),
        (("replay", "~nosuchuser/x"), ("there is no such name",)),
        (("replay", "x" * 300, "--lang", "fr"), ("le nom est trop long",)),
        (("solo", "--plain", "--name", "a\udcff"), ("bytes that are not characters",)),
        (("solo", "--rounds", "0"), ("0 rounds",)),
        (("nonsense",), ("nonsense", "qg --help")),
        (("referee", "--server", "127.0.0.1:1"), ("nobody answers",)),
        (("--lang", "fr", "join", "127.0.0.1:1"), ("personne ne répond",)),
        (("join", "127.0.0.1:1", "--lang=fr"), ("personne ne répond",)),
    ],
)
def test_a_wrong_command_line_is_answered_with_one_sentence(
    tmp_path: Path, args: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert is_one_sentence(without_process(tmp_path, *args), *words)


@pytest.mark.parametrize("command", ["solo", "host", "hotseat"])
def test_a_wrong_option_is_refused_before_a_server_is_started(tmp_path: Path, command: str) -> None:
    assert is_one_sentence(
        without_process(tmp_path, command, "--option", "mercenary=X"), "mercenary is one of"
    )
    assert list(tmp_path.iterdir()) == []


def test_options_that_do_not_go_together_are_refused_by_the_server(tmp_path: Path) -> None:
    args = ("solo", "--players", "3", "--option", "mercenary=J", "--option", "referee=J")
    assert is_one_sentence(
        without_process(tmp_path, *args), "referee J and mercenary J cannot be chosen together"
    )
    assert is_one_sentence(
        without_process(tmp_path, *args, "--lang", "fr"), "referee J et mercenary J ne peuvent pas"
    )


def test_an_option_of_the_game_changes_the_game(tmp_path: Path) -> None:
    args = ("--players", "3", "--option", "mercenary=j", "--rounds", "1", "--level", "recruit")
    done = without_process(tmp_path, "solo", *args)
    assert done.returncode == 0, done.stderr
    assert {seat for seat in "VBJR" if f"Sheet of {seat} " in done.stdout} == {"V", "B", "R"}
    short = without_process(
        tmp_path, "solo", "--game", "strategiksa", "--option", "turns=1", "--level", "recruit"
    )
    assert short.returncode == 0, short.stderr
    assert "The game is over" in short.stdout.splitlines()[-1]


def test_refusals_of_the_server_are_one_sentence(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        where = there.address
        assert is_one_sentence(without_process(tmp_path, "join", where), "no open table", "qg host")
        caller = there.do(call(there.port))
        opened = there.do(open_table(caller, options={"players": 3}, password="sesame"))
        target = f"{where}/{opened.table}"
        joining = ("join", target)
        given = ("--password", "sesame")
        assert is_one_sentence(without_process(tmp_path, *joining), "password")
        assert is_one_sentence(without_process(tmp_path, *joining, *given, "--name", "referee"), "name")
        assert is_one_sentence(
            without_process(tmp_path, *joining, *given, "--seat", "R"), "no seat R", "V, B, J"
        )
        assert is_one_sentence(without_process(tmp_path, *joining, "--token", "wrong"), "token")
        assert is_one_sentence(
            without_process(tmp_path, "referee", target, "--token", "x"), "no outside referee"
        )
        assert is_one_sentence(
            without_process(tmp_path, "referee", target), "is not a tournament", "qg watch"
        )
        other = there.do(open_table(caller, options={"players": 2}, key="another secret of mine"))
        players = there.do(seat_all(there.port, other.table, ("Ana", "Bo")))
        assert is_one_sentence(without_process(tmp_path, "join", f"{where}/{other.table}"), "qg watch")
        assert is_one_sentence(without_process(tmp_path, "join", f"{where}/XXXXX"), "XXXXX")
        for each in (caller, *players):
            there.do(each.close())


def at_terminal(home: Path, *args: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable,
        ["-m", "client", *args],
        env=environment(home),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=LONG,
    )


async def test_a_password_is_asked_for_before_joining(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 3}, password="sesame")
        where = f"127.0.0.1:{app.port}/{opened.table}"

        def come_in() -> None:
            person = at_terminal(tmp_path, "join", where, "--plain", "--name", "Ana")
            person.expect("Password:")
            person.sendline("wrong")
            person.expect("this is not the password of this table")
            person.expect("Password:")
            person.sendline("sesame")
            person.expect("You have seat V")
            assert "sesame" not in person.before
            person.sendline("quit")
            person.expect("brings you back")
            person.expect(pexpect.EOF)

        await asyncio.to_thread(come_in)
        await caller.close()


def test_a_table_is_picked_from_a_list(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        caller = there.do(call(there.port))
        for number in range(2):
            there.do(open_table(caller, name=f"Room {number}", key=f"a secret of my own {number}"))
        cup = there.do(open_table(caller, name="Cup", key="a secret of my own too", tournament=True))
        person = at_terminal(tmp_path, "watch", there.address, "--plain")
        person.expect(r"1\. Room 0 \(\w+\): POWER, waiting for players, free seats: V, B, J, R")
        person.expect("1 to 3")
        person.sendline("9")
        person.expect("9 is not in this list")
        person.expect("2. Room 1")
        person.sendline("2")
        person.expect(r"Room 1 \(")
        person.sendline("quit")
        person.expect(pexpect.EOF)
        person = at_terminal(tmp_path, "watch", there.address)
        person.expect("1 to 3")
        person.sendintr()
        person.expect(pexpect.EOF)
        person.close()
        assert person.exitstatus == 130
        done = without_process(tmp_path, "referee", there.address)  # the only tournament: no question
        assert is_one_sentence(done, cup.table, "qg host --tournament", "--token")
        there.do(caller.close())


def test_the_referees_key_can_be_read_and_is_remembered(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        where = there.address
        person = at_terminal(tmp_path, "host", "Cup", "--tournament", "--server", where, "--name", "Ana")
        person.expect("How many play, 2 to 4")
        person.sendline("")
        person.expect(r"The referee's key [^:]*:\s+(\S+)\r\n")
        person.expect(r"press\s+Enter")
        assert "\x1b" not in person.before
        person.sendline("")
        person.expect("Cup")
        person.sendcontrol("q")
        person.expect("y / n")
        person.send("y")
        person.expect(r"qg referee 127.0.0.1.*brings\s+you\s+back")
        person.expect(pexpect.EOF)
        assert (tmp_path / "client.json").stat().st_mode & 0o777 == 0o600
        again = without_process(tmp_path, "referee", "--server", where, "--plain")
        assert again.returncode == 0, again.stderr
        assert "Cup (" in again.stdout


async def test_a_seat_taken_over_is_left_once_that_is_read(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 3})
        where = f"127.0.0.1:{app.port}/{opened.table}"
        person = at_terminal(tmp_path, "join", where, "--name", "Ana")
        await asyncio.to_thread(person.expect, "WAITING")
        held = Memory(tmp_path / "client.json").place(opened.table)
        assert held
        async with Session(Address("127.0.0.1", app.port)) as other:
            await other.resume(opened.table, held.token)
            await asyncio.to_thread(person.expect, "another connection has taken")
            person.send("\r")
            await asyncio.to_thread(person.expect, "qg: another connection has taken this seat")
            await asyncio.to_thread(person.expect, pexpect.EOF)
            person.close()
            assert person.exitstatus == 2
            assert other.state.link == "ok"
        await caller.close()


def test_join_names_the_tables_if_there_are_several(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        caller = there.do(call(there.port))
        for number in range(2):
            there.do(open_table(caller, name=f"Room {number}", key=f"a secret of my own {number}"))
        assert is_one_sentence(without_process(tmp_path, "join", there.address), "Room 0", "Room 1")
        there.do(caller.close())


@pytest.mark.parametrize("game", ["power", "strategiksa"])
def test_a_show_of_strong_bots_ends_by_itself(tmp_path: Path, game: str) -> None:
    """The game ends by its rules, quickly, and nobody has to press a key."""
    done = without_process(tmp_path, "solo", "--game", game)
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout.splitlines()[-1]


def test_a_whole_game_of_bots_without_a_terminal(tmp_path: Path) -> None:
    done = qg(tmp_path, "solo", "--limit", "1", "--level", "recruit")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "Round 1: the sheets are read." in done.stdout
    assert "Every sheet is the one that was sealed." in done.stdout
    assert "The game is over" in done.stdout.splitlines()[-1]
    table = [line for line in (tmp_path / "server.log").read_text().splitlines() if "table opened" in line]
    letters = table[0].split('"table": "')[1][:5]
    again = qg(tmp_path, "replay", letters)
    assert again.returncode == 0, again.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith(("Round", "Sheet", "Fight", "Tie"))]
    assert [line for line in again.stdout.splitlines() if line in told] == told


def test_a_game_of_bots_stops_after_so_many_rounds(tmp_path: Path) -> None:
    done = without_process(tmp_path, "solo", "--rounds", "2", "--level", "recruit", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    assert "Fin de la manche 2." in done.stdout
    assert "Fin de la manche 3." not in done.stdout


@pytest.mark.parametrize(
    ("chosen", "shown", "hidden"),
    [
        (("--lang", "fr"), ("C QG ",), (" HQ", "F QG")),
        (("--lang", "fr", "--letters", "original"), ("C HQ ",), (" QG",)),
        (("--letters", "english"), ("F HQ ",), ("C HQ", " QG")),
        ((), ("C HQ ",), (" QG", "F HQ")),
    ],
)
def test_sheets_are_told_in_the_letters_of_the_reader(
    tmp_path: Path, chosen: tuple[str, ...], shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    """P-SHEET-2"""
    done = without_process(tmp_path, "solo", "--rounds", "1", "--level", "recruit", *chosen)
    assert done.returncode == 0, done.stderr
    assert all(words in done.stdout for words in shown)
    assert not any(words in done.stdout for words in hidden)


def test_a_reader_who_closes_the_output_early_breaks_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client", "solo", "--limit", "2", "--level", "recruit"]
    with subprocess.Popen(
        command,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(LONG) == 0
        assert process.stderr.read() == ""


def test_qg_alone_says_what_one_can_do(tmp_path: Path) -> None:
    done = without_process(tmp_path)
    assert done.returncode == 0
    for command in ("solo", "host", "join", "watch", "hotseat", "referee", "replay"):
        assert f"qg {command}" in done.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_help(tmp_path: Path, language: str) -> None:
    for command in ("solo", "host", "join", "watch", "hotseat", "referee", "replay"):
        done = without_process(tmp_path, command, "--help", "--lang", language)
        assert done.returncode == 0, done.stderr
        assert "--plain" in done.stdout


@pytest.mark.parametrize("command", ["solo", "host", "hotseat"])
@pytest.mark.parametrize("described", [None, *OPTIONS.values()], ids=["default", *OPTIONS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_lists_the_options_of_the_game(
    tmp_path: Path, command: str, described: GameOptions | None, language: str
) -> None:
    """No server is started for that, and nothing is written."""
    game = ["--game", described.game.upper()] if described else []
    done = without_process(tmp_path, command, *game, "--help", "--lang", language, COLUMNS="1000")
    assert done.returncode == 0, done.stderr
    shown = described or OPTIONS[DEFAULT_GAME]
    _, listed = re.split(rf"[ ']{re.escape(shown.title)}", done.stdout, maxsplit=1)  # "d'Argad!" is French
    for option, sentence in catalogue(shown.game, language).tables["option"].items():
        assert f"  {option}=" in listed
        assert sentence in listed
    for sentence in catalogue(shown.game, language).tables["credits"]["about"]:
        assert sentence in listed
    assert list(tmp_path.iterdir()) == []


async def find_mine(table: str) -> tuple[list[FoundTable], list[FoundTable]]:
    """All that were found, and those of that table; a busy machine may need to be asked again."""
    found, mine = list[FoundTable](), list[FoundTable]()
    for _ in range(5):
        found += await find_tables("en", CertificatesOfThisRun())
        mine = [one for one in found if one.line.id == table]
        if mine:
            break
    return found, mine


async def test_tables_are_found_on_this_network(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "qg.db", host="127.0.0.1", port=0, name="Den", limits=FREE)
    async with App(settings) as app:
        caller = await call(app.port)
        opened = await open_table(caller)
        found, mine = await find_mine(opened.table)
        if not found:
            pytest.skip("this machine takes no multicast")
        assert [(table.server, table.address.port) for table in mine] == [("Den", app.port)]
        await caller.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_client_ends_without_a_traceback(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "client", "solo", "--plain"]
    with subprocess.Popen(
        command,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        while "Type help" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(how)
        assert process.wait(LONG) == 130
        assert process.stderr.read() == ""
    assert "stopping" in (tmp_path / "server.log").read_text()  # our own server has gone too


@pytest.mark.parametrize(("rows", "columns"), [(10, 40), (24, 30), (8, 120)])
def test_a_terminal_too_small_gets_a_sentence(tmp_path: Path, rows: int, columns: int) -> None:
    """Whatever COLUMNS and LINES say: they may have come from another terminal."""
    person = pexpect.spawn(
        sys.executable,
        ["-m", "client", "solo"],
        dimensions=(rows, columns),
        env=environment(tmp_path, COLUMNS="80", LINES="24"),
        encoding="utf-8",
        timeout=LONG,
    )
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 2
    assert f"this terminal is {columns}x{rows}" in " ".join(person.before.split())
    assert "\x1b" not in person.before


def test_a_dumb_terminal_is_served_line_by_line(tmp_path: Path) -> None:
    person = pexpect.spawn(
        sys.executable,
        ["-m", "client", "solo"],
        env=environment(tmp_path, TERM="dumb"),
        encoding="utf-8",
        timeout=LONG,
    )
    person.expect("Type help for the commands")
    assert "\x1b" not in person.before
    person.sendline("quit")
    person.expect("your seat is kept")
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0


@pytest.mark.parametrize(
    ("asked", "locale", "chosen"),
    [
        ("fr", "en_GB", "fr"),
        ("", "fr_CA.UTF-8", "fr"),
        ("", "C", "en"),
        ("tlh", "fr_FR", "fr"),
        ("", "", "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_the_locales(
    monkeypatch: pytest.MonkeyPatch, asked: str, locale: str, chosen: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert choose_language(asked) == chosen


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = without_process(tmp_path / "file", "solo", "--plain")
    assert is_one_sentence(done, "there is a file where a folder is needed", "QG_HOME")


def test_an_encrypted_address_of_a_server_without_encryption_is_refused(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        done = without_process(tmp_path, "join", f"tls://{there.address}")
        assert is_one_sentence(done, "is not encrypted", "leave tls:// out")


async def test_qg_alone_leads_to_a_seat(tmp_path: Path) -> None:
    """It takes no flag and no second command."""
    async with serving(tmp_path / "server") as app:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 3}, name="Den")
        Memory(tmp_path / "client.json").keep(server=f"127.0.0.1:{app.port}")

        def come_in() -> None:
            person = at_terminal(tmp_path)
            person.expect(rf"(\d+)\. Den \({opened.table}\)")
            number = person.match[1]
            person.expect("takes you to that table")
            person.sendline("99")
            person.expect("99 is not one of these choices")
            person.sendline(number)
            person.expect("Your name")
            person.sendline("Ana")
            person.expect("WAITING")
            person.sendcontrol("q")
            person.expect("y / n")
            person.send("y")
            person.expect(pexpect.EOF)

        await asyncio.to_thread(come_in)
        await caller.close()


@pytest.mark.parametrize("command", ["join", "watch", "replay", "referee"])
@pytest.mark.parametrize("way", ["address", "address-and-letters", "letters", "name"])
def test_a_server_is_asked_once_for_its_tables(tmp_path: Path, command: str, way: str) -> None:
    with serving_beside(tmp_path / "server") as there:
        relay = there.open(relaying(there.port))
        caller = there.do(call(there.port))
        opened = there.do(open_table(caller, name=f"Den {there.port}", tournament=True))
        where = f"127.0.0.1:{relay.port}"
        Memory(tmp_path / "client.json").keep(server=where)
        target = {
            "address": where,
            "address-and-letters": f"{where}/{opened.table}",
            "letters": opened.table,
            "name": f"Den {there.port}",
        }[way]
        secret = ["--token", opened.referee_key] if command == "referee" else []
        done = without_process(tmp_path, command, target, "--plain", *secret)
        assert done.returncode == 0, done.stderr
        assert f"Den {there.port}" in done.stdout
        assert relay.count(ListTables) == 1
        there.do(caller.close())


def test_a_referee_without_a_key_is_refused_after_one_question(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        relay = there.open(relaying(there.port))
        caller = there.do(call(there.port))
        opened = there.do(open_table(caller))
        done = without_process(tmp_path, "referee", f"127.0.0.1:{relay.port}/{opened.table}")
        assert is_one_sentence(done, "is not a tournament")
        assert relay.count(ListTables) == 1
        there.do(caller.close())


async def test_a_person_who_is_asked_for_a_password_costs_one_question_for_tables(tmp_path: Path) -> None:
    """From the list that `qg` alone shows, and from the address."""
    async with serving(tmp_path / "server") as app, relaying(app.port) as relay:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 3}, name="Den", password="sesame")
        where = f"127.0.0.1:{relay.port}"
        Memory(tmp_path / "client.json").keep(server=where, name="Ana")

        def come_in(*args: str) -> None:
            person = at_terminal(tmp_path, *args)
            if not args:
                person.expect(rf"(\d+)\. Den \({opened.table}\)")
                person.sendline(person.match[1])
            person.expect("Password:")
            person.sendline("sesame")
            person.expect("WAITING")
            person.sendcontrol("q")
            person.expect("y / n")
            person.send("y")
            person.expect(pexpect.EOF)

        await asyncio.to_thread(come_in)
        assert relay.count(ListTables) == 1
        (tmp_path / "client.json").unlink()
        relay.asked.clear()
        await asyncio.to_thread(come_in, "join", f"{where}/{opened.table}", "--name", "Bo")
        assert relay.count(ListTables) == 1
        await caller.close()


def test_a_table_opened_again_is_where_it_was(tmp_path: Path) -> None:
    """Clients that lost the server look for it at its old port, and come back by themselves."""
    port = free_port()
    args = ("host", "Den", "--plain", "--name", "Ana", "--players", "2")
    person = at_terminal(tmp_path, *args, "--bots", "1", "--level", "recruit", "--port", str(port))
    person.expect(r"qg join ([A-Z]{5})\b")
    table = person.match[1]
    person.expect("Type ready when you are ready")
    person.sendline("ready")
    person.expect("Write your orders")
    person.sendline("quit")
    person.expect("closes the table for everyone")
    person.sendline("y")
    person.expect(rf"qg host {table} --port {port}\s+opens\s+it\s+again")
    person.expect(pexpect.EOF)
    again = at_terminal(tmp_path, "host", table, "--plain")
    again.expect(f":{port}/{table}")
    again.expect("Write your orders")
    again.sendline("quit")
    again.sendline("y")
    again.expect(pexpect.EOF)


def test_a_table_to_which_nobody_came_is_given_up(tmp_path: Path) -> None:
    person = at_terminal(tmp_path, "host", "Den", "--plain", "--name", "Ana", "--port", "0")
    person.expect("How many play, 2 to 4")
    person.sendline("seven")
    person.expect("seven is not one of these choices")
    person.sendline("3")
    person.expect("Type help")
    person.sendline("quit")
    person.sendline("yes")
    person.expect("Den is closed")
    person.expect(pexpect.EOF)


def test_the_version_is_told(tmp_path: Path) -> None:
    done = qg(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"qg {our_version()}\n")


def test_a_game_is_replayed_from_an_address_and_an_empty_file_is_none(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        table, players = there.do(start_game(there.port, 2))
        for player in players:
            there.do(player.seal(1, 0))
        there.do(players[0].until_event(SheetsRead))
        done = without_process(tmp_path, "replay", f"{there.address}/{table}", "--plain")
        assert done.returncode == 0, done.stderr
        assert "Round 1: the sheets are read." in done.stdout
        for player in players:
            there.do(player.close())
    (tmp_path / "empty.json").touch()
    assert is_one_sentence(
        without_process(tmp_path, "replay", str(tmp_path / "empty.json")), "is not a record of a game"
    )


async def test_an_export_writes_over_nothing_but_an_earlier_one(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        table, players = await start_game(app.port, 2)
        async with Session(Address("127.0.0.1", app.port)) as watcher:
            await watcher.watch(table)
            (tmp_path / "letter.txt").write_text("dear Ana")
            with pytest.raises(ClientError, match="exists already"):
                await save_record(watcher, tmp_path / "letter.txt")
            for _ in range(2):
                await save_record(watcher, tmp_path / "game.json")
        assert (tmp_path / "letter.txt").read_text() == "dear Ana"
        assert json.loads((tmp_path / "game.json").read_text())["table"] == table
        for player in players:
            await player.close()


@pytest.mark.parametrize("first", [True, False])
def test_options_may_stand_before_the_command_or_behind_it(first: bool) -> None:
    look = ["--plain", "--ascii", "--no-mouse", "--no-bell", "--palette", "mono", "--lang", "fr"]
    words = [*look, "solo"] if first else ["solo", *look]
    args = cli._parser("en").parse_args(words, argparse.Namespace(**cli._DEFAULTS))
    assert (args.command, args.plain, args.ascii, args.palette, args.lang) == (
        "solo",
        True,
        True,
        "mono",
        "fr",
    )
    assert not args.mouse
    assert not args.bell


def test_an_unfinished_game_against_bots_continues_if_the_same_is_asked_for(tmp_path: Path) -> None:
    def solo(*more: str) -> subprocess.CompletedProcess[str]:
        return without_process(tmp_path, "solo", "--plain", *more, given=b"quit\n")

    assert "You go on" not in solo("--seconds", "none").stdout
    again = solo().stdout
    assert "You go on" in again
    assert "qg solo goes on with this game" in again
    assert "You go on" in solo("--option", "seconds=none", "--players", "4").stdout
    assert "You go on" not in solo("--seconds", "2m").stdout
    assert "You go on" not in solo("--players", "3").stdout
    assert "qg solo --game strategiksa goes on with this game" in solo("--game", "strategiksa").stdout
    assert "(qg solo --game strategiksa --new begins another one.)" in solo("--game", "strategiksa").stdout


async def test_letters_that_may_be_mistyped_open_no_table_unasked(tmp_path: Path) -> None:
    """`qg host MKPPHH` means the table MKPPH of yesterday, not a new one with that name."""
    Memory(tmp_path / "client.json").keep_place("MKPPH", Place("127.0.0.1:7878", "token", "V"))
    async with serving(tmp_path / "server") as app:
        there = ("--server", f"127.0.0.1:{app.port}", "--plain", "--name", "Ana", "--players", "2")

        def answer(given: str, shown: str, typed: str, after: str) -> None:
            person = at_terminal(tmp_path, "host", given, *there)
            person.expect(shown)
            person.sendline(typed)
            person.expect(after)
            if typed == "y":
                person.sendline("quit")
            person.expect(pexpect.EOF)

        near = r"looks\s+like\s+the\s+letters[\s\S]*you\s+have\s+MKPPH"
        await asyncio.to_thread(answer, "MKPPHH", near, "n", pexpect.EOF)
        assert not app.lobby.lines()
        await asyncio.to_thread(answer, "SUNDAY", "SUNDAY looks like the letters", "y", "SUNDAY .* is open")
        assert [line.name for line in app.lobby.lines()] == ["SUNDAY"]


async def test_a_name_is_asked_for_after_the_table_was_found_and_not_with_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as app:
        caller = await call(app.port)
        opened = await open_table(caller, options={"players": 3})
        seated = await (await call(app.port)).sit(opened.table, "Bo")

        def come(*args: str, folder: Path = tmp_path) -> str:
            person = at_terminal(folder, "join", *args, "--plain")
            person.expect([pexpect.EOF, "Your name", "Type help"])
            text = str(person.before) + str(person.after)
            person.close(force=True)
            return text

        nowhere = await asyncio.to_thread(come, f"127.0.0.1:{app.port}/XXXXX", "--token", "wrong")
        assert "Your name" not in nowhere
        back = await asyncio.to_thread(come, f"127.0.0.1:{app.port}/{opened.table}", "--token", seated.token)
        assert "Type help" in back
        other = tmp_path / "somebody else"
        new = await asyncio.to_thread(come, f"127.0.0.1:{app.port}/{opened.table}", folder=other)
        assert "Your name" in new
        await caller.close()


@pytest.mark.parametrize(("command", "target"), [("join", "MKPPH"), ("referee", "MKPPH"), ("referee", "")])
def test_the_command_that_opens_a_closed_table_again_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, target: str
) -> None:
    """The person who held the table comes back to it, and its server has ended."""
    monkeypatch.setattr(finder, "PORT", free_port())  # where no table of another test is announced
    seat = "V" if command == "join" else ""
    closed = Place(f"127.0.0.1:{free_port()}", "token", seat)
    Memory(tmp_path / "client.json").keep_place("MKPPH", closed)
    done = without_process(tmp_path, command, *filter(None, [target]), "--plain")
    assert is_one_sentence(done, "qg host MKPPH opens it again")


def test_your_games_are_listed_and_replayed_without_their_host(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        opened = there.do(open_table(there.do(call(there.port)), name="Sunday", options={"players": 2}))
        there.do(there.do(call(there.port)).sit(opened.table, "Bo"))
        person = at_terminal(tmp_path, "join", f"{there.address}/{opened.table}", "--plain", "--name", "Ana")
        person.expect("Type ready")
        person.sendline("ready")
        person.expect("Then type seal")
        person.sendline("quit")
        person.expect(pexpect.EOF)
        listed = without_process(tmp_path, "--plain")
        assert "your sheet is awaited: qg join" in listed.stdout
    listed = without_process(tmp_path, "--plain")
    assert f"Sunday ({opened.table}): POWER, with Bo, Ana; your sheet is awaited" in listed.stdout
    replayed = without_process(tmp_path, "replay", opened.table, "--plain")
    assert f"The host of {opened.table} does not answer" in replayed.stdout
    assert replayed.returncode == 0
