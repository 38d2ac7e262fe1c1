"""The typed twin of every key: `:seal`, `:help`; in the player's language or in English."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from client.errors import ClientError
from client.link.limits import whole
from client.play.requests import ASKED
from client.screens.draw.lines import shorten
from client.screens.scene import LOG, Scene
from client.state.client_state import FILE, ClientState
from client.words import bare, words
from protocol.messages import Offer
from protocol.vocabulary import REFEREE

if TYPE_CHECKING:
    from client.screens.control.hand import Hand

Act: TypeAlias = Callable[["Hand", str], None]

EVERYBODY = ("help", "board", "cell", "log", "rounds", "story", "export", "quit")
PLAYER = (
    *("seal", "unseal", "undo", "redo", "del", "up", "down", "clear", "sheet"),
    *("ready", "pause", "continue", "say", "tell", "invite", "replace"),
)
REFEREE_VERBS = (
    *("start", "stop", "go", "grant", "bell", "hold", "release", "note", "finish"),
    *("rollback", "reread", "amend", "say", "tell", "invite", "unseat", "replace", "health", "table"),
)


def verbs_for(state: ClientState) -> tuple[str, ...]:
    if state.role == REFEREE:
        return (*REFEREE_VERBS, *EVERYBODY)
    everybody = tuple(verb for verb in EVERYBODY if verb != "export" or state.link != FILE)
    return (*PLAYER, *everybody) if state.seat else everybody


def _entry(verb: str, scene: Scene) -> tuple[str, str, str]:
    """A command's name, its arguments and what it does: the same words as in plain mode."""
    name, arguments, gloss = words(scene.look.language).tables["command"][verb]
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


def is_command(hand: "Hand", text: str) -> bool:
    """Whether the first word is one, even without a colon before it."""
    return bool(text.split()) and _verb(hand, text.split()[0]) != ""


def _verb(hand: "Hand", word: str) -> str:
    """The command of that name, in the player's language or in English, with or without accents."""
    wanted = bare(word)
    names = {verb: bare(name_of(verb, hand.scene)) for verb in verbs_for(hand.state)}
    return next((verb for verb, name in names.items() if wanted in (verb, name)), "")


def obey(hand: "Hand", text: str) -> None:
    word, _, rest = text.removeprefix(":").strip().partition(" ")
    verb = _verb(hand, word)
    if not verb:
        hand.say("hint.no-command", word=word)
        return
    try:
        ACTS[verb](hand, rest.strip())
    except ClientError as error:
        hand.scene.message = str(error)


def offers_for(hand: "Hand", text: str) -> tuple[Offer, ...]:
    """Commands that begin like this, then what may follow."""
    sign = ":" if text.startswith(":") else ""
    word, blank, rest = text.removeprefix(":").partition(" ")
    names = {verb: name_of(verb, hand.scene) for verb in verbs_for(hand.state)}
    if not blank:
        return tuple(
            Offer(sign + name, gloss_of(verb, hand.scene))
            for verb, name in names.items()
            if bare(name).startswith(bare(word)) or verb.startswith(bare(word))
        )
    verb = _verb(hand, word)
    given = rest.split(" ")
    return tuple(
        Offer(f"{sign}{word} {' '.join((*given[:-1], found))}", gloss)
        for found, gloss in _arguments(hand, verb, given)
        if found.lower().startswith(given[-1].lower())
    )


def _arguments(hand: "Hand", verb: str, given: list[str]) -> list[tuple[str, str]]:
    state = hand.state
    if verb in ("invite", "replace", "unseat", "tell", "finish") and len(given) == 1:
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
    number = whole(rest)
    if number is not None and 1 <= number <= len(hand.lines):
        return number - 1
    hand.say("hint.which-line", most=len(hand.lines))
    return None


def _on_line(hand: "Hand", rest: str, act: Callable[[], None]) -> None:
    line = _number(hand, rest)
    if line is not None and line >= 0:
        hand.scene.line = line
        act()


def _log(hand: "Hand", rest: str) -> None:
    hand.open_page(LOG)
    hand.scene.search = "" if whole(rest) is not None else rest  # it is all there


def _rounds(hand: "Hand", rest: str) -> None:
    """The last round, or the last reading of that one."""
    numbers = [n for n, told in enumerate(hand.state.rounds) if not rest or told.phase == whole(rest)]
    if rest and not numbers:
        hand.say("hint.no-round", round=shorten(rest, 20))
    else:
        hand.open_story(numbers[-1] if numbers else 0)


def _ask(verb: str) -> Act:
    """What goes to the server as it is typed; the referee's acts after a question."""

    def ask(hand: "Hand", rest: str) -> None:
        asked = ASKED[verb](hand.session, rest)

        async def put() -> None:
            key = await asked.put(hand.session)
            if key is not None:
                hand.show_seat_key(str(asked.args.get("who", "")), key)

        if asked.question:
            hand.inquire(f"ask.{asked.question}", put, stays=asked.outlives_phase, **asked.args)
        else:
            hand.do(put())

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
    **{verb: _ask(verb) for verb in ASKED},
    "say": lambda hand, rest: _ask("say")(hand, rest) if rest else hand.open_chat(),
    "health": lambda hand, rest: hand.show_health(),
    "table": lambda hand, rest: hand.other_table(rest),
}
