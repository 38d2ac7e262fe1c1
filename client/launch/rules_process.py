"""The rules of this computer, in a process of their own: they answer what somebody supposes in a replay."""

import asyncio

import msgspec

from client.errors import ClientError
from client.launch.own_server import start_tool
from client.state.client_state import ClientState
from client.words import say
from protocol import messages
from protocol.messages import ClientMessage, ServerMessage, Suggestions, Supposed

ANSWER_SECONDS = 20.0
LONGEST_ANSWER = 2**24


class RulesProcess:
    """It is started by the first question, and ends with this program."""

    def __init__(self, language: str, *, sees_seat: bool = False) -> None:
        """`sees_seat`: the answers are for the seat of the state, which is told more than a watcher."""
        self._language = language
        self._sees_seat = sees_seat
        self._process: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    async def ask(self, state: ClientState, message: ClientMessage) -> ServerMessage:
        """Answer a question about the position in that state."""
        asked = {
            "game": state.game,
            "options": state.options,
            "view": msgspec.to_builtins(state.view),
            "language": self._language,
        }
        if isinstance(message, messages.WhatIf):
            is_last = state.phase is not None and state.phase.last
            seat = state.seat if self._sees_seat else ""
            read = {"phase": message.phase, "sheets": message.sheets, "last": is_last, "seat": seat}
            found = await self._answer({**asked, **read})
            return self._read(found, Supposed)
        assert isinstance(message, messages.Suggest)
        line = {"sheet": message.sheet, "above": message.above, "text": message.text}
        return self._read(await self._answer({**asked, **line}), Suggestions)

    async def _answer(self, question: dict[str, object]) -> bytes:
        async with self._asking:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    if self._process is None or self._process.returncode is not None:
                        self._process = await start_tool("suppose", limit=LONGEST_ANSWER)
                    assert self._process.stdin
                    assert self._process.stdout
                    self._process.stdin.write(msgspec.json.encode(question) + b"\n")
                    await self._process.stdin.drain()
                    return await self._process.stdout.readline()
            except (OSError, TimeoutError):
                if self._process and self._process.returncode is None:
                    self._process.kill()  # else its late answer would be taken for that to the next question
                    await self._process.wait()
                raise ClientError(say(self._language, "error.no-rules")) from None

    def _read(self, line: bytes, kind: type[Supposed] | type[Suggestions]) -> ServerMessage:
        try:
            refused = msgspec.json.decode(line, type=dict[str, msgspec.Raw]).get("refused")
            if refused is not None:
                raise ClientError(msgspec.json.decode(refused, type=str))
            return msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError:
            raise ClientError(say(self._language, "error.no-rules")) from None

    async def stop(self) -> None:
        if self._process and self._process.returncode is None:
            assert self._process.stdin
            self._process.stdin.close()  # it ends at the end of its input
            await self._process.wait()
