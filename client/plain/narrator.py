"""Tell what happens at a table in sentences, as soon as it happens."""

import asyncio
import math
from collections.abc import Sequence

from client.games import GAMES, is_out, say_for_game
from client.link.session import Session
from client.plain.console import Console
from client.state.client_state import ChatLine, ClientState, LogLine, RoundTold
from client.words import minutes, words, words_of
from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue
from protocol.views import NOTES
from protocol.vocabulary import BETWEEN, GATHERING, OVER, WATCHER, WRITING

UNSAID = frozenset({"event.wrote", "event.sheets_read", "event.sheets_read-one"})
"""The codes of notes that are in the log, but are not told."""
BRIEFLY_UNSAID = frozenset(
    {"event.phase_opened", "event.phase_opened-one", "event.sheet_sealed", "event.phase_closed"}
)
"""The codes of more notes that a brief narrator does not tell."""


class Voice:
    """Says the sentences of the client, the table and the game on one console."""

    def __init__(self, console: Console, language: str) -> None:
        self.console = console
        self.language = language
        self.client: Catalogue = words(language)

    def text(self, code: str, /, **args: Arg) -> str:
        return self.client.say(Note(code, args))

    def say(self, code: str, /, **args: Arg) -> None:
        self.console.print(self.text(code, **args))

    def say_of(self, state: ClientState, code: str, /, **args: Arg) -> None:
        """Say the sentence that the game has for this kind of phase, or else the general one."""
        kind = state.phase.key if state.phase else ""
        self.console.print(say_for_game(state.game, kind, self.client, Note(code, args)))

    def ask_for_orders(self, state: ClientState) -> None:
        """Say which sheets the player has to write now."""
        lines = state.phase.lines if state.phase and state.phase.lines else 0
        self.say_of(state, "plain.write-now", sheets=", ".join(state.owed), lines=lines)
        if state.has_spare_lines:
            self.say("plain.first-counts")

    def print(self, lines: Sequence[str]) -> None:
        if lines:
            self.console.print(*lines)

    def logged(self, line: LogLine) -> str:
        """The line with a capital at its beginning, unless it begins with the name of a person."""
        if line.note is None:
            return line.text
        words = words_of(line.subject, self.language)
        said = words.say(line.note)
        return said if words.begins_with_name(line.note) else said[:1].upper() + said[1:]

    def chatted(self, line: ChatLine) -> str:
        code = "plain.chat-to" if line.to else "plain.chat"
        return self.text(code, sender=line.who, to=line.whom, text=line.text)

    def told(self, told: RoundTold, state: ClientState) -> list[str]:
        """A round that was read: a summary unless it is quiet, its seals, its sheets in order, its story."""
        lines = [self._of_round("plain.round", told, state)]
        shown = GAMES.get(state.game)
        if shown and not shown.is_quiet_round(told, state.seat):
            lines += shown.speech.summary(told, state.seat, shown.words(self.language))
        lines.append(self._seals(told))
        return [*lines, *self._story(told, state.game), self._of_round("plain.round-end", told, state)]

    def _of_round(self, code: str, told: RoundTold, state: ClientState) -> str:
        return say_for_game(state.game, "", self.client, Note(code, {"phase": told.phase}))

    def supposed(self, told: RoundTold, game: str) -> list[str]:
        """A round that did not take place, with a sign before and after it."""
        begin, end = self.text("plain.supposed", phase=told.phase), self.text("plain.supposed-end")
        return [begin, *self._story(told, game), end]

    def _story(self, told: RoundTold, game: str) -> list[str]:
        if shown := GAMES.get(game):
            return [*shown.speech.rounds(told, shown.words(self.language))]
        if game in NOTES:
            words_of_game = catalogue(game, self.language)
            return [words_of_game.say(NOTES[game](event)) for event in told.story]
        return []

    def _seals(self, told: RoundTold) -> str:
        if told.ruled:
            return self.text("plain.seals-ruled")
        if told.seals_hold is None:
            return self.text("plain.seals-unknown")
        if told.seals_hold:
            return self.text("plain.seals-hold")
        return self.text("plain.seals-broken", sheets=", ".join(told.broken))


class Narrator:
    """Watches a session and says what is new. `chime` says the time that is left, at every full minute."""

    def __init__(self, session: Session, voice: Voice, *, brief: bool = False) -> None:
        self._session = session
        self._is_brief = brief
        """Nobody asks for anything here, so a refusal is no news."""
        self._unsaid = UNSAID | (BRIEFLY_UNSAID if brief else frozenset())
        self._voice = voice
        self._known = session.state
        self._state_changed = asyncio.Event()
        self._stop = session.listen(self._tell)

    def stop(self) -> None:
        self._stop()

    def _tell(self) -> None:
        old, new = self._known, self._session.state
        self._known = new
        voice = self._voice
        if new.seq < old.seq:  # the session goes to another table, of which nothing was told yet
            old = ClientState(link=new.link)
        if new.link != old.link and not self._session.ended:
            lost = "plain.link-closed" if new.is_closed else "plain.link-lost"
            voice.say("plain.link-back" if new.link == "ok" else lost)
        if new.table != old.table and new.seat:
            voice.say("plain.table", name=new.table_name, table=new.table)
            voice.say("plain.you-are", seat=new.seat)
        for line in new.log[len(old.log) :]:
            if line.note is None or line.note.code not in self._unsaid:
                voice.print([voice.logged(line)])
        for told in new.rounds[len(old.rounds) :]:
            voice.print(voice.told(told, new))
        for chat in new.chat[len(old.chat) :]:
            voice.print([voice.chatted(chat)])
        if new.notice and new.notice != old.notice and not self._session.ended and not self._is_brief:
            voice.print([new.notice])
        for said in _new_warnings(old, new):
            voice.say("health.warning", text=said)
        self._tell_seats(old, new)
        self._advise(old, new)
        voice.print(new_usages(old, new))
        self._state_changed.set()

    def _tell_seats(self, old: ClientState, new: ClientState) -> None:
        """Tell the host who waits for a seat, and somebody who has waited that they have one now."""
        if new.decides and any(name not in old.waiting for name in new.waiting):
            self._voice.say("plain.admit-how", name=new.waiting[-1])
        if old.role == WATCHER and new.seat:
            self._voice.say("plain.you-are", seat=new.seat)
            if new.may_write:
                self._voice.ask_for_orders(new)
            elif new.stage == GATHERING:
                self._voice.say("plain.get-ready")

    def _advise(self, old: ClientState, new: ClientState) -> None:
        """When a new stage begins, say what the player can do in it."""
        if is_out(new, new.seat) and not is_out(old, old.seat) and new.stage != OVER:
            self._voice.say("plain.out")
        if new.stage == OVER:
            for seat in sorted(new.ready - old.ready - {new.seat}):
                self._voice.say("plain.wants-again", who=new.label(seat))
        if (new.stage, new.phase) == (old.stage, old.phase) or new.role == WATCHER or not new.seat:
            return
        if new.stage == WRITING and new.owed:
            self._voice.ask_for_orders(new)
            if new.phase and new.phase.seconds:
                self._voice.say("plain.time-given", time=minutes(new.phase.seconds, self._voice.language))
        elif new.stage == BETWEEN:
            self._voice.say_of(new, "plain.ready-goes-on")
        elif new.stage == OVER:
            if new.outcome and new.outcome.partial:
                self._voice.say("plain.partial", seats=", ".join(map(new.label, new.outcome.partial)))
            self._voice.say("plain.over")
            if not new.tournament:
                self._voice.say("plain.over-again")

    async def chime(self) -> None:
        chimed: set[tuple[int, int]] = set()
        while True:
            self._state_changed.clear()
            state = self._session.state
            left = state.clock.left_at(self._session.now) if state.clock.running else None
            mark = next_mark(left) if left is not None and state.stage == WRITING else 0
            try:
                async with asyncio.timeout(left - mark * 60 if left is not None and mark else None):
                    await self._state_changed.wait()
            except TimeoutError:
                key = (state.phase.phase if state.phase else 0, mark)
                if key not in chimed:
                    self._voice.say("plain.minutes-left", minutes=mark, count=mark)
                chimed.add(key)


def new_usages(old: ClientState, new: ClientState) -> list[str]:
    """How the sheets are written, if that is new; what holds for several sheets is said once."""
    known = {key: sheet.usage for key, sheet in old.sheets.items()}
    usages = {key: sheet.usage for key, sheet in new.sheets.items() if sheet.usage}
    return list(dict.fromkeys(usage for key, usage in usages.items() if usage != known.get(key, "")))


def _new_warnings(old: ClientState, new: ClientState) -> list[str]:
    """The warnings that the referee has not heard; a warning in which only a number changes is not new."""
    known = {_without_figures(said) for said in old.health.warnings} if old.health else set()
    found = new.health.warnings if new.health else ()
    return [said for said in found if _without_figures(said) not in known]


def _without_figures(text: str) -> str:
    return "".join(char for char in text if not char.isdigit())


def next_mark(left: float) -> int:
    """The next full minute, or 0 if none is left. A minute that was reached just now does not count.

    With more than an hour left, only the last hour is announced.
    """
    return min(60, max(0, math.ceil(left / 60 - 0.02) - 1))
