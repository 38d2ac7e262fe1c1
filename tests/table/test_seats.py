"""Seats are held by a secret token; players come back to them, take them over and hand them on."""

import asyncio
import secrets
import stat
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError

from protocol import events, messages
from protocol.messages import (
    CLOSE_TAKEN_OVER,
    ClientMessage,
    Done,
    Join,
    Leave,
    Ping,
    Pong,
    Referee,
    Refused,
    Replace,
    Resume,
    Seal,
    Seated,
    Snapshot,
    TakenOver,
    Watch,
    Write,
    Written,
)
from server import tokens
from server.net.limits import Limits
from server.table import facts
from server.table.audience import AWAY_SECONDS
from tests.kit.callers import FREE, PATIENCE, Caller, call, open_table, seat_all, serving, start_game
from tests.kit.sittings import Sitting, begun, is_written, refusal
from tests.kit.timing import timed


async def come_back(port: int, table: str, token: str, **more: int) -> Caller:
    caller = await call(port)
    answer = await caller.ask(Resume(table=table, token=token, **more))
    assert isinstance(answer, Seated), answer
    caller.seat, caller.table, caller.token = answer.seat, table, token
    return caller


async def test_a_player_comes_back_in_mid_phase_and_finds_the_draft(tmp_path: Path) -> None:
    """R4: from any machine."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        await players[0].write(1, "attack", "at dawn", revision=4)
        await players[0].close()
        back = await come_back(app.port, table, players[0].token)
        snapshot = await back.until_kind(Snapshot)
        assert (snapshot.role, snapshot.stage) == ("V", "writing")
        assert snapshot.sheets["V"].revision == 4
        assert snapshot.sheets["V"].lines == ("attack", "at dawn")
        assert [advice.line for advice in snapshot.sheets["V"].advice] == [0, 1]
        assert isinstance(await back.write(1, "at noon", revision=5), Written)


async def test_a_snapshot_holds_the_receiver_s_own_sheets_only(tmp_path: Path) -> None:
    """S1."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        await players[0].write(1, "attack")
        back = await come_back(app.port, table, players[1].token)
        snapshot = await back.until_kind(Snapshot)
        assert set(snapshot.sheets) == {"B"}
        lines = {line.seat: (line.written, line.sealed) for line in snapshot.seats}
        assert lines["V"] == (True, False)


async def test_a_second_connection_with_the_token_takes_over_and_the_first_is_told(tmp_path: Path) -> None:
    """S3: told and closed with 4002."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        first = players[0]
        await first.write(1, "by the first")
        second = await come_back(app.port, table, first.token)
        told = await first.until_kind(TakenOver)
        assert "another connection" in told.text
        with pytest.raises(ConnectionClosedError) as closed:
            await first.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSE_TAKEN_OVER
        assert isinstance(await second.write(1, "by the second", revision=2), Written)
        live = app.lobby._actors[table].table
        assert [peer.seat for peer in live.peers.values()].count("V") == 1


def test_what_the_first_connection_still_had_under_way_is_refused_after_the_take_over() -> None:
    """S3: one seat, one writer, no mixed sheets."""
    sitting, (ana, *_) = begun()
    ana.write("by the first")
    old_peer = ana.peer
    second = sitting.back(ana.token)
    assert ana.closed is not None
    assert ana.closed[0] == CLOSE_TAKEN_OVER
    ghost = sitting.caller()
    ghost.peer = old_peer
    sitting.callers[old_peer.number] = ghost
    late = Write(phase=1, sheet="V", revision=9, lines=("by a ghost",))
    assert refusal(ghost.ask(late)) == "not-at-table"
    assert refusal(ghost.ask(Seal(phase=1, revisions={"V": 1}))) == "not-at-table"
    assert is_written(second.write("by the second", revision=2), 2)


async def test_two_clients_with_one_token_by_turns_lose_nothing(tmp_path: Path) -> None:
    """S3: two clients with one token."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        token = players[0].token
        for revision in range(1, 11):
            back = await come_back(app.port, table, token)
            snapshot = await back.until_kind(Snapshot)
            assert snapshot.sheets["V"].revision == revision - 1
            assert isinstance(await back.write(1, f"line {revision}", revision=revision), Written)
        assert isinstance(await back.seal(1, revision=10), Done)


def test_of_ten_thousand_random_tokens_none_opens_a_seat() -> None:
    """S2."""
    sitting, _ = begun()
    stranger = sitting.caller()
    before = len(sitting.rows)
    for _ in range(10_000):
        assert refusal(stranger.ask(Resume(table="TABLE", token=secrets.token_urlsafe(16)))) == "wrong-token"
    for token in ("", "V", "Ana", "of Ana", "\x00", "0" * 64):
        assert refusal(stranger.ask(Resume(table="TABLE", token=token))) == "wrong-token"
    assert len(sitting.rows) == before


def test_a_stored_digest_is_no_token_and_no_key() -> None:
    """S2: nobody can take a seat with what the database holds."""
    sitting = Sitting(tournament=True, password="sesame")
    sitting.sit("Ana", password="sesame")
    stranger = sitting.caller()
    chair = sitting.state.chairs["V"]
    for digest in (chair.token, chair.key, sitting.state.opened.referee, sitting.state.opened.password):
        assert refusal(stranger.ask(Resume(table="TABLE", token=digest))) == "wrong-token"
        assert refusal(stranger.ask(Referee(table="TABLE", key=digest))) == "wrong-key"
        assert refusal(stranger.ask(Watch(table="TABLE", password=digest))) == "wrong-password"


def test_a_bot_has_no_token_and_no_key() -> None:
    """S2: an empty secret opens nothing."""
    sitting = Sitting()
    ana = sitting.sit("Ana")
    ana.ask(messages.Invite(seat="B", level="recruit"))
    stranger = sitting.caller()
    assert refusal(stranger.ask(Resume(table="TABLE", token=""))) == "wrong-token"
    answer = stranger.ask(Join(table="TABLE", name="Eve", key=""))
    assert isinstance(answer, Seated)
    assert answer.seat == "J"


def test_a_token_has_128_bits_and_no_two_are_alike() -> None:
    """S2."""
    made = {tokens.new_token() for _ in range(1000)}
    assert len(made) == 1000
    assert min(map(len, made)) >= 22  # 128 bits in base 64


STRICT = Limits(rate=0, asking_rate=0)


async def test_wrong_secrets_keep_no_right_one_out(tmp_path: Path) -> None:
    """S2: whoever has a token, a key or the password gets in, whatever came from the same address before."""
    async with serving(tmp_path, STRICT) as app:
        opener = await call(app.port)
        opened = await open_table(opener, password="sesame", tournament=True)
        player = await call(app.port)
        await player.sit(opened.table, "Ana", password="sesame")
        wrong: list[tuple[ClientMessage, str]] = [
            (Resume(table=opened.table, token="wrong"), "wrong-token"),
            (Referee(table=opened.table, key="wrong"), "wrong-key"),
            (Watch(table=opened.table, password="wrong"), "wrong-password"),
        ]
        for message, code in wrong * 4:
            assert refusal(await opener.ask(message)) == code
        for right in (
            Resume(table=opened.table, token=player.token),
            Referee(table=opened.table, key=opened.referee_key),
            Join(table=opened.table, name="Ana", key="own secret of Ana"),
            Watch(table=opened.table, password="sesame"),
        ):
            other = await call(app.port)
            assert isinstance(await other.ask(right), Seated | Done)


async def test_a_right_password_waits_behind_wrong_ones_and_gets_in(tmp_path: Path) -> None:
    """S2: from the address of somebody who guesses, each password is judged in its turn."""
    limits = msgspec.structs.replace(STRICT, wrong_passwords=2, password_rate=50.0)
    async with serving(tmp_path, limits) as app:
        opener = await call(app.port)
        opened = await open_table(opener, password="sesame")
        guessers = [await call(app.port) for _ in range(4)]
        for n, guesser in enumerate(guessers):
            await guesser.send(Watch(table=opened.table, password=f"guess {n}"))
        answer = await opener.ask(Watch(table=opened.table, password="sesame"))
        assert isinstance(answer, Done)
        for guesser in guessers:
            assert refusal(await guesser.until_kind(Refused)) == "wrong-password"


async def test_somebody_whose_password_waits_is_still_served(tmp_path: Path) -> None:
    """A client that waits for its turn gets answers to its pings, and one that hangs up waits no longer."""
    limits = msgspec.structs.replace(STRICT, wrong_passwords=1, password_rate=0.001)
    async with serving(tmp_path, limits) as app:
        caller = await call(app.port)
        opened = await open_table(caller, password="sesame")
        wrong = Watch(table=opened.table, password="wrong")
        assert refusal(await caller.ask(wrong)) == "wrong-password"
        await caller.send(wrong)
        assert isinstance(await caller.ask(Ping()), Pong)
        assert opened.table in app._passwords._queues
        assert refusal(await caller.ask(wrong)) == "rate", "one password of each connection at a time"
        await caller.close()
        other = await call(app.port)
        async with asyncio.timeout(PATIENCE):
            while app._passwords._queues:
                assert isinstance(await other.ask(Ping()), Pong)


def stored_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_no_secret_is_in_the_database_or_beside_it(tmp_path: Path) -> None:
    """S2, S12: tokens, keys and passwords are stored as digests only."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, password="open sesame", tournament=True, key="the opener's secret")
        player = await call(app.port)
        await player.sit(opened.table, "Ana", password="open sesame")
        stored = stored_bytes(tmp_path)
        assert b"Ana" in stored, "the log in use was read"
        kept = [player.token, opened.referee_key, "open sesame", "the opener's secret", "own secret of Ana"]
        for secret in kept:
            assert secret.encode() not in stored
    stored = stored_bytes(tmp_path)
    assert not [secret for secret in kept if secret.encode() in stored]


async def test_the_data_folder_and_the_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    """S12: 0700 and 0600, with the log beside it."""
    folder = tmp_path / "made" / "here"
    async with serving(folder) as app:
        opener = await call(app.port)
        await open_table(opener)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert modes["qg.db"] == 0o600
        assert set(modes.values()) == {0o600}


def test_the_token_changes_when_a_referee_hands_the_seat_over() -> None:
    """S2: the old token opens nothing any more."""
    sitting = Sitting(tournament=True)
    ana, *_ = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    ana.write("by Ana")
    key = referee.ask(Replace(seat="V", name="Eve"))
    assert isinstance(key, messages.SeatKey)
    assert ana.closed is not None
    assert ana.closed[0] == CLOSE_TAKEN_OVER
    stranger = sitting.caller()
    assert refusal(stranger.ask(Resume(table="TABLE", token=ana.token))) == "wrong-token"
    old_key = Join(table="TABLE", name="Ana", key="of Ana")
    assert refusal(stranger.ask(old_key)) == "already-started", "the key of Join is void as well"
    eve = sitting.back(key.token)
    assert is_written(eve.write("by Eve"), 1)
    assert key.token not in repr(ana.heard)


def test_a_player_long_gone_is_replaced_by_a_bot_and_comes_back_with_the_token() -> None:
    """One player who leaves neither ends the game nor holds it up."""
    sitting, (ana, bo, *_) = begun()
    assert refusal(bo.ask(Replace(seat="V", level="recruit"))) == "not-away"
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS - 1)
    answer = bo.ask(Replace(seat="V", level="recruit"))
    assert isinstance(answer, Refused)
    assert answer.code == "away-wait"
    assert "89 seconds" in answer.text
    sitting.pass_time(1)
    assert refusal(bo.ask(Replace(seat="V", name="Eve"))) == "not-referee"
    assert refusal(bo.ask(Replace(seat="V", level="marshal"))) == "no-such-level"
    assert isinstance(bo.ask(Replace(seat="V", level="recruit")), Done)
    assert bo.events(events.SeatTaken)[-1] == events.SeatTaken("V", "Ana", "recruit", by="B")
    job = sitting.jobs[-1]
    assert (job.seat, job.level, job.sheets) == ("V", "recruit", ("V",))
    sitting.bot_answers(job, {"V": ("by the bot",)})
    assert sitting.state.sealed == {"V"}
    back = sitting.back(ana.token)
    assert bo.events(events.SeatTaken)[-1] == events.SeatTaken("V", "Ana", "")
    assert refusal(back.ask(messages.Unseal(phase=1))) == "sealed-by-another"
    sitting.pass_time(600)
    sitting.pass_time(60)
    assert is_written(back.write("by Ana"), 1)


def test_the_sheets_of_a_bot_are_ignored_when_the_player_is_back() -> None:
    """S3: no mixed sheets."""
    sitting, (ana, bo, *_) = begun()
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS)
    bo.ask(Replace(seat="V", level="recruit"))
    back = sitting.back(ana.token)
    back.write("by Ana")
    sitting.bot_answers(sitting.jobs[-1], {"V": ("by the bot",)})
    assert sitting.state.draft("V").lines == ("by Ana",)
    assert sitting.state.sealed == set()


def test_a_bot_that_replaces_a_player_leaves_one_writer_at_the_seat() -> None:
    """S3: a referee may replace one who is still connected; that connection writes no more."""
    sitting = Sitting(tournament=True)
    ana, *_ = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    assert isinstance(referee.ask(Replace(seat="V", level="recruit")), Done)
    assert ana.closed is not None
    assert ana.peer.role == ""
    back = sitting.back(ana.token)
    assert is_written(back.write("by Ana"), 1)


def test_a_player_who_never_came_back_from_a_restart_is_replaced_too() -> None:
    """One player who leaves never holds up the game."""
    sitting, (_, bo, *_) = begun()
    sitting.restart()
    bo = sitting.back(bo.token)
    sitting.pass_time(AWAY_SECONDS - 1)
    assert refusal(bo.ask(Replace(seat="V", level="recruit"))) == "away-wait"
    sitting.pass_time(1)
    assert isinstance(bo.ask(Replace(seat="V", level="recruit")), Done)


def test_no_player_replaces_themselves_and_no_watcher_replaces_anybody() -> None:
    sitting, (ana, *_) = begun()
    assert refusal(ana.ask(Replace(seat="V", level="recruit"))) == "own-seat"
    assert refusal(ana.ask(Replace(seat="Z", level="recruit"))) == "no-such-seat"
    assert refusal(sitting.watcher().ask(Replace(seat="V", level="recruit"))) == "not-referee"


def test_a_seat_stays_while_its_player_is_away() -> None:
    """Connections come and go, seats stay."""
    sitting, (ana, *_) = begun()
    eve = Join(table="TABLE", name="Eve", key="the secret of Eve")
    assert refusal(sitting.caller().ask(eve)) == "already-started"
    sitting.cut(ana)
    assert isinstance(sitting.caller().ask(eve), messages.Waiting), "only the host gives a seat away"
    assert sitting.state.chairs["V"].name == "Ana"
    gathering = Sitting()
    ana = gathering.sit("Ana", "B")
    gathering.cut(ana)
    taken = gathering.caller().ask(Join(table="TABLE", name="Eve", key="the secret of Eve", seat="B"))
    assert refusal(taken) == "seat-taken"


def test_a_player_who_left_in_mid_game_comes_back_with_the_token() -> None:
    sitting, (ana, *_) = begun()
    ana.write("x")
    assert isinstance(ana.ask(Leave()), Done)
    assert refusal(ana.ask(Seal(phase=1, revisions={"V": 1}))) == "not-at-table"
    assert sitting.back(ana.token).peer.seat == "V"


async def test_a_seat_at_one_table_gives_no_right_at_another(tmp_path: Path) -> None:
    """S3: that holds even if both are entered at the same moment."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        eve = await call(app.port)
        own = await open_table(eve, name="Eve's", key="the secret of Eve")
        await eve.send(Join(table=own.table, name="Eve", key="the secret of Eve", seat="V"))
        await eve.send(Watch(table=table))
        await eve.send(Write(phase=1, sheet="V", revision=1, lines=("forged",)))
        await eve.send(Seal(phase=1, revisions={"V": 1}))
        assert isinstance(await eve.ask(Ping()), messages.Pong)
        assert isinstance(await players[0].write(1, "genuine"), Written)
        state = app.lobby._actors[table].table.state
        assert state.draft("V").lines == ("genuine",)
        assert state.sealed == set()


async def test_a_referee_of_one_table_is_none_at_another(tmp_path: Path) -> None:
    """S3."""
    async with serving(tmp_path) as app:
        victim = await open_table(await call(app.port), tournament=True)
        await seat_all(app.port, victim.table)
        eve = await call(app.port)
        own = await open_table(eve, name="Eve's", key="the secret of Eve", tournament=True)
        await eve.send(Referee(table=own.table, key=own.referee_key))
        await eve.send(Watch(table=victim.table))
        await eve.send(messages.Start())
        await eve.ask(Ping())
        watcher = await call(app.port)
        await watcher.ask(Watch(table=victim.table))
        snapshot = await watcher.until_kind(Snapshot)
        assert snapshot.stage == "gathering"


def test_a_peer_of_another_table_may_do_nothing_here() -> None:
    """S3: the table knows its own peers, whatever a peer claims to be."""
    here, (ana, *_) = begun()
    elsewhere, (eve, *_) = begun()
    for role, seat in (("V", "V"), ("referee", None)):
        ghost = here.caller()
        ghost.peer.role, ghost.peer.seat = role, seat
        assert refusal(ghost.ask(Write(phase=1, sheet="V", revision=1, lines=("x",)))) == "not-at-table"
        assert refusal(ghost.ask(messages.Finish())) in ("not-at-table", "not-referee")
        assert refusal(ghost.ask(messages.Chat(text="x"))) == "not-at-table"
    assert here.facts(facts.Drafted) == []
    assert elsewhere.state.stage == here.state.stage == "writing"
    assert (ana.peer.seat, eve.peer.seat) == ("V", "V")


async def test_a_client_that_tried_two_tables_is_gone_from_both_when_its_connection_ends(
    tmp_path: Path,
) -> None:
    """R4: no seat looks taken by a connection that has ended."""
    async with serving(tmp_path) as app:
        eve = await call(app.port)
        opened = [await open_table(eve, name=f"Table {n}", key=f"secret of table {n}") for n in (1, 2)]
        for table in opened:
            await eve.send(Join(table=table.table, name="Eve", key="the secret of Eve"))
        await eve.ask(Ping())
        watcher = await call(app.port)
        await watcher.ask(Watch(table=opened[0].table))
        await watcher.until(lambda m: isinstance(m, messages.Presence) and m.connected)
        await eve.close()
        await watcher.until(lambda m: isinstance(m, messages.Presence) and not m.connected)
        assert not app.lobby._actors[opened[1].table].table.peers


@pytest.mark.parametrize("most", [PATIENCE, timed(2.0)])
async def test_twenty_cuts_leave_the_seat_and_the_draft_where_they_were(tmp_path: Path, most: float) -> None:
    """R4: back in the seat within 2 s after a cut link, 20 times in 20."""
    async with serving(tmp_path, FREE) as app:
        table, players = await start_game(app.port)
        player = players[0]
        for revision in range(1, 21):
            assert isinstance(await player.write(1, f"line {revision}", revision=revision), Written)
            player.socket.transport.abort()
            async with asyncio.timeout(most):
                player = await come_back(app.port, table, players[0].token)
                snapshot = await player.until_kind(Snapshot)
            assert snapshot.sheets["V"].lines == (f"line {revision}",)


def test_no_token_looks_like_an_option() -> None:
    """A token is typed behind `--token`, where an option would be misread."""
    made = [tokens.new_token() for _ in range(2000)]
    made += [tokens.derived(f"secret {number}", "referee") for number in range(2000)]
    assert not [token for token in made if token.startswith("-")]
    assert len(set(made)) == len(made)


def test_nobody_talks_to_an_empty_seat() -> None:
    sitting = Sitting()
    ana, zoe = sitting.sit("Ana"), sitting.caller()
    answer = ana.ask(messages.Chat(text="secret", to="J"))
    assert refusal(answer) == "nobody-sits"
    zoe.ask(messages.Join(table="TABLE", name="Zoe", key="of Zoe", seat="J"))
    assert not ana.events(events.Chatted)
    assert isinstance(ana.ask(messages.Chat(text="secret", to="J")), Done)
