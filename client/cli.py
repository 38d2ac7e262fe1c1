"""qg: the player's command line."""

import argparse
import asyncio
import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from client.errors import ClientError
from client.launch.game_options import help_on, options_of
from client.look import PALETTES
from client.plain.wrapping import wrapped_for
from client.state.levels import kind_word, level_words
from client.words import choose_language, known_languages, say, speaks, unbroken, words
from protocol.folders import data_folder
from protocol.letters import known_sets
from protocol.texts import catalogue, with_letters
from protocol.version import our_version
from protocol.views import DEFAULT_GAME, OPTIONS
from protocol.vocabulary import WITH_CHARACTER

EXIT_REFUSED = 2
EXIT_BUG = 70
EXIT_INTERRUPTED = 130
MOST_PORT = 65535


def main(argv: Sequence[str] | None = None) -> int:
    try:
        return _main(list(sys.argv[1:] if argv is None else argv))
    finally:
        gc.freeze()  # Python would search all that was loaded once more before it ends


def _main(given: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    language = choose_language(_given_value(given, "--lang"))
    _translate_argparse(language)
    try:
        game = _given_value(given, "--game").lower() or DEFAULT_GAME
        args = _parser(language, game).parse_args(given, argparse.Namespace(**_DEFAULTS))
        args.language = with_letters(language, args.letters)
        _check(args)
        return _run(args)
    except ClientError as error:
        return _refuse(str(error))
    except BrokenPipeError:  # the program that read our output has ended, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except (KeyboardInterrupt, asyncio.CancelledError):
        return EXIT_INTERRUPTED
    except Exception:
        return _report_bug(language)


def _report_bug(language: str) -> int:
    """The player reads a sentence about our mistake, and its details go into a file."""
    report = traceback.format_exc()
    try:
        file = data_folder() / "client.log"
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{report}\n")
    except OSError:
        print(report, file=sys.stderr)
        return EXIT_BUG
    _refuse(say(language, "error.bug", file=str(file)))
    return EXIT_BUG


def _run(args: argparse.Namespace) -> int:
    gc.disable()  # what is loaded now stays, and need not be searched for garbage
    from client.launch.run import run  # a wrong command line is refused before the network modules are loaded

    gc.freeze()
    gc.enable()
    return asyncio.run(run(args))


def _check(args: argparse.Namespace) -> None:
    """Check what argparse does not check, and refuse it in the player's language."""
    if args.lang and not speaks(args.lang):
        known = ", ".join(known_languages())
        raise ClientError(say(args.language, "error.no-language", given=args.lang[:20], known=known))
    for value in vars(args).values():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
                raise ClientError(say(args.language, "error.bad-text"))
    if args.rounds is not None and args.rounds < 1:
        raise ClientError(say(args.language, "error.bad-rounds", rounds=args.rounds))
    if args.round is not None and not args.svg:
        raise ClientError(say(args.language, "error.round-without-svg", round=args.round))
    if args.port is not None and not 0 <= args.port <= MOST_PORT:
        raise ClientError(say(args.language, "error.bad-port", port=args.port))


def _refuse(text: str) -> int:
    said = wrapped_for(f"qg: {' '.join(text.split())}", sys.stderr)
    print("\n".join(said), file=sys.stderr)
    return EXIT_REFUSED


def _given_value(given: Sequence[str], flag: str) -> str:
    """The value of an option that we need before argparse reads the others: the help depends on it."""
    own = given[: given.index("--")] if "--" in given else given  # what follows is the command of a program
    for at, word in enumerate(own):
        if word.startswith(f"{flag}="):
            return word.removeprefix(f"{flag}=")
        if word == flag and at + 1 < len(own):
            return own[at + 1]
    return ""


def _translate_argparse(language: str) -> None:
    """Translate the headings and error messages of argparse, which looks them up with its function `_`."""
    own = words(language).tables["argparse"]
    argparse._ = lambda text: own.get(text, text)  # type: ignore[attr-defined]


class _HelpLines(argparse.HelpFormatter):
    """Breaks the lines of the help, but never before a sign that belongs to the word before it."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [line.replace(_NO_BREAK, " ") for line in super()._split_lines(_kept_together(text), width)]

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(_kept_together(text), width, indent).replace(_NO_BREAK, " ")


_NO_BREAK = "\0"


def _kept_together(text: str) -> str:
    return " ".join(part.replace(" ", _NO_BREAK) for part in unbroken(text))


class _Parser(argparse.ArgumentParser):
    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": _HelpLines, **how})

    game_help: Callable[[], str] | None = None
    """Returns the last part of the help: the options of the game that will be played."""

    def format_help(self) -> str:
        return super().format_help() + (f"\n{self.game_help()}" if self.game_help else "")

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_REFUSED, f"qg: {message}{argparse._('; ')}{self.prog} --help\n")  # type: ignore[attr-defined]


_DEFAULTS: dict[str, object] = {
    **{"command": "", "lang": "", "letters": "", "plain": False, "ascii": False, "palette": ""},
    **{"mouse": True, "bell": True},
    **{
        "name": "",
        "seat": "",
        "game": DEFAULT_GAME,
        "options": [],
        "level": "",
        "bots": None,
    },
    **{"tournament": False, "port": None, "tls": False, "server": "", "password": "", "token": ""},
    **{"web": True, "host": None, "names": [], "cert": "", "key": "", "until_eof": False},
    **{"rounds": None, "target": None, "new": False, "run": "", "once": False},
    **{"svg": "", "round": None, "table": ""},
}


def _short_for(option: str, metavar: str) -> dict[str, Any]:
    """A short flag, such as --players, for an option that every game has."""
    return {"dest": "options", "action": "append", "metavar": metavar, "type": f"{option}={{}}".format}


_OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "look": {
        "--lang": {"metavar": "LANG"},
        "--letters": {"choices": known_sets()},
        "--plain": {"action": "store_true"},
        "--ascii": {"action": "store_true"},
        "--palette": {"choices": PALETTES},
        "--no-mouse": {"dest": "mouse", "action": "store_false"},
        "--no-bell": {"dest": "bell", "action": "store_false"},
    },
    "person": {"--name": {"metavar": "NAME"}, "--seat": {"metavar": "SEAT"}},
    "table": {
        "--game": {"metavar": "GAME", "type": str.lower},
        "--option": {"dest": "options", "action": "append", "metavar": "NAME=VALUE"},
        "--players": _short_for("players", "N"),
        "--seconds": _short_for("seconds", "TIME"),
        "--limit": _short_for("limit", "TIME"),
        "--quiet-hours": _short_for("quiet_hours", "HOURS"),
        "--level": {"metavar": "LEVEL", "type": str.lower},
    },
    "game": {"--game": {"metavar": "GAME", "type": str.lower}},
    "bots": {"--bots": {"type": int, "metavar": "N"}},
    "show": {"--rounds": {"type": int, "metavar": "N"}, "--new": {"action": "store_true"}},
    "own-server": {
        "--tournament": {"action": "store_true"},
        "--port": {"type": int, "metavar": "N"},
        "--tls": {"action": "store_true"},
    },
    "address": {"--server": {"metavar": "ADDRESS"}, "--password": {"metavar": "WORD"}},
    "secret": {"--token": {"metavar": "TOKEN"}},
    "picture": {"--svg": {"metavar": "FILE|FOLDER"}, "--round": {"type": int, "metavar": "N"}},
    "beside": {"--no-web": {"dest": "web", "action": "store_false"}},
    "web": {
        "--port": {"type": int, "metavar": "N", "help": "web-port"},
        "--host": {"metavar": "ADDRESS", "help": "web-host"},
        "--name": {"dest": "names", "action": "append", "metavar": "NAME", "help": "web-name"},
        "--tls": {"action": "store_true", "help": "web-tls"},
        "--cert": {"metavar": "FILE", "help": "web-cert"},
        "--key": {"metavar": "FILE", "help": "web-key"},
        "--until-eof": {"action": "store_true"},
    },
    "seated": {"--table": {"metavar": "NAME|ADDRESS"}},
    "notice": {"--run": {"metavar": "COMMAND"}, "--once": {"action": "store_true"}},
}
_COMMANDS: dict[str, tuple[str, ...]] = {
    "learn": ("game",),
    "solo": ("person", "table", "show"),
    "host": ("person", "table", "bots", "own-server", "address", "beside"),
    "join": ("person", "address", "secret"),
    "hotseat": ("person", "table", "bots"),
    "referee": ("address", "secret"),
    "watch": ("address",),
    "replay": ("address", "picture"),
    "web": ("web",),
    "notify": ("notice",),
    "bot": ("seated", "person", "address", "secret"),
}
_TARGETS: dict[str, tuple[str | None, str]] = {
    "host": ("?", "TABLE-NAME"),
    "join": ("?", "NAME|ADDRESS"),
    "referee": ("*", "NAME|ADDRESS"),
    "watch": ("?", "NAME|ADDRESS"),
    "replay": (None, "FILE|TABLE"),
    "web": ("?", "ADDRESS"),
    "bot": ("+", "PROGRAM"),
}


def _parser(language: str, game: str = DEFAULT_GAME) -> _Parser:
    help_of = {code: _option_help(language, code) for code in words(language).tables["option"]}
    word = words(language).word
    groups = {name: _group(options, help_of, word) for name, options in _OPTIONS.items()}
    parser = _Parser(prog="qg", description=help_of["qg"], parents=[groups["look"]])
    parser.add_argument("--version", action="version", version=f"qg {our_version()}", help=help_of["version"])
    commands = parser.add_subparsers(metavar=word("metavar", "COMMAND"), parser_class=_Parser)
    for name, parents in _COMMANDS.items():
        command = commands.add_parser(
            name,
            help=help_of[name],
            description=help_of[name],
            parents=[groups["look"], *(groups[parent] for parent in parents)],
        )
        command.set_defaults(command=name)
        if "table" in parents:
            command.game_help = partial(_game_help, game, language)
        if name in _TARGETS:
            count, shown = _TARGETS[name]
            shown = word("metavar", shown)
            command.add_argument("target", nargs=count, metavar=shown, help=help_of[f"target-{name}"])
    return parser


def _group(
    options: dict[str, dict[str, Any]], help_of: dict[str, str], word: Callable[[str, str], str]
) -> _Parser:
    """These options have no defaults of their own, so they may stand before or after the command."""
    group = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    for flag, how in options.items():
        named = {"metavar": word("metavar", how["metavar"])} if "metavar" in how else {}
        code = how.get("help", flag.removeprefix("--"))
        group.add_argument(flag, **{"default": argparse.SUPPRESS, **how, **named, "help": help_of[code]})
    return group


def _option_help(language: str, code: str) -> str:
    levels = level_words(words(language).tables["level"], language)
    example = _example_of_bots(language)
    return say(
        language,
        f"option.{code}",
        games=", ".join(OPTIONS),
        default=DEFAULT_GAME,
        levels=levels,
        example=example,
    )


def _example_of_bots(language: str) -> str:
    """A level with a character of the usual game."""
    level = next(reversed(words(language).tables["level"]))
    character = next(iter(catalogue(DEFAULT_GAME, language).tables.get("character", {"": ""})))
    return kind_word(f"{level}{WITH_CHARACTER}{character}", DEFAULT_GAME, language)


def _game_help(game: str, language: str) -> str:
    """The options of that game with their values, in the layout of argparse, and who made the game."""
    described = options_of(game, language)
    formatter = _HelpLines("")
    formatter.start_section(say(language, "cli.game-options", game=described.title))
    for form, text in help_on(described, language):
        formatter.add_argument(argparse.Action((), "", metavar=form, help=text.replace("%", "%%")))
    formatter.end_section()
    formatter.add_text(" ".join(catalogue(game, language).tables["credits"]["about"]))
    return formatter.format_help()


if __name__ == "__main__":
    sys.exit(main())
