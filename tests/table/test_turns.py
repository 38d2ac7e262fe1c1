"""A game of turns at a table: one seat owes a sheet at a time, and nobody waits without need."""

from pathlib import Path

from protocol import events
from protocol.messages import Chat, Done, Ready, Refused, Snapshot, Sync
from tests.kit.callers import Caller, call, open_table, seat_all, serving


async def turns_of_three(port: int) -> list[Caller]:
    opener = await call(port)
    opened = await open_table(opener, game="strategiksa", options={"players": 3})
    return await seat_all(port, opened.table, ("Ana", "Bo", "Cy"))


async def pass_phase(players: list[Caller], number: int) -> events.PhaseOpened:
    """Whoever owes the sheet hands it in empty; what the game makes of that is its own business."""
    for player in players:
        opened = await player.until_event(events.PhaseOpened, phase=number)
    seat, (sheet,) = next(iter(opened.owing.items()))
    writer = next(player for player in players if player.seat == seat)
    assert isinstance(await writer.seal(number, 0, sheet), Done)
    return opened


async def test_one_seat_owes_and_the_others_wait(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        players = await turns_of_three(app.port)
        opened = await pass_phase(players, 1)
        assert len(opened.owing) == 1
        assert {*opened.owing, *opened.waiting} == {player.seat for player in players}
        idle = next(player for player in players if player.seat in opened.waiting)
        assert isinstance(await idle.seal(1, 0), Refused)


async def test_a_phase_that_opens_at_once_waits_for_nobody(tmp_path: Path) -> None:
    """Placements follow each other by themselves; the first turn waits until all are ready."""
    async with serving(tmp_path) as app:
        players = await turns_of_three(app.port)
        keys = [(await pass_phase(players, number)).key for number in (1, 2, 3)]
        assert keys == ["placement"] * 3
        for player in players:
            assert isinstance(await player.ask(Ready(phase=3)), Done)
        assert (await players[0].until_event(events.PhaseOpened, phase=4)).key == "turn"


async def test_whoever_owes_nothing_now_is_named_as_waiting(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        players = await turns_of_three(app.port)
        await players[0].until_event(events.PhaseOpened, phase=1)
        await players[0].send(Sync(after=2**53))
        snapshot = await players[0].until(lambda m: isinstance(m, Snapshot) and m.stage == "writing")
        assert isinstance(snapshot, Snapshot)
        named = {*snapshot.phase["owing"], *snapshot.phase["waiting"]}
        assert named == {line.seat for line in snapshot.seats}
        assert len(snapshot.phase["owing"]) == 1


async def test_two_may_talk_in_private_while_a_third_writes(tmp_path: Path) -> None:
    """K-TURN-8"""
    async with serving(tmp_path) as app:
        ana, bo, cy = await turns_of_three(app.port)
        for player in (ana, bo, cy):
            await player.until_event(events.PhaseOpened, phase=1)
        assert isinstance(await ana.ask(Chat(text="let us join forces", to=bo.seat)), Done)
        assert (await bo.until_event(events.Chatted)).text == "let us join forces"
        await cy.until_event(events.Masked)
        assert not any(b"join forces" in data for data in cy.raw)
