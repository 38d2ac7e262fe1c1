"""The typed twin of every key: `:seal`, `:help`; in the player's language or in English."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from client.choosing import way_in
from client.errors import ClientError
from client.screens.lines import shorten
from client.screens.scene import LOG, Scene
from client.session import usual
from client.state import REFEREE, ClientState
from client.words import words
from protocol.ids import Lines
from protocol.messages import Offer, SeatKey

if TYPE_CHECKING:
    from client.screens.hand import Hand

Act: TypeAlias = Callable[["Hand", str], None]
LONG = 100
"""What is asked about and must be read, is quoted so far."""

EVERYBODY = ("help", "board", "cell", "log", "rounds", "story", "export", "quit")
PLAYER = (
    *("seal", "unseal", "undo", "redo", "del", "up", "down", "clear", "sheet"),
    *("ready", "pause", "continue", "say", "tell", "invite", "replace"),
)
OFFICE = (
    *("start", "stop", "go", "grant", "hold", "release", "note", "finish"),
    *("rollback", "reread", "amend", "say", "tell", "invite", "replace", "table"),
)


def verbs_for(state: ClientState) -> tuple[str, ...]:
    if state.role == REFEREE:
        return (*OFFICE, *EVERYBODY)
    return (*PLAYER, *EVERYBODY) if state.seat else EVERYBODY


def _entry(verb: str, scene: Scene) -> tuple[str, str, str]:
    """A command's name, its arguments and what it does: the same words as in plain mode."""
    table = scene.words.tables["command"]
    name, arguments, gloss = table.get(verb) or words(scene.look.language).tables["command"][verb]
    return str(name), str(arguments), str(gloss)


def name_of(verb: str, scene: Scene) -> str:
    return _entry(verb, scene)[0]


def gloss_of(verb: str, scene: Scene) -> str:
    _, arguments, gloss = _entry(verb, scene)
    return f"{arguments}: {gloss}" if arguments else gloss


def listed(state: ClientState, scene: Scene) -> tuple[tuple[str, str], ...]:
    """For the help page: how each is written, and what it does."""
    sign = "" if state.role == REFEREE else ":"
    rows = []
    for verb in verbs_for(state):
        name, arguments, gloss = _entry(verb, scene)
        rows.append((f"{sign}{name} {arguments}".strip(), gloss))
    return tuple(rows)


def obey(hand: "Hand", text: str) -> None:
    word, _, rest = text.removeprefix(":").strip().partition(" ")
    spelled = {name_of(verb, hand.scene): verb for verb in verbs_for(hand.state)}
    verb = spelled.get(word.lower(), word.lower())
    if verb not in verbs_for(hand.state):
        hand.say("hint.no-command", word=word)
        return
    ACTS[verb](hand, rest.strip())


def offers_for(hand: "Hand", text: str) -> tuple[Offer, ...]:
    """Commands that begin like this, then what may follow."""
    sign = ":" if text.startswith(":") else ""
    word, blank, rest = text.removeprefix(":").partition(" ")
    names = {verb: name_of(verb, hand.scene) for verb in verbs_for(hand.state)}
    if not blank:
        return tuple(
            Offer(sign + name, gloss_of(verb, hand.scene))
            for verb, name in names.items()
            if name.startswith(word.lower()) or verb.startswith(word.lower())
        )
    verb = next((verb for verb, name in names.items() if word.lower() in (verb, name)), "")
    given = rest.split(" ")
    return tuple(
        Offer(f"{sign}{word} {' '.join((*given[:-1], found))}", gloss)
        for found, gloss in _arguments(hand, verb, given)
        if found.lower().startswith(given[-1].lower())
    )


def _arguments(hand: "Hand", verb: str, given: list[str]) -> list[tuple[str, str]]:
    state = hand.state
    if verb in ("invite", "replace", "tell", "finish") and len(given) == 1:
        lines = [line for line in state.seats if (not line.name) == (verb == "invite")]
        return [(line.seat, state.label(line.seat)) for line in lines]
    if verb in ("invite", "replace") and len(given) == 2:
        return [(level, hand.scene.say("command-gloss.bot", level=level)) for level in hand.levels]
    if verb == "grant" and len(given) == 1:
        return [(seconds, hand.scene.say("command-gloss.seconds")) for seconds in ("30", "60", "180")]
    if verb == "sheet" and len(given) == 1:
        return [(key, key) for key in state.sheets]
    return []


def _number(hand: "Hand", rest: str) -> int | None:
    """A line as people count, from 0 for us; nothing means the one under the cursor."""
    if not rest:
        return min(hand.scene.line, len(hand.lines) - 1)
    if rest.isdigit() and 1 <= int(rest) <= len(hand.lines):
        return int(rest) - 1
    hand.say("hint.which-line", most=len(hand.lines))
    return None


def _on_line(hand: "Hand", rest: str, act: Callable[[], None]) -> None:
    line = _number(hand, rest)
    if line is not None and line >= 0:
        hand.scene.line = line
        act()


def _log(hand: "Hand", rest: str) -> None:
    hand.open_page(LOG)
    hand.scene.search = rest


def _rounds(hand: "Hand", rest: str) -> None:
    """The last round, or the last reading of that one."""
    numbers = [n for n, told in enumerate(hand.state.rounds) if not rest or str(told.phase) == rest]
    hand.open_story(numbers[-1] if numbers else len(hand.state.rounds) - 1)


def _tell(hand: "Hand", rest: str) -> None:
    seat, _, text = rest.partition(" ")
    hand.do(hand.session.chat(text, seat.upper()))


def _invite(hand: "Hand", rest: str) -> None:
    """`V captain`; a level alone fills every seat that is free; nothing at all, too."""
    words = rest.split()
    level = words[-1] if words and words[-1] in hand.levels else usual(hand.levels)
    seats = [words[0].upper()] if words and words[0] not in hand.levels else list(hand.state.free)

    async def fill() -> None:
        for seat in seats:
            await hand.session.invite(seat, level)

    hand.do(fill())


def _replace(hand: "Hand", rest: str) -> None:
    seat, _, who = rest.partition(" ")
    who = who.removeprefix("bot ")
    if not seat or not who:
        hand.say("hint.replace")
        return
    level = who if who in hand.levels else ""

    async def put() -> None:
        answer = await hand.session.replace(seat.upper(), level=level, name="" if level else who)
        if isinstance(answer, SeatKey):
            where = way_in(hand.session)
            said = hand.scene.say("done.seat-key", seat=answer.seat, who=who, where=where, token=answer.token)
            raise ClientError(said)

    hand.ask("ask.replace", put, seat=seat.upper(), who=who)


def _grant(hand: "Hand", rest: str) -> None:
    try:
        seconds = float(rest or "30")
    except ValueError:
        hand.say("hint.seconds", given=rest)
        return
    hand.ask("ask.grant", lambda: hand.session.grant(seconds), seconds=round(seconds))


def _note(hand: "Hand", rest: str) -> None:
    if rest:
        hand.ask("ask.note", lambda: hand.session.annotate(rest), text=shorten(rest))
    else:
        hand.say("hint.note")


def _roll_back(hand: "Hand", rest: str) -> None:
    if rest.isdigit():
        hand.ask("ask.rollback", lambda: hand.session.roll_back(int(rest)), phase=int(rest))
    else:
        hand.say("hint.rollback")


def _reread(hand: "Hand", rest: str) -> None:
    """`V T HQ V8 / S HQ V7`: the last round again, with that sheet for V."""
    sheet, _, lines = rest.partition(" ")
    sheets = {sheet.upper(): _lines(lines)}
    hand.ask(
        "ask.reread", lambda: hand.session.reread(sheets), sheet=sheet.upper(), lines=shorten(lines, LONG)
    )


def _lines(text: str) -> Lines:
    return tuple(line.strip() for line in text.split("/") if line.strip())


def _finish(hand: "Hand", rest: str) -> None:
    seats = {line.seat for line in hand.state.seats}
    words = rest.split()
    winners = tuple(word.upper() for word in words if word.upper() in seats)
    text = " ".join(word for word in words if word.upper() not in seats)
    code = "ask.finish" if winners else "ask.finish-draw"
    hand.ask(code, lambda: hand.session.finish(text, winners), winners=", ".join(winners))


def _office(verb: str, act: Callable[["Hand"], object]) -> Act:
    """An act of the referee: asked once, then done."""

    def ask(hand: "Hand", rest: str) -> None:
        hand.ask(f"ask.{verb}", lambda: act(hand))  # type: ignore[arg-type, return-value]  # all are awaitable

    return ask


ACTS: dict[str, Act] = {
    "help": lambda hand, rest: hand.help(),
    "board": lambda hand, rest: hand.show_board(),
    "cell": lambda hand, rest: hand.inspect(rest.upper()),
    "log": _log,
    "rounds": _rounds,
    "story": _rounds,
    "export": lambda hand, rest: hand.save(rest),
    "quit": lambda hand, rest: hand.quit(),
    "seal": lambda hand, rest: hand.seal(),
    "unseal": lambda hand, rest: hand.unseal(),
    "undo": lambda hand, rest: hand.undo(),
    "redo": lambda hand, rest: hand.redo(),
    "del": lambda hand, rest: _on_line(hand, rest, hand.delete),
    "up": lambda hand, rest: _on_line(hand, rest, lambda: hand.move(-1)),
    "down": lambda hand, rest: _on_line(hand, rest, lambda: hand.move(1)),
    "clear": lambda hand, rest: hand.clear(),
    "sheet": lambda hand, rest: hand.other_sheet(rest.upper()),
    "ready": lambda hand, rest: hand.ready(),
    "pause": lambda hand, rest: hand.pause(),
    "continue": lambda hand, rest: hand.do(hand.session.cont()),
    "say": lambda hand, rest: hand.do(hand.session.chat(rest)) if rest else hand.open_chat(),
    "tell": _tell,
    "invite": _invite,
    "replace": _replace,
    "start": _office("start", lambda hand: hand.session.start()),
    "stop": _office("stop", lambda hand: hand.session.stop_clock()),
    "go": _office("go", lambda hand: hand.session.start_clock()),
    "hold": _office("hold", lambda hand: hand.session.hold()),
    "release": _office("release", lambda hand: hand.session.release()),
    "grant": _grant,
    "note": _note,
    "finish": _finish,
    "rollback": _roll_back,
    "reread": _reread,
    "amend": lambda hand, rest: hand.ask(
        "ask.amend", lambda: hand.session.amend(_lines(rest)), text=shorten(rest, LONG)
    ),
    "table": lambda hand, rest: hand.other_table(rest),
}
