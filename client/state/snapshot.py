"""What a snapshot changes in the state of the client: nearly everything but what was written here."""

import msgspec
from msgspec.structs import replace

from client.state.client_state import ClientState, OwnSheet
from protocol.events import GameEnded, PhaseOpened
from protocol.messages import Sheet, Snapshot
from protocol.views import read_view
from protocol.vocabulary import WATCHER


def apply_snapshot(state: ClientState, snapshot: Snapshot) -> ClientState:
    phase = msgspec.convert(snapshot.phase, PhaseOpened) if snapshot.phase else None
    same = state.table == snapshot.table and phase_number(phase) == phase_number(state.phase)
    return replace(
        state,
        is_closed=False,
        table=snapshot.table,
        table_name=snapshot.name,
        game=snapshot.game,
        options=snapshot.options,
        tournament=snapshot.tournament,
        role=snapshot.role,
        is_waiting=state.is_waiting and snapshot.role == WATCHER,
        seats=snapshot.seats,
        stage=snapshot.stage,
        held=snapshot.held,
        phase=phase,
        view=read_view(snapshot.game, snapshot.view),
        sheets={
            key: _merged(state.sheets.get(key) if same else None, sheet)
            for key, sheet in snapshot.sheets.items()
        },
        hashes=state.hashes if same else {},
        closed=state.closed and same,
        forged=state.forged if same else (),
        outcome=msgspec.convert(snapshot.outcome, GameEnded) if snapshot.outcome else None,
        seq=snapshot.seq,
        gap=False,
    )


def phase_number(phase: PhaseOpened | None) -> int:
    return phase.phase if phase else 0


def _merged(mine: OwnSheet | None, theirs: Sheet) -> OwnSheet:
    """Keep what was written here while the link was lost: it will be posted again."""
    if mine is not None and mine.revision > theirs.revision and not theirs.by_another:
        return replace(
            mine,
            acked=theirs.revision,
            stored=theirs.lines,
            advice=theirs.advice,
            usage=theirs.usage,
            progress=theirs.progress,
        )
    past, future = (mine.past, mine.future) if mine and mine.lines == theirs.lines else ((), ())
    return OwnSheet(
        lines=theirs.lines,
        revision=theirs.revision,
        acked=theirs.revision,
        stored=theirs.lines,
        advice=theirs.advice,
        usage=theirs.usage,
        progress=theirs.progress,
        past=past,
        future=future,
        by_another=theirs.by_another,
    )
