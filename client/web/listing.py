"""The tables of the server. One connection asks for them, for all tabs that show the list."""

import asyncio
from collections.abc import Callable

from client.errors import ClientError
from client.link.address import Address
from client.link.session import Session
from client.link.wire import KnownCertificates
from protocol.messages import TableLine

SECONDS = 1.5
"""The list is asked for once in so many seconds, as long as a tab shows it."""


class Listing:
    def __init__(self, address: Address, pins: KnownCertificates) -> None:
        self._address = address
        self._pins = pins
        self._listeners: dict[Callable[[], None], None] = {}
        self._is_wanted = asyncio.Event()
        self.tables: tuple[TableLine, ...] | None = None
        """None as long as the server has not answered, and while it does not answer."""

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` whenever the list has changed. Call the returned function to stop that."""
        self._listeners[callback] = None
        self._is_wanted.set()

        def stop() -> None:
            self._listeners.pop(callback, None)

        return stop

    async def run(self) -> None:
        """Ask again and again, but only while somebody listens."""
        while True:
            if not self._listeners:
                self._is_wanted.clear()
                await self._is_wanted.wait()
            try:
                async with Session(self._address, pins=self._pins) as session:
                    await self._follow(session)
            except ClientError:
                self._tell(None)
                await asyncio.sleep(SECONDS)

    async def _follow(self, session: Session) -> None:
        while self._listeners:
            self._tell(await session.tables())
            await asyncio.sleep(SECONDS)

    def _tell(self, tables: tuple[TableLine, ...] | None) -> None:
        if tables == self.tables:
            return
        self.tables = tables
        for callback in tuple(self._listeners):
            callback()
