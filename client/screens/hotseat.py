"""The full screen for players who share one terminal."""

from collections.abc import Sequence
from typing import Any

from client.link.session import Session
from client.look import Look
from client.screens.app import Screen
from protocol.vocabulary import WRITING


class Hotseat(Screen):
    """All players share one terminal: they write one after the other, and a page hides each one's sheet."""

    def __init__(self, sessions: Sequence[Session], look: Look, **more: Any) -> None:
        super().__init__(sessions, look, **more)
        for controller in self.controllers:
            others = (other.session for other in self.controllers if other is not controller)
            controller.share_terminal_with(tuple(others))
        self._phase = 0
        self.app.before_render += lambda _: (
            self._pass_on()
        )  # a player may close a story while nothing new comes from the server

    def _heard(self) -> None:
        super()._heard()
        self._pass_on()

    def _pass_on(self) -> None:
        """When a player has sealed, go on to the next player who has something to write."""
        state = self.controller.state
        if state.stage != WRITING:
            self._phase = self._phase if state.phase else 0  # the players may begin another game
            return
        phase = state.phase.phase if state.phase else 0
        if any(controller.state.phase != state.phase for controller in self.controllers):
            return  # some of the sessions do not know the new phase yet
        is_new = phase != self._phase
        waiting = [at for at, controller in enumerate(self.controllers) if controller.state.may_write]
        if waiting and (is_new or self.at not in waiting) and self.controller.reader.story is None:
            writes_on = bool(self._phase) and waiting == [self.at]
            self._phase = phase
            self.at = waiting[0] if is_new else min(waiting, key=lambda at: (at < self.at, at))
            if not writes_on:  # who wrote last and writes alone has nothing to hide from anybody new
                self.controller.pages.cover()

    async def run(self) -> int:
        self._pass_on()
        return await super().run()


async def run_hotseat(sessions: Sequence[Session], look: Look) -> int:
    return await Hotseat(sessions, look).run()
