"""Advice from what one player may know: how a line may go on, and what guessed sheets would lead to.

Nobody else is told, nothing is stored, and the dice are not those of the table.
"""

import random
from functools import partial
from typing import Any

from protocol import messages
from protocol.ids import Lines, SheetKey
from protocol.messages import ServerMessage, Suggestions, Supposed
from protocol.vocabulary import BETWEEN, WRITING
from server.errors import TableError
from server.games.dice import Dice
from server.games.reader_words import offers_for
from server.table import knowledge
from server.table.acts.writing import check_sheet
from server.table.audience import Peer
from server.table.stream import steps_of
from server.table.table import Table


def suggest(table: Table, peer: Peer, message: messages.Suggest, at: float) -> ServerMessage:
    if not peer.seat:
        raise TableError("not-seated")
    if table.state.stage != WRITING and (message.sheet or table.state.stage != BETWEEN):
        raise TableError("phase-not-open")
    game = table.state.game
    if message.sheet:
        view = view_of_writer(table, peer, message.sheet) if message.supposed else table.view(peer.role)
        suggests = partial(game.suggest, view, message.sheet, message.above)
    else:
        suggests = partial(game.suggest_words, table.view(peer.role))
    return Suggestions(offers=offers_for(table.state.opened.game, peer.language, message.text, suggests))


def what_if(table: Table, peer: Peer, message: messages.WhatIf, at: float) -> ServerMessage:
    state, game = table.state, table.state.game
    if not peer.seat:
        raise TableError("not-seated")
    if state.stage != WRITING or message.phase != state.phase_no:
        raise TableError("phase-not-open")
    sheets = _all_sheets(table, peer, message.sheets)
    resolution = game.resolve(imagined(table, peer), sheets, _own_dice(), last=state.last)
    return Supposed(
        phase=state.phase_no,
        sheets=sheets,
        story=knowledge.story(steps_of(resolution.story), peer.role, state.owed_by(peer.seat)),
        view=knowledge.view(game, resolution.state, peer.role),
    )


def imagined(table: Table, peer: Peer) -> Any:
    """A position that looks to this player as the true one does. The true one is not used."""
    found = table.state.game.imagine(table.view(peer.role), table.state.options)
    if found is None:
        raise TableError("cannot-suppose")
    return found


def view_of_writer(table: Table, peer: Peer, sheet: SheetKey) -> Any:
    """What the seat that owes this sheet may know, as far as this player can tell."""
    owing = table.state.phase.owing if table.state.phase else {}
    writer = next((seat for seat, sheets in owing.items() if sheet in sheets), peer.role)
    return knowledge.view(table.state.game, imagined(table, peer), writer)


def _all_sheets(table: Table, peer: Peer, guessed: dict[SheetKey, Lines]) -> dict[SheetKey, Lines]:
    """The guessed sheets. A sheet that is left out is the player's own as it is stored, or else empty."""
    owed = table.state.all_sheets()
    for sheet, lines in guessed.items():
        if sheet not in owed:
            raise TableError("no-such-sheet", sheet=sheet, sheets=", ".join(owed))
        check_sheet(lines)
    own = {sheet: draft.lines for sheet, draft in knowledge.own_drafts(table.state, peer.role).items()}
    return {sheet: guessed.get(sheet, own.get(sheet, ())) for sheet in owed}


def _own_dice() -> Dice:
    """Dice that nobody can foresee: a supposition must not show what the dice of the table will show."""
    return Dice(random.SystemRandom().getrandbits(62))
