"""What leaves a table is decided in one place: nobody else makes views, or opens drafts and the stream."""

import ast
from collections.abc import Iterator

from tests.kit.sources import ROOT, nodes

SERVER = sorted((ROOT / "server").rglob("*.py"))
RULES = ("server/games/", "server/bots/")


def calls_of(name: str) -> Iterator[str]:
    """The modules outside the rules that call a method of that name."""
    for path in SERVER:
        module = path.relative_to(ROOT).as_posix()
        if module.startswith(RULES):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
                yield f"{module}: {ast.unparse(node.func)}"


def reads_of(name: str) -> set[str]:
    """The modules outside the rules that read an attribute of that name."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in SERVER
        if not path.relative_to(ROOT).as_posix().startswith(RULES)
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == name
    }


def test_views_are_made_in_one_place() -> None:
    """Everybody else asks `knowledge`, or the audience that keeps what it has said."""
    asked = ("knowledge.view", "self.view", "table.view")
    made = {call for call in calls_of("view") if call.partition(": ")[2] not in asked}
    assert made == {"server/table/knowledge.py: game.view"}


def test_stories_are_cut_to_a_role_in_one_place() -> None:
    """`steps_of` makes a story of the rules storable; only the record of a whole game takes all of it."""
    assert reads_of("instead") <= {"server/table/knowledge.py", "server/table/stream.py"}


def test_drafts_are_opened_by_their_writer_s_acts_and_the_table_s_state_only() -> None:
    allowed = {
        *("server/table/state.py", "server/table/sheets.py", "server/table/knowledge.py"),
        *("server/table/table.py", "server/table/acts/writing.py"),
    }
    assert reads_of("drafts") | {call.partition(":")[0] for call in calls_of("draft")} <= allowed
