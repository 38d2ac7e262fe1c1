"""qg-server: the command line of the host and of the referee."""

import argparse
import sys
from collections.abc import Sequence

from server.games.api import BadScenario
from server.resolve import resolve_lines, resolve_one

EXIT_BAD_INPUT = 2


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="qg-server", description="Host games of QG, or settle a round.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    resolve = commands.add_parser("resolve", help="settle a round given as a JSON scenario")
    resolve.add_argument("file", nargs="?", metavar="FILE", help="the scenario; standard input if left out")
    resolve.add_argument(
        "--lines", action="store_true", help="one scenario a line in, one outcome a line out"
    )
    resolve.add_argument("--lang", default="en", help="language of the reasons: en, fr")
    resolve.set_defaults(run=_resolve)
    return parser


def _resolve(args: argparse.Namespace) -> int:
    try:
        with open(args.file, "rb") if args.file else open(0, "rb", closefd=False) as source:
            if args.lines:
                resolve_lines(source, sys.stdout, args.lang)
            else:
                resolve_one(source, sys.stdout, args.lang)
    except BadScenario as error:
        return _refuse(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refuse(f"{args.file or 'standard input'}: {error.strerror}")
    return 0


def _refuse(text: str) -> int:
    print(f"qg-server: {' '.join(text.split())}", file=sys.stderr)
    return EXIT_BAD_INPUT
