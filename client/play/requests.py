"""Read the words that a person types after a verb, and make requests to the server of them.

A reason may follow the other words, or a # sign: `stop a phone rang`, `grant 30 # late`.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from client.errors import ClientError
from client.games import say_for_game
from client.link.limits import whole_number
from client.link.session import Session
from client.link.way_in import way_in
from client.state.levels import character_words, kind_meant, kind_word, level_words
from client.words import means, words
from protocol import messages
from protocol.ids import Lines
from protocol.messages import ClientMessage, SeatKey, SeatLine
from protocol.notes import Arg, Note
from protocol.texts import catalogue
from protocol.vocabulary import GATHERING, REFEREE, WITH_CHARACTER

BOT = "bot"


class PreparedRequest(Struct, frozen=True):
    """One request or several requests that are sent one after the other."""

    requests: tuple[ClientMessage, ...]
    question: str = ""
    """The code of the question that is asked first. It is empty for a request that can be undone."""
    args: dict[str, Arg] = {}
    """The arguments of the question's text."""
    done: str = "done"
    """The code of what is said when the server has done it."""

    async def send(self, session: Session) -> SeatKey | None:
        """Send the requests. If the last one gave a seat to another player, return the key of that seat."""
        answer = None
        for request in self.requests:
            answer = await session.ask(request)
        return answer if isinstance(answer, SeatKey) else None


ReadRequest: TypeAlias = Callable[[Session, str], PreparedRequest]


def join_command(session: Session, key: SeatKey) -> str:
    """The command that the new player of a seat types."""
    return f"qg join {way_in(session)} --token {key.token}"


def _fail(session: Session, code: str, **args: Arg) -> ClientError:
    note = Note(f"asked.{code}", args)
    return ClientError(say_for_game(session.state.game, "", words(session.language), note))


def _seat(session: Session, word: str) -> str:
    """The seat that a word names: by its name, by a sheet that it writes, or by its first letters.

    A word that names no seat is returned in capitals, and the server will refuse it.
    """
    state, wanted = session.state, word.upper()
    seats = [line.seat for line in state.seats]
    owing = state.phase.owing if state.phase else {}
    writers = [seat for seat in seats if wanted in owing.get(seat, ())]
    beginning = [seat for seat in seats if wanted and seat.startswith(wanted)]
    for found in ([seat for seat in seats if seat == wanted], writers, beginning):
        if len(found) == 1:
            return found[0]
    return wanted


def _known_seat(session: Session, word: str) -> str:
    """The seat that a word names. A word that names none is refused before anything is asked."""
    seat, seats = _seat(session, word), [line.seat for line in session.state.seats]
    if seats and seat not in seats:
        raise _refusal(session, "no-such-seat", seat=seat[:20], seats=", ".join(seats))
    return seat


def _refusal(session: Session, code: str, **args: Arg) -> ClientError:
    """The refusal that the server would answer with, where this client knows it already."""
    return ClientError(catalogue("table", session.language).say(Note(f"refused.{code}", args)))


def _line_of(session: Session, seat: str) -> SeatLine | None:
    return next((line for line in session.state.seats if line.seat == seat), None)


def _is_seat(session: Session, word: str) -> bool:
    return _seat(session, word) in [line.seat for line in session.state.seats]


def _looks_like_seat(session: Session, word: str) -> bool:
    """Whether the word was meant as a seat: it has the form of a seat's name, or is one with a letter more.

    Names of one form consist all of capitals, or all of digits.
    """
    for seat in (line.seat for line in session.state.seats):
        has_its_form = (word.isupper(), word.isdigit()) == (seat.isupper(), seat.isdigit())
        is_longer = len(word) == len(seat) + 1 and word.startswith(seat)
        if has_its_form and (len(word) <= len(seat) or is_longer):
            return True
    return False


def _any_seat(session: Session) -> str:
    """A seat for an example in a sentence."""
    return next((line.seat for line in session.state.seats), "1")


def _split_reason(rest: str) -> tuple[str, str]:
    what, _, reason = rest.partition("#")
    return what.strip(), reason.strip()


def _lines(text: str) -> Lines:
    """Several lines of a sheet that were typed on one line, with / between them."""
    return tuple(line.strip() for line in text.split("/") if line.strip())


def read_ruling(name: str, ruling: Callable[..., ClientMessage]) -> ReadRequest:
    """For a referee's action without arguments: all the words after its verb are the reason."""

    def read(session: Session, rest: str) -> PreparedRequest:
        return PreparedRequest((ruling(reason=rest.lstrip("# ")),), name)

    return read


def read_chat(session: Session, rest: str) -> PreparedRequest:
    if not rest:
        raise _fail(session, "chat")
    return PreparedRequest((messages.Chat(text=rest),))


def read_chat_to(session: Session, rest: str) -> PreparedRequest:
    seat, _, text = rest.partition(" ")
    if not text.strip():
        raise _fail(session, "chat_to", seat=_any_seat(session))
    return PreparedRequest((messages.Chat(text=text.strip(), to=_seat(session, seat)),))


def read_invite(session: Session, rest: str) -> PreparedRequest:
    """`V captain` invites a bot to one seat. Without a seat, bots are invited to every free seat."""
    words = _split_reason(rest)[0].split()
    levels = [kind for word in words if (kind := _kind_meant(session, word))]
    seats = [_seat(session, word) for word in words if _is_seat(session, word)]
    unknown = [word for word in words if not (_kind_meant(session, word) or _is_seat(session, word))]
    if unknown:
        free = ", ".join(session.state.free) or "-"
        known = level_words(session.levels, session.language)
        seat = next(iter(session.state.free), _any_seat(session))
        level = next(iter(session.levels), "")
        raise _fail(session, "invite", word=unknown[0][:20], free=free, levels=known, seat=seat, level=level)
    level = levels[-1] if levels else session.default_level
    seats = seats or list(session.state.free)
    if not seats:
        raise _fail(session, "no-free-seat")
    invited = tuple(messages.Invite(seat=seat, level=level) for seat in seats)
    if session.state.role == REFEREE:
        return PreparedRequest(invited)
    code = "invite" if len(seats) == 1 else "invite-several"
    word = kind_word(level, session.state.game, session.language)
    return PreparedRequest(invited, code, {"seats": ", ".join(seats), "level": word})


def _kind_meant(session: Session, typed: str) -> str:
    """The level that was typed, with its character if one was typed behind it; empty if it is no level."""
    game = session.state.game
    kind = kind_meant(typed, game, session.levels, session.characters)
    if kind.endswith(WITH_CHARACTER):
        level, word = kind.removesuffix(WITH_CHARACTER), typed.partition(WITH_CHARACTER)[2]
        known = session.characters.get(level, ())
        words = character_words(known, game, session.language)
        code = "character" if known else "no-characters"
        raise _fail(session, code, word=word[:20], level=level, characters=words)
    return kind


def read_start(session: Session, rest: str) -> PreparedRequest:
    """The host starts the game. The referee of a tournament starts the next round, too, and says why."""
    state = session.state
    if state.stage == GATHERING and state.free:
        raise _refusal(session, "seats-free", free=", ".join(state.free))
    if state.role == REFEREE:
        code = "start-game" if state.stage == GATHERING else "start"
        return PreparedRequest((messages.Start(reason=rest.lstrip("# ")),), code)
    names = ", ".join(state.label(seat) for seat in state.not_ready if seat != state.seat)
    return PreparedRequest((messages.Start(),), "start-unready" if names else "start-game", {"names": names})


def read_admit(session: Session, rest: str) -> PreparedRequest:
    """`Eve J` gives seat J to Eve. The name may be left out if only one person waits.

    The seat may be left out if only one is vacant, or if it was that person's seat before.
    """
    state, words = session.state, _split_reason(rest)[0].split()
    seat = _seat(session, words.pop()) if words and _is_seat(session, words[-1]) else ""
    name = " ".join(words) or (state.waiting[0] if len(state.waiting) == 1 else "")
    if not state.waiting:
        raise _fail(session, "nobody-waits")
    seat = seat or _vacant_seat(session, name)
    if not name or not seat:
        names, seat = ", ".join(state.waiting), _any_seat(session)
        raise _fail(session, "admit", names=names, name=state.waiting[0], seat=seat)
    if name.casefold() not in map(str.casefold, state.waiting):
        raise _refusal(session, "nobody-waits", name=name, names=", ".join(state.waiting))
    line = _line_of(session, seat)
    if line and line.connected and not line.bot:
        raise _refusal(session, "not-away")
    question, loser = ("admit", state.label(seat)) if line and line.name else ("admit-free", "")
    asked: dict[str, Arg] = {"seat": seat, "who": name, "loser": loser}
    return PreparedRequest((messages.Admit(name=name, seat=seat),), question, asked)


def _vacant_seat(session: Session, name: str) -> str:
    """The seat of the absent player of that name, or else the only seat that could be given away."""
    lines = [line for line in session.state.seats if line.bot or not line.connected]
    own = [line.seat for line in lines if line.name.casefold() == name.casefold()]
    return next(iter(own), lines[0].seat if len(lines) == 1 else "")


def read_close(session: Session, rest: str) -> PreparedRequest:
    return PreparedRequest((messages.Close(),), "close", done="agreed")


def read_replace(session: Session, rest: str) -> PreparedRequest:
    """`V bot captain`, `V captain` or `V bot` name a bot; `V Ana` names a person, who gets a key.

    The words after a level are the reason.
    """
    what, reason = _split_reason(rest)
    word, _, who = what.partition(" ")
    words = who.split()
    if not words:
        level = (session.levels or (BOT,))[-1]
        raise _fail(session, "replace", seat=_any_seat(session), level=level)
    is_bot = means("bot", words[0])
    level = _kind_meant(session, "".join(words[is_bot : is_bot + 1]))
    if is_bot and not level and len(words) > 1:
        known = level_words(session.levels, session.language)
        raise _fail(session, "level", word=words[1][:20], levels=known)
    if is_bot and not level:
        level = session.default_level
    seat = _known_seat(session, word)
    if level:
        reason = " ".join([*words[is_bot + 1 :], *([reason] if reason else [])])
        request = messages.Replace(seat=seat, level=level, reason=reason)
        return PreparedRequest(
            (request,),
            "replace-bot",
            {"seat": seat, "who": kind_word(level, session.state.game, session.language)},
        )
    name = " ".join(words)
    request = messages.Replace(seat=seat, name=name, reason=reason)
    return PreparedRequest((request,), "replace", {"seat": seat, "who": name})


def read_unseat(session: Session, rest: str) -> PreparedRequest:
    word, _, reason = rest.partition(" ")
    if not word:
        raise _fail(session, "unseat", seat=_any_seat(session))
    seat = _known_seat(session, word)
    if seat == session.state.seat:
        raise _refusal(session, "own-seat")
    if seat in session.state.free:
        raise _fail(session, "free-already", seat=seat)
    return PreparedRequest(
        (messages.Unseat(seat=seat, reason=reason.lstrip("# ")),), "unseat", {"seat": seat}
    )


def read_ring(session: Session, rest: str) -> PreparedRequest:
    phase = session.state.phase.phase if session.state.phase else 0
    return PreparedRequest((messages.Ring(phase=phase, reason=rest.lstrip("# ")),), "ring")


def read_grant(session: Session, rest: str) -> PreparedRequest:
    given, _, reason = rest.partition(" ")
    try:
        seconds = float(given)
    except ValueError:
        raise _fail(session, "grant" if given else "grant-none", word=given[:20]) from None
    if seconds == 0:
        raise _fail(session, "grant-none")
    request = messages.Grant(seconds=seconds, reason=reason.lstrip("# "))
    if not -(10**6) < seconds < 10**6:  # too large for a sentence; the session refuses it and names the limit
        return PreparedRequest((request,))
    return PreparedRequest(
        (request,), "grant" if seconds >= 0 else "grant-less", {"seconds": round(abs(seconds))}
    )


def read_annotate(session: Session, rest: str) -> PreparedRequest:
    if not rest:
        raise _fail(session, "annotate")
    return PreparedRequest((messages.Annotate(text=rest),), "annotate", {"text": rest})


def read_roll_back(session: Session, rest: str) -> PreparedRequest:
    given, _, reason = rest.partition(" ")
    phase = whole_number(given)
    most = max((told.phase for told in session.state.rounds), default=0)
    if phase is None or (most and not 1 <= phase <= most):
        raise _fail(session, "roll_back", most=most or 1)
    request = messages.RollBack(phase=phase, reason=reason.lstrip("# "))
    return PreparedRequest((request,), "roll_back", {"phase": phase})


def read_reread(session: Session, rest: str) -> PreparedRequest:
    """`V LINE / LINE` reads the last round again, with these lines on that sheet."""
    what, reason = _split_reason(rest)
    sheet, _, lines = what.partition(" ")
    if not sheet:
        raise _fail(session, "reread")
    request = messages.Reread(sheets={sheet.upper(): _lines(lines)}, reason=reason)
    return PreparedRequest((request,), "reread", {"sheet": sheet.upper(), "lines": lines.strip() or "-"})


def read_amend(session: Session, rest: str) -> PreparedRequest:
    what, reason = _split_reason(rest)
    if not what:
        raise _fail(session, "amend")
    return PreparedRequest((messages.Amend(lines=_lines(what), reason=reason),), "amend", {"text": what})


def read_finish(session: Session, rest: str) -> PreparedRequest:
    """The seats that are named first are the winners; the text after them goes into the record."""
    words = rest.replace(",", " ").split()
    count = next((at for at, word in enumerate(words) if not _is_seat(session, word)), len(words))
    if count == 0 and words and _looks_like_seat(session, words[0]):
        known = ", ".join(line.seat for line in session.state.seats)
        raise _fail(session, "finish", word=words[0], seats=known, seat=_any_seat(session))
    winners = tuple(dict.fromkeys(_seat(session, word) for word in words[:count]))
    text = " ".join(words[count:]).lstrip("# ")
    request = messages.Finish(text=text, winners=winners)
    return PreparedRequest(
        (request,), "finish" if winners else "finish-draw", {"winners": ", ".join(winners)}
    )
