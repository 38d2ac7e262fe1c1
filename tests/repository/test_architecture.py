"""The arrows between packages, read off the imports: client -> protocol <- server, and pure rules."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.kit.sources import ROOT, nodes, parsed

OURS = ("client", "server", "protocol", "bench", "tests")
IMPURE = {
    *("asyncio", "socket", "ssl", "select", "threading", "multiprocessing", "concurrent", "subprocess"),
    *("time", "datetime", "random", "secrets", "uuid", "logging", "os", "sys", "sqlite3", "tempfile"),
    *("websockets", "prompt_toolkit", "http", "urllib"),
}


LEAVES = ("client.errors", "client.words", "protocol")
"""What every part of the client may use."""
LINK = ("client.link", "client.state", *LEAVES)
PLAY = ("client.play", "client.games", *LINK)
SHOWN = ("client.look", "client.leaving", *PLAY)


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The full names of what a module imports, relative imports written out."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).with_suffix("").parts
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level] if node.level else ()
            source = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{source}.{alias.name}" for alias in node.names)


def is_in(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def crossing(package: str, *allowed: str) -> list[str]:
    """Imports of ours that a package must not have."""
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(package)
        for name in imports(path)
        if is_in(name, *OURS) and not is_in(name, *allowed)
    ]


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("protocol", ("protocol",)),
        ("client", ("client", "protocol")),
        ("server", ("server", "protocol")),
        ("server/games", ("server.games", "protocol")),
        ("client/state", ("client.state", *LEAVES)),
        ("client/link", LINK),
        ("client/play", PLAY),
        ("client/pictures", ("client.pictures", "client.games", *LEAVES)),
        ("client/plain", ("client.plain", *SHOWN)),
        ("client/program", ("client.program", "client.limited", *PLAY)),
        ("client/screens", ("client.screens", *SHOWN)),
        ("client/web", ("client.web", *SHOWN)),
        (
            "client/screens/draw",
            (
                *("client.screens.draw", "client.screens.scene", "client.play", "client.games"),
                *("client.state", "client.look", *LEAVES),
            ),
        ),
        (
            "client/games",
            (
                *("client.games", "protocol.ids", "protocol.letters", "protocol.notes", "protocol.orders"),
                *("protocol.on_demand", "protocol.views", "protocol.texts"),
            ),
        ),
    ],
)
def test_a_package_imports_only_along_the_arrows(package: str, allowed: tuple[str, ...]) -> None:
    assert modules(package)
    assert crossing(package, *allowed) == []


def test_drawing_waits_for_nothing() -> None:
    found = [name for path in modules("client/screens/draw") for name in imports(path)]
    assert [name for name in found if is_in(name, "asyncio", "socket", "threading")] == []


def assigned(path: Path) -> Iterator[str]:
    """The attributes that a module gives a new value, written out."""
    for node in nodes(path):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            inside = [part for target in targets for part in ast.walk(target)]
            yield from (ast.unparse(part) for part in inside if isinstance(part, ast.Attribute))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("setattr"):
            yield ast.unparse(node)


def test_drawing_changes_nothing() -> None:
    assert [(path.name, each) for path in modules("client/screens/draw") for each in assigned(path)] == []


def own_classes() -> Iterator[type]:
    """Every class that this project defines for itself, its tests apart."""
    for path in (path for package in ("client", "server", "protocol") for path in modules(package)):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            module = importlib.import_module(name)
            found = (each for _, each in inspect.getmembers(module, inspect.isclass))
            yield from (each for each in found if each.__module__ == name)


def test_no_chain_of_classes_is_deeper_than_two() -> None:
    """What a class does can be read in it and in one other class at most."""
    chains = {each: [a for a in each.__mro__ if is_in(a.__module__, *OURS)] for each in own_classes()}
    assert len(chains) > 100
    deep = [[ancestor.__name__ for ancestor in chain] for chain in chains.values() if len(chain) > 2]
    assert deep == []


@pytest.mark.parametrize("side", ["server", "client"])
def test_a_game_imports_no_other_game(side: str) -> None:
    games = [path.name for path in (ROOT / side / "games").iterdir() if (path / "__init__.py").exists()]
    assert games
    for game in games:
        rest = [other for other in games if other != game]
        others = [name for other in rest for name in (f"{side}.games.{other}", f"protocol.views.{other}")]
        found = [name for path in modules(f"{side}/games/{game}") for name in imports(path)]
        assert [name for name in found if is_in(name, *others)] == []


def test_rules_are_pure() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), name.partition(".")[0])
        for path in modules("server/games")
        for name in imports(path)
        if name.partition(".")[0] in IMPURE
    }
    assert found <= {("server/games/dice.py", "random")}


@pytest.mark.parametrize("call", ["open", "print", "input", "eval", "exec"])
def test_rules_read_and_write_nothing(call: str) -> None:
    calls = [
        path.name
        for path in modules("server/games")
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call
    ]
    assert calls == []


def foreign(tree: ast.AST) -> list[str]:
    """The attributes of other objects to which the code assigns something."""
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    names = [ast.unparse(node) for node in stored if isinstance(node.ctx, ast.Store)]
    return [name for name in names if name.count(".") > 1 or not name.startswith("self.")]


def test_the_search_for_foreign_assignments_finds_them() -> None:
    code = "self.a, self._b.c = 1, 2\nd.e += 1\nself._f: int = 3\nfor g.h in self.i: pass"
    assert sorted(foreign(ast.parse(code))) == ["d.e", "g.h", "self._b.c"]


def test_no_part_of_the_full_screen_assigns_a_field_of_another_part() -> None:
    """Each part owns its share of the screen's state, and has methods for what others want of it."""
    control = ROOT / "client" / "screens" / "control"
    found = {path.name: foreign(parsed(path)) for path in control.glob("*.py")}
    assert len(found) > 8
    assert {name: those for name, those in found.items() if those} == {}
    for screen in ("app.py", "hotseat.py"):
        assigned_there = foreign(parsed(control.parent / screen))
        assert [name for name in assigned_there if "controller" in name] == []
