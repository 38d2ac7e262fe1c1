"""The same game for somebody who may not know the difference: whatever is sent to them must be the same.

Two states that differ only in what a role may not know are played at two tables. While the others write
other sheets, and in a private phase at other times too, that role is sent the same bytes.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import msgpack
from msgspec.structs import replace

from protocol import messages
from protocol.codec import encode
from protocol.events import SheetsRead
from protocol.ids import Lines, Seat
from protocol.messages import Done, ServerMessage, Told
from protocol.notes import Note
from protocol.vocabulary import OVER, WATCHER, WRITING
from server.games import GAMES
from server.games.api import AnyGame, BadScenario, Resolution
from server.games.dice import Dice
from server.table import knowledge
from server.table.stream import steps_of
from tests.kit.contract import pack, random_sheet, room_for_chance
from tests.kit.long import in_turn
from tests.kit.sittings import Player, Sitting

Conceal: TypeAlias = Callable[[Any, Seat | None, Random], Any]
"""Another state that the seat (None: whoever has none) cannot tell from this one."""
Heard: TypeAlias = tuple[Any, int]
Players: TypeAlias = dict[Seat, Player]
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay")


class Leak(AssertionError):
    """Something tells a secret; the text says what does."""


def open_game(state: Any, seat: Seat | None, random: Random) -> Any:
    """Of a game without secrets: there is no other state that looks the same."""
    return state


def same(one: Any, other: Any, what: str) -> None:
    if pack(one) != pack(other):
        raise Leak(f"{what} tells: {one!r} is not {other!r}")


def check_position(game: AnyGame, state: Any, role: str, conceal: Conceal, random: Random) -> None:
    """Neither the view, nor who is asked what, nor whether the game is over, tells the two apart."""
    seat = knowledge.seat_of(role)
    other = conceal(state, seat, random)
    same(game.view(state, seat), game.view(other, seat), "the view")
    same(game.phase(state), game.phase(other), "the phase")
    same(game.outcome(state), game.outcome(other), "the outcome")
    check_words(game, (state, other), seat)


def check_words(game: AnyGame, states: tuple[Any, Any], seat: Seat | None) -> None:
    """Neither the refusal of a word nor that of a referee's correction tells the two apart.

    Words that a seat may say are its own; what comes of them is open, and is another matter.
    """
    view = game.view(states[0], seat)
    words = ["?", "", *(word.text for word in game.suggest_words(view, ""))]
    for word in words:
        found = [game.declare(state, seat or "", word, Dice(1)) for state in states]
        refused = [each if isinstance(each, Note) else None for each in found]
        same(refused[0], refused[1], f"the refusal of {word!r}")
        told = [steps_of(each.story) if isinstance(each, Resolution) else () for each in found]
        one, other = (knowledge.story(story, seat or WATCHER) for story in told)
        same(one, other, f"the story of {word!r}")
    first, second = (amendment_refused(game, state) for state in states)
    same(first, second, "the refusal of a correction")


def amendment_refused(game: AnyGame, state: Any) -> list[str]:
    """What a referee reads who writes nonsense: it must not depend on what nobody may know."""
    found = []
    for line in ("?", "", "HAND", "1 1 1"):
        try:
            game.amend(state, (line,))
            found.append("")
        except BadScenario as error:
            found.append(str(error))
    return found


def check_reading(
    game: AnyGame,
    state: Any,
    role: str,
    conceal: Conceal,
    random: Random,
    *,
    for_everybody: tuple[type, ...] = (),
) -> None:
    """If two readings leave a role with the same view, it is told the same story of both.

    Open sheets are the same in both, and so are one's own; those of others in a private phase are not.
    Two readings are not compared if events that are `for_everybody`, and in no view, tell them apart.
    """
    seat, phase = knowledge.seat_of(role), game.phase(state)
    other = conceal(state, seat, random)
    one_sheets = some_sheets(game, state, phase.owing, random)
    hidden = {each: keys for each, keys in phase.owing.items() if phase.private and each != seat}
    other_sheets = one_sheets | some_sheets(game, other, hidden, random)
    roll = random.randrange(1 << 30)
    one_done = game.resolve(state, one_sheets, Dice(roll))
    other_done = game.resolve(other, other_sheets, Dice(roll))
    known = [
        pack((game.view(done.state, seat), [part for part in done.story if isinstance(part, for_everybody)]))
        for done in (one_done, other_done)
    ]
    if known[0] == known[1]:
        told = [knowledge.story(steps_of(done.story), role) for done in (one_done, other_done)]
        same(told[0], told[1], "the story")


def some_sheets(
    game: AnyGame, state: Any, owing: Mapping[Seat, Sequence[str]], random: Random
) -> dict[str, Lines]:
    room = room_for_chance(game.phase(state))
    return {
        key: random_sheet(game, game.view(state, seat), key, room, random)
        for seat, keys in owing.items()
        for key in keys
    }


def check_messages(sitting: Sitting, players: Players, role: str, conceal: Conceal, random: Random) -> None:
    """The bytes that reach a role while the others write differently, from positions it cannot tell apart."""
    position = sitting.state.position
    other = conceal(position, knowledge.seat_of(role), random)
    tokens = {seat: player.token for seat, player in players.items()}
    one = heard(sitting, tokens, role, position, seed=1, is_busy=True)
    is_private = sitting.state.game.phase(position).private
    two = heard(sitting, tokens, role, other, seed=2, is_busy=not is_private)
    compare(one, two)


def heard(
    sitting: Sitting, tokens: dict[Seat, str], role: str, position: Any, *, seed: int, is_busy: bool
) -> list[Heard]:
    """What that role is sent from a restart of the server to the bell, while the others write."""
    table = Sitting.again(sitting.rows, restarted_at=10_000.0)
    table.table.state.position = position
    watcher = table.watcher()
    players = {seat: table.back(token) for seat, token in tokens.items()}
    listener = players.get(role, watcher)
    if is_busy:
        write_much(table, {seat: player for seat, player in players.items() if seat != role}, seed)
    for after in (0, 2**53):  # the stream again, and all as it stands
        listener.ask(messages.Sync(after=after))
    table.pass_time(table.left() + 1.0)
    return heard_without_chance(until_read(listener.heard))


def write_much(table: Sitting, players: Players, seed: int) -> None:
    """Everybody writes twice, seals, and opens the sheet again."""
    random, game = Random(seed), table.state.game
    for seat, player in players.items():
        view = game.view(table.state.position, seat)
        for key in table.state.owed_by(seat):
            for revision in (1, 2):
                lines = ("?", *random_sheet(game, view, key, 1, random))[: 1 + revision]
                player.write(*(line for line in lines if line.isprintable()), sheet=key, revision=revision)
        # Where a faulty sheet cannot be sealed, that one could not be is for everybody to see.
        phase = game.phase(table.state.position)
        is_told = phase.strict and not phase.private
        may_seal = not is_told and len(phase.owing) > 1  # one alone would close the phase
        if may_seal and isinstance(player.seal(), Done):
            player.ask(messages.Unseal(phase=table.state.phase_no))


def until_read(messages_heard: Sequence[ServerMessage]) -> list[ServerMessage]:
    """Up to the reading: what is read of an open phase is for everybody.

    Of a private one the sheets and salts that are shown belong to what must be the same; story and view may
    tell what came of it, and `check_reading` looks at them.
    """
    kept: list[ServerMessage] = []
    for message in messages_heard:
        if isinstance(message, Told) and isinstance(message.event, SheetsRead):
            if message.event.private:
                kept.append(replace(message, event=replace(message.event, story=(), view=None)))
            break
        kept.append(message)
    return kept


def heard_without_chance(messages_heard: Sequence[ServerMessage]) -> list[Heard]:
    """Each message without what is random in it, and its length."""
    packed = [encode(message) for message in messages_heard]
    return [(masked(msgpack.unpackb(each)), len(each)) for each in packed]


def masked(value: Any) -> Any:
    """A message without what is random (tokens, salts, hashes, heads) and without the numbers of requests."""
    match value:
        case str() if len(value) in (32, 64) and set(value) <= set("0123456789abcdef"):
            return "x" * len(value)
        case dict():
            return {key: masked(each) for key, each in value.items() if key not in ("re", "token")}
        case list():
            return [masked(each) for each in value]
    return value


def play_phase(sitting: Sitting, players: Players, random: Random) -> None:
    """Everybody writes something, the bell rings, and all are ready for the next phase."""
    game = sitting.state.game
    for seat, player in players.items():
        for key in sitting.state.owed_by(seat):
            view = game.view(sitting.state.position, seat)
            lines = random_sheet(game, view, key, 2, random)
            player.write(*(line for line in lines if line.isprintable()), sheet=key)
    sitting.pass_time(sitting.left() + 1.0)
    if sitting.state.stage not in (WRITING, OVER):
        for player in players.values():
            player.ask(messages.Ready(phase=sitting.state.phase_no))


def check_game(
    game: AnyGame,
    conceal: Conceal,
    *,
    players: int,
    seed: int,
    phases: int,
    for_everybody: tuple[type, ...] = (),
    **options: Any,
) -> int:
    """A whole game, or so many phases of one; says how many private ones there were."""
    random = Random(seed)
    sitting = Sitting(players, game=game.name, seed=seed, **options)
    seated = {player.sheet: player for player in map(sitting.sit, NAMES[:players])}
    private = 0
    for number in range(phases):
        if sitting.state.stage != WRITING:
            break
        is_private = game.phase(sitting.state.position).private
        private += is_private
        for role in in_turn((*seated, WATCHER), number, part=1 if is_private else 2):
            position = sitting.state.position
            check_position(game, position, role, conceal, random)
            check_reading(game, position, role, conceal, random, for_everybody=for_everybody)
            check_messages(sitting, seated, role, conceal, random)
        play_phase(sitting, seated, random)
    return private


def check_handing_over(name: str, *, players: int, seed: int, phases: int) -> int:
    """Give every seat away in every phase of a game, at tables that differ only in the sheet of that seat.

    Returns how many seats were given away.
    """
    random, game = Random(seed), GAMES[name]
    sitting = Sitting(players, game=name, seed=seed, tournament=True)
    seated = {player.sheet: player for player in map(sitting.sit, NAMES[:players])}
    sitting.referee().ask(messages.Start())
    count = 0
    for _ in range(phases):
        if sitting.state.stage != WRITING:
            break
        phase = game.phase(sitting.state.position)
        tokens = {seat: player.token for seat, player in seated.items()}
        # An open phase tells whether a sheet was sealed, and so whether a faulty one could be.
        for seals in (False, True) if phase.private or not phase.strict else (False,):
            for seat in phase.owing:
                one, two = (given_away(sitting, tokens, seat, seals=seals, seed=n) for n in (1, 2))
                compare(one, two)
                count += 1
        play_phase(sitting, seated, random)
    return count


def compare(one: Sequence[Heard], two: Sequence[Heard]) -> None:
    if one != two:
        pairs = zip(one, two, strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), (len(one), len(two)))
        raise Leak(f"the messages tell: {first[0]} is not {first[1]}")


def given_away(
    sitting: Sitting, tokens: dict[Seat, str], seat: Seat, *, seals: bool, seed: int
) -> list[Heard]:
    """What the referee and the new holder are sent when this seat is given away, up to the bell."""
    table = Sitting.again(sitting.rows, restarted_at=10_000.0)
    players = {each: table.back(token) for each, token in tokens.items()}
    referee = table.referee()
    write_some(table, players[seat], seals=seals, seed=seed)
    key = referee.ask(messages.Replace(seat=seat, name="Zoe"))
    assert isinstance(key, messages.SeatKey)
    if table.state.stage != WRITING:  # the only one who owed a sheet had sealed it
        return []
    zoe = table.caller()
    zoe.ask(messages.Resume(table="TABLE", token=key.token, after=0))
    for message in attempts(table, seat):
        zoe.ask(message)
    table.pass_time(table.left() + 1.0)
    return heard_without_chance([*until_read(referee.heard), *until_read(zoe.heard)])


def write_some(table: Sitting, player: Player, *, seals: bool, seed: int) -> None:
    """The player writes some lines, more often at one table than at the other."""
    random, game = Random(seed), table.state.game
    for key in table.state.owed_by(player.sheet):
        for revision in range(1, 2 + seed):
            view = game.view(table.state.position, player.sheet)
            lines = (f"zz{seed}", *random_sheet(game, view, key, seed, random))
            player.write(*(line for line in lines if line.isprintable()), sheet=key, revision=revision)
    if seals:
        player.seal()


def attempts(table: Sitting, seat: Seat) -> list[messages.ClientMessage]:
    """What the new holder tries in order to learn something about the sheet."""
    phase, sheets = table.state.phase_no, table.state.owed_by(seat)
    tried: list[messages.ClientMessage] = [messages.Unseal(phase=phase), messages.Seal(phase=phase)]
    tried.append(messages.Unseal(phase=phase))
    for revision in (1, 2, 3):
        tried += (messages.Write(phase=phase, sheet=key, revision=revision, lines=("zz1",)) for key in sheets)
    tried += (messages.Suggest(sheet=key) for key in sheets)
    return [*tried, messages.Sync(after=0), messages.Sync(after=2**53)]
