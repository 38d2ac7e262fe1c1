"""All requests of a client as methods: each returns the answer or raises a ClientError with a sentence.

`async with Session(address) as session:` connects. Then enter a table with `join`, `resume`, `watch` or
`referee`, and read `state`.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import TypeAlias

from client.errors import ClientError, LinkLost, Refusal
from client.link.address import Address
from client.link.limits import check_limits
from client.link.reconnecting import EVERYTHING, TRANSIENT, Answering, ReconnectingLink
from client.link.wire import Wire
from client.state.client_state import ClientState, OwnSheet
from client.state.levels import default_level
from client.state.sheets import go_back_to_stored, store_all, write_sheet
from client.words import say, sentence
from protocol import messages
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import (
    ClientMessage,
    Offer,
    Opened,
    OptionValue,
    Refused,
    RematchSeat,
    Seated,
    ServerMessage,
    Standings,
    Waiting,
)
from protocol.views import title_of
from protocol.vocabulary import FIRST_KEY

RETRY_SECONDS = 0.5

Change: TypeAlias = Callable[[ClientState], ClientState]


class Session(ReconnectingLink):
    _dirty: asyncio.Event
    _declined: dict[SheetKey, Refused]
    _table = ""
    _opened: tuple[str, str] = ("", "")
    """The table that we have opened, and the secret with which we did so. It makes us its host."""
    _password = ""
    """The password with which we watch, because the table of a rematch has the same."""
    leave_question = ""
    """The question that is asked before the player leaves this table; the usual question if it is empty."""
    leaving_ends_it = False
    """When this player leaves, the table or the game ends."""
    on_moved: Callable[[], None] | None = None
    """Called when this session has gone to the table of a rematch."""

    _is_alone = False
    """No server keeps our sheets."""

    @classmethod
    def alone(cls, state: ClientState, answering: Answering, language: str) -> "Session":
        """A session without a server, which begins with that state; its requests are answered here."""
        session = cls(Address("", 0), language=language)
        session._dirty, session._declined = asyncio.Event(), {}
        session._wire, session._is_alone, session.state = answering, True, state
        return session

    def put(self, state: ClientState) -> None:
        """What answers a session without a server has made another state."""
        self._set(state)

    async def __aenter__(self) -> "Session":
        self._dirty = asyncio.Event()
        self._declined = {}
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots that this server has for the game of this table, the weakest first."""
        return self.welcome.games.get(self.state.game, ()) if self.welcome else ()

    @property
    def characters(self) -> Mapping[str, tuple[str, ...]]:
        """The characters that bots of this game can have, by their levels."""
        return self.welcome.characters.get(self.state.game, {}) if self.welcome else {}

    @property
    def default_level(self) -> str:
        if not self.levels:
            raise ClientError(say(self.language, "error.no-bots", game=title_of(self.state.game)))
        return default_level(self.levels)

    async def tables(self) -> tuple[messages.TableLine, ...]:
        return (await self.ask_for(messages.Tables, messages.ListTables())).tables

    async def open_table(
        self,
        game: str,
        name: str,
        options: Mapping[str, OptionValue],
        *,
        password: str = "",
        tournament: bool = False,
        waits: bool = False,
    ) -> Opened:
        wanted = messages.OpenTable(
            game=game,
            name=name,
            key=secrets.token_urlsafe(16),
            options=dict(options),
            password=password,
            tournament=tournament,
            waits=waits,
        )
        opened = await self.ask_for(Opened, wanted)
        self._opened = (opened.table, wanted.key)
        return opened

    async def join(self, table: str, name: str, seat: Seat = "", password: str = "") -> Seated | Waiting:
        """Take a seat. If every seat is taken, we watch until the host gives us one."""
        self.token = ""
        opened, secret = self._opened
        key = secret if table == opened else secrets.token_urlsafe(16)
        joining = messages.Join(table=table, name=name, key=key, seat=seat, password=password)
        answer = await self._enter(joining, lambda: self._resuming() if self.token else joining)
        assert isinstance(answer, Seated | Waiting)
        return answer

    async def resume(self, table: str, token: str) -> Seated:
        """Come back to a seat, and fetch the whole game so far."""
        self.token = token
        seated = await self._enter(messages.Resume(table=table, token=token, after=0), self._resuming)
        assert isinstance(seated, Seated)
        return seated

    async def watch(self, table: str, password: str = "") -> None:
        self._table, self._password = table, password
        await self._enter(self._watching(), self._watching)

    async def referee(self, table: str, key: str) -> None:
        def refereeing() -> ClientMessage:
            return messages.Referee(table=table, key=key, after=self.state.seq)

        await self._enter(refereeing(), refereeing)

    async def leave(self) -> None:
        """Give up the seat before the game begins, or stop watching."""
        self._make_entry = None
        await self.ask(messages.Leave())

    def edit(self, change: Change) -> bool:
        """Change the sheets here at once (`client.state.sheets`); they are posted to the server soon.

        Returns False, and tells the player why, if the change breaks a limit.
        """
        before = self.state.sheets
        changed = change(self.state)
        try:
            for sheet, own in changed.sheets.items():
                if own is not before.get(sheet):
                    check_limits(self._written(sheet, own), self.language)
        except ClientError as error:  # it breaks a limit, so the sheet stays as it was
            self.tell(sentence(str(error)))
            return False
        self._set(store_all(changed) if self._is_alone else changed)
        if self.state.sheets is not before:
            self._declined.clear()
            self._dirty.set()
        return True

    async def write(self, sheet: SheetKey, lines: Lines) -> OwnSheet:
        """Write the whole sheet. Returns it, with the server's advice, when the server has stored it."""
        check_limits(self._written(sheet, OwnSheet(lines=lines)), self.language)
        self.edit(lambda state: write_sheet(state, sheet, lines))
        self._check_pen()
        await self.stored()
        return self.state.sheets.get(sheet, OwnSheet())

    def _check_pen(self) -> None:
        if self.state.is_sealed_by_another:
            raise ClientError(say(self.language, "refusal.sealed-by-another"))
        if self.state.sealed:
            raise ClientError(say(self.language, "error.sealed"))
        if not self.state.may_write:
            raise ClientError(say(self.language, "error.not-writing"))

    async def stored(self) -> None:
        """Wait until the server has stored all our sheets. If the link is lost, raise LinkLost at once."""
        cut = ("lost", "over")
        state = await self.until(lambda state: state.is_stored or self._declined or state.link in cut)
        if self._declined:  # it is told once, and after that the sheets count as the server has them
            refused = next(iter(self._declined.values()))
            self._declined.clear()
            raise Refusal(refused.code, refused.text)
        if not state.is_stored:
            raise LinkLost(say(self.language, "error.kept"))

    async def seal(self) -> ServerMessage:
        if self.state.link == "lost" and not self._is_alone:
            raise LinkLost(say(self.language, "error.not-sealed"))
        await self.stored()
        revisions = {key: sheet.acked for key, sheet in self.state.sheets.items() if sheet.acked}
        return await self.ask(messages.Seal(phase=self._phase(), revisions=revisions))

    async def unseal(self) -> ServerMessage:
        return await self.ask(messages.Unseal(phase=self._phase()))

    async def suggest(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        """Ask how a line may go on that stands below the lines `above`."""
        asked = messages.Suggest(sheet=sheet, above=above, text=text)
        return (await self.ask_for(messages.Suggestions, asked)).offers

    async def export(self) -> bytes:
        """The record of the game so far, compressed."""
        return (await self.ask_for(messages.Exported, messages.Export())).record

    async def ready(self) -> ServerMessage:
        return await self.ask(messages.Ready(phase=self._phase()))

    async def rematch(self) -> ServerMessage:
        """Say that we want to play again. When all do, this session goes to the new table by itself."""
        return await self.ask(messages.Rematch())

    async def _move_to(self, wire: Wire, seat: RematchSeat) -> None:
        enter = self._resuming if seat.token else self._watching
        self._table, self.token, self._make_entry = seat.table, seat.token, enter
        await wire.ask(messages.Leave())
        self._forget_table()
        await wire.ask(enter())
        if self.on_moved:
            self.on_moved()

    async def standings(self) -> Standings:
        """How the people of this table have done in the games that they finished at this server."""
        return await self.ask_for(Standings, messages.ListStandings())

    async def declare(self, text: str) -> ServerMessage:
        """Declare a word of the game, which works at once, outside any sheet."""
        return await self.ask(messages.Declare(text=text))

    async def pause(self) -> ServerMessage:
        return await self.ask(messages.Pause())

    async def continue_clock(self) -> ServerMessage:
        """End our own pause, or start the clock that was stopped because no player was there."""
        return await self.ask(messages.Continue())

    @property
    def clock_waits(self) -> bool:
        """Whether the hourglass waits until we do something."""
        is_ours = bool(self.state.seat) and not self._is_alone
        return is_ours and self.state.clock.paused_by == FIRST_KEY

    async def chat(self, text: str, to: Seat = "") -> ServerMessage:
        return await self.ask(messages.Chat(text=text, to=to))

    async def invite(self, seat: Seat, level: str) -> ServerMessage:
        return await self.ask(messages.Invite(seat=seat, level=level))

    async def start(self) -> ServerMessage:
        """Start the game as the host or the referee, or the next phase as the referee."""
        return await self.ask(messages.Start())

    async def finish(self, text: str = "", winners: tuple[Seat, ...] = ()) -> ServerMessage:
        return await self.ask(messages.Finish(text=text, winners=winners))

    def _phase(self) -> int:
        return self.state.phase.phase if self.state.phase else 0

    def _resuming(self) -> ClientMessage:
        return messages.Resume(table=self._table, token=self.token, after=self.state.seq)

    def _watching(self) -> ClientMessage:
        return messages.Watch(table=self._table, password=self._password, after=self.state.seq)

    async def _enter(self, message: ClientMessage, again: Callable[[], ClientMessage]) -> ServerMessage:
        """Enter a table and wait for its snapshot. `again` makes the message that enters it once more."""
        self._snapshot_came.clear()
        answer = await self.ask(message)
        if isinstance(answer, Seated | Waiting):
            self._table = answer.table
        self._make_entry = again
        await self.until(lambda state: self._snapshot_came.is_set())
        return answer

    async def _work_while_connected(self, wire: Wire) -> None:
        """Post the sheets whenever they change; only the latest revision is sent."""
        self._dirty.set()
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            for sheet, own in tuple(self.state.sheets.items()):
                if not own.is_stored:
                    await self._post(wire, sheet, own)

    def _written(self, sheet: SheetKey, own: OwnSheet) -> messages.Write:
        return messages.Write(phase=self._phase(), sheet=sheet, revision=own.revision, lines=own.lines)

    async def _post(self, wire: Wire, sheet: SheetKey, own: OwnSheet) -> None:
        answer = await wire.ask(self._written(sheet, own))
        if isinstance(answer, Refused) and answer.code in TRANSIENT:
            await asyncio.sleep(RETRY_SECONDS)
        elif isinstance(answer, Refused):
            self._declined[sheet] = answer
            self._set(go_back_to_stored(self.state, sheet))
            await wire.ask(messages.Sync(after=EVERYTHING))
        self._dirty.set()
