"""What is typed as a command, as what is asked of the server: the same in both modes."""

import pytest
from msgspec.structs import replace

from client.errors import ClientError
from client.link.address import Address
from client.link.session import Session
from client.plain.console import Console
from client.plain.desk import PlainDesk
from client.plain.narrator import Voice
from client.play.action import Action
from client.play.actions import ACTIONS
from client.play.argument_words import free_seat_then_level
from client.play.requests import PreparedRequest, read_chat
from client.play.verbs import spellings
from client.state.client_state import ClientState
from client.words import known_languages, words
from protocol import messages
from protocol.events import PhaseOpened
from protocol.messages import ClientMessage, SeatLine, Welcome

SEATS = (SeatLine(seat="V", name="Ana"), SeatLine(seat="B"), SeatLine(seat="J"), SeatLine(seat="R"))


def session(language: str = "en", *, full: bool = False) -> Session:
    """Not connected: what is typed is only read."""
    made = Session(Address("", 0), language=language)
    made.welcome = Welcome(
        protocol=1,
        server="x",
        games={"power": ("recruit", "captain", "general")},
        now=0.0,
        characters={"power": {"captain": ("bold", "wary")}},
    )
    seats = tuple(replace(line, name=line.seat.lower()) for line in SEATS) if full else SEATS
    phase = PhaseOpened(phase=4, key="orders", owing={})
    made.state = ClientState(game="power", role="referee", seats=seats, phase=phase)
    return made


def action_of(verb: str) -> Action:
    return next(
        action for action in ACTIONS.values() if action.reads and verb in spellings(action.name, "en")
    )


def read(made: Session, verb: str, rest: str) -> PreparedRequest:
    """What is typed behind a verb, as a request."""
    if verb == "say":
        return read_chat(made, rest)
    reads = action_of(verb).reads
    assert reads
    return reads(made, rest)


GOOD: list[tuple[str, ClientMessage]] = [
    ("stop", messages.StopClock()),
    ("stop a phone rang", messages.StopClock(reason="a phone rang")),
    ("start # all are here", messages.Start(reason="all are here")),
    ("bell enough", messages.Ring(phase=4, reason="enough")),
    ("grant 30", messages.Grant(seconds=30)),
    ("grant -30.5 too much", messages.Grant(seconds=-30.5, reason="too much")),
    ("unseat v", messages.Unseat(seat="V")),
    ("rollback 3 a wrong board", messages.RollBack(phase=3, reason="a wrong board")),
    ("reread v T HQ V8 / S HQ V7", messages.Reread(sheets={"V": ("T HQ V8", "S HQ V7")})),
    ("reread v # blank", messages.Reread(sheets={"V": ()}, reason="blank")),
    ("amend V V4 2S 1T / V V5 # fell", messages.Amend(lines=("V V4 2S 1T", "V V5"), reason="fell")),
    ("finish", messages.Finish()),
    ("finish V B they agreed", messages.Finish(text="they agreed", winners=("V", "B"))),
    ("finish v, j", messages.Finish(winners=("V", "J"))),
    ("finish the hall closes", messages.Finish(text="the hall closes")),
    ("replace v captain", messages.Replace(seat="V", level="captain")),
    ("replace v bot", messages.Replace(seat="V", level="captain")),
    ("replace v robot general", messages.Replace(seat="V", level="general")),
    ("replace v bot general", messages.Replace(seat="V", level="general")),
    ("replace v Eva Captain", messages.Replace(seat="V", name="Eva Captain")),
    ("replace v Eva # a cut line", messages.Replace(seat="V", name="Eva", reason="a cut line")),
    ("replace v captain # away", messages.Replace(seat="V", level="captain", reason="away")),
    ("replace v bot recruit # away", messages.Replace(seat="V", level="recruit", reason="away")),
    ("invite b", messages.Invite(seat="B", level="captain")),
    ("invite b Général", messages.Invite(seat="B", level="general")),
    ("invite b captain:bold", messages.Invite(seat="B", level="captain:bold")),
    ("invite b Capitaine:Méfiant", messages.Invite(seat="B", level="captain:wary")),
    ("replace v bot captain:wary ill", messages.Replace(seat="V", level="captain:wary", reason="ill")),
    ("replace v robot recrue # away", messages.Replace(seat="V", level="recruit", reason="away")),
    ("invite b General", messages.Invite(seat="B", level="general")),
    ("tell b well met", messages.Chat(text="well met", to="B")),
    ("note it rains", messages.Annotate(text="it rains")),
]


@pytest.mark.parametrize(("typed", "wanted"), GOOD, ids=[typed for typed, _ in GOOD])
def test_a_command_is_read_as_it_is_meant(typed: str, wanted: ClientMessage) -> None:
    verb, _, rest = typed.partition(" ")
    assert read(session(), verb, rest).requests == (wanted,)


@pytest.mark.parametrize(
    ("seats", "word", "is_meant"),
    [
        (("V", "B"), "Q", True),
        (("V", "B"), "VQ", True),
        (("V", "B"), "UN", False),
        (("VB", "JR"), "XY", True),
        (("1", "2"), "4", True),
        (("1", "2"), "Q", False),
        (("1", "2"), "2026", False),
        (("NORTH", "SOUTH"), "WEST", True),
        (("NORTH", "SOUTH"), "weather", False),
    ],
)
def test_a_word_in_the_form_of_the_seats_was_meant_as_a_seat(
    seats: tuple[str, ...], word: str, is_meant: bool
) -> None:
    """Seats may have names of any length; anything else is what goes into the record."""
    at = session()
    at.state = replace(at.state, seats=tuple(SeatLine(seat, "Ana") for seat in seats))
    if is_meant:
        with pytest.raises(ClientError, match=word):
            read(at, "finish", f"{word} done")
    else:
        assert read(at, "finish", f"{word} done").requests == (messages.Finish(text=f"{word} done"),)


def test_bots_take_every_free_seat() -> None:
    for rest, level in (("", "captain"), ("recruit", "recruit")):
        requests = read(session(), "invite", rest).requests
        assert requests == tuple(messages.Invite(seat=seat, level=level) for seat in "BJR")


def test_a_character_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ClientError, match=r"plays like brave.*captain can be: bold, wary"):
        read(session(), "invite", "b captain:brave")
    with pytest.raises(ClientError, match="has no character; write general alone"):
        read(session(), "replace", "v general:bold")


def test_levels_and_characters_are_completed_with_how_they_play() -> None:
    desk = PlainDesk(session("fr"), Voice(Console(), "fr"), suppose=lambda: None)
    found = dict(free_seat_then_level(desk, 1))
    assert list(found) == ["recrue", "capitaine", "général", "capitaine:hardi", "capitaine:méfiant"]
    assert found["capitaine:hardi"] == "un robot de niveau capitaine : attaque tôt et ose beaucoup"


BAD = [
    *(("invite", "b generl"), ("invite", "x captain"), ("replace", "v"), ("replace", ""), ("say", "")),
    *(("replace", "v bot generl"), ("tell", "v"), ("tell", ""), ("grant", ""), ("grant", "soon")),
    *(("grant", "²"), ("note", ""), ("rollback", ""), ("rollback", "²"), ("rollback", "-1")),
    *(
        ("finish", "VQ"),
        ("finish", "Q done"),
        ("rollback", "9" * 30),
        ("reread", ""),
        ("amend", ""),
        ("amend", "# why"),
        ("unseat", ""),
    ),
]


@pytest.mark.parametrize("language", known_languages())
@pytest.mark.parametrize(("verb", "rest"), BAD, ids=[f"{verb} {rest[:9]}" for verb, rest in BAD])
def test_what_cannot_be_read_is_answered_with_how_to_say_it(verb: str, rest: str, language: str) -> None:
    with pytest.raises(ClientError) as caught:
        read(session(language), verb, rest)
    assert not str(caught.value).startswith("asked.")
    assert "?" not in str(caught.value).replace(" ?", "").replace("? ", "")  # no argument is missing


@pytest.mark.parametrize("rest", ["nan", "inf", "-inf", "1e400", "9" * 400])
def test_an_endless_time_is_left_to_the_limits(rest: str) -> None:
    asked = read(session(), "grant", rest)
    assert asked.question == ""


def test_a_full_table_takes_no_bots() -> None:
    with pytest.raises(ClientError, match="every seat is taken"):
        read(session(full=True), "invite", "")


@pytest.mark.parametrize("language", known_languages())
def test_every_question_has_its_words(language: str) -> None:
    known = words(language).tables["ask"]
    for typed, _ in GOOD:
        verb, _, rest = typed.partition(" ")
        question = read(session(language), verb, rest).question
        assert not question or question in known


TWO_SHEETS = PhaseOpened(phase=4, key="orders", owing={"VB": ("V", "B"), "JR": ("J", "R")})
ONE_EACH = PhaseOpened(phase=4, key="orders", owing={"10": ("K",), "1": ("L",), "2": ("M",)})
NAMED = [
    (TWO_SHEETS, "vb", "VB"),
    (TWO_SHEETS, "v", "VB"),
    (TWO_SHEETS, "b", "VB"),
    (TWO_SHEETS, "r", "JR"),
    (ONE_EACH, "1", "1"),
    (ONE_EACH, "10", "10"),
    (ONE_EACH, "k", "10"),
    (None, "j", "JR"),
    (None, "r", "R"),
]


@pytest.mark.parametrize(("phase", "word", "seat"), NAMED)
def test_a_seat_is_named_by_itself_by_its_sheet_or_by_its_beginning(
    phase: PhaseOpened | None, word: str, seat: str
) -> None:
    """A letter inside a seat's name is no name of it, unless the phase says that it is one of its sheets."""
    made = session()
    names = tuple(phase.owing) if phase else ("VB", "JR")
    taken = tuple(SeatLine(seat=name, name=f"player of {name}") for name in names)
    made.state = replace(made.state, phase=phase, seats=taken)
    if seat not in names:
        with pytest.raises(ClientError, match=f"there is no seat {seat} at this table; the seats are: "):
            read(made, "unseat", word)
        return
    assert read(made, "unseat", word).requests == (messages.Unseat(seat=seat),)


def hosting(*seats: SeatLine, waiting: tuple[str, ...] = ()) -> Session:
    """The host of a friends' table, at seat V."""
    made = session()
    own = SeatLine("V", "Ana", connected=True, host=True, ready=True)
    made.state = replace(made.state, role="V", seats=(own, *seats), waiting=waiting)
    return made


BO = SeatLine("B", "Bo", connected=True)
BOT = SeatLine("J", "captain (bot)", bot="captain")


def test_a_host_is_asked_before_bots_sit_down() -> None:
    prepared = read(hosting(SeatLine("B"), SeatLine("J")), "invite", "b general")
    assert (prepared.question, prepared.args) == ("invite", {"seats": "B", "level": "general"})
    several = read(hosting(SeatLine("B"), SeatLine("J")), "invite", "")
    assert (several.question, several.args["seats"]) == ("invite-several", "B, J")


def test_a_host_is_told_who_is_not_ready_before_the_game_starts() -> None:
    unready = read(hosting(BO, BOT), "start", "")
    assert (unready.question, unready.args["names"]) == ("start-unready", "Bo (B)")
    assert read(hosting(replace(BO, ready=True), BOT), "start", "").question == "start-game"


@pytest.mark.parametrize(
    ("typed", "seats", "waiting", "expected"),
    [
        ("Eve J", (BO, BOT), ("Eve", "Zoe"), ("Eve", "J")),
        ("eve j", (BO, BOT), ("Eve",), ("eve", "J")),
        ("j", (BO, BOT), ("Eve",), ("Eve", "J")),
        ("", (BO, BOT), ("Eve",), ("Eve", "J")),
        ("Old Joe J", (BO, BOT), ("Old Joe",), ("Old Joe", "J")),
        ("Bo", (replace(BO, connected=False), BOT), ("Bo",), ("Bo", "B")),
    ],
)
def test_who_gets_which_seat(
    typed: str, seats: tuple[SeatLine, ...], waiting: tuple[str, ...], expected: tuple[str, str]
) -> None:
    (request,) = read(hosting(*seats, waiting=waiting), "admit", typed).requests
    assert request == messages.Admit(name=expected[0], seat=expected[1])


@pytest.mark.parametrize(
    ("typed", "waiting", "said"),
    [("Eve J", (), "nobody waits"), ("", ("Eve", "Zoe"), "Eve, Zoe"), ("J", ("Eve", "Zoe"), "admit Eve")],
)
def test_an_unclear_seat_or_person_is_asked_for(typed: str, waiting: tuple[str, ...], said: str) -> None:
    with pytest.raises(ClientError, match=said):
        read(hosting(BO, BOT, waiting=waiting), "admit", typed)


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("unseat", "X", "there is no seat X at this table; the seats are: V, B, J, R"),
        ("unseat", "V", "this is your own seat"),
        ("unseat", "R", "seat R is free already"),
        ("replace", "VV bot", "there is no seat VV at this table"),
        ("admit", "Cleo table J", "nobody called Cleo table waits for a seat; who waits: Eve"),
        ("admit", "Eve B", "the player of that seat is connected"),
        ("start", "", "every seat must be taken first; free: R"),
    ],
)
def test_what_the_client_knows_is_refused_before_it_asks(name: str, typed: str, said: str) -> None:
    made = hosting(BO, BOT, SeatLine("R"), waiting=("Eve",))
    made.state = replace(made.state, stage="gathering")
    with pytest.raises(ClientError, match=said):
        read(made, name, typed)


def test_the_question_names_who_loses_the_seat() -> None:
    made = hosting(replace(BO, connected=False), SeatLine("R"), waiting=("Eve",))
    given = read(made, "admit", "Eve B")
    assert (given.question, given.args["loser"]) == ("admit", "Bo (B)")
    assert read(made, "admit", "Eve R").question == "admit-free"
