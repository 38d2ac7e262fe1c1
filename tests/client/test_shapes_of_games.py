"""What each game draws in a way of its own: flags, battles, invaders, garrisons, and arrows of its orders."""

from typing import Any

from msgspec.structs import replace

from client.games import GAMES
from client.games.api import AIMED, TO, Marks
from client.games.shapes import FOCUS, HELD, Diagram, Leg
from protocol.views.strategiksa import Battle
from protocol.views.zargos import Combat
from tests.kit.argad_views import argad_view
from tests.kit.factories import view_of as power_view
from tests.kit.lords_views import lords_view, small_view
from tests.kit.strategiksa import Step, position
from tests.kit.zargos_views import zargos_view


def diagram(game: str, view: Any, language: str = "en", **sheets: tuple[str, ...]) -> Diagram:
    shown = GAMES[game]
    marks = Marks(plan=shown.board.plan(view, sheets)) if sheets else Marks()
    return shown.drawing.diagram(view, shown.words(language), marks)


def shown(diagram: Diagram) -> set[tuple[str, str, str]]:
    """Place, letter of the side, and what else stands on each token."""
    kinds = {kind.key: kind for kind in diagram.kinds}
    return {
        (token.place, kinds[token.kind].owner, f"{token.count}{kinds[token.kind].letters}{token.state}")
        for token in diagram.tokens
    }


def legs(diagram: Diagram) -> set[tuple[str, str, str, str]]:
    return {(leg.start, leg.end, leg.kind, leg.text) for leg in diagram.legs}


def test_a_flag_flies_at_home_or_lies_in_the_reserve_of_who_took_it() -> None:
    view = replace(power_view({"V": {"V4": "1T"}}), flags={"V": "V", "B": "V"})
    assert shown(diagram("power", view)) == {("HQV", "V", "1^"), ("RVV", "B", "1^"), ("V4", "V", "1T")}


def test_power_is_drawn_in_the_letters_of_the_reader() -> None:
    view = replace(power_view({"V": {"IW": "2C"}}), flags={})
    assert shown(diagram("power", view, "en@english")) == {("IW", "V", "2F")}
    places = GAMES["power"].drawing.shape(view, GAMES["power"].words("fr")).places
    assert {place.key: place.label for place in places if place.key in ("IW", "HQV", "RVV")} == {
        "IW": "IO",
        "HQV": "QGV",
        "RVV": "RVV",
    }


def test_orders_of_power_are_arrows() -> None:
    view = power_view({"V": {"HQV": "3T 1M", "V4": "3S"}})
    found = diagram("power", view, V=("T HQ V4", "T HQ V4", "T HQ V6", "M HQ HQB", "3S EV4 T"))
    assert legs(found) == {
        ("HQV", "V4", TO, "2T"),
        ("HQV", "V6", TO, "1T"),
        ("HQV", "HQB", AIMED, "1M"),
    }
    assert {(mark.place, mark.sign + mark.text) for mark in found.marks if mark.kind == "spent"} == {
        ("V4", "x3S")
    }


def test_who_controls_a_zone_and_where_the_battle_is_are_marked() -> None:
    state = position({"V": {"C3": "1R 2I"}, "B": {"J10": "1R"}, "J": {"A10": "1R"}})
    view = replace(Step(state).view, battles=(Battle("C3", "B", begun=True),), zones={"C3": "V"})
    found = diagram("strategiksa", view)
    held = {(mark.place, mark.text) for mark in found.marks if mark.kind == HELD and mark.slot == 0}
    assert held == {("C3", "V"), ("C4", ""), ("D3", ""), ("D4", "")}
    assert [mark.place for mark in found.marks if mark.kind == FOCUS] == ["C3"]


def test_a_move_of_strategiksa_is_an_arrow_and_a_reinforcement_is_a_mark() -> None:
    view = Step(position({"V": {"C3": "1R 3I"}, "B": {"J10": "1R"}, "J": {"A10": "1R"}})).view
    found = diagram("strategiksa", view, V=("2I C3 C4", "+1A C3"))
    assert legs(found) == {("C3", "C4", TO, "2I")}
    assert ("C3", ">", "A") in {(mark.place, mark.sign, mark.text) for mark in found.marks}


def test_invaders_stand_beside_those_they_attack() -> None:
    view = zargos_view(combats=(Combat("TA3", "K", 6),))
    found = diagram("zargos", view)
    assert {("TA3", "K", "6!"), ("TA3", "A", "2")} <= shown(found)
    (invader,) = (token for token in found.tokens if token.state)
    assert invader.note == "attacking TA3"


def test_an_attack_by_sea_is_one_arrow() -> None:
    found = diagram("zargos", zargos_view(), K=("2 BZ2 NN ZA6",))
    assert found.legs == (Leg("BZ2", "ZA6", TO, "K2", 0),)


def test_a_city_says_who_is_inside_only_to_those_who_may_know() -> None:
    found = diagram("zargos_lords", small_view())
    notes = {(token.place, token.state): token.note for token in found.tokens if token.kind.endswith("#")}
    assert notes == {("I18", "2"): "inside: 2 foot", ("D09", "?"): "somebody is inside"}


def test_a_unit_tells_its_terrain_and_how_long_a_whirlpool_holds_it() -> None:
    view = small_view(
        pieces={"K": {"I12": "C", "E10": "F+G"}, "D": {}}, stuck={"I12": 2}, vanished={"C03": 1}
    )
    found = diagram("zargos_lords", view)
    assert {("I12", "K", "1C@2"), ("E10", "K", "1F+G^"), ("C03", "M", "1?")} <= shown(found)
    assert any(token.note == "the whirlpool holds it: 2 moves to miss" for token in found.tokens)


def test_a_charge_is_an_arrow_to_the_hex_and_one_to_the_target() -> None:
    found = diagram("zargos_lords", small_view(), K=("C C14 F14 x G14", "A C15 * H14"))
    assert legs(found) == {("C14", "F14", TO, "C"), ("F14", "G14", AIMED, "C"), ("C15", "H14", AIMED, "A")}


def test_cities_and_swapped_units_of_the_setup_are_arrows() -> None:
    view = lords_view(stage="setup")
    one, other = list(view.pieces["K"])[:2]
    city = next(iter(view.cities["K"]))
    found = diagram("zargos_lords", view, K=(f"swap {one} {other}", f"city {city} B20"))
    ends = {(leg.start, leg.end) for leg in found.legs}
    assert {(one, other), (other, one)} <= ends
    assert (city, "B20") in ends


def test_a_unit_of_argad_has_its_figures_and_wear_below_its_name() -> None:
    found = diagram("argad", argad_view(banners={"C3": "H"}))
    assert {("K8", "S", "13Si7/3"), ("F15", "H", "14Hi3/d"), ("C3", "H", "1!")} <= shown(found)
    notes = {token.place: token.note for token in found.tokens}
    assert notes["K8"].startswith("3S, spearmen, K8 on a bank, 7 men, 3 worn")
    assert {kind.form for kind in found.kinds} == {"unit", "sign"}


def test_orders_of_argad_are_arrows() -> None:
    view = argad_view()
    assert legs(diagram("argad", view, S=("M 1 F9 > 4H",))) == {
        ("D6", "F9", TO, "1S"),
        ("F9", "F15", AIMED, "1S"),
    }
    assert legs(diagram("argad", view, S=("G E6",))) == {("D6", "E6", TO, "GS")}
    assert legs(diagram("argad", view, S=("U 4 5",))) == {("R7", "N5", TO, "5S")}
    assert legs(diagram("argad", view, S=("X 3 4SP K7",))) == {("K8", "K7", TO, "+S")}
