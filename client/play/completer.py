"""Ask the server how a line may go on. Only the newest question counts, and none is asked twice."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeAlias

from client.errors import ClientError
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

MOST_KEPT = 500
Question: TypeAlias = tuple[SheetKey, Lines, str]


class Adviser(Protocol):
    async def suggest(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]: ...


class Completer:
    def __init__(
        self,
        adviser: Adviser,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        show: Callable[[tuple[Offer, ...]], None],
    ) -> None:
        self._adviser = adviser
        self._spawn = spawn
        self._show = show
        self._kept: dict[Question, tuple[Offer, ...]] = {}
        self._wanted: Question | None = None
        self._is_asking = False

    def forget(self) -> None:
        """Forget all answers, because the position has changed."""
        self._kept.clear()
        self._wanted = None

    def drop(self) -> None:
        """Do not show the answer that we wait for, because its line is gone."""
        self._wanted = None

    def ask(self, sheet: SheetKey, above: Lines, text: str) -> None:
        """Show the offers for this line as soon as we have them."""
        self._wanted = (sheet, above, text)
        if self._wanted in self._kept:
            self._show(self._kept[self._wanted])
        elif not self._is_asking:
            self._is_asking = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while (question := self._wanted) is not None and question not in self._kept:
                offers = await self.get(*question)
                if question == self._wanted:
                    self._show(offers)
                    return
        finally:
            self._is_asking = False

    async def get(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        question = (sheet, above, text)
        if question not in self._kept:
            try:
                async with asyncio.timeout(5):
                    offers = await self._adviser.suggest(sheet, above, text)
            except (ClientError, TimeoutError):
                return ()
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            self._kept[question] = offers
        return self._kept[question]
