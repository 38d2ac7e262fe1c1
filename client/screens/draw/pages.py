"""Whole pages: help, the log, the table before the game, and what a small terminal shows."""

import re
from collections.abc import Sequence

from client.games import GAMES
from client.games.api import Line
from client.play.action import gloss_of
from client.play.actions import ACTIONS
from client.play.performing import has_for_game
from client.play.qr_code import qr_rows
from client.play.table_lines import standings_lines
from client.screens.draw.chips import seat_style
from client.screens.draw.lines import beside, block, hang, padded, plain
from client.screens.draw.panels import (
    DrawnLines,
    chat_lines,
    health_lines,
    log_lines,
    newest_log_lines,
    seat_rows,
    seats_panel,
    sheet_panel,
    show_chat,
    title,
    warning_lines,
)
from client.screens.scene import TYPE, Scene, TextPage
from client.state.client_state import ClientState
from client.state.levels import default_level, level_word, level_words
from client.words import all_of
from protocol.views import title_of
from protocol.vocabulary import FAULT, GATHERING, OVER, PUT_AWAY, REFEREE, WRITING

KEYS = 80
"""The width of the lines that say what the keys do, where there is room for it."""
ROOM_FOR_SHEET = 12
"""A terminal with fewer lines has the short form of the hint that says how large a board is."""
COMMAND = 22
"""The width of the column of commands in the list of commands."""


def help_page(
    state: ClientState, scene: Scene, width: int, commands: Sequence[tuple[str, str]]
) -> list[Line]:
    """First what can be done here and now, then the pieces, the rules, who made the game, and every command.

    A referee works with commands, so the referee's page has them near its beginning.
    """
    width = min(width, 100)
    lines: list[Line] = []
    here = _here(state, scene)
    listed = [title(scene.say("help.commands-title"), width), *_commands(commands, width), ()]
    if here == REFEREE:
        lines += [*_section(state, scene, here, width), *listed]
    else:
        lines += _section(state, scene, here, width)
    if here in ("type", "between", "over", "watch"):
        lines += [title(scene.say("help.keys-title"), width), *_keys(state, scene, width), ()]
    lines += [*_section(state, scene, "orders", width)[:-1], *_order_notes(state, scene, width), ()]
    lines += _section(state, scene, "board", width)
    for name, told in (
        ("pieces", _pieces(state, scene, width)),
        ("rules", _rules(state, scene, width)),
        ("about", _about(state, scene, width)),
    ):
        lines += [title(scene.say(f"help.{name}-title"), width), *told, ()] if told else []
    lines += _section(state, scene, "mouse", width) if scene.look.mouse else []
    return [*lines, *(listed if here != REFEREE else ()), *_whereabouts(state, scene, width)]


def _keys(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """What each key does: the keys of the catalogue in its order, then those of other actions."""
    named = scene.words.tables["key-help"]
    language = scene.look.language
    known = [action for action in ACTIONS.values() if has_for_game(action, state.game)]
    others = {action.key: action.name for action in known if action.key}
    unknown = {action.key for action in ACTIONS.values()} - others.keys()
    told = [(name, text) for key, (name, text) in named.items() if text and key not in unknown]
    told += [(key, gloss_of(action, language)) for key, action in others.items() if key not in named]
    lines: list[str] = []
    for name, text in told:
        said = scene.say("help.key", key=name, text=text)
        if lines and len(lines[-1]) + 1 + len(said) <= KEYS:
            lines[-1] += f" {said}"
        else:
            lines.append(said)
    return [line for text in lines for line in block(text, width)]


def _commands(commands: Sequence[tuple[str, str]], width: int) -> list[Line]:
    lines: list[Line] = []
    for name, gloss in commands:
        if len(name) > COMMAND:
            lines += [(("", name),), *block(gloss, width, "", " " * (COMMAND + 1))]
        else:
            lines += hang((("", padded(name, COMMAND)), ("", f" {gloss}")), width)
    return lines


def _whereabouts(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The address of the table, which tells others how to watch it."""
    if not scene.where:
        return []
    said = scene.say("help.where", name=state.table_name, table=state.table, where=scene.where)
    return block(said, width)


def _here(state: ClientState, scene: Scene) -> str:
    if state.role == REFEREE:
        return REFEREE
    if state.stage == GATHERING:
        return "gathering-referee" if state.tournament else "gathering"
    if scene.mode != TYPE:
        return scene.mode
    if state.stage == OVER:
        return "over"
    if not state.seat:
        return "watch"
    return "type" if state.stage == WRITING else "between"


def _section(state: ClientState, scene: Scene, section: str, width: int) -> list[Line]:
    lines: list[Line] = [title(scene.say(f"help.{section}-title"), width)]
    for line in scene.say_of(state, f"help.{section}").splitlines():
        lines += block(line, width)
    return [*lines, ()]


def _order_notes(state: ClientState, scene: Scene, width: int) -> list[Line]:
    board = scene.board(state)
    notes = board.order_notes(state.view, scene.game_words(state)) if board and state.view is not None else ()
    return [line for said in notes for line in block(said, width)]


def _rules(state: ClientState, scene: Scene, width: int) -> list[Line]:
    words = scene.game_words(state)
    short = words.tables.get("rules", {}).get("short", ())
    return [line for rule in short for line in block(f"- {words.letters.text(rule)}", width)]


def _about(state: ClientState, scene: Scene, width: int) -> list[Line]:
    game = GAMES.get(state.game)
    said = game.about(scene.look.language) if game else ()
    return [line for text in said for line in block(text, width)]


def _pieces(state: ClientState, scene: Scene, width: int) -> list[Line]:
    board = scene.board(state)
    if board is None:
        return []
    table = board.pieces(scene.game_words(state))
    heads, sizes = [column.title for column in table.columns], [column.width for column in table.columns]
    if width >= sum(sizes):
        return [_row(heads, sizes), *(_row(cells, sizes) for cells in table.rows)]
    lines: list[Line] = []
    for code, name, *cells in table.rows:
        said = ", ".join(f"{head.lower()} {cell}" for head, cell in zip(heads[2:], cells, strict=True))
        lines += block(scene.say("offer.meaning", word=f"{code} {name}", text=said), width)
    return lines


def _row(cells: Sequence[str], sizes: Sequence[int]) -> Line:
    return (("", "".join(padded(cell, size) for cell, size in zip(cells, sizes, strict=True)).rstrip()),)


def log_page(state: ClientState, scene: Scene, width: int) -> DrawnLines:
    """The whole log and the chat; during a search, only the lines with the words that are searched for."""
    lines = log_lines(state, scene, width)
    chat = chat_lines(state, scene, width)
    if chat:
        lines += [(), title(scene.say("panel.chat"), width), *chat]
    wanted = scene.search.casefold()
    if not wanted:
        return DrawnLines(tuple(lines), len(state.chat))
    found = [line for line in lines if wanted in plain(line).casefold()]
    heading = scene.say("log.found", count=len(found), unit="line", wanted=scene.search)
    return DrawnLines((title(heading, width), *found))


def text_page(page: TextPage, width: int) -> list[Line]:
    """A title with sentences below it."""
    width = min(width, 100)
    return [title(page.title, width), *(line for text in page.lines for line in block(text, width))]


def waiting_page(state: ClientState, scene: Scene, width: int, levels: Sequence[str]) -> DrawnLines:
    """The table before the game: who sits where, and what can be done until it begins."""
    code, width = _code_of_page(scene, width - 78), min(width, 76)
    if state.stage == OVER:
        return DrawnLines(((), *outcome_lines(state, scene, width)))
    heading = scene.say("gathering.title", name=state.table_name, game=title_of(state.game))
    lines: list[Line] = [(), title(heading, width), ()]
    lines += seats_panel(state, scene, min(width, 40))
    lines.append(())
    lines += [line for text in _until_game(state, scene, levels) for line in block(text, width)]
    if told := standings_lines(state, scene.look.language):
        lines += [(), title(scene.say("gathering.standings"), width)]
        lines += [line for text in told for line in block(text, width)]
    if scene.welcome:
        lines.append(())
        # A command that others type gets a line of its own.
        for part in re.split(r"\n|\s+(?=qg )", scene.welcome):
            lines += block(part, width, "class:title", "  " if part.startswith("qg ") else "")
    if code:
        lines = beside(lines, [(), *code], width, "  ")
    if not state.chat:
        return DrawnLines(tuple(lines))
    chat = show_chat(state, scene, width, 6)
    return DrawnLines((*lines, (), title(scene.say("panel.chat"), width), *chat.lines), chat.read_chat)


def _code_of_page(scene: Scene, room: int) -> list[Line]:
    """The QR code of the link for browsers, if the host was told one and there is room beside the page."""
    link = re.search(r"https?://\S+", scene.welcome)
    if link is None or scene.look.ascii:
        return []
    rows = qr_rows(link[0])
    return [(("class:qr", row),) for row in rows] if len(rows[0]) <= room else []


def _until_game(state: ClientState, scene: Scene, levels: Sequence[str]) -> list[str]:
    """What the game waits for, and what this person can do about it."""
    free = ", ".join(state.free)
    if state.tournament:
        return [scene.say("gathering.wait-referee", free=free) if free else scene.say("gathering.full")]
    texts = [scene.say("gathering.wait", free=free)] if free else []
    if not state.decides and state.host:
        texts.append(scene.say("gathering.host", host=state.label(state.host)))
    elif free and levels and state.decides:
        known = level_words(levels, scene.look.language)
        level = level_word(default_level(levels), scene.look.language)
        texts.append(scene.say("gathering.bots", levels=known, seat=state.free[0], level=level))
    elif state.decides and set(state.not_ready) - {state.seat}:
        texts.append(scene.say("gathering.start"))
    if state.not_ready:
        names = ", ".join(state.label(seat) for seat in state.not_ready)
        texts.append(scene.say("gathering.not-ready", names=names))
    if state.waiting:
        name, code = state.waiting[0], "gathering.admit" if state.decides else "gathering.asked"
        texts.append(scene.say(code, names=", ".join(state.waiting), name=name))
    return texts


def cover_page(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The page that hides one player's sheet from the next player at the same terminal."""
    who = state.label(state.seat)
    said = scene.say("cover.turn", who=who)
    return [
        (),
        (),
        *block(said, width, "class:title", "  "),
        (),
        *block(scene.say("cover.go"), width, "", "  "),
    ]


def outcome_lines(state: ClientState, scene: Scene, width: int) -> list[Line]:
    ended = state.outcome
    if state.stage != OVER or ended is None:
        return []
    if ended.winners:
        winners = all_of([state.label(seat) for seat in ended.winners], scene.look.language)
        said = scene.say("over.won", winners=winners, count=len(ended.winners))
        style = seat_style(scene.board(state), state.view, ended.winners[0])
    elif ended.drawn:
        between = all_of([state.label(seat) for seat in ended.drawn], scene.look.language)
        said, style = scene.say("over.draw-between", seats=between), ""
    else:
        reasons = {FAULT: "over.fault", PUT_AWAY: "over.closed"}
        said, style = scene.say(reasons.get(ended.reason, "over.draw")), ""
    mine = bool(state.seat) and state.seat in ended.winners
    lines = block(said + (" " + scene.say("over.yours") if mine else ""), width, style or "class:title")
    if ended.partial:
        shared = ", ".join(state.label(seat) for seat in ended.partial)
        lines += block(scene.say("over.partial", seats=shared), width)
    if ended.text:
        lines += block(ended.text, width)
    return lines


def small_page(state: ClientState, scene: Scene, width: int, height: int) -> list[Line]:
    """The screen without room for a board: the sheet, the last events, and a hint."""
    wanted = block(scene.say("small.hint"), width, "class:dim")
    is_low = len(wanted) + ROOM_FOR_SHEET > height
    hint = block(scene.say("small.hint-short"), width, "class:dim") if is_low else wanted
    hint = [] if scene.offers else hint
    lines = outcome_lines(state, scene, width)
    room = max(0, height - len(lines) - len(hint))
    lines += sheet_panel(state, scene, width, max(1 + len(state.sheets), room))[:room]
    if state.stage == GATHERING or not state.sheets:
        lines += seats_panel(state, scene, width)[: max(0, height - len(lines) - len(hint))]
    room = height - len(lines) - len(hint)
    return lines + newest_log_lines(state, scene, width, room) + hint


def referee_page(state: ClientState, scene: Scene, width: int, height: int) -> DrawnLines:
    """Seats, warnings, host and log. If there is too little room, the last of them are left out first."""
    seats = outcome_lines(state, scene, width) + seat_rows(state, scene, width)
    care = warning_lines(state, width)
    lines = seats[1:] if len(seats) + len(care) > height else seats
    lines += care
    if len(lines) + 3 > height:
        return DrawnLines(tuple(lines[:height]))
    lines.append((("class:dim", scene.say("referee.watchers", count=state.watchers)),))
    lines += health_lines(state, scene, width)[: height - len(lines)]
    lines += [(), title(scene.say("panel.log"), width)]
    room = max(0, height - len(lines))
    chat = show_chat(state, scene, width, 3) if room > 6 else DrawnLines()
    talk = [title(scene.say("panel.chat"), width), *chat.lines] if chat.lines else []
    lines += newest_log_lines(state, scene, width, room - len(talk))
    return DrawnLines((*lines, *talk), chat.read_chat)
