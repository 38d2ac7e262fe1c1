"""A relay between one server and the database, by which a test cuts the one off from the other."""

import asyncio
import contextlib
from urllib.parse import parse_qsl, urlencode, urlsplit

from psycopg.conninfo import conninfo_to_dict

MOST_BYTES = 65_536


class DatabaseRelay:
    """Passes bytes on. While it is `cut`, connections break; while it is `held`, bytes wait."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._target = conninfo_to_dict(database)
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self._server: asyncio.Server | None = None

    async def start(self) -> str:
        """Listen, and return the address of the same database by way of this relay."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        parts = urlsplit(self._database)
        others = [(name, value) for name, value in parse_qsl(parts.query) if name not in ("host", "port")]
        where = f"{self._target.get('user')}:@127.0.0.1:{port}"
        return parts._replace(netloc=where, query=urlencode(others)).geturl()

    async def close(self) -> None:
        self.cut()
        if self._server:
            self._server.close()

    def cut(self) -> None:
        """Break every connection, and let no new one through."""
        self._is_cut = True
        self._flows.set()
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Nothing arrives any more, on either side, and nobody is told."""
        self._flows.clear()

    def mend(self) -> None:
        """All is well again, and what was held arrives."""
        self._is_cut = False
        self._flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            theirs, ours = await self._connect()
        except OSError:  # it is cut, or the database is being restarted
            writer.transport.abort()
            return
        self._writers |= {writer, ours}
        try:
            await asyncio.gather(self._pass_on(reader, ours), self._pass_on(theirs, writer))
        finally:
            self._writers -= {writer, ours}

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._is_cut:
            raise ConnectionRefusedError
        host, port = str(self._target.get("host") or "127.0.0.1"), str(self._target.get("port") or 5432)
        if host.startswith("/"):
            return await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
        return await asyncio.open_connection(host, int(port))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(MOST_BYTES):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
