"""The characters of bots: drawn when a bot sits down, told to everybody, kept over a restart."""

import msgspec
import pytest

from protocol import events, messages
from protocol.messages import Done, Invite, Refused, Snapshot
from server.bots import roster
from server.bots.assignment import Roster
from server.errors import TableError
from server.names import clean_player_name
from server.table import facts
from server.table.audience import AWAY_SECONDS
from server.table.bot_levels import BotKind, choose_bot
from server.table.facts import Row
from server.table.rematch import reopening
from tests.kit.sittings import Player, Sitting, begun, refusal

SIX = ("bold", "wary", "greedy", "patient", "fiery", "steady")
PLAYED = Roster(("recruit", "captain"), {"captain": SIX})


def opened(players: int = 4) -> tuple[Sitting, Player]:
    sitting = Sitting(players)
    sitting.table.roster = PLAYED
    return sitting, sitting.sit("Ana")


def test_a_bot_gets_the_character_that_was_asked_for_and_everybody_is_told() -> None:
    sitting, ana = opened()
    assert isinstance(ana.ask(Invite(seat="B", level="captain:wary")), Done)
    told = events.SeatTaken("B", "wary captain (bot)", "captain", "V", "wary")
    assert ana.events(events.SeatTaken)[-1] == told
    watcher = sitting.watcher()
    line = next(m for m in reversed(watcher.heard) if isinstance(m, Snapshot)).seats[1]
    assert (line.name, line.bot, line.character) == ("wary captain (bot)", "captain", "wary")


def test_bots_for_whom_no_character_was_asked_are_mixed() -> None:
    sitting, ana = opened()
    for seat in "BJR":
        ana.ask(Invite(seat=seat, level="captain"))
    drawn = [taken.character for taken in sitting.facts(facts.SeatTaken) if taken.bot]
    assert len(set(drawn)) == 3
    assert set(drawn) <= set(SIX)
    assert [job.character for job in sitting.jobs] == drawn


def test_other_tables_mix_them_in_another_way() -> None:
    lots = {choose_bot(PLAYED, "captain", (), lot).character for lot in range(12)}
    assert lots == set(SIX)
    assert choose_bot(PLAYED, "captain", SIX, 5).character in SIX, "more bots than characters share them"
    assert choose_bot(PLAYED, "recruit", (), 5) == BotKind("recruit")
    assert choose_bot(PLAYED, "recruit", (), 5).name == "recruit (bot)"


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        ("captain:brave", "no-such-character", "bold, wary, greedy, patient, fiery, steady"),
        ("captain:", "no-such-character", "bold"),
        ("recruit:bold", "no-characters", "recruit alone"),
        ("colonel:bold", "no-such-level", "recruit, captain"),
    ],
)
def test_a_refusal_says_what_would_do(asked: str, code: str, words: str) -> None:
    _, ana = opened()
    answer = ana.ask(Invite(seat="B", level=asked))
    assert isinstance(answer, Refused)
    assert answer.code == code
    assert words in answer.text


def test_the_character_of_a_bot_stays_over_a_restart() -> None:
    sitting, ana = opened(2)
    ana.ask(Invite(seat="JR", level="captain:fiery"))
    before = sitting.jobs[-1]
    assert before.character == "fiery"
    sitting.restart()
    assert sitting.jobs[-1] == before
    stored = [Row(**msgspec.to_builtins(row) | {"fact": row.fact}) for row in sitting.rows]
    assert Sitting.again(stored).state.chairs["JR"].character == "fiery"


def test_a_log_from_before_there_were_characters_still_plays() -> None:
    """Facts that are older do not have the field."""
    old = b'{"type":"seat_taken","seat":"JR","name":"captain (bot)","bot":"captain","by":"V"}'
    fact = msgspec.json.decode(old, type=facts.AnyFact)
    assert isinstance(fact, facts.SeatTaken)
    assert fact.character == ""
    assert msgspec.json.encode(fact) == old, "and its bytes, over which hashes are made, are the same"
    sitting = Sitting(2)
    ana = sitting.sit("Ana")
    ana.ask(Invite(seat="JR", level="captain"))
    assert sitting.jobs[-1].character == ""


def test_a_bot_that_replaces_somebody_has_a_character_until_that_person_is_back() -> None:
    sitting, (ana, bo, *_) = begun()
    sitting.table.roster = PLAYED
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS)
    assert isinstance(bo.ask(messages.Replace(seat="V", level="captain:patient")), Done)
    assert bo.events(events.SeatTaken)[-1] == events.SeatTaken("V", "Ana", "captain", "B", "patient")
    assert sitting.jobs[-1].character == "patient"
    sitting.back(ana.token)
    assert sitting.state.chairs["V"].character == ""


def test_bots_keep_their_characters_in_a_rematch() -> None:
    sitting, ana = opened(2)
    ana.ask(Invite(seat="JR", level="captain:bold"))
    (bot,) = reopening(sitting.state, frozenset({"VB"}), "seed").bots
    assert (bot.name, bot.bot, bot.character) == ("bold captain (bot)", "captain", "bold")


def test_nobody_can_be_called_like_a_bot_with_a_character() -> None:
    for name in ("bold captain", "Wary Captain", "bold captain 2"):
        with pytest.raises(TableError):
            clean_player_name(name, "V")
    assert clean_player_name("Bold Ana", "V") == "Bold Ana"


def test_games_whose_bots_have_no_characters_name_them_by_their_level() -> None:
    assert roster("zargos").characters == {}
    assert choose_bot(roster("zargos"), "captain", (), 3).name == "captain (bot)"
    sitting, ana = opened()
    sitting.table.roster = roster("zargos")
    assert refusal(ana.ask(Invite(seat="B", level="captain:bold"))) == "no-characters"
