"""How lines of the phases before and beside the cards may go on: armies, deployment, Jokers."""

from collections.abc import Sequence

from protocol.notes import Note
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import figure, has_general
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.view import Position
from protocol.views.argad.words import BENEFITS, GENERAL, SIDE_OF, is_lone_general, write_figures
from server.games.argad.armies import TAKE, UNIT, ArmyReading, parse_unit
from server.games.argad.deploying import read_deployment
from server.games.argad.glosses import Glosses, unit_note
from server.games.argad.jokers import judge_help
from server.games.argad.notation import Help
from server.games.flaw import Flaw

USUAL_SIZE = 6
"""How many figures are offered if nobody has typed a number."""


class ArmyHints:
    def __init__(self, position: Position, seat: str, above: Sequence[str]) -> None:
        self._reading = ArmyReading(SIDE_OF[seat], is_bought=position.is_bought, is_even=position.is_even)
        for line in above:
            self._reading.read(line)
        self._is_bought, self._is_even = position.is_bought, position.is_even

    def next_words(self, done: Sequence[str], begun: str = "") -> Glosses:
        reading = self._reading
        if reading.taken:
            return {}
        if not done:
            takes = {TAKE: Note("gloss.take")} if not reading.units else {}
            return takes | ({UNIT: Note("gloss.unit-line")} if self._is_bought else {})
        if done[0] == TAKE and len(done) == 1 and not reading.units:
            return {name: self._army_note(name) for name in TABLES.armies}
        if done[0] == UNIT and self._is_bought:
            return self._figures(done[1:], begun)
        return {}

    def _army_note(self, name: str) -> Note:
        army = ready_army(name, is_even=self._is_even)
        return Note("gloss.army", {"army": name, "cost": army.cost, "count": len(army.units)})

    def _figures(self, done: Sequence[str], begun: str) -> Glosses:
        if not done:
            digits = begun.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or str(USUAL_SIZE)
            words = [f"{digits}{code}" for code in TABLES.types]
            return {word: _figures_note(word) for word in words if not isinstance(parse_unit([word]), Flaw)}
        kinds = dict.fromkeys(word.lstrip("0123456789").partition("+")[0] for word in done)
        words = [f"{kind}+{role}" for kind in kinds for role in "bmg" if role != "g" or self._lacks_general]
        return {
            word: _figures_note(word) for word in words if not isinstance(parse_unit([*done, word]), Flaw)
        }

    @property
    def _lacks_general(self) -> bool:
        return not any(has_general(figures) for figures in self._reading.units)


def _figures_note(word: str) -> Note:
    code = word.lstrip("0123456789")
    return Note("gloss.type", {"type": figure(code).kind, "cost": figure(code).cost})


class DeploymentHints:
    def __init__(self, position: Position, seat: str, above: Sequence[str]) -> None:
        self._deployment, _ = read_deployment(position, seat, above)

    def next_words(self, done: Sequence[str], begun: str = "") -> Glosses:
        deployment = self._deployment
        if not done:
            words = {
                name[0]: Note("gloss.placing", {"unit": name, "figs": write_figures(figures)})
                for name, figures in deployment.figures.items()
                if name not in deployment.places and not is_lone_general(name)
            }
            has_words = bool(self._general_words())
            return words | ({GENERAL: Note("gloss.verb-G")} if has_words else {})
        if len(done) > 1:
            return {}
        if done[0] == GENERAL:
            return self._general_words()
        name = deployment.named(done[0])
        if name is None or name in deployment.places:
            return {}
        return {hex_: Note("gloss.free") for hex_ in deployment.free_hexes(name)}

    def _general_words(self) -> Glosses:
        units = [name[0] for name in self._deployment.figures if not is_lone_general(name)]
        words = [*units, *self._deployment.zone]
        fitting = (word for word in words if self._deployment.general_flaw(word) is None)
        return {word: Note("gloss.general-place") for word in fitting}


class JokerHints:
    """The helps of the Joker; `letters` are those that may be chosen."""

    def __init__(self, position: Position, seat: str, letters: str = "".join(BENEFITS)) -> None:
        self._position, self._seat, self._letters = position, seat, letters

    def next_words(self, done: Sequence[str], begun: str = "") -> Glosses:
        if not done:
            return {
                letter: Note(f"gloss.joker-{letter}")
                for letter in self._letters
                if letter == "N" or self._units(letter)
            }
        return self._units(done[0]) if len(done) == 1 and done[0] in self._letters else {}

    def _units(self, letter: str) -> Glosses:
        found: Glosses = {}
        for name, unit in self._position.units.items():
            if name[-1] == self._seat and letter != "N" and not is_lone_general(name):
                judged = judge_help(self._position, self._seat, Help(letter, name))
                if not isinstance(judged, Flaw):
                    found[name[0]] = unit_note(name, unit)
        return found
