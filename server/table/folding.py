"""The state of a table, folded from its facts."""

from server.slices import Work, at_once
from server.table import facts
from server.table.facts import Row
from server.table.state import TableState


def open_table(table: str, opened: facts.TableOpened, wall: float) -> tuple[TableState, Row]:
    row = Row(1, wall, 0.0, 0.0, opened)
    return TableState(table, row), row


def folding(table: str, rows: list[Row]) -> Work[TableState]:
    """Compute the state of a table after these facts. Its hourglass is stopped."""
    state = TableState(table, rows[0])
    for row in rows[1:]:
        before, glass = state.seq, (state.glass.spent, state.glass.played)
        state.glass.set_spent(row.spent, row.played)
        state.apply(row)
        is_mark = isinstance(row.fact, facts.GlassMarked)
        if state.seq == before and not is_mark:  # what is given back must not show when somebody wrote
            state.glass.set_spent(*glass)
        yield
    return state


def fold_facts(table: str, rows: list[Row]) -> TableState:
    """The state of a table after these facts, without a pause. A server folds in slices instead."""
    return at_once(folding(table, rows))
