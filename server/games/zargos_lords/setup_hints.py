"""The words with which a line of a setup sheet may go on. L-SETUP-7."""

from collections.abc import Callable, Sequence

from protocol.notes import Arg, Note
from protocol.views.zargos_lords.board import RANK
from protocol.views.zargos_lords.story import unit_name
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import KINDS, Hex, Kind, People
from server.games.zargos_lords.deployments import SetupSheet
from server.games.zargos_lords.figures import Figure


class SetupHints:
    def __init__(self, view: LordsView, people: People, above: Sequence[str]) -> None:
        self._sheet = SetupSheet(view, people)
        self._sheet.read(above)
        self._people = people
        self._is_first = not any(line.strip() for line in above)

    def next_words(self, done: Sequence[str]) -> dict[str, Note]:
        match [word.upper() for word in done]:
            case []:
                return self._first_words()
            case ["CITY"]:
                cities = self._sheet.field.cities_of(self._people)
                return {city.at: Note("gloss.own-city", {"at": city.at}) for city in cities}
            case ["SWAP"]:
                return self._units()
            case ["CITY", start]:
                return self._ends(lambda end: self._sheet.city_flaw(start, end) is None)
            case ["SWAP", start]:
                return {at: note for at, note in self._units().items() if at != start}
            case [kind] if kind in KINDS:
                return {at: Note("gloss.own-hex", {"at": at}) for at in self._places(kind)}
            case [kind, start] if kind in KINDS:
                return self._ends(lambda end: self._sheet.piece_flaw(kind, start, end) is None)
        return {}

    def _first_words(self) -> dict[str, Note]:
        field = self._sheet.field
        figures = [figure for body in field.bodies_of(self._people) for figure in body.figures]
        figures += [figure for city in field.cities_of(self._people) for figure in city.garrison]
        kinds = {figure.kind for figure in figures}
        words = {"ok": Note("gloss.ok")} if self._is_first else {}
        words |= {"city": Note("gloss.city-moves"), "swap": Note("gloss.swap")}
        return words | {
            kind: Note("gloss.unit", {"unit": unit_name(self._people, kind)})
            for kind in KINDS
            if kind in kinds
        }

    def _units(self) -> dict[str, Note]:
        return {
            body.at: Note("gloss.unit-at", {"at": body.at, "unit": unit_name(self._people, body.text)})
            for body in self._sheet.field.bodies_of(self._people)
        }

    def _places(self, kind: Kind) -> list[Hex]:
        field = self._sheet.field
        found = [body.at for body in field.bodies_of(self._people) if kind in _kinds(body.figures)]
        found += [city.at for city in field.cities_of(self._people) if kind in _kinds(city.garrison)]
        return sorted(found, key=RANK.__getitem__)

    def _ends(self, will_do: Callable[[Hex], bool]) -> dict[str, Note]:
        found: dict[str, Note] = {}
        for at in sorted(self._sheet.home, key=RANK.__getitem__):
            if will_do(at):
                args: dict[str, Arg] = {"at": at, "terrain": self._sheet.field.terrain[at]}
                found[at] = Note("gloss.free", args)
        return found


def _kinds(figures: Sequence[Figure]) -> set[Kind]:
    return {figure.kind for figure in figures}
