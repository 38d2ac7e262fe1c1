"""Coming to a table, leaving it, and giving seats to others."""

from protocol import messages
from protocol.ids import Seat
from protocol.messages import (
    Done,
    Seated,
    ServerMessage,
)
from protocol.vocabulary import GATHERING, OVER, REFEREE, WATCHER
from server import tokens
from server.errors import TableError
from server.names import clean_player_name, skeleton
from server.table import facts
from server.table.acts import waiting
from server.table.audience import Peer
from server.table.bot_levels import BotKind, choose_bot
from server.table.host_choice import pass_host_on
from server.table.table import Table


def join(table: Table, peer: Peer, message: messages.Join, at: float) -> None:
    own = _seat_with_key(table, message.key)
    if own is not None:
        return _sit(table, peer, own, message, table.state.chairs[own].name, at)
    _check_password(table, peer, message.password)
    free = [seat for seat, chair in table.state.chairs.items() if not chair.taken]
    if table.state.stage != GATHERING or not free:
        return waiting.wait(table, peer, message, at)
    seat = message.seat or free[0]
    if table.state.chair(seat).taken:
        raise TableError("seat-taken", seat=seat, free=", ".join(free))
    return _sit(table, peer, seat, message, own_name(table, message.name), at)


def _seat_with_key(table: Table, key: str) -> Seat | None:
    """The seat that was taken with this key, so that a repeated request takes no second seat."""
    digest = tokens.digest(key)
    return next((s for s, chair in table.state.chairs.items() if tokens.same(digest, chair.key)), None)


def own_name(table: Table, name: str, seat: Seat = "") -> str:
    """The name, if nobody else at the table has it. The player who leaves `seat` does not count."""
    name = clean_player_name(name, table.state.chairs)
    others = (chair.name for other, chair in table.state.chairs.items() if other != seat)
    if any(skeleton(other) == skeleton(name) for other in others):
        raise TableError("name-taken", name=name)
    return name


def _sit(table: Table, peer: Peer, seat: Seat, message: messages.Join, name: str, at: float) -> None:
    token = tokens.new_token()
    taken = facts.SeatTaken(seat, name, "", tokens.digest(token), tokens.digest(message.key))
    table.check_newcomer(peer)
    hand_over(table, taken, at)  # before the peer is attached: it knows no number of the stream yet
    _choose_opener(table, seat, at)
    table.attach(peer, seat)
    table.reply(peer, Seated(re=message.id, table=table.state.id, seat=seat, token=token))
    table.reply(peer, table.snapshot(peer))
    table.resume_clock(at)


def _choose_opener(table: Table, seat: Seat, at: float) -> None:
    """Who has opened the table is its host, even if somebody else was quicker to sit down."""
    state = table.state
    has_opened = tokens.same(state.chairs[seat].key, state.opened.key) and not state.opened.tournament
    if has_opened and state.stage == GATHERING and state.hosting.host != seat:
        table.emit(facts.HostChosen(seat), at)


def resume(table: Table, peer: Peer, message: messages.Resume, at: float) -> None:
    digest = tokens.digest(message.token)
    seat = next((s for s, chair in table.state.chairs.items() if tokens.same(digest, chair.token)), None)
    if seat is None:
        raise TableError("wrong-token")
    chair = table.state.chairs[seat]
    table.check_newcomer(peer)
    if chair.bot:  # the player is back, and the bot stops
        hand_over(table, facts.SeatTaken(seat, chair.name, ""), at)
    table.attach(peer, seat)
    table.reply(peer, Seated(re=message.id, table=table.state.id, seat=seat))
    table.catch_up(peer, message.after, at)
    table.welcome_to_rematch(seat, at)
    table.resume_clock(at)


def watch(table: Table, peer: Peer, message: messages.Watch, at: float) -> ServerMessage:
    _check_password(table, peer, message.password)
    table.attach(peer, None, WATCHER)
    table.catch_up(peer, message.after, at)
    table.begin_if_ready(at)  # a table of bots plays while somebody watches
    table.resume_clock(at)
    return Done()


def referee(table: Table, peer: Peer, message: messages.Referee, at: float) -> ServerMessage:
    if not table.state.opened.tournament:
        raise TableError("no-tournament")
    if not tokens.same(tokens.digest(message.key), table.state.opened.referee):
        raise TableError("wrong-key")
    table.attach(peer, None, REFEREE)
    table.catch_up(peer, message.after, at)
    table.resume_clock(at)
    return Done()


def password_to_judge(table: Table, message: messages.ClientMessage) -> str:
    """The password on which it depends whether this message is let in; empty if there is none to judge."""
    if not table.state.opened.password or not isinstance(message, messages.Join | messages.Watch):
        return ""
    if isinstance(message, messages.Join) and _seat_with_key(table, message.key) is not None:
        return ""
    return message.password


def _check_password(table: Table, peer: Peer, password: str) -> None:
    """A password is slow to check, so that has been done before: here only its result counts."""
    if table.state.opened.password and not password:
        raise TableError("password-needed")
    if table.state.opened.password and peer.admitted != table.state.id:
        raise TableError("wrong-password")


def leave(table: Table, peer: Peer, message: messages.Leave, at: float) -> ServerMessage:
    seat = peer.seat
    table.forget(peer)
    if seat and table.state.stage == GATHERING:
        table.ready.discard(seat)
        table.emit(facts.SeatLeft(seat), at)
    elif seat:
        table.vacate(seat, at)
        pass_host_on(table, seat, at)
    return Done()


def replace(table: Table, peer: Peer, message: messages.Replace, at: float) -> ServerMessage:
    if table.state.stage in (GATHERING, OVER):
        raise TableError("not-started" if table.state.stage == GATHERING else "game-over")
    chair = table.state.chair(message.seat)
    if peer.role != REFEREE:
        _check_absence(table, peer, message, at)
    if message.name and not message.level:
        return _seat_another(table, peer, message, at)
    bot = bot_for(table, message.seat, message.level)
    table.give_reason(peer, message, at)
    table.send_off(message.seat, "replaced")
    name, by = chair.name or bot.level, peer.role
    taken = facts.SeatTaken(message.seat, name, bot.level, by=by, character=bot.character)
    hand_over(table, taken, at)
    table.send_bot(message.seat)
    table.resume_clock(at)
    return Done()


def bot_for(table: Table, seat: Seat, asked: str) -> BotKind:
    """The bot that was asked for this seat, with a character by lot if none was asked for."""
    others = {chair.character for other, chair in table.state.chairs.items() if other != seat}
    lot = tokens.derived_number(table.state.opened.seed, f"character {table.state.count}")
    return choose_bot(table.roster, asked, others, lot)


def _check_absence(table: Table, peer: Peer, message: messages.Replace, at: float) -> None:
    """At a table without a referee, a player may replace another who has been away for long."""
    if not peer.seat or table.state.opened.tournament:
        raise TableError("not-referee")
    if peer.seat == message.seat:
        raise TableError("own-seat")
    if message.name:
        raise TableError("not-referee")
    since = table.away_since.get(message.seat)
    if since is None:
        raise TableError("not-away")
    if at - since < table.away_seconds:
        raise TableError("away-wait", away=int(at - since), needed=int(table.away_seconds))


def _seat_another(table: Table, peer: Peer, message: messages.Replace, at: float) -> ServerMessage:
    """Give the seat to another person. The old token is no longer valid."""
    token = tokens.new_token()
    name = own_name(table, message.name, message.seat)
    if message.seat in table.humans_here() and skeleton(name) == skeleton(
        table.state.chairs[message.seat].name
    ):
        raise TableError("sits-already", name=name, seat=message.seat)
    table.give_reason(peer, message, at)
    table.send_off(message.seat, "replaced")
    table.away_since[message.seat] = at
    taken = facts.SeatTaken(message.seat, name, "", tokens.digest(token), by=peer.role)
    hand_over(table, taken, at)
    return messages.SeatKey(seat=message.seat, token=token)


def hand_over(table: Table, taken: facts.SeatTaken, at: float) -> None:
    """Let somebody take a seat.

    S16: a sheet that is sealed is a finished decision, so it counts. Any other sheet belongs to its writer
    alone, so it is thrown away if somebody else holds the seat now.
    """
    seat, state = taken.seat, table.state
    before = state.chairs[seat].holder
    table.emit(taken, at)
    is_unsealed = bool(state.owed_by(seat)) and seat not in state.sealed
    if state.chairs[seat].holder == before:
        return
    table.ready.discard(seat)
    if is_unsealed:
        table.emit(facts.SheetsDiscarded(seat), at)
