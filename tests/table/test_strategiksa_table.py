"""Strategiksa at a table, and in a referee's hands."""

import msgspec
import pytest

from protocol import events
from protocol.messages import Chat, Done
from server import tokens
from server.games import GAMES
from server.games.api import BadScenario
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import ZONES, total_weight
from server.table import facts
from server.table.folding import open_table
from server.table.table import Table
from tests.kit.sittings import WALL, Player, Sitting, refusal
from tests.kit.strategiksa import Step, battle, position, start, turn


class War(Sitting):
    """A sitting of three players."""

    def __init__(self) -> None:
        super().__init__()
        options = msgspec.to_builtins(GAMES["strategiksa"].read_options({"players": 3}))
        opened = facts.TableOpened(
            game="strategiksa",
            rules_version=STRATEGIKSA.rules_version,
            name="War",
            options=options,
            seed="3",
            key=tokens.digest("opener"),
        )
        state, row = open_table("TABLE", opened, WALL)
        self.table, self.rows = Table(state), [row]
        self.players = {player.sheet: player for player in map(self.sit, ("Ana", "Bo", "Cy"))}

    @property
    def writer(self) -> Player:
        (seat,) = self.state.phase.owing
        return self.players[seat]

    def play(self, *lines: str) -> None:
        """The one who owes a sheet writes and seals it, and the next is ready."""
        writer, number = self.writer, self.state.phase_no
        writer.write(*lines, sheet=self.state.all_sheets()[0])
        assert isinstance(writer.seal(), Done)
        if self.state.phase_no == number:
            self.pass_time(self.state.options.interlude)


def test_players_place_and_move_one_after_the_other() -> None:
    """K-SETUP-2, K-TURN-4"""
    war = War()
    order = war.state.position.order
    for cell in ("A1", "C1", "E1"):
        war.play(f"R {cell}", f"10I {cell}")
    assert war.state.phase.key == "turn"
    war.play("5I A1 A2")
    read = war.players[order[1]].events(events.SheetsRead)[-1]
    assert [event["type"] for event in read.story] == ["moved", "turn_ended", "turn_begun"]
    assert read.view["seat"] == order[1]


def test_a_faulty_sheet_cannot_be_sealed_and_counts_as_it_stands_when_time_is_up() -> None:
    """K-SETUP-2"""
    war = War()
    first = war.state.position.order[0]
    war.writer.write("R A1", "11I A1", sheet=first)
    assert refusal(war.writer.seal()) == "faulty-sheet"
    war.pass_time(180)
    assert total_weight(war.state.position.pieces, (first,)) == 10


def test_two_players_talk_in_private_while_a_third_writes() -> None:
    """K-TURN-8"""
    war = War()
    first, second, third = war.state.position.order
    assert isinstance(war.players[second].ask(Chat(text="together?", to=third)), Done)
    assert isinstance(war.players[first].ask(Chat(text="I hear whispers")), Done)
    heard = {seat: [c.text for c in player.events(events.Chatted)] for seat, player in war.players.items()}
    assert heard == {
        first: ["I hear whispers"],
        second: ["together?", "I hear whispers"],
        third: ["together?", "I hear whispers"],
    }


HOME = {"V": {"A1": "1R", "B1": "2I"}}


def test_a_referee_sets_pieces_suzerains_directors_and_the_turn() -> None:
    before = position(HOME)
    lines = ("V C3 4I 1C*", "V B1", "B I1 1I", "lord B V", "director B V", "turn J", "")
    after = STRATEGIKSA.amend(before, lines)
    assert Step(after).pieces == {
        "V": {"A1": "1R", "C3": "4I 1C*"},
        "B": {"I1": "1I"},
        "J": {"A9": "1R 1I"},
    }
    assert (after.lords["B"], after.directors["B"], after.vassals) == ("V", "V", ("B",))
    assert Step(after).owes == ("turn", "J", "J")
    freed = STRATEGIKSA.amend(after, ("B I1 1R", "LORD B B"))
    assert (freed.lords["B"], freed.directors["B"], freed.vassals) == ("B", "B", ())


def test_a_referee_can_take_a_colour_off_and_let_a_finished_game_go_on() -> None:
    over = turn(HOME, of="J", limit=1).after
    after = STRATEGIKSA.amend(over, ("B I1",))
    assert (after.stage, after.gone, after.ending, after.winner) == ("turn", ("B",), "", None)
    assert Step(after).owes == ("turn", "J", "J")
    assert STRATEGIKSA.amend(after, ("B J1 1R",)).gone == ()


def test_a_game_that_ended_as_the_players_placed_goes_on_there() -> None:
    """K-SETUP-2"""
    over = Step(start(3)).write("R A1", "10I A1").write("R C1", "10I C1", last=True).after
    first, _, third = over.order
    assert (over.stage, over.turn) == ("over", 0)
    again = Step(STRATEGIKSA.amend(over, (f"{first} A2 2C",)))
    assert again.owes == ("placement", third, third)
    assert (again.after.ending, again.after.winner, again.after.gone) == ("", None, ())
    assert again.write("R E1", "10I E1").owes == ("turn", first, first)


def test_room_is_left_for_all_who_have_still_to_place() -> None:
    before = Step(start(3)).write("R A1", "10I A1").after
    first = before.order[0]
    taken = tuple(f"{first} {zone} 1I" for zone in ZONES[1:])
    assert Step(STRATEGIKSA.amend(before, taken[:-2])).write().write().after.stage == "turn"
    with pytest.raises(BadScenario, match="zones"):
        STRATEGIKSA.amend(before, taken[:-1])


def test_a_turn_that_begins_anew_leaves_nobodys_fate_open() -> None:
    """K-VASSAL-1"""
    pieces = {"V": {"A1": "1R", "E4": "1I"}, "B": {"E5": "1R*", "G7": "4I"}}
    fallen = turn(pieces, "I E4 E5")
    assert fallen.owes == ("crown", "V", "V")
    after = STRATEGIKSA.amend(fallen.after, ("TURN J",))
    assert Step(after).owes == ("turn", "J", "J")
    assert (after.fallen, after.vassals, after.directors["B"]) == (None, ("B",), "B")
    given = STRATEGIKSA.amend(fallen.after, ("TURN J", "DIRECTOR B V"))
    assert (given.vassals, given.directors["B"]) == (("B",), "V")


def test_nobody_directs_the_colour_of_a_suzerain() -> None:
    """K-VASSAL-2"""
    before = position({**HOME, "O": {"E5": "3I"}}, suzerains={"O": "V"})
    with pytest.raises(BadScenario, match="O cannot direct V"):
        STRATEGIKSA.amend(before, ("DIRECTOR V O",))
    assert STRATEGIKSA.amend(before, ("DIRECTOR O V",)).directors["O"] == "V"


def test_a_battle_that_is_on_can_be_amended_or_called_off() -> None:
    fight = battle("2I 2C", "1I 1A").after
    assert Step(STRATEGIKSA.amend(fight, ("B E5 1I 1C",))).at("E5") == {"V": "2I 2C", "B": "1I 1C"}
    called_off = STRATEGIKSA.amend(fight, ("V E5", "V E4 2I 2C", "TURN V"))
    assert Step(called_off).owes == ("turn", "V", "V")


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "V K1 1I",
        "V A1 1Q",
        "V A1",
        "V C3 1R",
        "V I1 1I",
        "V C3 9999I",
        "LORD B V",
        "LORD B T",
        "DIRECTOR B V",
        "TURN T",
        "T A1 1R",
    ],
)
def test_a_correction_that_makes_no_position_is_refused(line: str) -> None:
    with pytest.raises(BadScenario):
        STRATEGIKSA.amend(position(HOME), (line,))
