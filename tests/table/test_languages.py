"""A player who asked for French reads no English, whatever is refused."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from protocol import messages
from protocol.messages import ClientMessage, Refused, ServerMessage
from protocol.texts import catalogue
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, WRITING
from server.bots.assignment import NO_BOTS, Roster
from server.table.acts.rematch import tell_rematch
from server.table.rematch import NewTable
from tests.kit.languages import english_in
from tests.kit.sittings import NAMES, REFEREE_KEY, WALL, Player, Sitting

FRENCH = "fr"
ELSEWHERE = {
    *("version", "no-such-table", "other-rules", "no-such-game", "bad-options", "too-many-tables", "wait"),
    *("rate", "storage", "elsewhere", "table-broken", "all-is-open", "too-many-own-tables", "bad-field"),
    *("address-full", "server-full"),
    *("cannot-suppose", "elsewhere"),
}
"""Refusals of the lobby, the connection and the actor, of games with secrets and of several servers.

tests/server/test_languages.py, tests/server/test_hidden_records.py, tests/table/test_what_if.py and
tests/postgres/test_several_servers.py provoke them.
"""


def said_in(value: Any) -> Iterator[str]:
    """The sentences that the server has written into a message."""
    match value:
        case messages.Refused() | messages.TakenOver() | messages.Closing() | messages.Advice():
            yield value.text
        case messages.Written():
            yield from (advice.text for advice in value.advice)
        case messages.Suggestions():
            yield from (offer.gloss for offer in value.offers)
        case messages.Usage():
            yield from value.sheets.values()


def requests(sitting: Sitting) -> Iterator[ClientMessage]:
    """One of everything that can be asked of a table, some of it twice, mostly with something wrong in it."""
    phase, seats = sitting.state.phase_no, list(sitting.state.chairs)
    own = seats[0]
    for seat in (own, seats[1], "Z"):
        yield messages.Join(table="TABLE", name="Zoé", key="z" * 16, seat=seat)
        yield messages.Invite(seat=seat, level="recruit" if seat == "Z" else "zz")
        yield messages.Replace(seat=seat, level="zz")
        yield messages.Replace(seat=seat, name=NAMES[1])
        yield messages.Replace(seat=seat, name="Arbitre")
        yield messages.Unseat(seat=seat) if seat == "Z" else messages.Chat(text="\n", to=seat)
    for name in ("...", "Arbitre", NAMES[0]):
        yield messages.Join(table="TABLE", name=name, key="y" * 16)
        yield messages.Admit(name=name, seat=own)
    yield messages.Join(table="TABLE", name="Zoé", key="x" * 16, password="non")
    yield messages.Resume(table="TABLE", token="non")
    yield messages.Watch(table="TABLE", password="non")
    yield messages.Referee(table="TABLE", key="non")
    for number in (phase - 1, phase, phase + 1):
        if number < 0:
            continue
        for sheet in (own, "Z"):
            yield messages.Write(phase=number, sheet=sheet, revision=5, lines=("zz",))
            yield messages.Write(phase=number, sheet=sheet, revision=4, lines=("yy",))
            yield messages.Write(phase=number, sheet=sheet, revision=6, lines=("z\x00z",))
            yield messages.Write(phase=number, sheet=sheet, revision=7, lines=("z" * 199,) * 40)
        yield messages.Seal(phase=number, revisions={own: 3})
        yield messages.Seal(phase=number, revisions={own: 5})
        yield messages.Write(phase=number, sheet=own, revision=9, lines=("xx",))
        yield messages.Unseal(phase=number)
        yield messages.Ready(phase=number)
        yield messages.Rematch()
        yield messages.Ring(phase=number)
        yield messages.RollBack(phase=number + 7)
    yield messages.Suggest(sheet=own, text="")
    yield messages.Suggest(text="")
    yield messages.Declare(text="zz")
    yield messages.Declare(text="diriger V V")
    yield from (
        messages.Pause(),
        messages.Pause(),
        messages.Continue(),
        messages.Pause(),
        messages.Continue(),
    )
    yield from (messages.Chat(text="zz") for _ in range(6))
    yield messages.Unseat(seat=seats[1])
    yield from (messages.Release(), messages.StartClock(), messages.Grant(seconds=1.0), messages.Start())
    yield from (messages.Reread(sheets={"Z": ()}), messages.Annotate(text="\n"), messages.Hold())
    for line in ("zz", "V Z9 1S", "V V4 zz", "V V4 1P", "V RVB 1S", "V A1 1Q", "V A1 2R", "DIRECTOR V B"):
        yield messages.Amend(lines=(line,))
    yield messages.StopClock()
    yield messages.Pause()
    yield messages.Continue()
    yield messages.Leave()


def sitting_at(stage: str, game: str, *, tournament: bool, password: str = "", **options: Any) -> Sitting:
    """A table of three or four that has come to that stage, all of whose players speak French."""
    sitting = Sitting(4, game=game, tournament=tournament, password=password, **options)
    seats = len(sitting.state.chairs)
    for name in NAMES[: seats if stage != GATHERING else 1]:
        sitting.sit(name, language=FRENCH, password=password)
    if stage == GATHERING:
        return sitting
    referee = sitting.caller(FRENCH)
    if tournament:
        referee.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
        referee.ask(messages.Start())
    if stage == CLOSED:
        referee.ask(messages.Hold())
    if stage in (CLOSED, BETWEEN, OVER):
        for player in list(sitting.callers.values()):
            if player.peer.seat and sitting.state.owed_by(player.peer.seat):
                player.seal()
    if stage == OVER:
        referee.ask(messages.Finish(text="zz"))
    return sitting


def everybody(sitting: Sitting) -> list[Player]:
    """Somebody of every role: the players that are there, a watcher, a referee, and one who has just come."""
    watcher, referee, newcomer = (sitting.caller(FRENCH) for _ in range(3))
    watcher.ask(messages.Watch(table="TABLE"))
    referee.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
    return [*sitting.callers.values(), newcomer]


def heard_at(sitting: Sitting) -> list[ServerMessage]:
    """What everybody hears when they ask for everything, one role after the other."""
    heard: list[ServerMessage] = []
    for player in everybody(sitting):
        for message in requests(sitting):
            if player.closed is None:
                player.ask(message)
        heard += player.heard
    return heard


def heard_between_players() -> list[ServerMessage]:
    """What one player hears because of what another has done."""
    sitting = sitting_at(WRITING, "power", tournament=False, seconds=60.0)
    ana, bo, *_ = sitting.callers.values()
    for player, message in ((ana, messages.Pause()), (bo, messages.Pause()), (bo, messages.Continue())):
        player.ask(message)
    sitting.back(ana.token, language=FRENCH)
    return [*ana.heard, *bo.heard]


def heard_from_a_new_holder() -> list[ServerMessage]:
    """What somebody hears who has got a seat whose sheet is sealed."""
    sitting = sitting_at(WRITING, "power", tournament=True)
    ana, *_ = sitting.callers.values()
    ana.seal()
    referee = sitting.caller(FRENCH)
    referee.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
    referee.ask(messages.Replace(seat="V", name=NAMES[0]))
    key = referee.ask(messages.Replace(seat="V", name="Zoé"))
    assert isinstance(key, messages.SeatKey)
    new = sitting.back(key.token, language=FRENCH)
    new.ask(messages.Unseal(phase=1))
    return [*ana.heard, *new.heard, *referee.heard]


def heard_of_bots() -> list[ServerMessage]:
    sitting = sitting_at(GATHERING, "power", tournament=False)
    (ana,) = sitting.callers.values()
    sitting.table.roster = Roster(("recruit", "captain"), {"captain": ("alpha", "beta")})
    ana.ask(messages.Invite(seat="B", level="recruit:alpha"))
    ana.ask(messages.Invite(seat="B", level="captain:gamma"))
    sitting.table.roster = NO_BOTS
    ana.ask(messages.Invite(seat="B", level="recruit"))
    return ana.heard


def heard_at_a_full_table() -> list[ServerMessage]:
    sitting = Sitting(4, tournament=True)
    for name in NAMES:
        sitting.sit(name)
    late = sitting.caller(FRENCH)
    late.ask(messages.Join(table="TABLE", name="Zoé", key="z" * 16))
    return late.heard


def heard_after_a_rematch() -> list[ServerMessage]:
    """What somebody hears for whom no seat was kept at the table of the rematch."""
    sitting = sitting_at(WRITING, "power", tournament=False)
    (ana, *_) = sitting.callers.values()
    sitting.table.break_down(sitting.at, WALL)
    ana.ask(messages.Rematch())
    tell_rematch(sitting.table, NewTable("QWERT", "Sunday 2", {}), sitting.at, WALL)
    sitting.pass_time(0.0)
    return ana.heard


TABLES = [
    (stage, game, tournament)
    for game in ("power", "strategiksa")
    for stage, tournament in (
        *((GATHERING, False), (GATHERING, True), (WRITING, False), (WRITING, True)),
        *((CLOSED, True), (BETWEEN, True), (OVER, True)),
    )
]


@pytest.fixture(scope="module")
def heard() -> list[ServerMessage]:
    tables = [sitting_at(stage, game, tournament=tournament) for stage, game, tournament in TABLES]
    tables.append(sitting_at(GATHERING, "power", tournament=False, password="secret"))
    tables.append(sitting_at(WRITING, "power", tournament=False, seconds=None))
    return [
        *(message for sitting in tables for message in heard_at(sitting)),
        *(*heard_between_players(), *heard_from_a_new_holder()),
        *(*heard_of_bots(), *heard_at_a_full_table(), *heard_after_a_rematch()),
    ]


@pytest.mark.slow
def test_a_french_player_reads_no_english_whatever_is_refused(heard: list[ServerMessage]) -> None:
    sentences = [(type(message).__name__, text) for message in heard for text in said_in(message)]
    assert {kind for kind, _ in sentences} >= {"Refused", "Suggestions", "Usage", "Written", "TakenOver"}
    assert [(kind, text) for kind, text in sentences if english_in(text)] == []


def test_every_refusal_of_a_table_has_been_read_in_french(heard: list[ServerMessage]) -> None:
    """So that the test above cannot pass because nothing was refused."""
    read = {message.code for message in heard if isinstance(message, Refused)}
    assert read | ELSEWHERE == set(catalogue("table", FRENCH).tables["refused"])


def test_a_sentence_that_is_quoted_in_a_refusal_is_french_too(heard: list[ServerMessage]) -> None:
    quoting = {code for code, text in catalogue("table", FRENCH).tables["refused"].items() if quotes(text)}
    refusals = [message for message in heard if isinstance(message, Refused) and message.code in quoting]
    assert {message.code for message in refusals} == quoting - ELSEWHERE
    english = {code: catalogue("table", "en").tables["refused"][code] for code in quoting}
    for refused in refusals:
        assert not english_in(refused.text), refused
        assert refused.text != english[refused.code]


def quotes(sentence: str) -> bool:
    return bool({name for _, name, _, _ in Formatter().parse(sentence)} & {"text", "advice"})


def test_english_is_found_where_it_is() -> None:
    assert english_in("ce nom ne peut pas être pris : it needs at least one letter") >= {"needs", "letter"}
    assert not english_in("ce nom ne peut pas être pris : il faut au moins une lettre")
