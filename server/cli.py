"""qg-server: the command line of the host and of the referee."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from protocol.folders import data_folder
from protocol.record import Record
from server.errors import StorageError
from server.games.api import BadScenario
from server.record import BadRecord
from server.resolve import resolve_lines, resolve_one

if TYPE_CHECKING:  # the network is only loaded by the command that needs it
    from server.app import Settings
    from server.net.limits import Limits

EXIT_FAULTY = 1
EXIT_BAD_INPUT = 2
LONGEST_REFUSAL = 400


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        return 0
    except (BadScenario, BadRecord, StorageError) as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="qg-server", description="Host games of QG, or settle a round.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_serve(commands)
    tables = commands.add_parser("tables", help="list the tables in the database")
    tables.set_defaults(run=_tables)
    export = commands.add_parser("export", help="write a game as a JSON record")
    export.add_argument("table", metavar="TABLE")
    export.set_defaults(run=_export)
    for command in (tables, export):
        _add_database(command)
    verify = commands.add_parser("verify", help="check a record: its seals, its chain, and the rules")
    verify.add_argument("file", metavar="RECORD")
    verify.add_argument(
        "--head",
        action="append",
        default=[],
        type=_head,
        metavar="NUMBER:HASH",
        help="a head of the chain that a player was told; your own saved seats are looked at in any case",
    )
    verify.set_defaults(run=_verify)
    resolve = commands.add_parser("resolve", help="settle a round given as a JSON scenario or record")
    resolve.add_argument("file", nargs="?", metavar="FILE", help="the scenario; standard input if left out")
    resolve.add_argument(
        "--lines", action="store_true", help="one scenario a line in, one outcome a line out"
    )
    resolve.add_argument(
        "--round", type=int, metavar="N", help="of a record: which round; the last if left out"
    )
    resolve.add_argument("--lang", default="en", help="language of the reasons: en, fr")
    resolve.set_defaults(run=_resolve)
    return parser


def _add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database", type=Path, default=data_folder() / "qg.db", metavar="FILE", help="default: %(default)s"
    )


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="hold tables for everyone on the network")
    _add_database(serve)
    serve.add_argument("--host", help="one interface only, as 127.0.0.1; every one if left out")
    serve.add_argument("--port", type=_port, default=7878, help="default: %(default)s; 0 takes a free one")
    serve.add_argument("--name", default="QG", help="what the LAN sees; default: %(default)s")
    serve.add_argument(
        "--no-announce", action="store_true", help="do not answer to those who look on the LAN"
    )
    serve.add_argument("--tls", action="store_true", help="encrypt, with a certificate made here")
    serve.add_argument("--cert", type=Path, metavar="PEM", help="with a certificate of one's own")
    serve.add_argument("--key", type=Path, metavar="PEM", help="its key, if it is in a file of its own")
    serve.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))
    serve.add_argument(
        "--rate", type=float, metavar="N", help="messages a second from one player; 0: no limit"
    )
    serve.add_argument("--newcomers", type=int, metavar="N", help="connections at no table yet, at most")
    serve.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    serve.add_argument("--bot-seconds", type=float, default=2.0, help="how long a bot may think")
    serve.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text[:20]!r}")
    return int(text)


def _serve(args: argparse.Namespace) -> int:
    from server import logs

    logs.set_up(args.log_level)
    _allow_many_files()
    return asyncio.run(_serve_until_told(args))


async def _serve_until_told(args: argparse.Namespace) -> int:
    from server import logs
    from server.app import App

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            break
    if args.until_eof:
        _stop_at_eof(loop, stop)
    async with App(_settings(args)) as app:
        where = args.host or "every interface"
        print(f"QG serves on port {app.port} of {where}; stop with Ctrl-C", flush=True)
        logs.info("serving", port=app.port, host=where, tls=bool(args.tls or args.cert))
        await stop.wait()
        logs.info("stopping")
    return 0


def _allow_many_files() -> None:
    """As many connections as the system lets us have."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _stop_at_eof(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """So that a server started by another program does not outlive it."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 4096):  # not sys.stdin: its lock would be held while we exit
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait, name="until eof", daemon=True).start()


def _settings(args: argparse.Namespace) -> "Settings":
    from server.app import Settings
    from server.net import tls

    context = None
    if args.tls or args.cert:
        folder = args.database.parent
        certificate, key = (args.cert, args.key) if args.cert else tls.self_signed(folder)
        context = tls.context(certificate, key)
        print(f"certificate fingerprint (SHA-256): {tls.fingerprint(certificate)}", flush=True)
    return Settings(
        database=args.database,
        host=args.host,
        port=args.port,
        name=args.name,
        announce=not args.no_announce,
        tls=context,
        limits=_limits(args),
        bot_seconds=args.bot_seconds,
    )


def _limits(args: argparse.Namespace) -> "Limits":
    from server.net.limits import Limits

    own = Limits()
    rate = own.rate if args.rate is None else args.rate
    newcomers = own.newcomers if args.newcomers is None else args.newcomers
    return Limits(
        rate=rate,
        burst=max(own.burst, int(rate * 20)),
        asking_rate=own.asking_rate if rate else 0,
        newcomers=newcomers,
        newcomers_from_one=own.newcomers_from_one if args.newcomers is None else newcomers,
        connections=max(own.connections, newcomers),
        from_one=max(own.from_one, newcomers if args.newcomers is not None else 0),
        tables_from_one=max(own.tables_from_one, newcomers if args.newcomers is not None else 0),
    )


def _tables(args: argparse.Namespace) -> int:
    from server.lobby import listing
    from server.store import open_readonly, read_roster

    connection = open_readonly(args.database)
    for table, rows in read_roster(connection).items():
        line = listing(table, rows).line()
        print(
            f"{line.id}  {line.game}  {line.stage:9}  {line.seats - len(line.free)}/{line.seats}  {line.name}"
        )
    connection.close()
    return 0


def _export(args: argparse.Namespace) -> int:
    from server.record import export, write_record
    from server.store import open_readonly, read_rows

    connection = open_readonly(args.database)
    table = args.table.upper()
    rows = read_rows(connection, table)
    connection.close()
    if not rows:
        raise StorageError(f"there is no table {table} in {args.database}; qg-server tables lists them")
    sys.stdout.buffer.write(write_record(export(table, rows)))
    return 0


def _verify(args: argparse.Namespace) -> int:
    from server.record import read_record
    from server.verify import verify

    record = read_record(Path(args.file).read_bytes())
    faults = verify(record, dict(args.head) | _saved_head(record.table))
    for fault in faults:
        print(fault)
    if not faults:
        print(_what_holds(record))
    return EXIT_FAULTY if faults else 0


def _what_holds(record: Record) -> str:
    count = sum(played.kind == "read" for played in record.rounds)
    rulings = sum(played.kind not in ("read", "declared") for played in record.rounds)
    counted = f"({count} read, {rulings} ruled)"
    if record.whole:
        return f"{record.name}: everything holds: seals, chain, positions and stories {counted}"
    return f"{record.name}: seals and chain hold {counted}; positions can be checked when the game is over"


class _SavedPlace(Struct):
    heard: int = 0
    head: str = ""


class _SavedSeats(Struct):
    places: dict[str, _SavedPlace] = {}


def _saved_head(table: str) -> dict[int, str]:
    """The head that the player who runs this was told, if they sat at that table."""
    try:
        saved = msgspec.json.decode((data_folder() / "client.json").read_bytes(), type=_SavedSeats)
    except (OSError, msgspec.DecodeError):
        return {}
    place = saved.places.get(table)
    return {place.heard: place.head} if place and place.head else {}


def _head(text: str) -> tuple[int, str]:
    """`31:9f86...`: the number of the event, and the head that it told."""
    number, _, head = text.partition(":")
    if not (number.isascii() and number.isdigit() and int(number) > 0 and len(head) == 64):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no head; write NUMBER:HASH, such as 31:9f86...")
    return int(number), head.lower()


def _resolve(args: argparse.Namespace) -> int:
    with open(args.file, "rb") if args.file else open(0, "rb", closefd=False) as source:
        if args.lines:
            resolve_lines(source, sys.stdout, args.lang)
        else:
            resolve_one(source, sys.stdout, args.lang, args.round)
    return 0


def _refuse(text: str) -> int:
    line = " ".join(text.split())
    print(f"qg-server: {line[:LONGEST_REFUSAL]}", file=sys.stderr)
    return EXIT_BAD_INPUT
