"""The command line of `qg-server`, for the host and the referee."""

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

from protocol.certificates import CertificateError
from protocol.folders import data_folder
from protocol.record import Record
from server.errors import StorageError
from server.games.api import BadScenario
from server.record import BadRecord
from server.resolve import resolve_in_words, resolve_lines, resolve_one

if TYPE_CHECKING:  # only the command `serve` loads the network modules
    from server.app import Settings
    from server.net.limits import Limits

EXIT_FAULTY = 1
EXIT_BAD_INPUT = 2
LONGEST_REFUSAL = 400


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:  # the program that reads our output has stopped reading
        sys.stderr.close()
        return 0
    except (BadScenario, BadRecord, StorageError, CertificateError) as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="qg-server", description="Host games of QG, check a record, or tell what happens in a round."
    )
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
        help="a head of the chain that a player was told; those in your own saved seats are always checked",
    )
    verify.set_defaults(run=_verify)
    _add_resolve(commands)
    return parser


def _add_resolve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    resolve = commands.add_parser("resolve", help="tell what happens in a round of a JSON scenario or record")
    resolve.add_argument("file", nargs="?", metavar="FILE", help="the scenario; standard input if left out")
    resolve.add_argument(
        "--lines",
        action="store_true",
        help="read a scenario from each line, and write an outcome to each line",
    )
    resolve.add_argument(
        "--round",
        type=int,
        metavar="N",
        help="tell this round of a record, in words; the last one, as JSON, if left out",
    )
    form = resolve.add_mutually_exclusive_group()
    form.add_argument("--words", action="store_true", help="tell the outcome in words; --round does so")
    form.add_argument("--json", action="store_true", help="write the outcome as JSON, with --round too")
    resolve.add_argument("--lang", default="en", help="language of the words and reasons: en, fr")
    resolve.set_defaults(run=_resolve)
    suppose = commands.add_parser(
        "suppose", help="answer what guessed sheets would lead to, a JSON question and an answer a line"
    )
    suppose.set_defaults(run=_suppose)


def _suppose(args: argparse.Namespace) -> int:
    from server.suppose import answer_lines

    for answer in answer_lines(sys.stdin.buffer):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0


def _add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database", type=Path, default=data_folder() / "qg.db", metavar="FILE", help="default: %(default)s"
    )


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="run a server with tables for everyone on the network")
    _add_database(serve)
    serve.add_argument(
        "--host", help="listen on one interface only, such as 127.0.0.1; on every one if left out"
    )
    serve.add_argument("--port", type=_port, default=7878, help="default: %(default)s; 0 takes a free one")
    serve.add_argument(
        "--name", default="QG", help="the name that players on the LAN see; default: %(default)s"
    )
    serve.add_argument(
        "--no-announce", action="store_true", help="do not answer players who search for tables on the LAN"
    )
    serve.add_argument(
        "--tls", action="store_true", help="encrypt, with a certificate that this server makes"
    )
    serve.add_argument("--cert", type=Path, metavar="PEM", help="encrypt, with this certificate")
    serve.add_argument(
        "--key", type=Path, metavar="PEM", help="the key of the certificate, if it is in another file"
    )
    serve.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))
    serve.add_argument(
        "--rate",
        type=float,
        metavar="N",
        help="how many messages a second one player may send; 0 means no limit",
    )
    serve.add_argument(
        "--newcomers", type=int, metavar="N", help="how many connections may be at no table yet"
    )
    serve.add_argument(
        "--metrics",
        type=_where,
        metavar="[ADDRESS:]PORT",
        help="give counts for Prometheus at this port; only this machine can read them, "
        "unless an address of another interface is given",
    )
    serve.add_argument(
        "--from-one",
        type=int,
        metavar="N",
        help="how many connections of one address may be at tables, and how many at no table",
    )
    serve.add_argument(
        "--web",
        type=_port,
        nargs="?",
        const=8080,
        metavar="PORT",
        help="serve the tables to browsers, too, at this port; 8080 if it is left out",
    )
    serve.add_argument(
        "--web-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which browsers reach this machine, besides its addresses",
    )
    serve.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    serve.add_argument("--bot-seconds", type=float, default=2.0, help="how long a bot may think")
    serve.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text[:20]!r}")
    return int(text)


def _where(text: str) -> tuple[str, int]:
    """Reads `9878`, `127.0.0.1:9878` or `[::1]:9878`."""
    host, colon, port = text.rpartition(":")
    if colon and not host:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} has no address; write PORT or ADDRESS:PORT")
    return host.strip("[]") or "127.0.0.1", _port(port)


def _serve(args: argparse.Namespace) -> int:
    from server import logs
    from server.net.files import allow_many_files

    logs.set_up(args.log_level)
    allow_many_files()
    return asyncio.run(_serve_until_told(args))


async def _serve_until_told(args: argparse.Namespace) -> int:
    from server import logs
    from server.app import App
    from server.garbage import spared_loop

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            break
    if args.until_eof:
        _stop_at_eof(loop, stop)
    async with App(_settings(args)) as app, spared_loop(app.lobby.next_bell):
        where = args.host or "every interface"
        print(f"QG serves on port {app.port} of {where}; stop with Ctrl-C", flush=True)
        if args.metrics:
            print(f"counts at http://{_address(args.metrics[0])}:{app.metrics_port}/metrics", flush=True)
        logs.info("serving", port=app.port, host=where, tls=bool(args.tls or args.cert))
        async with _page_for_browsers(args, app.port):
            await stop.wait()
        logs.info("stopping")
    return 0


def _page_for_browsers(args: argparse.Namespace, port: int) -> contextlib.AbstractAsyncContextManager[None]:
    """The page beside the server, if it is wanted. It is encrypted if the server is."""
    if args.web is None:
        return contextlib.nullcontext()
    from server.web_process import web_process

    is_encrypted = args.tls or args.cert
    host = _address(args.host) if args.host else "127.0.0.1"
    words = [f"{'tls://' if is_encrypted else ''}{host}:{port}", "--port", str(args.web)]
    words += ["--tls"] if is_encrypted and not args.cert else []
    words += ["--cert", str(args.cert)] if args.cert else []
    words += ["--key", str(args.key)] if args.key else []
    words += ["--host", args.host] if args.host else []
    words += [word for name in args.web_name for word in ("--name", name)]
    return web_process(words)


def _address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _stop_at_eof(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Stop when standard input ends, so that the server ends with the program that started it."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 4096):  # not sys.stdin: its lock would be held while we exit
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait, name="until eof", daemon=True).start()


def _settings(args: argparse.Namespace) -> "Settings":
    from protocol import certificates
    from server.app import Settings
    from server.net.metrics_page import Where

    context = None
    if args.tls or args.cert:
        folder = args.database.parent
        certificate, key = (args.cert, args.key) if args.cert else certificates.self_signed(folder)
        context = certificates.context(certificate, key)
        print(f"certificate fingerprint (SHA-256): {certificates.fingerprint(certificate)}", flush=True)
    return Settings(
        database=args.database,
        host=args.host,
        port=args.port,
        name=args.name,
        announce=not args.no_announce,
        tls=context,
        limits=_limits(args),
        bot_seconds=args.bot_seconds,
        metrics_at=Where(*args.metrics) if args.metrics else None,
    )


def _limits(args: argparse.Namespace) -> "Limits":
    from server.net.limits import Limits

    own = Limits()
    rate = own.rate if args.rate is None else args.rate
    newcomers = own.newcomers if args.newcomers is None else args.newcomers
    # All players in a hall, or behind a reverse proxy, have one address.
    shared = args.newcomers if args.from_one is None else args.from_one
    return Limits(
        rate=rate,
        burst=max(own.burst, int(rate * 20)),
        asking_rate=own.asking_rate if rate else 0,
        newcomers=newcomers,
        newcomers_from_one=own.newcomers_from_one if shared is None else shared,
        connections=max(own.connections, newcomers, shared or 0),
        from_one=max(own.from_one, shared or 0) if args.from_one is None else args.from_one,
        unfinished=max(own.unfinished, shared or 0),
        unfinished_from_one=max(own.unfinished_from_one, shared or 0),
        tables_from_one=max(own.tables_from_one, shared or 0),
    )


def _tables(args: argparse.Namespace) -> int:
    from server.listing import listing
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
    heads = dict(args.head) | _saved_head(record.table)
    faults = verify(record, heads)
    for fault in faults:
        print(fault)
    if not faults:
        print(_what_holds(record))
        print(_compared(record.table, heads))
    return EXIT_FAULTY if faults else 0


def _what_holds(record: Record) -> str:
    count = sum(played.kind == "read" for played in record.rounds)
    rulings = sum(played.kind not in ("read", "declared") for played in record.rounds)
    counted = f"({count} read, {rulings} ruled)"
    if record.whole:
        return f"{record.name}: everything holds: seals, chain, positions and stories {counted}"
    return f"{record.name}: seals and chain hold {counted}; positions can be checked when the game is over"


def _compared(table: str, heads: dict[int, str]) -> str:
    """With which heads the log was compared: without one, a log that was cut with care looks whole."""
    if heads:
        told = ", ".join(str(number - 1) for number in sorted(heads))
        return f"the log of table {table} was compared with what players were told up to event {told}"
    return f"no head of table {table} is known here; a player who sat there can give one with --head"


class _SavedPlace(Struct):
    heard: int = 0
    head: str = ""


class _SavedSeats(Struct):
    places: dict[str, _SavedPlace] = {}


def _saved_head(table: str) -> dict[int, str]:
    """The head that was told to the player who runs this command, if the player sat at that table."""
    try:
        saved = msgspec.json.decode((data_folder() / "client.json").read_bytes(), type=_SavedSeats)
    except (OSError, msgspec.DecodeError):
        return {}
    place = saved.places.get(table)
    return {place.heard: place.head} if place and place.head else {}


def _head(text: str) -> tuple[int, str]:
    """Reads `31:9f86...`: the number of an event, and the head that was told with it."""
    number, _, head = text.partition(":")
    if not (number.isascii() and number.isdigit() and int(number) > 0 and len(head) == 64):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no head; write NUMBER:HASH, such as 31:9f86...")
    return int(number), head.lower()


def _resolve(args: argparse.Namespace) -> int:
    with open(args.file, "rb") if args.file else open(0, "rb", closefd=False) as source:
        if args.lines:
            resolve_lines(source, sys.stdout, args.lang)
        elif args.words or (args.round is not None and not args.json):
            resolve_in_words(source, sys.stdout, args.lang, args.round)
        else:
            resolve_one(source, sys.stdout, args.lang, args.round)
    return 0


def _refuse(text: str) -> int:
    line = " ".join(text.split())
    print(f"qg-server: {line[:LONGEST_REFUSAL]}", file=sys.stderr)
    return EXIT_BAD_INPUT
