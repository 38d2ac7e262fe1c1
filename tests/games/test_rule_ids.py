"""Every rule of a rules page is named by a test, and no test names a rule that is on no page."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.kit.sources import ROOT, parsed

RULE = re.compile(r"\b[A-Z]-[A-Z]+-[0-9]+\b")
DEFINED = re.compile(r"\*\*([A-Z]-[A-Z]+-[0-9]+)\*\*")


def defined_ids() -> set[str]:
    pages = (ROOT / "docs" / "rules").glob("*.md")
    return {rule for page in pages for rule in DEFINED.findall(page.read_text("utf-8"))}


def docstrings(path: Path) -> Iterator[str]:
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield ast.get_docstring(node) or ""


@cache
def named_ids() -> dict[str, str]:
    """Each rule that is named, with the file that names it."""
    named: dict[str, str] = {}
    for path in sorted((ROOT / "tests").glob("**/test_*.py")):
        for text in docstrings(path):
            named.update(dict.fromkeys(RULE.findall(text), path.name))
    for path in sorted((ROOT / "tests" / "cases").glob("*.json")):
        rules = (case["rule"] for case in json.loads(path.read_text("utf-8")))
        named.update((rule, path.name) for rule in rules if RULE.fullmatch(rule))
    return named


def test_every_rule_of_the_pages_is_named_by_a_test() -> None:
    missing = sorted(defined_ids() - set(named_ids()))
    assert not missing, f"rules without a test: {', '.join(missing)}"


def test_every_rule_a_test_names_is_on_a_page() -> None:
    pages = defined_ids()
    unknown = [f"{rule} ({path})" for rule, path in sorted(named_ids().items()) if rule not in pages]
    assert not unknown, f"rules on no page: {', '.join(unknown)}"


def test_each_rule_is_defined_once() -> None:
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        found = DEFINED.findall(page.read_text("utf-8"))
        assert found
        assert len(found) == len(set(found)), page.name


def test_a_page_in_another_language_has_the_same_rules_in_the_same_order() -> None:
    translated = sorted((ROOT / "docs" / "rules").glob("*.*.md"))
    assert translated
    for page in translated:
        original = page.with_name(page.name.split(".")[0] + ".md")
        ids = [DEFINED.findall(each.read_text("utf-8")) for each in (original, page)]
        assert ids[0] == ids[1], page.name
