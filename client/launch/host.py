"""The commands that open a new table: solo, host, hotseat."""

import argparse
from collections.abc import Mapping
from contextlib import AsyncExitStack
from difflib import get_close_matches

from client.errors import ClientError, Refusal
from client.launch.closed_games import latest_kept_here
from client.launch.game_of_bots import run_game_of_bots
from client.launch.game_options import options_of, read_options
from client.launch.launch import Launch
from client.launch.own_server import free_port, own_server
from client.launch.pick_table import ChosenTable
from client.launch.saved import Place
from client.launch.web_beside import WebBeside, web_beside
from client.link.address import PORT, Address, read_address
from client.link.limits import whole_number
from client.link.session import Session
from client.link.way_in import LOOPBACK, own_addresses
from client.plain import run as plain
from client.plain.console import ask_line
from client.play.lessons import Tutor
from client.play.qr_code import qr_rows
from client.state.levels import character_words, kind_meant, level_words
from client.words import means
from protocol.messages import OptionValue
from protocol.options import WholeNumber
from protocol.views import DEFAULT_GAME, title_of
from protocol.vocabulary import GATHERING, OVER, REFEREE, WITH_CHARACTER

BOT_GAME_SECONDS = 20.0
"""After so many seconds, a game that only bots play has its last round."""
TABLE_LETTERS = 5
"""How many letters name a table."""


class Host(Launch):
    def __init__(self, args: argparse.Namespace) -> None:
        """Wrong options are refused here, before a server is started or anything is asked."""
        super().__init__(args)
        self._described = options_of(args.game, self.language)
        self.options = read_options(self._described, args.options, self.language)

    @property
    def players(self) -> int:
        """The number of seats: the number that was asked for, or the default of the game."""
        players = {**self._described.defaults, **self.options}["players"]
        assert isinstance(players, int)
        return players

    _web: WebBeside | None = None
    """The page for browsers beside our own server."""

    async def solo(self) -> int:
        if not self.is_terminal and not self.args.plain:
            return await self._play_bots_only()
        self.check_terminal_size()
        async with own_server(
            self.language, lost=lambda: self.end_without_server(self._solo_command)
        ) as address:
            async with self.connect(address) as session:
                if await self._resume_unfinished_game(session):
                    return await self._play_solo(session)
            async with self.connect(address) as session:
                self._check_level(session)
                options: dict[str, OptionValue] = {"interlude": None, **self.options}
                called = self.text("cli.solo-name", name=self.name)
                opened = await session.open_table(self.args.game, called, options, waits=True)
                await session.join(opened.table, self.name, self.args.seat.upper())
                return await self._play_solo(session)

    async def _resume_unfinished_game(self, session: Session) -> bool:
        """Go on with the unfinished game, unless there is none or another one is asked for."""
        args = self.args
        table = self.memory.kept.solo.get(args.game, "")
        held = self.memory.place(table)
        is_other = args.level or (held and args.seat.upper() not in ("", held.seat))
        if held is None or args.new or is_other:
            return False
        try:
            await session.resume(table, held.token)
        except Refusal:  # the server has no such table any more
            return False
        if session.state.stage == OVER or not self._is_as_asked(session.state.options):
            return False
        going_on = self.text("cli.solo-on", count=len(session.state.rounds), command=self._solo_command)
        if self.plain:
            self.console.print(going_on)
        else:
            session.tell(going_on)
        return True

    def _is_as_asked(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether a table has every option that was asked for; the others may have any value."""
        chosen = {**self._described.defaults, **options}
        return all(name in chosen and chosen[name] == asked for name, asked in self.options.items())

    async def learn(self) -> int:
        """A first round, step by step, at a real table against the weakest bots."""
        self.check_terminal_size()
        tutor = Tutor(self.args.game, self.language)
        lesson = tutor.lesson
        async with own_server(self.language) as address, self.connect(address) as session:
            opened = await session.open_table(self.args.game, self.text("cli.learn-name"), lesson.options)
            await session.join(opened.table, self.name, lesson.seat)
            self.args.level = session.levels[0]
            await self._begin_against_bots(session)
            session.leave_question = self.text("cli.leave-learn")
            status = await self.show(session, tutor)
            self.memory.forget_place(session.state.table)  # nobody goes on with a lesson
            self.say("cli.learnt", command=self._solo_command)
            return status

    async def _begin_against_bots(self, session: Session) -> None:
        """Let bots take all seats that are free, and wait until the game has begun."""
        await self._invite(session, len(session.state.free))
        await self._say_ready(session)
        await session.until(lambda state: state.view is not None)

    async def _play_solo(self, session: Session) -> int:
        self._remember_name()
        await self._begin_against_bots(session)
        self.memory.keep_solo(session.state.game, session.state.table)
        session.on_moved = lambda: self.memory.keep_solo(session.state.game, session.state.table)
        session.leave_question = self.text("cli.leave-solo", command=self._solo_command)
        status = await self.show(session)
        if session.state.stage == OVER:
            self.memory.keep_solo(session.state.game, "")
        else:
            self.say("cli.solo-again", command=self._solo_command)
        return status

    async def _say_ready(self, session: Session) -> None:
        """Let a game begin at which nobody is waited for."""
        if session.state.stage == GATHERING:
            await session.ready()

    @property
    def _solo_command(self) -> str:
        """The command that goes on with the game against bots."""
        return "qg solo" if self.args.game == DEFAULT_GAME else f"qg solo --game {self.args.game}"

    async def _play_bots_only(self) -> int:
        own: dict[str, OptionValue] = {"seconds": None, "limit": BOT_GAME_SECONDS, "interlude": None}
        async with own_server(self.language) as address, self.connect(address) as session:
            self._check_level(session)
            await run_game_of_bots(
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
        self.check_terminal_size()
        await self._offer_kept_table()
        if not await self._means_new_table():
            return 0
        await self._ask_players()
        self._check_bots()
        if not (
            self.args.tournament and self.args.target
        ):  # a referee has no name, but the table may be named after its host
            await self.ask_name()
        async with AsyncExitStack() as stack:
            if self.args.server:
                address, _ = read_address(self.args.server, self.language)
            else:
                port, self.args.tls = self._port_and_encryption()
                port = port or free_port()
                beside = web_beside(Address(LOOPBACK, port, self.args.tls), wanted=self.args.web)
                self._web = await stack.enter_async_context(beside)  # both start at the same time
                server = own_server(
                    self.language,
                    public=True,
                    port=port,
                    tls=self.args.tls,
                    lost=lambda: self.end_without_server(self._host_command()),
                )
                address = await stack.enter_async_context(server)
                self.memory.unpin(address.name)
            session = await stack.enter_async_context(self.connect(address))
            return await self._host_table(session)

    async def _offer_kept_table(self) -> None:
        """Ask whether to open again the latest table of this computer, if no other wish was typed."""
        args = self.args
        has_wish = args.target or args.server or args.options or args.tournament or args.bots
        is_asked = self.is_terminal and not has_wish
        if is_asked and (kept := await latest_kept_here(self.memory, self.language)):
            self.say("cli.open-again", name=kept.table_name, table=kept.table, game=title_of(kept.game))
            if means("yes", (await ask_line() or "").strip()):
                args.target = kept.table

    async def _means_new_table(self) -> bool:
        """Ask before a new table gets a name that looks like the letters of one: they may be mistyped."""
        given = self.args.target or ""
        held = [table.removeprefix("referee:") for table in self.memory.kept.places]
        is_like_letters = given.isascii() and given.isalpha() and given.isupper()
        is_known = given.upper() in held or not is_like_letters or abs(len(given) - TABLE_LETTERS) > 1
        if is_known or not self.is_terminal:
            return True
        near = get_close_matches(given, held)
        self.say("cli.near-letters" if near else "cli.like-letters", given=given, near=", ".join(near))
        return means("yes", (await ask_line() or "").strip())

    async def _ask_players(self) -> None:
        """Ask how many play at a new table, unless that can be seen or nobody can be asked."""
        is_given = "players" in self.options or self.args.bots is not None
        is_given = is_given or self._held((self.args.target or "").upper()) is not None
        kind = self._described.option("players").kind
        if is_given or not self.is_terminal or not isinstance(kind, WholeNumber):
            return
        while True:
            self.say("cli.how-many", least=kind.least, most=kind.most, players=self.players)
            typed = (await ask_line() or "").strip()
            number = whole_number(typed) if typed else self.players
            if number is not None and kind.least <= number <= kind.most:
                break
            self.say("cli.choose-again", typed=typed[:20])
        self.options["players"] = number

    def _held(self, table: str) -> Place | None:
        """The seat or the referee's place that we hold at that table."""
        return self.memory.place(table) or self.memory.referee_place(table)

    def _port_and_encryption(self) -> tuple[int, bool]:
        """The port of our server, and whether it is encrypted; a table that is opened again keeps both."""
        table = (self.args.target or "").upper()
        held = self._held(table)
        kept = read_address(held.server, self.language)[0] if held else Address(LOOPBACK, PORT, self.args.tls)
        if held and kept.host != LOOPBACK:
            raise ClientError(self.text("error.not-ours", table=table, where=f"{held.server}/{table}"))
        return (kept.port if self.args.port is None else self.args.port), bool(self.args.tls or kept.tls)

    def _host_command(self) -> str:
        """The command that opens this table again, as it was opened."""
        session = self.sessions[0]
        port = session.address.port
        words = ["qg host", session.state.table, f"--port {port}" if port != PORT else ""]
        return " ".join(filter(None, [*words, "--tls" if self.args.tls else ""]))

    async def _host_table(self, session: Session) -> int:
        self._check_level(session)
        is_new = await self._return_or_open(session)
        await self._invite(session, self.args.bots or 0)
        self._say_how_to_join(session, await self._web.link_to(session.state.table) if self._web else "")
        is_referee = session.state.role == REFEREE
        if is_new and is_referee and not self.plain:
            self.say("cli.press-enter")  # the key has to be read before the screen covers it
            await ask_line()
        if not self.args.server:
            return await self._show_hosted(session)
        status = await self._show_by_role(session)
        self._say_how_to_return(session, "qg referee" if is_referee else "qg join")
        return status

    async def _return_or_open(self, session: Session) -> bool:
        """Come back to the table of ours that was named, or open one. Returns whether it is a new one."""
        table = (self.args.target or "").upper()
        named = ChosenTable(session.address, table)
        if self.memory.place(table):
            await self._take_seat(session, named)
        elif self.memory.referee_key(table):
            await self._take_referee_place(session, named)
        else:
            await self._open_table(session)
            return True
        return False

    async def _show_hosted(self, session: Session) -> int:
        """Show a table at our own server, which ends for everyone when we leave."""

        def name_command() -> None:
            """The command names the table, so it is another one after a rematch."""
            session.leave_question = self.text("cli.leave-host", command=self._host_command())

        name_command()
        session.leaving_ends_it, session.on_moved = True, name_command
        status = await self._show_by_role(session)
        if await self._leave_empty_table(session):
            self.say("cli.given-up", name=session.state.table_name)
        elif session.state.stage != OVER:
            self.say("cli.host-again", command=self._host_command())
        return status

    async def _show_by_role(self, session: Session) -> int:
        is_referee = session.state.role == REFEREE
        return await (self.show_referee([session]) if is_referee else self.show(session))

    async def _leave_empty_table(self, session: Session) -> bool:
        """Leave a table to which nobody else has come, so that it is not listed for ever."""
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
            self._remember_name()
            return
        self.memory.keep_place(opened.table, Place(session.address.typed, opened.referee_key))
        await session.referee(opened.table, opened.referee_key)
        self.say("cli.hosted-key", key=opened.referee_key)

    def _check_level(self, session: Session) -> None:
        """Know the level that was typed in any language by its name on the server."""
        game, title, welcome = self.args.game, self._described.title, session.welcome
        levels = welcome.games.get(game, ()) if welcome else ()
        characters = welcome.characters.get(game, {}) if welcome else {}
        meant = kind_meant(self.args.level, game, levels, characters)
        typed, _, character = (word[:20] for word in self.args.level.partition(WITH_CHARACTER))
        if self.args.level and levels and not meant:
            known = level_words(levels, self.language)
            raise ClientError(self.text("error.no-level", level=typed, game=title, levels=known))
        if meant.endswith(WITH_CHARACTER):
            of_level = characters.get(meant.removesuffix(WITH_CHARACTER), ())
            code = "no-character" if of_level else "no-characters"
            known = character_words(of_level, game, self.language)
            args = {"level": typed, "character": character, "characters": known}
            raise ClientError(self.text(f"error.{code}", game=title, **args))
        self.args.level = meant or self.args.level

    def _check_bots(self) -> None:
        bots, players = self.args.bots or 0, self.players
        if not 0 <= bots <= players - (0 if self.args.tournament else 1):
            raise ClientError(self.text("error.too-many-bots", players=players, bots=bots))

    def _say_how_to_join(self, session: Session, link: str) -> None:
        state, address = session.state, session.address
        is_here = address.host == LOOPBACK
        hosts = (own_addresses() if is_here else [address.host])[:3]
        ways = [f"qg join {state.table}"] if is_here else []
        ways += [f"qg join {Address(host, address.port, address.tls).typed}/{state.table}" for host in hosts]
        opened = self.text("cli.hosted", name=state.table_name, table=state.table)
        notes = [self.text("cli.hosted-password")] if self.args.password else []
        print_of = self.memory.pinned(address.name) if address.tls else ""
        notes += [self.text("cli.hosted-tls", fingerprint=print_of)] if print_of else []
        notes += [self.text("cli.hosted-web", link=link)] if link else []
        alternative = f"\n{self.text('cli.or')}\n"
        self.console.print(opened, *alternative.join(f"  {way}" for way in ways).split("\n"), *notes)
        if link and self.is_terminal and not self.look.ascii:
            self.console.print(*qr_rows(link))
        if not self.plain:  # the screen will cover what was printed
            session.tell("\n".join([opened, alternative.join(ways[:2]), *notes]))

    async def hotseat(self) -> int:
        self.check_terminal_size()
        names = await self._name_everybody()
        options: dict[str, OptionValue] = {"seconds": None, "limit": None, "interlude": None, **self.options}
        async with AsyncExitStack() as stack:
            server = own_server(self.language, lost=lambda: self.end_without_server("qg hotseat"))
            address = await stack.enter_async_context(server)
            sessions = [await stack.enter_async_context(self.connect(address)) for _ in names]
            called = self.text("cli.table-name", name=names[0])
            self._check_level(sessions[0])
            opened = await sessions[0].open_table(self.args.game, called, options)
            for session, name in zip(sessions, names, strict=True):
                await session.join(opened.table, name)
            bots = self.args.bots or 0
            await sessions[0].until(lambda state: len(state.free) <= bots)  # it knows the others now
            await self._invite(sessions[0], bots)
            for session in sessions:
                await self._say_ready(session)
            for session in sessions:
                session.leave_question, session.leaving_ends_it = self.text("cli.leave-hotseat"), True
            status = await self._show_hotseat(sessions)
            self.memory.forget_place(opened.table)  # nobody goes on with it: its players share no server
            return status

    async def _name_everybody(self) -> list[str]:
        """The names of the people at this terminal. Who is at the terminal is asked for what was left out."""
        names = [name.strip() for name in self.args.name.split(",") if name.strip()]
        if "players" not in self.options and len(names) > 1:
            self._count_names(len(names))
        await self._ask_players()
        self._check_bots()
        people = self.players - (self.args.bots or 0)
        if len(names) > people:
            raise ClientError(self.text("error.too-many-names", names=len(names), people=people))
        while len(names) < people:
            names.append(await self.ask_name_of(len(names) + 1, names))
        return names

    def _count_names(self, names: int) -> None:
        """As many play as there are names and bots, if the game is for so many."""
        kind, players = self._described.option("players").kind, names + (self.args.bots or 0)
        assert isinstance(kind, WholeNumber)
        if not kind.least <= players <= kind.most:
            args = {"players": players, "least": kind.least, "most": kind.most}
            raise ClientError(self.text("error.names-do-not-fit", game=self._described.title, **args))
        self.options["players"] = players

    async def _show_hotseat(self, sessions: list[Session]) -> int:
        if self.plain:
            return await plain.run_hotseat(sessions, self.look, self.console)
        from client.screens.hotseat import run_hotseat

        return await run_hotseat(sessions, self.look)
