"""Those who are connected to a table, and the messages that wait to be sent to them."""

from typing import Any

import msgspec
from msgspec import Struct

from protocol import messages
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import (
    CLOSE_TAKEN_OVER,
    Advice,
    Clock,
    Presence,
    ServerMessage,
    Snapshot,
    TakenOver,
    Told,
)
from protocol.notes import Note
from protocol.texts import catalogue
from protocol.vocabulary import OVER, REFEREE, WATCHER
from server.bots.assignment import PastPhase
from server.errors import TableError
from server.net.budgets import Buckets
from server.table import knowledge
from server.table.facts import Row
from server.table.knowledge import Role
from server.table.resending import Again
from server.table.sheets import Draft
from server.table.state import TableState
from server.table.stream import Entry

MOST_RESENT = 2000
RESENT_BURST, RESENT_RATE = 4 * MOST_RESENT, 500.0
"""How many events may be sent again to one seat: `RESENT_BURST` at once, then `RESENT_RATE` in a second."""
AWAY_SECONDS = 90.0
"""Others may replace a player who has been away for so long; longer at a slow table."""


class Peer(Struct, eq=False):
    """One connection, as the table knows it."""

    number: int
    language: str = "en"
    role: str = ""
    """A seat, "referee" or "watcher"; empty before the peer has come to a table."""
    seat: Seat | None = None
    origin: str = ""
    """The address from which the peer comes. Budgets that reconnecting does not reset belong to it."""
    admitted: str = ""
    """The table whose password this peer has given."""
    is_catching_up: bool = False
    """Whether events are being sent to this peer again."""


class BotJob(Struct, frozen=True):
    """What a bot needs to write its sheets."""

    phase: int
    seat: Seat
    holder: int
    level: str
    view: Any
    sheets: tuple[SheetKey, ...]
    seed: int
    character: str = ""
    past: tuple[PastPhase, ...] = ()


class Waiter(Struct, frozen=True, eq=False):
    """Somebody who waits until the host gives them a seat."""

    peer: Peer
    name: str
    key: str
    """The digest of the secret with which this person joined."""


class Effects(Struct):
    """What a message leads to: facts to store, then messages to send, then connections to close."""

    rows: list[Row] = []
    out: list[tuple[Peer, ServerMessage | Entry | Again]] = []
    closed: list[tuple[Peer, int, Note]] = []
    jobs: list[BotJob] = []
    told: int = 0
    """How many events of the stream the facts made. The public metrics count only these."""
    rematch: frozenset[Seat] = frozenset()
    """The seats whose players play again: a new table is to be opened for them."""


class Connected(Struct):
    """Who is connected and ready: the part of a table that is not stored as facts."""

    peers: list[tuple[Peer, str, Seat | None]]
    ready: set[Seat]
    away_since: dict[Seat, float]
    pause_until: float | None
    waiting: dict[int, Waiter]


class Audience:
    """A TableState with the peers that are connected to it."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.peers: dict[int, Peer] = {}
        self.ready: set[Seat] = set()
        self.waiting: dict[int, Waiter] = {}
        """Those who wait for a seat, by the numbers of their connections, the first to come first."""
        self.pause_until: float | None = None
        self.resent = Buckets(RESENT_BURST, RESENT_RATE)
        """How much is sent again to each seat, and to each address that watches. Reconnecting resets none."""
        self.away_since: dict[Seat, float] = {}
        """Since when each player has been away who is not connected."""
        self._effects = Effects()
        self._clock_moved = False
        self._presence_moved = False
        self._seen: Any = None
        self._views: dict[Role, Any] = {}

    def reply(self, peer: Peer, message: ServerMessage) -> None:
        self._effects.out.append((peer, message))

    def view(self, role: Role) -> Any:
        """The position as this role may know it, made once for each position."""
        if self._seen is not self.state.position:
            self._seen, self._views = self.state.position, {}
        if role not in self._views:
            self._views[role] = knowledge.view(self.state.game, self.state.position, role)
        return self._views[role]

    def advice(self, peer: Peer, sheet: SheetKey, lines: Lines) -> tuple[Advice, ...]:
        """The faults in a draft, judged from the view of this seat, in the language of this peer."""
        if not lines:
            return ()
        faults = self.state.game.review(self.view(peer.role), sheet, lines)
        say = catalogue(self.state.opened.game, peer.language).say
        return tuple(Advice(f.line, f.column, f.code, say(f.note)) for f in faults)

    def catch_up(self, peer: Peer, after: int | None, at: float) -> None:
        """For a peer that comes back: first the events that it missed, then a snapshot."""
        if after is not None and after <= self.state.seq and self.may_resend(peer, after, at):
            self.resend(peer, after)
        self.reply(peer, self.snapshot(peer))

    def may_resend(self, peer: Peer, after: int, at: float) -> bool:
        """Whether the events after this number are few enough, and within the budget of the peer."""
        missing = self.state.seq - after
        if missing > MOST_RESENT:
            return False
        whose = peer.seat or f"{peer.role} {peer.origin}"
        return self.resent.take(whose, at, missing)

    def resend(self, peer: Peer, after: int) -> None:
        """Send the events with a higher number again. All that the peer is sent later waits behind them."""
        if after == self.state.seq:
            return
        peer.is_catching_up = True

        def sent() -> None:
            peer.is_catching_up = False

        again = Again(peer.role, self._knower(peer.role), tuple(self.state.stream[after:]), sent)
        self._effects.out.append((peer, again))

    def _knower(self, role: Role) -> str:
        """Who holds the place of this role now. It is another knower if the seat changes hands."""
        chair = self.state.chairs.get(role)
        if chair is None:
            return role
        # These change while the same person holds the seat, and tell nothing about who that is.
        return f"{role} {msgspec.structs.replace(chair, pause_left=True, seconds_used=0.0)!r}"

    def told(self, entry: Entry, role: Role) -> Told:
        return Told(seq=entry.seq, at=entry.at, event=knowledge.told(self.state, entry, role))

    def snapshot(self, peer: Peer) -> Snapshot:
        state = self.state
        here = {p.seat for p in self.peers.values()}
        lines = tuple(
            knowledge.seat_line(state, s, peer.role, connected=s in here, ready=s in self.ready)
            for s in state.chairs
        )
        return Snapshot(
            table=state.id,
            seq=state.seq,
            name=state.opened.name,
            game=state.opened.game,
            options=state.opened.options,
            tournament=state.opened.tournament,
            role=peer.role,
            stage=state.stage,
            seats=lines,
            phase=state.phase_event(),
            view=self.view(peer.role) if state.position is not None else None,
            sheets={
                sheet: self._own_sheet(peer, sheet, draft)
                for sheet, draft in knowledge.own_drafts(state, peer.role).items()
            },
            held=state.held,
            outcome=state.outcome,
        )

    def _own_sheet(self, peer: Peer, sheet: SheetKey, draft: Draft) -> messages.Sheet:
        advice = self.advice(peer, sheet, draft.lines)
        by_another = self.state.is_sealed_by_another(peer.role)
        progress = messages.SheetProgress() if by_another else self.progress(peer, sheet, draft.lines)
        usage = self.usage(peer, sheet)
        return messages.Sheet(draft.revision, draft.lines, advice, usage, by_another, progress)

    def usage(self, peer: Peer, sheet: SheetKey) -> str:
        """How this sheet is written now, from the view of this seat, in the language of this peer."""
        note = self.state.game.usage(self.view(peer.role), sheet)
        return catalogue(self.state.opened.game, peer.language).say(note) if note else ""

    def progress(self, peer: Peer, sheet: SheetKey, lines: Lines) -> messages.SheetProgress:
        """How far a draft is written, judged from the view of this seat, in the language of this peer."""
        found = self.state.game.progress(self.view(peer.role), sheet, lines)
        say = catalogue(self.state.opened.game, peer.language).say
        return messages.SheetProgress(
            found.done, found.wanted, say(found.otherwise) if found.otherwise else ""
        )

    def show_own_seal(self, peer: Peer) -> None:
        """In a private phase the stream does not tell who sealed. The writer alone sees it, in a snapshot."""
        if self.state.is_private:
            self.reply(peer, self.snapshot(peer))

    def tell_usage(self) -> None:
        """Tell everybody who owes a sheet in this phase how it is written, and what if it stays as it is."""
        for peer in self.peers.values():
            sheets = self.state.owed_by(peer.role)
            if sheets:
                usage = {sheet: self.usage(peer, sheet) for sheet in sheets}
                drafts = knowledge.own_drafts(self.state, peer.role)
                progress = {sheet: self.progress(peer, sheet, drafts[sheet].lines) for sheet in sheets}
                phase = self.state.phase_no
                self.reply(peer, messages.Usage(phase=phase, sheets=usage, progress=progress))

    def clock(self, now: float) -> Clock:
        state, glass = self.state, self.state.glass
        limit = state.game.limit(state.options)
        return Clock(
            phase=state.phase_no,
            stage=state.stage,
            left=glass.left_at(now),
            running=glass.running,
            now=now,
            paused_by=state.stopped_by,
            pause_left=None if self.pause_until is None else max(0.0, self.pause_until - now),
            length=glass.length,
            game_left=None if limit is None else max(0.0, limit - glass.played_at(now)),
        )

    def presence(self) -> Presence:
        here = {peer.seat for peer in self.peers.values()}
        roles = [peer.role for peer in self.peers.values()]
        connected = tuple(seat for seat in self.state.chairs if seat in here)
        ready = tuple(seat for seat in self.state.chairs if seat in self.ready)
        names = () if self.state.stage == OVER else tuple(waiter.name for waiter in self.waiting.values())
        return Presence(
            connected=connected,
            ready=ready,
            watchers=roles.count(WATCHER),
            referee=REFEREE in roles,
            waiting=names,
        )

    def collect(self, now: float) -> Effects:
        """What has come together since the last time, with the clock and the presence if they moved."""
        effects, self._effects = self._effects, Effects()
        if self._presence_moved:
            presence = self.presence()
            effects.out += ((peer, presence) for peer in self.peers.values())
        if self._clock_moved:
            clock = self.clock(now)
            effects.out += ((peer, clock) for peer in self.peers.values())
        self._presence_moved = self._clock_moved = False
        return effects

    def check_newcomer(self, peer: Peer) -> None:
        if peer.role:
            raise TableError("at-table")

    def attach(self, peer: Peer, seat: Seat | None, role: str = "") -> None:
        """This peer holds the seat from now on, or has that role."""
        self.check_newcomer(peer)
        if seat:
            self.send_off(seat, "taken_over")
        peer.seat = seat
        peer.role = seat or role
        self.peers[peer.number] = peer
        if seat:
            self.away_since.pop(seat, None)
        self._presence_moved = True
        self._clock_moved = True

    def send_off(self, seat: Seat, why: str) -> None:
        """Disconnect the player of this seat and tell why. A seat has only one connection."""
        for other in [peer for peer in self.peers.values() if peer.seat == seat]:
            note = Note(f"event.{why}")
            self.reply(other, TakenOver(text=catalogue("table", other.language).say(note)))
            self._effects.closed.append((other, CLOSE_TAKEN_OVER, note))
            self.forget(other)

    def forget(self, peer: Peer) -> None:
        self.peers.pop(peer.number, None)
        self.waiting.pop(peer.number, None)
        peer.role, peer.seat = "", None
        self._presence_moved = True

    def _attended(self) -> bool:
        """Whether a player or the referee is connected; at a table of bots, whether anybody is."""
        if any(peer.role == REFEREE for peer in self.peers.values()):
            return True
        if self.state.has_players:
            return bool(self.humans_here())
        return bool(self.peers)

    @property
    def away_seconds(self) -> float:
        """How long a player must have been away before others may replace them; long at a slow table."""
        is_slow = self.state.options.is_slow
        phase = self.state.phase.seconds if self.state.phase and is_slow else None
        return max(AWAY_SECONDS, 3 * (phase or 0.0))

    def mark_ready(self, seat: Seat) -> None:
        self.ready.add(seat)
        self._presence_moved = True

    def unmark_ready(self, seat: Seat) -> None:
        self.ready.discard(seat)
        self._presence_moved = True

    def humans_here(self) -> list[Seat]:
        here = {peer.seat for peer in self.peers.values()}
        return [seat for seat, chair in self.state.chairs.items() if chair.human and seat in here]

    def connected(self) -> Connected:
        """A copy of the part of the table that is not in the log."""
        peers = [(peer, peer.role, peer.seat) for peer in self.peers.values()]
        away, waiting = dict(self.away_since), dict(self.waiting)
        return Connected(peers, set(self.ready), away, self.pause_until, waiting)

    def restore(self, connected: Connected) -> None:
        """Go back to this copy of the part of the table that is not in the log."""
        for peer in self.peers.values():
            peer.role, peer.seat = "", None
        self.peers = {peer.number: peer for peer, _, _ in connected.peers}
        for peer, role, seat in connected.peers:
            peer.role, peer.seat = role, seat
        self.ready, self.away_since = set(connected.ready), dict(connected.away_since)
        self.pause_until, self.waiting = connected.pause_until, dict(connected.waiting)
