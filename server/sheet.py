"""`qg-server sheet`: what a sheet comes to that players prepare before a game, and what is wrong with it."""

from protocol.notes import Arg, Note
from protocol.texts import catalogue
from server.games import GAMES
from server.games.api import BadScenario

COMMENT = "#"


def check_text(text: bytes, game: str, language: str) -> tuple[list[str], bool]:
    """What there is to say about a sheet, line by line, and whether it is good. Raises BadScenario."""
    if game not in GAMES:
        raise BadScenario("table", Note("scenario.no-game", {"games": ", ".join(GAMES)}))
    numbers, lines = _lines(text)
    checked = GAMES[game].check_sheet(lines)
    if checked is None:
        raise BadScenario("table", Note("sheet.none", {"game": game}))
    say, general = catalogue(game, language).say, catalogue("table", language).say
    told = [say(note) for note in checked.told]
    for fault in checked.faults:
        args: dict[str, Arg] = {"line": numbers[fault.line], "text": say(fault.note)}
        told.append(general(Note("sheet.fault", args)))
    told += [say(note) for note in checked.flaws]
    return [*told, *([general(Note("sheet.good"))] if checked.is_good else [])], checked.is_good


def _lines(text: bytes) -> tuple[list[int], list[str]]:
    """The lines of a sheet with their numbers in the file; empty ones and comments are left out."""
    try:
        given = text.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadScenario("table", Note("sheet.no-text")) from None
    kept = {
        number: line
        for number, line in enumerate(given, 1)
        if line.strip() and not line.strip().startswith(COMMENT)
    }
    return list(kept), list(kept.values())
