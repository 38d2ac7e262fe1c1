"""What a typed command asks of the server: the same words line by line and on the full screen.

A reason goes behind what needs no more, or behind a #: `stop a phone rang`, `grant 30 # late`.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from client.errors import ClientError
from client.games import say_as
from client.launch.pick_table import way_in
from client.link.limits import whole
from client.link.session import Session
from client.words import words
from protocol import messages
from protocol.ids import Lines
from protocol.messages import ClientMessage, SeatKey
from protocol.notes import Arg, Note

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
    note = Note(f"asked.{code}", args)
    return ClientError(say_as(session.state.game, "", words(session.language), note))


def _seat(session: Session, word: str) -> str:
    """A seat by its letters, or by one of them where each belongs to one seat only."""
    wanted = word.upper()
    seats = [line.seat for line in session.state.seats]
    holding = [seat for seat in seats if len(wanted) == 1 and wanted in seat]
    return holding[0] if wanted not in seats and len(holding) == 1 else wanted


def _is_seat(session: Session, word: str) -> bool:
    return _seat(session, word) in [line.seat for line in session.state.seats]


def _any_seat(session: Session) -> str:
    """For an example."""
    return next((line.seat for line in session.state.seats), "V")


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
        raise _fail(session, "tell", seat=_any_seat(session))
    return Asked((messages.Chat(text=text.strip(), to=_seat(session, seat)),))


def _invite(session: Session, rest: str) -> Asked:
    """`V captain`; a level alone, or nothing at all, is for every seat that is free."""
    words = _split_reason(rest)[0].split()
    levels = [word.lower() for word in words if word.lower() in session.levels]
    seats = [_seat(session, word) for word in words if _is_seat(session, word)]
    unknown = [word for word in words if word.lower() not in session.levels and not _is_seat(session, word)]
    if unknown:
        free, known = ", ".join(session.state.free) or "-", ", ".join(session.levels)
        seat = next(iter(session.state.free), _any_seat(session))
        raise _fail(session, "invite", word=unknown[0][:20], free=free, levels=known, seat=seat)
    level = levels[-1] if levels else session.usual_level
    seats = seats or list(session.state.free)
    if not seats:
        raise _fail(session, "no-free-seat")
    return Asked(tuple(messages.Invite(seat=seat, level=level) for seat in seats))


def _replace(session: Session, rest: str) -> Asked:
    """`V bot captain`, `V captain`, `V bot`; or `V Ana`, who gets a key. Words behind a level say why."""
    what, reason = _split_reason(rest)
    word, _, who = what.partition(" ")
    words = who.split()
    if not words:
        level = (session.levels or ("captain",))[-1]
        raise _fail(session, "replace", seat=_any_seat(session), level=level)
    is_bot = words[0].lower() == BOT
    level = next((name.lower() for name in words[is_bot : is_bot + 1] if name.lower() in session.levels), "")
    if is_bot and not level and len(words) > 1:
        raise _fail(session, "level", word=words[1][:20], levels=", ".join(session.levels))
    if is_bot and not level:
        level = session.usual_level
    seat = _seat(session, word)
    if level:
        reason = " ".join([*words[is_bot + 1 :], *([reason] if reason else [])])
        request = messages.Replace(seat=seat, level=level, reason=reason)
        return Asked((request,), "replace-bot", {"seat": seat, "who": level})
    name = " ".join(words)
    request = messages.Replace(seat=seat, name=name, reason=reason)
    return Asked((request,), "replace", {"seat": seat, "who": name})


def _unseat(session: Session, rest: str) -> Asked:
    word, _, reason = rest.partition(" ")
    if not word:
        raise _fail(session, "unseat", seat=_any_seat(session))
    seat = _seat(session, word)
    return Asked((messages.Unseat(seat=seat, reason=reason.lstrip("# ")),), "unseat", {"seat": seat})


def _bell(session: Session, rest: str) -> Asked:
    phase = session.state.phase.phase if session.state.phase else 0
    return Asked((messages.Ring(phase=phase, reason=rest.lstrip("# ")),), "bell")


def _grant(session: Session, rest: str) -> Asked:
    given, _, reason = rest.partition(" ")
    try:
        seconds = float(given)
    except ValueError:
        raise _fail(session, "grant" if given else "grant-none", word=given[:20]) from None
    if seconds == 0:
        raise _fail(session, "grant-none")
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
    most = max((told.phase for told in session.state.rounds), default=0)
    if phase is None or (most and not 1 <= phase <= most):
        raise _fail(session, "rollback", most=most or 1)
    request = messages.RollBack(phase=phase, reason=reason.lstrip("# "))
    return Asked((request,), "rollback", {"phase": phase})


def _reread(session: Session, rest: str) -> Asked:
    """A sheet and its lines: the last round again, with these lines on that sheet."""
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
    words = rest.replace(",", " ").split()
    count = next((at for at, word in enumerate(words) if not _is_seat(session, word)), len(words))
    if count == 0 and words and words[0].isupper() and len(words[0]) <= 2:  # meant as a seat
        known = ", ".join(line.seat for line in session.state.seats)
        raise _fail(session, "finish", word=words[0], seats=known, seat=_any_seat(session))
    winners = tuple(dict.fromkeys(_seat(session, word) for word in words[:count]))
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
