"""Types of the protocol in words: what the source says about a field, its type, limits and default."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import inspect

from protocol import ids, request
from tests.kit.sources import parsed

GROUPED = ("Limits",)
"""Classes in which a docstring is about all fields that stand together above it."""
MOST_NAMED = 4
"""A union of more types than this is not written out."""


class Explained(msgspec.Struct, frozen=True):
    """What the source of a module says about the names in it."""

    classes: dict[str, dict[str, str]]
    """For each class: the docstring of each of its fields that has one."""
    annotations: dict[str, dict[str, str]]
    """For each class: the type of each field as it is written."""
    names: dict[str, str]
    """The docstring of each constant or alias that has one."""


@cache
def explained(module: ModuleType) -> Explained:
    tree = parsed(Path(str(module.__file__)))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return Explained(
        {node.name: dict(_documented(node.body, is_grouped=node.name in GROUPED)) for node in classes},
        {node.name: dict(_annotated(node.body)) for node in classes},
        dict(_documented(tree.body)),
    )


def _documented(body: list[ast.stmt], *, is_grouped: bool = False) -> Iterator[tuple[str, str]]:
    """The names in a body below which a docstring stands; if they are grouped, it is about all above it."""
    names: list[str] = []
    for node in body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                names = [*names, name] if is_grouped else [name]
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield from ((name, text) for name in names)
                names = []


def _annotated(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.unparse(node.annotation)


def lines_of_descent(kind: type) -> list[type]:
    return [each for each in kind.__mro__ if each.__module__.startswith(("protocol", "server", "client"))]


def module_of(kind: type) -> ModuleType:
    return sys.modules[kind.__module__]


def annotation(kind: type, field: str) -> str:
    """The type of a field, as it is written in the source."""
    for each in lines_of_descent(kind):
        if found := explained(module_of(each)).annotations[each.__name__].get(field):
            return found
    raise LookupError(f"{kind.__name__} has no field {field}")


def meaning(kind: type, field: str) -> str:
    """The docstring below a field, or that of the type that the field has."""
    for each in lines_of_descent(kind):
        if found := explained(module_of(each)).classes[each.__name__].get(field):
            return found
    alias = annotation(kind, field).removesuffix(" | None")
    for module in (module_of(kind), request, ids):
        if found := explained(module).names.get(alias):
            return found
    return ""


def in_words(kind: inspect.Type) -> str:
    """A type, with its limits, as a person would say it."""
    match kind:
        case inspect.StrType() | inspect.BytesType():
            word = "text" if isinstance(kind, inspect.StrType) else "bytes"
            return word + _length(kind.min_length, kind.max_length, " characters")
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return _number(kind)
        case inspect.NoneType():
            return "null"
        case inspect.UnionType() if len(kind.types) > MOST_NAMED:
            return "an event" if isinstance(kind.types[0], inspect.StructType) else "any value"
        case inspect.UnionType():
            return " or ".join(in_words(each) for each in kind.types)
        case inspect.VarTupleType():
            return f"list of {in_words(kind.item_type)}{_length(None, kind.max_length, ' of them')}"
        case inspect.DictType():
            pair = f"{in_words(kind.key_type)} to {in_words(kind.value_type)}"
            return f"map of {pair}{_length(None, kind.max_length, ' of them')}"
        case inspect.StructType():
            return f"`{name_of(kind.cls)}`"
        case _:
            return "any value"


def name_of(kind: type) -> str:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]  # every struct has it
    return str(tag) if tag else kind.__name__


def _length(least: int | None, most: int | None, unit: str) -> str:
    if most is None:
        return ""
    return f" ({least} to {most}{unit})" if least else f" (at most {most}{unit})"


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    word = "whole number" if isinstance(kind, inspect.IntType) else "number"
    if kind.ge is None or kind.le is None:
        return word
    return f"{word} from {_short(kind.ge)} to {_short(kind.le)}"


def _short(number: float) -> str:
    return "2^53" if number == request.HIGHEST_COUNT else f"{number:g}"


def default_of(field: inspect.Field) -> str:
    """The value that a field has if it is left out; a dash if it cannot be left out."""
    if field.default is not msgspec.NODEFAULT:
        value = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    else:
        return "-"
    return f"`{json.dumps(msgspec.to_builtins(value))}`"


_WORDS = (
    (r"\bint\b", "whole number"),
    (r"\bstr\b", "text"),
    (r"\bbool\b", "true or false"),
    (r" \| None", " or null"),
    (r"tuple\[(.+?), \.\.\.\]", r"list of \1"),
    (r"dict\[(\w+), ([\w ]+)\]", r"map of \1 to \2"),
)


def with_names(written: str) -> str:
    """A type as the source writes it, in words."""
    for pattern, words in _WORDS:
        written = re.sub(pattern, words, written)
    return written
