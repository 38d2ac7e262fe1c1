"""Commands lost, repeated, late and out of order come to the same table as the clean sequence.

Two tables play the same game. At the clean one every command arrives once. At the other, links break and the
server restarts around each command, and the client does what the protocol asks: come back with the token, or
with the key if it never heard a token, and send again what was not acknowledged.
"""

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from protocol import messages
from protocol.ids import Seat
from protocol.messages import Done, Join, Ready, Refused, Seal, Seated, ServerMessage, Unseal, Write
from protocol.views.power import ARMIES
from tests.kit.long import TIMES, examples, long
from tests.kit.replay import digest
from tests.kit.sittings import NAMES, Player, Sitting, refusal

pytestmark = [pytest.mark.slow, long]

Command = Write | Seal | Unseal | Ready
OPTIONS: dict[str, Any] = {"referee": "V", "seconds": 600.0, "interlude": 600.0, "limit": None}
ONCE = ("Drafted", "WroteFirst", "Sealed", "Unsealed", "Started", "PhaseBegun", "Closed", "Read")
SIZE = settings(examples(25), stateful_step_count=40 if TIMES == 1 else 100)

troubles = st.lists(
    st.sampled_from(("lost", "unanswered", "doubled") * 3 + ("dead before", "dead after")), max_size=2
)
seats = st.sampled_from(ARMIES)
sheets = st.lists(st.sampled_from(("S HQ V8", "C HQ IX", "D HQ S6", "S HQ B8", "memo")), max_size=3)


def outcome(sitting: Sitting) -> dict[str, Any]:
    """All that the commands decide: neither salts and tokens, which are drawn, nor the numbers of facts."""
    state = sitting.state
    return {
        "stage": state.stage,
        "phase": state.phase_no,
        "state": msgspec.to_builtins(state.position),
        "drafts": {sheet: (draft.revision, draft.lines) for sheet, draft in state.sheets.drafts.items()},
        "written": state.sheets.written,
        "sealed": state.sealed,
        "ready": sitting.table.ready if state.stage == "between" else set(),
        "names": {seat: chair.name for seat, chair in state.chairs.items()},
        "left": state.glass.left_at(sitting.at),
    }


def counts(sitting: Sitting) -> dict[str, int]:
    """How often each thing has happened that must not happen twice."""
    found = Counter(type(row.fact).__name__ for row in sitting.rows)
    return {name: found[name] for name in ONCE}


class Links(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.clean = Sitting(**OPTIONS)
        self.tried = Sitting(**OPTIONS)
        self.clients: dict[Seat, Player] = {}
        self.links: dict[Seat, Player] = {}
        self.tokens: dict[Seat, str] = {}
        self.dead: list[Player] = []
        self.sent: list[tuple[Seat, Command]] = []
        self.revisions: dict[Seat, int] = {}
        self.ready: set[Seat] = set()

    @initialize(around=st.tuples(*[troubles] * 4))
    def sit_down(self, around: tuple[list[str], ...]) -> None:
        for seat, name, happens in zip(ARMIES, NAMES, around, strict=True):
            self.clients[seat] = self.clean.sit(name, seat)
            self.links[seat] = self.tried.caller()
            answer = self._through(seat, self._join(seat), happens)
            assert isinstance(answer, Seated), answer
            assert answer.seat == seat
            self.tokens[seat] = answer.token
        for seat in ARMIES:
            self.links[seat].ask(Ready(phase=0))

    def _join(self, seat: Seat) -> Join:
        name = NAMES[ARMIES.index(seat)]
        return Join(table="TABLE", name=name, key=f"of {name}", seat=seat)

    def _through(self, seat: Seat, message: Command | Join, happens: list[str]) -> ServerMessage:
        """The message, until it is answered on a link that holds."""
        for trouble in happens:
            if trouble == "dead before":
                self._restart()
            elif trouble == "lost":
                self._reconnect(seat)
            else:
                self._say(seat, message)
                if trouble == "unanswered":
                    self._reconnect(seat)
                elif trouble == "dead after":
                    self._restart()
        return self._say(seat, message)

    def _say(self, seat: Seat, message: Command | Join) -> ServerMessage:
        answer = self.links[seat].ask(message)
        if refusal(answer) == "at-table":  # who is seated already and asks for the seat again
            assert isinstance(message, Join)
            self.links[seat] = self.tried.caller()
            answer = self.links[seat].ask(message)
        return answer

    def _reconnect(self, seat: Seat) -> None:
        """The old link is not known to be dead at the table: the new one takes over."""
        self.dead.append(self.links[seat])
        self.links[seat] = self.tried.caller()
        self._enter(seat)

    def _enter(self, seat: Seat) -> None:
        if seat in self.tokens:
            entry = messages.Resume(table="TABLE", token=self.tokens[seat])
            assert isinstance(self.links[seat].ask(entry), Seated)
            if seat in self.ready:  # readiness is of the moment, and said again
                self.links[seat].ask(Ready(phase=self.tried.state.phase_no))

    def _restart(self) -> None:
        self.dead += self.links.values()
        self.tried.restart()
        for seat in self.links:
            self.links[seat] = self.tried.caller()
        for seat in self.links:
            self._enter(seat)

    def _command(self, seat: Seat, message: Command, happens: list[str]) -> ServerMessage:
        """To the clean table once, to the other through all that happens."""
        expected = self.clients[seat].ask(message)
        if isinstance(message, Ready) and self.clean.state.stage == "between":
            self.ready.add(seat)
        self.sent.append((seat, message))
        answer = self._through(seat, message, happens)
        over = self.clean.state.stage != "writing" or self.clean.state.phase_no != message.phase
        if over and isinstance(message, Seal) and happens:
            # An earlier copy may have rung the bell.
            assert isinstance(answer, Done) or refusal(answer) == "phase-closed"
        else:
            assert type(answer) is type(expected), (message, answer, expected)
            if isinstance(answer, Refused):
                assert refusal(answer) == refusal(expected)
        if self.clean.state.stage != "between":
            self.ready.clear()
        return expected

    @property
    def writing(self) -> bool:
        return bool(self.clean.state.stage == "writing")

    @rule(seat=seats, lines=sheets, happens=troubles)
    def write(self, seat: Seat, lines: list[str], happens: list[str]) -> None:
        phase = self.clean.state.phase_no
        revision = self.clean.state.draft(seat).revision + 1
        self._command(seat, Write(phase=phase, sheet=seat, revision=revision, lines=tuple(lines)), happens)

    @precondition(lambda self: self.writing)
    @rule(seat=seats, lines=sheets)
    def write_twice_and_let_the_second_overtake(self, seat: Seat, lines: list[str]) -> None:
        if seat in self.clean.state.sealed:
            return
        phase, last = self.clean.state.phase_no, self.clean.state.draft(seat).revision
        one = Write(phase=phase, sheet=seat, revision=last + 1, lines=("overtaken",))
        two = Write(phase=phase, sheet=seat, revision=last + 2, lines=(*lines, "the later"))
        for message in (one, two):
            self.clients[seat].ask(message)
        assert isinstance(self.links[seat].ask(two), messages.Written)
        assert refusal(self.links[seat].ask(one)) == "stale-revision"
        self.sent += [(seat, one), (seat, two)]
        self.overtaken = True

    @rule(seat=seats, happens=troubles)
    def seal(self, seat: Seat, happens: list[str]) -> None:
        revision = self.clean.state.draft(seat).revision
        phase = self.clean.state.phase_no
        self._command(seat, Seal(phase=phase, revisions={seat: revision} if revision else {}), happens)

    @precondition(lambda self: self.writing)
    @rule(happens=troubles)
    def seal_all(self, happens: list[str]) -> None:
        for seat in ARMIES:
            if self.writing and seat not in self.clean.state.sealed:
                self.seal(seat, happens)

    @rule(seat=seats, happens=troubles)
    def unseal(self, seat: Seat, happens: list[str]) -> None:
        self._command(seat, Unseal(phase=self.clean.state.phase_no), happens)

    @precondition(lambda self: self.clean.state.stage == "between")
    @rule(seat=seats, happens=troubles)
    def be_ready(self, seat: Seat, happens: list[str]) -> None:
        self._command(seat, Ready(phase=self.clean.state.phase_no), happens)

    @precondition(lambda self: self.clean.state.stage == "between")
    @rule(happens=troubles)
    def all_be_ready(self, happens: list[str]) -> None:
        phase = self.clean.state.phase_no
        for seat in ARMIES:
            self._command(seat, Ready(phase=phase), happens)

    @rule()
    def the_bell_rings(self) -> None:
        self.clean.pass_time(600.0)
        self.tried.pass_time(600.0)
        if self.clean.state.stage != "between":
            self.ready.clear()

    @rule(seat=seats)
    def ask_for_the_seat_again(self, seat: Seat) -> None:
        """With the key, as somebody would who lost the token: the same seat, and a token that opens it."""
        self.dead.append(self.links[seat])
        self.links[seat] = self.tried.caller()
        answer = self.links[seat].ask(self._join(seat))
        assert isinstance(answer, Seated)
        assert answer.seat == seat
        self.tokens[seat] = answer.token
        if seat in self.ready:
            self.links[seat].ask(Ready(phase=self.tried.state.phase_no))

    @precondition(lambda self: self.dead and self.sent)
    @rule(data=st.data())
    def something_arrives_on_a_dead_link(self, data: st.DataObject) -> None:
        link = data.draw(st.sampled_from(self.dead))
        _, message = data.draw(st.sampled_from(self.sent))
        assert refusal(self._late(link, message)) == "not-at-table"

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def something_old_arrives_again(self, data: st.DataObject) -> None:
        """Of the same link only what names what it was about: a phase gone by, a revision gone by."""
        seat, message = data.draw(st.sampled_from(self.sent))
        if not self._would_be_news(seat, message):
            self.links[seat].ask(message)

    def _would_be_news(self, seat: Seat, message: Command) -> bool:
        """Whether this is of the phase that is on, and asks for what is not so now."""
        state = self.tried.state
        if message.phase != state.phase_no or isinstance(message, Write):
            return False
        if isinstance(message, Seal):
            at_hand = message.revisions.get(seat, 0) == state.draft(seat).revision
            return seat not in state.sealed and at_hand
        return isinstance(message, Ready) or seat in state.sealed

    @precondition(lambda self: self.writing)
    @rule(seat=seats)
    def a_seal_on_an_older_revision_arrives(self, seat: Seat) -> None:
        revision = self.tried.state.draft(seat).revision
        if revision:
            late = Seal(phase=self.tried.state.phase_no, revisions={seat: revision - 1})
            assert refusal(self.links[seat].ask(late)) == "revision-mismatch"

    @precondition(lambda self: self.clean.state.stage == "between" and self.clean.state.phase_no > 1)
    @rule(seat=seats)
    def a_ready_of_the_round_before_arrives(self, seat: Seat) -> None:
        assert isinstance(self.links[seat].ask(Ready(phase=self.tried.state.phase_no - 1)), Done)

    def _late(self, link: Player, message: Command) -> ServerMessage:
        self.tried.callers.setdefault(link.peer.number, link)
        return link.ask(message)

    @invariant()
    def both_tables_are_the_same(self) -> None:
        if len(self.tokens) == len(ARMIES):
            assert outcome(self.tried) == outcome(self.clean)

    @invariant()
    def nothing_happened_twice(self) -> None:
        if len(self.tokens) == len(ARMIES):
            ours, theirs = counts(self.tried), counts(self.clean)
            if getattr(self, "overtaken", False):
                assert ours.pop("Drafted") <= theirs.pop("Drafted")
                assert ours.pop("WroteFirst") <= theirs.pop("WroteFirst")
            assert ours == theirs

    def teardown(self) -> None:
        """R7 on the way: each table is the sum of its log."""
        for sitting in (self.clean, self.tried):
            assert digest(sitting.state) == digest(sitting.replayed())


TestAnySequenceOfLostRepeatedAndLateCommandsIsTheCleanSequence = Links.TestCase
"""R6."""
TestAnySequenceOfLostRepeatedAndLateCommandsIsTheCleanSequence.settings = SIZE
