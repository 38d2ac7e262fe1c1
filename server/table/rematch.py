"""The table at which the same people play again: its options, its name, and who sits where."""

from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import Seat
from server import tokens
from server.names import LONGEST_NAME
from server.table import facts
from server.table.bot_levels import BotKind
from server.table.chairs import Chair
from server.table.state import TableState


class MovedSeat(Struct, frozen=True):
    """The seat of a player at the new table, with the token that the player is sent."""

    seat: Seat
    token: str


class NewTable(Struct, frozen=True):
    """The table of a rematch that is stored."""

    table: str
    name: str
    seats: dict[Seat, MovedSeat]
    """By the seats at the table before."""


class Reopening(Struct, frozen=True):
    """What the table of a rematch begins with. The same table always gives the same."""

    opened: facts.TableOpened
    people: dict[Seat, facts.SeatTaken]
    """Those who agreed, by their seats at the table before."""
    bots: tuple[facts.SeatTaken, ...]
    host: Seat | None = None
    """The seat of the host at the table before; None if the host has not agreed."""

    @property
    def first_facts(self) -> tuple[facts.SeatTaken | facts.HostChosen, ...]:
        """Who sits where, and who is the host: the same person as before, whoever comes first."""
        host = self.people.get(self.host) if self.host else None
        return (*self.people.values(), *self.bots, *((facts.HostChosen(host.seat),) if host else ()))


def next_name(name: str, number: int) -> str:
    """The name of the table with the number of its game: "Sunday", then "Sunday 2", "Sunday 3"."""
    plain = name.removesuffix(f" {number}") if number > 1 else name
    ending = f" {number + 1}"
    return plain[: LONGEST_NAME - len(ending)].rstrip() + ending


def seat_token(state: TableState, seat: Seat) -> str:
    """The token for the player of this seat. It is computed, so that asking again gives the same token."""
    return tokens.derived(state.opened.seed, f"rematch {seat}")


def turned(state: TableState) -> dict[Seat, Seat]:
    """For each seat the next one, where its player sits in the rematch."""
    seats = list(state.chairs)
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


def reopening(state: TableState, agreed: frozenset[Seat], seed: str) -> Reopening:
    """The rematch of those who agreed. Bots stay bots; the seats of all others are left free."""
    opened, seats = state.opened, turned(state)
    key = tokens.digest(tokens.derived(opened.seed, "rematch"))
    opener = _opener(state)
    people = {
        seat: facts.SeatTaken(
            seats[seat],
            chair.name,
            "",
            tokens.digest(seat_token(state, seat)),
            key if seat == opener else "",
        )
        for seat, chair in state.chairs.items()
        if chair.human and seat in agreed
    }
    bots = tuple(_bot_again(seats[seat], chair) for seat, chair in state.chairs.items() if chair.bot)
    again = replace(
        opened,
        name=next_name(opened.name, opened.number),
        number=opened.number + 1,
        seed=seed,
        key=key,
    )
    host = next((seat for seat in (opener, state.hosting.host) if seat in people), None)
    return Reopening(again, people, bots, host)


def _bot_again(seat: Seat, chair: Chair) -> facts.SeatTaken:
    bot = BotKind(chair.bot, chair.character)
    return facts.SeatTaken(seat, bot.name, bot.level, character=bot.character)


def _opener(state: TableState) -> Seat | None:
    """The seat of the person who has opened the table, and who alone may close it."""
    key = state.opened.key
    return next((seat for seat, chair in state.chairs.items() if tokens.same(chair.key, key)), None)
