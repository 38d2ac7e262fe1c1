"""What a typed command asks of the server: the same words line by line and on the full screen.

A reason goes behind what needs no more, or behind a #: `stop a phone rang`, `grant 30 # late`.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from client.choosing import way_in
from client.errors import ClientError
from client.limits import whole
from client.session import Session
from client.words import say
from protocol import messages
from protocol.ids import Lines
from protocol.messages import ClientMessage, SeatKey
from protocol.notes import Arg

BOT = "bot"


class Asked(Struct, frozen=True):
    """One request or several, and the question that comes before them on the full screen."""

    requests: tuple[ClientMessage, ...]
    question: str = ""
    """Its code; nothing is asked about what can be taken back."""
    args: dict[str, Arg] = {}

    @property
    def outlives_phase(self) -> bool:
        """It means the same when another phase has begun before it is answered."""
        return self.question in ("note", "replace", "replace-bot", "unseat", "finish", "finish-draw")

    async def put(self, session: Session) -> SeatKey | None:
        """All of it, one after the other. Answers with the key of a seat that somebody else has now."""
        answer = None
        for request in self.requests:
            answer = await session.ask(request)
        return answer if isinstance(answer, SeatKey) else None


Read: TypeAlias = Callable[[Session, str], Asked]


def way_to(session: Session, key: SeatKey) -> str:
    """What the new player of a seat types."""
    return f"qg join {way_in(session)} --token {key.token}"


def _fail(session: Session, code: str, **args: Arg) -> ClientError:
    return ClientError(say(session.language, f"asked.{code}", **args))


def _split_reason(rest: str) -> tuple[str, str]:
    what, _, reason = rest.partition("#")
    return what.strip(), reason.strip()


def _lines(text: str) -> Lines:
    """Several lines typed on one, with strokes between."""
    return tuple(line.strip() for line in text.split("/") if line.strip())


def _plain(verb: str, ruling: Callable[..., ClientMessage]) -> Read:
    """A referee's act that needs no more words: any there are say why."""

    def read(session: Session, rest: str) -> Asked:
        return Asked((ruling(reason=rest.lstrip("# ")),), verb)

    return read


def _say(session: Session, rest: str) -> Asked:
    if not rest:
        raise _fail(session, "say")
    return Asked((messages.Chat(text=rest),))


def _tell(session: Session, rest: str) -> Asked:
    seat, _, text = rest.partition(" ")
    if not text.strip():
        raise _fail(session, "tell")
    return Asked((messages.Chat(text=text.strip(), to=seat.upper()),))


def _invite(session: Session, rest: str) -> Asked:
    """`V captain`; a level alone, or nothing at all, is for every seat that is free."""
    words = rest.split()
    level = words[-1].lower() if words and words[-1].lower() in session.levels else session.usual_level
    others = words[:-1] if words and words[-1].lower() in session.levels else words
    known = {line.seat for line in session.state.seats}
    unknown = [word for word in others if word.upper() not in known]
    if unknown:
        raise _fail(
            session,
            "invite",
            word=unknown[0][:20],
            free=", ".join(session.state.free) or "-",
            levels=", ".join(session.levels),
        )
    seats = [word.upper() for word in others] or list(session.state.free)
    if not seats:
        raise _fail(session, "no-free-seat")
    return Asked(tuple(messages.Invite(seat=seat, level=level) for seat in seats))


def _replace(session: Session, rest: str) -> Asked:
    """`V bot captain`, `V captain`, `V bot`; or `V Ana`, who gets a key."""
    what, reason = _split_reason(rest)
    seat, _, who = what.partition(" ")
    words = who.split()
    if not words:
        raise _fail(session, "replace", level=(session.levels or ("captain",))[-1])
    is_bot = words[0].lower() == BOT
    level = words[-1].lower() if words[-1].lower() in session.levels and len(words) <= 1 + is_bot else ""
    if is_bot and not level:
        if len(words) > 1:
            known = ", ".join(session.levels)
            raise _fail(session, "level", word=words[-1][:20], levels=known)
        level = session.usual_level
    name = "" if level else " ".join(words)
    request = messages.Replace(seat=seat.upper(), level=level, name=name, reason=reason)
    shown = level or " ".join(words)
    return Asked((request,), "replace-bot" if level else "replace", {"seat": seat.upper(), "who": shown})


def _unseat(session: Session, rest: str) -> Asked:
    seat, _, reason = rest.partition(" ")
    if not seat:
        raise _fail(session, "unseat")
    request = messages.Unseat(seat=seat.upper(), reason=reason.lstrip("# "))
    return Asked((request,), "unseat", {"seat": seat.upper()})


def _bell(session: Session, rest: str) -> Asked:
    phase = session.state.phase.phase if session.state.phase else 0
    return Asked((messages.Ring(phase=phase, reason=rest.lstrip("# ")),), "bell")


def _grant(session: Session, rest: str) -> Asked:
    given, _, reason = rest.partition(" ")
    try:
        seconds = float(given)
    except ValueError:
        raise _fail(session, "grant", word=given[:20]) from None
    request = messages.Grant(seconds=seconds, reason=reason.lstrip("# "))
    if not -(10**6) < seconds < 10**6:  # not to be put into a sentence; the session says what may be sent
        return Asked((request,))
    return Asked((request,), "grant" if seconds >= 0 else "grant-less", {"seconds": round(abs(seconds))})


def _note(session: Session, rest: str) -> Asked:
    if not rest:
        raise _fail(session, "note")
    return Asked((messages.Annotate(text=rest),), "note", {"text": rest})


def _roll_back(session: Session, rest: str) -> Asked:
    given, _, reason = rest.partition(" ")
    phase = whole(given)
    if phase is None:
        most = max((told.phase for told in session.state.rounds), default=1)
        raise _fail(session, "rollback", most=most)
    request = messages.RollBack(phase=phase, reason=reason.lstrip("# "))
    return Asked((request,), "rollback", {"phase": phase})


def _reread(session: Session, rest: str) -> Asked:
    """`V T HQ V8 / S HQ V7`: the last round again, with that sheet for V."""
    what, reason = _split_reason(rest)
    sheet, _, lines = what.partition(" ")
    if not sheet:
        raise _fail(session, "reread")
    request = messages.Reread(sheets={sheet.upper(): _lines(lines)}, reason=reason)
    return Asked((request,), "reread", {"sheet": sheet.upper(), "lines": lines.strip() or "-"})


def _amend(session: Session, rest: str) -> Asked:
    what, reason = _split_reason(rest)
    if not what:
        raise _fail(session, "amend")
    return Asked((messages.Amend(lines=_lines(what), reason=reason),), "amend", {"text": what})


def _finish(session: Session, rest: str) -> Asked:
    """Seats named first are the winners; what follows goes into the record."""
    seats = {line.seat for line in session.state.seats}
    words = rest.replace(",", " ").split()
    count = next((at for at, word in enumerate(words) if word.upper() not in seats), len(words))
    winners = tuple(word.upper() for word in words[:count])
    text = " ".join(words[count:]).lstrip("# ")
    request = messages.Finish(text=text, winners=winners)
    return Asked((request,), "finish" if winners else "finish-draw", {"winners": ", ".join(winners)})


ASKED: dict[str, Read] = {
    "say": _say,
    "tell": _tell,
    "invite": _invite,
    "replace": _replace,
    "start": _plain("start", messages.Start),
    "stop": _plain("stop", messages.StopClock),
    "go": _plain("go", messages.StartClock),
    "bell": _bell,
    "hold": _plain("hold", messages.Hold),
    "release": _plain("release", messages.Release),
    "unseat": _unseat,
    "grant": _grant,
    "note": _note,
    "rollback": _roll_back,
    "reread": _reread,
    "amend": _amend,
    "finish": _finish,
}
