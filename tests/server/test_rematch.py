"""A rematch over real sockets: the same people, seats turned by one, tokens that work, watchers told."""

from pathlib import Path

from protocol import events, messages
from protocol.messages import Done, Opened, Refused, RematchSeat, Seated, Standings
from tests.kit.callers import Caller, call, serving


async def open_table(caller: Caller, players: int = 2, **more: object) -> str:
    """A table whose first round is its last."""
    options = {"players": players, "seconds": 60.0, "limit": 60.0, "interlude": None}
    wanted = messages.OpenTable(game="power", name="Sunday", key="a secret of ours!", options=options, **more)  # type: ignore[arg-type]
    opened = await caller.ask(wanted)
    assert isinstance(opened, Opened), opened
    return opened.table


async def finish(*players: Caller) -> None:
    """Everybody seals an empty sheet, which ends the game."""
    for player in players:
        await player.until_event(events.PhaseOpened)
        assert isinstance(await player.ask(messages.Seal(phase=1)), Done)
    for player in players:
        await player.until_event(events.GameEnded)


async def move(player: Caller) -> RematchSeat:
    """Do what a client does when its seat at the new table comes."""
    moved = await player.until_kind(RematchSeat)
    assert isinstance(await player.ask(messages.Leave()), Done)
    seated = await player.ask(messages.Resume(table=moved.table, token=moved.token))
    assert isinstance(seated, Seated), seated
    assert (seated.table, seated.seat) == (moved.table, moved.seat)
    player.seat = moved.seat
    return moved


async def test_the_same_people_play_again_with_the_seats_turned(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ana, bo, watcher = [await call(server.port) for _ in range(3)]
        table = await open_table(ana)
        await ana.sit(table, "Ana")
        await watcher.ask(messages.Watch(table=table))
        await bo.sit(table, "Bo")
        await finish(ana, bo)
        assert isinstance(await ana.ask(messages.Rematch()), Done)
        assert not [said for said in ana.heard if isinstance(said, RematchSeat)]
        assert isinstance(await bo.ask(messages.Rematch()), Done)
        told = await watcher.until_event(events.RematchOpened)
        moved = [await move(ana), await move(bo)]
        assert (ana.seat, bo.seat) == ("JR", "VB")
        assert {each.table for each in moved} == {told.table}
        assert told.name == "Sunday 2"
        started = [await player.until_event(events.PhaseOpened, phase=1) for player in (ana, bo)]
        assert started[0].owing.keys() == {"VB", "JR"}


async def test_who_opened_the_table_is_the_host_of_the_rematch(tmp_path: Path) -> None:
    """Whoever comes to the new table first; and may close it alone, as the table before."""
    async with serving(tmp_path) as server:
        ana, bo = [await call(server.port) for _ in range(2)]
        table = await open_table(ana)
        joined = await ana.ask(messages.Join(table=table, name="Ana", key="a secret of ours!"))
        assert isinstance(joined, Seated), joined
        await bo.sit(table, "Bo")
        for _ in range(2):
            assert isinstance(await ana.ask(messages.Close()), Done)
            await ana.until_event(events.GameEnded)
            await ana.ask(messages.Rematch())
            await bo.ask(messages.Rematch())
            await move(bo)
            await move(ana)
            seats = next(m.seats for m in reversed(ana.heard) if isinstance(m, messages.Snapshot))
            assert [line.name for line in seats if line.host] == ["Ana"]


async def test_the_rematch_of_a_rematch_has_the_next_number(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ana = await call(server.port)
        table = await open_table(ana, bots={"JR": "recruit"})
        await ana.sit(table, "Ana")
        names = []
        for _ in range(2):
            await finish(ana)
            await ana.ask(messages.Rematch())
            names.append((await ana.until_event(events.RematchOpened)).name)
            await move(ana)
        assert names == ["Sunday 2", "Sunday 3"]
        await ana.until_event(events.PhaseOpened)
        taken = [e for e in ana.events() if isinstance(e, events.SeatTaken) and e.bot]
        assert not taken, "the bots sat down before Ana came"
        seats = next(m.seats for m in reversed(ana.heard) if isinstance(m, messages.Snapshot))
        assert [(line.seat, line.bot) for line in seats] == [("VB", ""), ("JR", "recruit")]


async def test_the_seat_of_a_player_who_is_away_is_left_free(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ana, bo = [await call(server.port) for _ in range(2)]
        table = await open_table(ana)
        await ana.sit(table, "Ana")
        await bo.sit(table, "Bo")
        await finish(ana, bo)
        token = bo.token
        await bo.close()
        await ana.until(lambda said: isinstance(said, messages.Presence) and said.connected == ("VB",))
        await ana.ask(messages.Rematch())
        moved = await move(ana)
        snapshot = await ana.until_kind(messages.Snapshot)
        late = await call(server.port)
        assert isinstance(await late.ask(messages.Resume(table=table, token=token)), Seated)
        await late.ask(messages.Rematch())
        refused = await late.until_kind(Refused)
        assert refused.code == "rematch-begun"
        assert moved.table in refused.text
        await late.ask(messages.Leave())
        assert (await late.sit(moved.table, "Bo")).seat == "VB"
        await ana.until_event(events.GameStarted)
        assert snapshot.table


async def test_who_asks_again_gets_the_same_seat(tmp_path: Path) -> None:
    """R20: also after the server was started again, a rematch that was stored is not opened twice."""
    async with serving(tmp_path) as server:
        ana = await call(server.port)
        table = await open_table(ana, bots={"JR": "recruit"})
        seated = await ana.sit(table, "Ana")
        await finish(ana)
        await ana.ask(messages.Rematch())
        first = await ana.until_kind(RematchSeat)
    async with serving(tmp_path) as server:
        ana = await call(server.port)
        await ana.ask(messages.Resume(table=table, token=seated.token))
        await ana.ask(messages.Rematch())
        again = await ana.until_kind(RematchSeat)
        assert (again.table, again.seat, again.token) == (first.table, first.seat, first.token)
        assert not [event for event in ana.events() if isinstance(event, events.RematchOpened)]


async def test_nobody_plays_again_before_the_end_and_no_watcher_decides(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ana, watcher = [await call(server.port) for _ in range(2)]
        table = await open_table(ana, bots={"JR": "recruit"})
        await ana.sit(table, "Ana")
        await watcher.ask(messages.Watch(table=table))
        early, other = await ana.ask(messages.Rematch()), await watcher.ask(messages.Rematch())
        assert isinstance(early, Refused)
        assert isinstance(other, Refused)
        assert (early.code, other.code) == ("not-over", "not-seated")


async def test_standings_add_up_the_games_of_these_people_from_the_store(tmp_path: Path) -> None:
    """Ana and Bo play twice, and Ana once with Cy; the server is started again before they are asked for."""
    async with serving(tmp_path) as server:
        for number, others in enumerate(("Bo", "Bo", "Cy")):
            ana, other = [await call(server.port) for _ in range(2)]
            options: dict[str, messages.OptionValue] = {"players": 2, "seconds": 60.0, "limit": 60.0}
            key = f"a secret of game {number}"
            opened = await ana.ask(messages.OpenTable(game="power", name="Sunday", key=key, options=options))
            assert isinstance(opened, Opened)
            await ana.sit(opened.table, "Ana")
            await other.sit(opened.table, others)
            await finish(ana, other)
            await ana.close()
            await other.close()
    async with serving(tmp_path) as server:
        ana, bo = [await call(server.port) for _ in range(2)]
        opened = await ana.ask(
            messages.OpenTable(game="power", name="Next", key="a secret of the last", options={"players": 2})
        )
        assert isinstance(opened, Opened)
        await ana.sit(opened.table, "Ana")
        alone = await ana.ask(messages.ListStandings())
        await bo.sit(opened.table, "BO")
        found = await ana.ask(messages.ListStandings())
        assert isinstance(alone, Standings)
        assert isinstance(found, Standings)
        assert alone.games == 0, "Ana has never played against bots alone"
        assert found.games == 2
        assert {line.name: (line.games, line.drawn, line.rounds) for line in found.lines} == {
            "Ana": (2, 2, 2),
            "BO": (2, 2, 2),
        }
        assert all(line.figures == {"flags": 0} for line in found.lines)
