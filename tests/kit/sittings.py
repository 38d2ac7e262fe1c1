"""A table without sockets, for tests in which the time is an argument."""

from typing import Any, TypeVar

import msgspec

from protocol import messages
from protocol.events import TableEvent
from protocol.ids import SheetKey
from protocol.messages import ClientMessage, Missed, Refused, Seated, ServerMessage, Told, Written
from protocol.texts import catalogue
from server import tokens
from server.bots.assignment import Roster
from server.games import GAMES
from server.table import facts
from server.table.acts import perform
from server.table.acts.seating import password_to_judge
from server.table.audience import BotJob, Peer
from server.table.facts import AnyFact, Row
from server.table.folding import fold_facts, open_table
from server.table.resending import Again
from server.table.stream import Entry
from server.table.table import Table

NAMES = ("Ana", "Bo", "Cy", "Di")
WALL = 1_700_000_000.0
REFEREE_KEY = "the key of the referee"
ROSTER = Roster(("recruit", "captain"), remembered=3)

F = TypeVar("F", bound=AnyFact)
E = TypeVar("E", bound=TableEvent)


class Player:
    """One connection to a Sitting, and all it has heard."""

    def __init__(self, sitting: "Sitting", number: int, language: str) -> None:
        self._sitting = sitting
        self.peer = Peer(number, language)
        self.heard: list[ServerMessage] = []
        self.closed: tuple[int, str] | None = None
        self.token = ""
        self.sheet = ""

    def ask(self, message: ClientMessage, at: float | None = None) -> ServerMessage:
        return self._sitting.act(self, message, at)

    def write(
        self, *lines: str, revision: int = 1, sheet: str = "", at: float | None = None
    ) -> ServerMessage:
        phase, sheet = self._sitting.state.phase_no, sheet or self.sheet
        return self.ask(messages.Write(phase=phase, sheet=sheet, revision=revision, lines=lines), at)

    def seal(self, at: float | None = None, **revisions: int) -> ServerMessage:
        """On the revisions given, or on those that are stored."""
        state = self._sitting.state
        stored = {sheet: state.draft(sheet).revision for sheet in state.owed_by(self.peer.seat or "")}
        return self.ask(messages.Seal(phase=state.phase_no, revisions=revisions or stored), at)

    def events(self, kind: type[E]) -> list[E]:
        told = (message.event for message in self.heard if isinstance(message, Told))
        return [event for event in told if isinstance(event, kind)]


class Sitting:
    def __init__(
        self,
        players: int = 4,
        *,
        game: str = "power",
        seed: int = 7,
        tournament: bool = False,
        password: str = "",
        **options: Any,
    ) -> None:
        rules = GAMES[game]
        opened = facts.TableOpened(
            game=game,
            rules_version=rules.rules_version,
            name="Sunday",
            options=msgspec.to_builtins(rules.read_options({"players": players, **options})),
            seed=str(seed),
            key=tokens.digest("opener"),
            tournament=tournament,
            password=tokens.password_digest(password),
            referee=tokens.digest(REFEREE_KEY) if tournament else "",
        )
        state, row = open_table("TABLE", opened, WALL)
        self.table = Table(state, ROSTER)
        self.rows = [row]
        self.jobs: list[BotJob] = []
        self.rematches: list[frozenset[str]] = []
        """The seats for which a table of a rematch was to be opened, each time."""
        self.at = 1000.0
        self.wall = WALL
        """The time of day at the host. It stands still unless a test lets it pass."""
        self.callers: dict[int, Player] = {}
        self._number = 0

    @classmethod
    def again(cls, rows: list[Row], *, restarted_at: float | None = None) -> "Sitting":
        """A table of its own that has the same facts behind it, or such a one whose server came back then."""
        sitting = cls()
        sitting.rows = list(rows)
        if restarted_at is None:
            sitting.table = Table(fold_facts("TABLE", sitting.rows), ROSTER)
        else:
            sitting.restart(restarted_at)
        return sitting

    @property
    def state(self) -> Any:
        return self.table.state

    def caller(self, language: str = "en") -> Player:
        """Somebody who has connected and is at no table yet."""
        self._number += 1
        player = Player(self, self._number, language)
        self.callers[self._number] = player
        return player

    def sit(self, name: str, seat: str = "", *, language: str = "en", **more: Any) -> Player:
        player = self.caller(language)
        answer = player.ask(messages.Join(table="TABLE", name=name, key=f"of {name}", seat=seat, **more))
        assert isinstance(answer, Seated), answer
        player.token, player.sheet = answer.token, answer.seat
        player.ask(messages.Ready(phase=0))
        return player

    def back(self, token: str, at: float | None = None, *, language: str = "en") -> Player:
        """Somebody who comes with that token."""
        player = self.caller(language)
        answer = player.ask(messages.Resume(table="TABLE", token=token), at)
        assert isinstance(answer, Seated), answer
        player.token, player.sheet = token, answer.seat
        return player

    def referee(self) -> Player:
        player = self.caller()
        answer = player.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
        assert isinstance(answer, messages.Done), answer
        return player

    def watcher(self) -> Player:
        player = self.caller()
        answer = player.ask(messages.Watch(table="TABLE"))
        assert isinstance(answer, messages.Done), answer
        return player

    def act(self, player: Player, message: ClientMessage, at: float | None = None) -> ServerMessage:
        self.at = self.at if at is None else at
        self._number += 1
        number = self._number
        before = len(player.heard)
        if password := password_to_judge(self.table, message):
            is_right = tokens.is_password(password, self.state.opened.password)
            player.peer.admitted = "TABLE" if is_right else ""
        perform(self.table, player.peer, msgspec.structs.replace(message, id=number), self.at, self.wall)
        self._deliver()
        answers = [said for said in player.heard[before:] if said.re == number]
        assert len(answers) == 1, f"{type(message).__name__} was answered {len(answers)} times"
        return answers[0]

    def pass_time(self, seconds: float, *, wall: float = 0.0) -> None:
        """Let so many seconds pass, and so many on the clock that shows the time of day."""
        self.at += seconds
        self.wall += wall
        self.table.advance_to(self.at, self.wall)
        self._deliver()

    def cut(self, player: Player, at: float | None = None) -> None:
        """The player's connection is gone."""
        self.at = self.at if at is None else at
        self.table.detach(player.peer, self.at, self.wall)
        self._deliver()
        self.callers.pop(player.peer.number, None)

    def bot_answers(self, job: BotJob, sheets: dict[SheetKey, tuple[str, ...]]) -> None:
        self.table.bot_wrote(job, sheets, self.at, self.wall)
        self._deliver()

    def restart(self, at: float | None = None) -> None:
        """The server came back: nobody is connected, and the table is what its log says."""
        self.at = self.at if at is None else at
        self.callers.clear()
        self.table = Table(fold_facts("TABLE", self.rows), ROSTER)
        self.table.take_up(self.at, self.wall)
        self._deliver()

    def left(self) -> float:
        left = self.state.glass.left_at(self.at)
        assert isinstance(left, float)
        return left

    def facts(self, kind: type[F]) -> list[F]:
        return [row.fact for row in self.rows if isinstance(row.fact, kind)]

    def replayed(self) -> Any:
        """What the stored facts alone come to."""
        return fold_facts("TABLE", self.rows)

    def _deliver(self) -> None:
        effects = self.table.collect(self.at)
        self._store(effects.rows)
        for peer, item in effects.out:
            heard = self.callers[peer.number].heard if peer.number in self.callers else []
            if isinstance(item, Again):
                heard.append(Missed(told=tuple(self.table.told(entry, item.role) for entry in item.entries)))
                item.sent()
            else:
                heard.append(self.table.told(item, peer.role) if isinstance(item, Entry) else item)
        for peer, code, note in effects.closed:
            reason = catalogue("table", peer.language).say(note)
            self.callers.pop(peer.number).closed = (code, reason)
        self.jobs += effects.jobs
        self.rematches += [effects.rematch] if effects.rematch else []

    def _store(self, rows: list[Row]) -> None:
        assert [row.n for row in rows] == [len(self.rows) + i for i in range(1, len(rows) + 1)]
        self.rows += rows


def begun(players: int = 4, **options: Any) -> tuple[Sitting, list[Player]]:
    """A game in its first phase; the players in the order of the seats."""
    sitting = Sitting(players, **options)
    seated = [sitting.sit(name) for name in NAMES[:players]]
    return sitting, seated


def refusal(answer: ServerMessage) -> str:
    """The code of a refusal, or what came instead."""
    return answer.code if isinstance(answer, Refused) else f"not refused: {answer}"


def is_written(answer: ServerMessage, revision: int) -> bool:
    return isinstance(answer, Written) and answer.revision == revision
