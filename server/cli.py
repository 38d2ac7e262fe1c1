"""The command line of `qg-server`, for the host and the referee."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from protocol.certificates import CertificateError
from protocol.folders import data_folder
from protocol.record import Record
from server.databases import Database, all_listed, named, open_reader, shown
from server.errors import StorageError
from server.games.api import BadScenario
from server.record import BadRecord
from server.resolve import resolve_in_words, resolve_lines, resolve_one
from server.serve_command import add_database, add_serve
from server.table.facts import Row

EXIT_FAULTY = 1
EXIT_BAD_INPUT = 2
LONGEST_REFUSAL = 400


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    args.given = list(sys.argv[1:] if argv is None else argv)
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
    finally:
        gc.freeze()  # Python would search all that was loaded once more before it ends


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="qg-server", description="Host games of QG, check a record, or tell what happens in a round."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    add_serve(commands)
    tables = commands.add_parser("tables", help="list the tables in the database")
    tables.set_defaults(run=_tables)
    export = commands.add_parser("export", help="write a game as a JSON record")
    export.add_argument("table", metavar="TABLE")
    export.set_defaults(run=_export)
    for command in (tables, export):
        add_database(command)
    _add_copying(commands)
    verify = commands.add_parser("verify", help="check a record: its seals, its chain, and the rules")
    verify.add_argument("record", metavar="RECORD", help="a file; with --database, a table of that database")
    verify.add_argument(
        "--database",
        type=named,
        metavar="FILE",
        help="check a table of this database, a file or postgresql://USER@HOST/NAME, without a record",
    )
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


def _add_copying(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser("backup", help="copy the database, also while a server uses it")
    backup.add_argument("copy", type=Path, metavar="COPY", help="the new file")
    backup.add_argument(
        "--database",
        type=Path,
        default=data_folder() / "qg.db",
        metavar="FILE",
        help="default: %(default)s; for PostgreSQL use pg_dump",
    )
    backup.set_defaults(run=_back_up)
    move = commands.add_parser("move", help="carry all tables of a file over to PostgreSQL, and compare")
    move.add_argument("file", type=Path, metavar="FILE", help="the database of a server that is stopped")
    move.add_argument("target", type=named, metavar="TARGET", help="postgresql://USER@HOST/NAME")
    move.set_defaults(run=_move)


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
    _add_sheet(commands)
    suppose = commands.add_parser(
        "suppose", help="answer what guessed sheets would lead to, a JSON question and an answer a line"
    )
    suppose.set_defaults(run=_suppose)


def _add_sheet(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    sheet = commands.add_parser(
        "sheet", help="check a sheet that is prepared before a game, and tell what it comes to"
    )
    sheet.add_argument("file", nargs="?", metavar="FILE", help="the sheet; standard input if left out")
    sheet.add_argument("--game", required=True, metavar="GAME", help="the game that it is for")
    sheet.add_argument("--lang", default="en", help="language of the sentences: en, fr")
    sheet.set_defaults(run=_sheet)


def _sheet(args: argparse.Namespace) -> int:
    from server.sheet import check_text

    with open(args.file, "rb") if args.file else open(0, "rb", closefd=False) as source:
        lines, is_good = check_text(source.read(), args.game, args.lang)
    for line in lines:
        print(line)
    return 0 if is_good else EXIT_FAULTY


def _suppose(args: argparse.Namespace) -> int:
    from server.suppose import answer_lines

    for answer in answer_lines(sys.stdin.buffer):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0


def _tables(args: argparse.Namespace) -> int:
    from server.listing import listing

    reader = open_reader(args.database)
    for table, rows in all_listed(reader):
        line = listing(table, rows).line()
        print(
            f"{line.id}  {line.game}  {line.stage:9}  {line.seats - len(line.free)}/{line.seats}  {line.name}"
        )
    reader.close()
    return 0


def _export(args: argparse.Namespace) -> int:
    from server.record import export, write_record

    table, rows = _stored(args.database, args.table)
    sys.stdout.buffer.write(write_record(export(table, rows)))
    return 0


def _stored(database: Database, name: str) -> tuple[str, list[Row]]:
    """The id of a table of this database, and all its facts."""
    table = name.upper()
    with closing(open_reader(database)) as reader:
        rows = reader.rows(table)
    if not rows:
        raise StorageError(f"there is no table {table} in {shown(database)}; qg-server tables lists them")
    return table, rows


def _back_up(args: argparse.Namespace) -> int:
    from server.copying import back_up

    count = back_up(args.database, args.copy)
    print(f"{args.copy} holds {count} tables of {args.database}")
    return 0


def _move(args: argparse.Namespace) -> int:
    from server.copying import move

    count = asyncio.run(move(args.file, args.target))
    print(f"{shown(args.target)} holds all {count} tables of {args.file}, and they are equal")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from server.record import export, read_record
    from server.verify import verify

    if args.database is None:
        record = read_record(Path(args.record).read_bytes())
    else:
        record = export(*_stored(args.database, args.record))
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
