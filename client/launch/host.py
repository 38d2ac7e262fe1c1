"""The commands that open a table of one's own: solo, host, hotseat."""

import argparse
from contextlib import AsyncExitStack
from typing import Any

from client.errors import ClientError, Refusal
from client.launch.launch import Launch
from client.launch.own_server import own_server
from client.launch.pick_table import read_duration
from client.launch.saved import Place
from client.launch.show import run_show
from client.link.address import PORT, Address, read_address
from client.link.session import Session
from client.link.way_in import LOOPBACK, own_addresses
from client.plain import run as plain
from client.plain.console import ask_line
from protocol.messages import OptionValue
from protocol.vocabulary import GATHERING, OVER, REFEREE

SOLO_PLAYERS = 4
SHOW_SECONDS = 20.0
"""A game of bots calls its last round when it has lasted so long, by P-END-2."""


class Host(Launch):
    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__(args)
        self.options = self._read_options()

    def _read_options(self) -> dict[str, OptionValue]:
        """What the table is to be like, read before anything is asked; what is left out is the game's own."""
        wanted: dict[str, OptionValue] = {"players": self.args.players}
        for name in ("seconds", "limit"):
            if given := getattr(self.args, name):
                wanted[name] = read_duration(given, self.language)
        return wanted

    async def solo(self) -> int:
        if not self.is_terminal and not self.args.plain:
            return await self._show_bots()
        self.check_screen()
        async with own_server(self.language, lost=lambda: self.give_up("qg solo")) as address:
            async with self.at(address) as session:
                if await self._go_on(session):
                    return await self._play_solo(session)
            async with self.at(address) as session:
                self.check_level(session)
                options: dict[str, OptionValue] = {"interlude": None, **self.options}
                called = self.text("cli.solo-name", name=self.name)
                opened = await session.open_table(self.args.game, called, options)
                await session.join(opened.table, self.name, self.args.seat.upper())
                return await self._play_solo(session)

    async def _go_on(self, session: Session) -> bool:
        """With the unfinished game, unless another one is asked for."""
        args = self.args
        table = self.memory.kept.solo.get(args.game, "")
        held = self.memory.place(table)
        is_other = args.level or (held and args.seat.upper() not in ("", held.seat))
        if held is None or args.new or is_other:
            return False
        try:
            await session.resume(table, held.token)
        except Refusal:  # that database is gone
            return False
        if session.state.stage == OVER or not self._is_as_asked(session.state.options):
            return False
        going_on = self.text("cli.solo-on", count=len(session.state.rounds))
        if self.plain:
            self.console.print(going_on)
        else:
            session.tell(going_on)
        return True

    def _is_as_asked(self, options: dict[str, Any]) -> bool:
        """Whether a table has what was asked for; what was not named may be anything."""
        is_usual = self.args.players == SOLO_PLAYERS
        asked = {name: wanted for name, wanted in self.options.items() if name != "players" or not is_usual}
        return all(name in options and options[name] == wanted for name, wanted in asked.items())

    async def _play_solo(self, session: Session) -> int:
        self._keep_name()
        await self._invite(session, len(session.state.free))
        await session.until(lambda state: state.view is not None)
        self.memory.keep_solo(session.state.game, session.state.table)
        session.parting = self.text("cli.leave-solo")
        status = await self.show(session)
        if session.state.stage == OVER:
            self.memory.keep_solo(session.state.game, "")
        else:
            game = "" if session.state.game == "power" else f" --game {session.state.game}"
            self.say("cli.solo-again", command=f"qg solo{game}")
        return status

    async def _show_bots(self) -> int:
        own: dict[str, OptionValue] = {"seconds": None, "limit": SHOW_SECONDS, "interlude": None}
        async with own_server(self.language) as address, self.at(address) as session:
            self.check_level(session)
            await run_show(
                session,
                self.args.game,
                {**own, **self.options},
                self.args.level,
                self.look,
                rounds=self.args.rounds,
                console=self.console,
            )
        return 0

    async def host(self) -> int:
        self.check_screen()
        self._check_bots()
        if not (self.args.tournament and self.args.target):  # a referee needs none but for the table's
            await self.ask_name()
        async with AsyncExitStack() as stack:
            if self.args.server:
                address, _ = read_address(self.args.server, self.language)
            else:
                port, self.args.tls = self._own_door()
                house = own_server(
                    self.language,
                    public=True,
                    port=port,
                    tls=self.args.tls,
                    lost=lambda: self.give_up(self._host_command()),
                )
                address = await stack.enter_async_context(house)
                self.memory.unpin(address.name)
            session = await stack.enter_async_context(self.at(address))
            return await self._host_at(session)

    def _own_door(self) -> tuple[int, bool]:
        """The port, and whether it is encrypted: as before for a table of our own that is opened again."""
        again = (self.args.target or "").upper()
        held = self.memory.place(again) or self.memory.referee_place(again)
        kept = read_address(held.server, self.language)[0] if held else Address(LOOPBACK, PORT, self.args.tls)
        if held and kept.host != LOOPBACK:
            raise ClientError(self.text("error.not-ours", table=again, where=f"{held.server}/{again}"))
        return (kept.port if self.args.port is None else self.args.port), bool(self.args.tls or kept.tls)

    def _host_command(self) -> str:
        """What opens this table again, as it was opened."""
        session = self.sessions[0]
        port = session.address.port
        words = ["qg host", session.state.table, f"--port {port}" if port != PORT else ""]
        return " ".join(filter(None, [*words, "--tls" if self.args.tls else ""]))

    async def _host_at(self, session: Session) -> int:
        self.check_level(session)
        again = (self.args.target or "").upper()
        is_new = not (self.memory.place(again) or self.memory.referee_key(again))
        if self.memory.place(again):
            await self._sit_down(session, again)
        elif self.memory.referee_key(again):
            await self._take_referee_place(session, again)
        else:
            await self._open_table(session)
        await self._invite(session, self.args.bots or 0)
        self._tell_how_to_join(session)
        is_referee = session.state.role == REFEREE
        if is_new and is_referee and not self.plain:
            self.say("cli.press-enter")  # the key has to be read before the screen covers it
            await ask_line()
        if self.args.server:
            status = await (self.show_referee([session]) if is_referee else self.show(session))
            self._tell_way_back(session, "qg referee" if is_referee else "qg join")
            return status
        command = self._host_command()
        session.parting, session.ends_with_us = self.text("cli.leave-host", command=command), True
        status = await (self.show_referee([session]) if is_referee else self.show(session))
        if await self._give_up(session):
            self.say("cli.given-up", name=session.state.table_name)
        elif session.state.stage != OVER:
            self.say("cli.host-again", command=command)
        return status

    async def _give_up(self, session: Session) -> bool:
        """A table to which nobody else has come is not kept: it would be offered for ever."""
        state = session.state
        others = [line for line in state.seats if line.name and not line.bot and line.seat != state.seat]
        if state.stage != GATHERING or others or not state.seat or state.link != "ok":
            return False
        try:
            await session.leave()
        except ClientError:
            return False
        self.memory.forget_place(state.table)
        return True

    async def _open_table(self, session: Session) -> None:
        args = self.args
        called = args.target or self.text("cli.table-name", name=self.name)
        opened = await session.open_table(
            args.game, called, self.options, password=args.password, tournament=args.tournament
        )
        if not args.tournament:
            await session.join(opened.table, self.name, args.seat.upper(), args.password)
            self._keep_name()
            return
        self.memory.keep_place(opened.table, Place(session.address.typed, opened.referee_key))
        await session.referee(opened.table, opened.referee_key)
        self.say("cli.hosted-key", key=opened.referee_key)

    def _check_bots(self) -> None:
        bots, players = self.args.bots or 0, self.args.players
        if not 0 <= bots <= players - (0 if self.args.tournament else 1):
            raise ClientError(self.text("error.too-many-bots", players=players, bots=bots))

    def _tell_how_to_join(self, session: Session) -> None:
        state, address = session.state, session.address
        is_here = address.host == LOOPBACK
        hosts = (own_addresses() if is_here else [address.host])[:3]
        ways = [f"qg join {state.table}"] if is_here else []
        ways += [f"qg join {Address(host, address.port, address.tls).typed}/{state.table}" for host in hosts]
        opened = self.text("cli.hosted", name=state.table_name, table=state.table)
        notes = [self.text("cli.hosted-password")] if self.args.password else []
        print_of = self.memory.pinned(address.name) if address.tls else ""
        notes += [self.text("cli.hosted-tls", fingerprint=print_of)] if print_of else []
        alternative = f"\n{self.text('cli.or')}\n"
        self.console.print(opened, *alternative.join(f"  {way}" for way in ways).split("\n"), *notes)
        if not self.plain:  # the screen will cover what was printed
            between = f" {self.text('cli.or')} "
            session.tell("\n".join([f"{opened} {between.join(ways[:2])}", *notes]))

    async def hotseat(self) -> int:
        self.check_screen()
        self._check_bots()
        options: dict[str, OptionValue] = {"seconds": None, "limit": None, "interlude": None, **self.options}
        people = self.args.players - (self.args.bots or 0)
        names = [name.strip() for name in self.args.name.split(",") if name.strip()]
        if len(names) > people:
            raise ClientError(self.text("error.too-many-names", names=len(names), people=people))
        names += [self.text("cli.player", number=n + 1) for n in range(len(names), people)]
        async with AsyncExitStack() as stack:
            house = own_server(self.language, lost=lambda: self.give_up("qg hotseat"))
            address = await stack.enter_async_context(house)
            sessions = [await stack.enter_async_context(self.at(address)) for _ in names]
            called = self.text("cli.table-name", name=names[0])
            self.check_level(sessions[0])
            opened = await sessions[0].open_table(self.args.game, called, options)
            for session, name in zip(sessions, names, strict=True):
                await session.join(opened.table, name)
            bots = self.args.bots or 0
            await sessions[0].until(lambda state: len(state.free) <= bots)  # has seen the others sit down
            await self._invite(sessions[0], bots)
            for session in sessions:
                session.parting, session.ends_with_us = self.text("cli.leave-hotseat"), True
            return await self._show_hotseat(sessions)

    async def _show_hotseat(self, sessions: list[Session]) -> int:
        if self.plain:
            return await plain.run_hotseat(sessions, self.look, self.console)
        from client.screens import app

        return await app.run_hotseat(sessions, self.look)
