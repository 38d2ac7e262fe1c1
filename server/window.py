"""What each peer may see of a table, and what is on its way to them."""

from typing import Any

from msgspec import Struct, field

from protocol import messages
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Advice, Clock, Missed, Presence, ServerMessage, Snapshot, Told
from protocol.texts import catalogue
from server.facts import Row
from server.limits import Bucket
from server.tabletop import REFEREE, Entry, Tabletop

MOST_RESENT = 2000
RESENT_TOGETHER = 64
RESENT_SHARE, RESENT_RATE = 4 * MOST_RESENT, 500.0
"""How much of the stream one peer may have sent again: so much at once, then so much a second."""
WATCHER = "watcher"


class Peer(Struct, eq=False):
    """One connection, as the table knows it."""

    number: int
    language: str = "en"
    role: str = ""
    """A seat, "referee" or "watcher"; nothing before it came to the table."""
    seat: Seat | None = None
    share: Bucket = field(default_factory=lambda: Bucket(RESENT_SHARE, RESENT_RATE, 0.0))


class Errand(Struct, frozen=True):
    """A bot is to think about its sheets."""

    phase: int
    seat: Seat
    level: str
    view: Any
    sheets: tuple[SheetKey, ...]
    seed: int


class Effects(Struct):
    """What a command comes to: facts to store, then, in this order, what is sent and who is closed."""

    rows: list[Row] = []
    out: list[tuple[Peer, ServerMessage | Entry]] = []
    closed: list[tuple[Peer, int, str]] = []
    errands: list[Errand] = []


class Live(Struct):
    """Who is here and what waits: the part of a table that is not made of facts."""

    peers: list[tuple[Peer, str, Seat | None]]
    ready: set[Seat]
    away_since: dict[Seat, float]
    pause_until: float | None


class Window:
    """A Tabletop with those who look at it."""

    def __init__(self, top: Tabletop) -> None:
        self.top = top
        self.peers: dict[int, Peer] = {}
        self.ready: set[Seat] = set()
        self.pause_until: float | None = None
        self._effects = Effects()
        self._seen: Any = None
        self._views: dict[Seat | None, Any] = {}

    def reply(self, peer: Peer, message: ServerMessage) -> None:
        self._effects.out.append((peer, message))

    def view(self, seat: Seat | None) -> Any:
        """The position as this seat may know it, made once for each position."""
        if self._seen is not self.top.state:
            self._seen, self._views = self.top.state, {}
        if seat not in self._views:
            self._views[seat] = self.top.game.view(self.top.state, seat)
        return self._views[seat]

    def advice(self, peer: Peer, sheet: SheetKey, lines: Lines) -> tuple[Advice, ...]:
        """What `review` says, from this seat's own view, in this peer's language."""
        if not lines:
            return ()
        faults = self.top.game.review(self.view(peer.seat), sheet, lines)
        say = catalogue(self.top.opened.game, peer.language).say
        return tuple(Advice(f.line, f.column, f.code, say(f.note)) for f in faults)

    def catch_up(self, peer: Peer, after: int | None) -> None:
        """Back after a cut: first exactly what was missed, then all as it stands."""
        if after is not None and after <= self.top.seq <= after + MOST_RESENT:
            self.resend(peer, after)
        self.reply(peer, self.snapshot(peer))

    def resend(self, peer: Peer, after: int) -> None:
        """The stream behind that number, in a few messages, so that it fits any queue."""
        for start in range(after, self.top.seq, RESENT_TOGETHER):
            entries = self.top.stream[start : start + RESENT_TOGETHER]
            self.reply(peer, Missed(told=tuple(self.told(entry, peer.seat) for entry in entries)))

    def told(self, entry: Entry, seat: Seat | None) -> Told:
        return Told(seq=entry.seq, at=entry.at, event=self.top.told(entry, seat))

    def snapshot(self, peer: Peer) -> Snapshot:
        top = self.top
        here = {p.seat for p in self.peers.values()}
        lines = tuple(top.seat_line(s, connected=s in here, ready=s in self.ready) for s in top.chairs)
        return Snapshot(
            table=top.id,
            seq=top.seq,
            name=top.opened.name,
            game=top.opened.game,
            options=top.opened.options,
            tournament=top.opened.tournament,
            role=peer.role,
            stage=top.stage,
            seats=lines,
            phase=top.phase_event(),
            view=self.view(peer.seat) if top.state is not None else None,
            sheets={s: self._own_sheet(peer, s) for s in top.owed_by(peer.seat or "")},
            held=top.held,
            outcome=top.outcome,
        )

    def _own_sheet(self, peer: Peer, sheet: SheetKey) -> messages.Sheet:
        draft = self.top.draft(sheet)
        return messages.Sheet(draft.revision, draft.lines, self.advice(peer, sheet, draft.lines))

    def clock(self, now: float) -> Clock:
        top, glass = self.top, self.top.glass
        limit = top.game.limit(top.options)
        return Clock(
            phase=top.phase_no,
            stage=top.stage,
            left=glass.left_at(now),
            running=glass.running,
            now=now,
            paused_by=top.stopped_by,
            pause_left=None if self.pause_until is None else max(0.0, self.pause_until - now),
            length=glass.length,
            game_left=None if limit is None else max(0.0, limit - glass.played_at(now)),
        )

    def presence(self) -> Presence:
        here = {peer.seat for peer in self.peers.values()}
        roles = [peer.role for peer in self.peers.values()]
        connected = tuple(seat for seat in self.top.chairs if seat in here)
        ready = tuple(seat for seat in self.top.chairs if seat in self.ready)
        return Presence(
            connected=connected, ready=ready, watchers=roles.count(WATCHER), referee=REFEREE in roles
        )
