"""The table of armies of Argad, played in parts."""

from collections import Counter
from pathlib import Path

from msgspec import json

from bench.battles import BATTLES, FRESH, GROUNDS, Battle, captains, read_parts, report_armies


def battle(armies: tuple[str, str], winner: str | None) -> Battle:
    return Battle("heath", armies, winner, "broken", 5, 60, 0.05, 1.0)


def test_parts_of_the_table_are_added_up(tmp_path: Path) -> None:
    parts = [
        [battle(("normans", "vikings"), "black"), battle(("vikings", "normans"), "black")],
        [battle(("normans", "vikings"), None)],
    ]
    files = [tmp_path / str(number) for number in range(len(parts))]
    for file, part in zip(files, parts, strict=True):
        file.write_bytes(b"".join(json.encode(each) + b"\n" for each in part))
    played = read_parts(files)
    assert played == [each for part in parts for each in part]
    report = report_armies(played, 3.0)
    assert "3 battles of captains with ready-made armies: 1 drawn" in report
    assert "\nnormans            -        50" in report
    assert report.count("most won: vikings 1 of 3 against normans, normans 1 of 3 against vikings") == 1


def test_every_pair_fights_as_often_on_every_map_and_from_both_sides() -> None:
    lots = captains(BATTLES)
    assert len(lots) == 15 * BATTLES
    assert min(lot.number for lot in lots) >= FRESH
    assert len({lot.number for lot in lots}) == len(lots)
    assert set(Counter(lot.map for lot in lots).values()) == {len(lots) // len(GROUNDS)}
    first = Counter(lot.armies for lot in lots if set(lot.armies) == {"normans", "vikings"})
    assert sorted(first.values()) == [28, 32]
