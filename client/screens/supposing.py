"""What if on the full screen: a controller of its own covers that of the table for a while."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from client.link.limits import whole_number
from client.link.session import Session
from client.play.supposition import AskRules, suppose_at_table, suppose_in_replay
from client.screens.control.controller import Controller
from client.screens.draw.lines import shorten
from client.state.client_state import FILE

if TYPE_CHECKING:
    from client.screens.app import Screen


class Supposing:
    """The supposition that covers a table. There is one at most."""

    def __init__(self, screen: "Screen", ask_rules: AskRules | None) -> None:
        self._screen = screen
        self._ask_rules = ask_rules
        self._stops: list[Callable[[], None]] = []
        self.controller: Controller | None = None

    def begin(self, real: Controller, wanted: str) -> None:
        alone = self._in_replay(real, wanted) if real.state.link == FILE else self._at_table(real)
        if alone is None:
            return
        self._screen.set_text("")
        self.controller = Controller(alone, real.look, self._screen)
        self._stops.append(alone.listen(self._heard))
        self.controller.follower.follow()

    def _at_table(self, real: Controller) -> Session:
        alone, stop = suppose_at_table(real.session, self.end)
        self._stops.append(stop)
        return alone

    def _in_replay(self, real: Controller, wanted: str) -> Session | None:
        """The round of that number, or the one whose story is open."""
        rounds = real.state.rounds
        number = whole_number(wanted)
        found = [n for n, told in enumerate(rounds) if told.phase == number]
        if wanted and not found:
            real.prompt.say("hint.no-round", round=shorten(wanted, 20))
            return None
        shown = real.reader.story.number if real.reader.story else len(rounds) - 1
        assert self._ask_rules
        chosen = found[-1] if found else shown
        return suppose_in_replay(real.state, chosen, self._ask_rules, real.look.language)

    def _heard(self) -> None:
        if self.controller:
            self.controller.follower.follow()
        self._screen.refresh()

    def end(self) -> None:
        """Go back to the table, where everything is as it was."""
        for stop in self._stops:
            stop()
        self._stops.clear()
        self.controller = None
        self._screen.set_text("")
        self._screen.refresh()
