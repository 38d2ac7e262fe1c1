"""The one list of actions: every screen, every language, every refusal and the key bar come from it."""

import asyncio
import io
import re
from collections.abc import Awaitable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from prompt_toolkit.key_binding import KeyPressEvent

from client.errors import ClientError
from client.link.address import Address
from client.link.session import Session
from client.look import Look
from client.plain.console import Console
from client.plain.desk import OtherTable, PlainDesk
from client.plain.narrator import Voice
from client.play.action import EVERYBODY, PLAYERS, Action
from client.play.actions import ACTIONS
from client.play.desk import FULL, PLAIN, Desk, Question
from client.play.key_places import WRITES
from client.play.performing import actions_for, has_for_game, is_for, offered_actions, perform, refusal_text
from client.play.refusals import unless_awaited
from client.play.verbs import find_action, listed, offers_for, spellings, verb_of
from client.screens.control.controller import Controller
from client.screens.control.key_bar import hints
from client.screens.control.keys import NAMES, bindings
from client.screens.draw.lines import plain
from client.screens.draw.pages import help_page
from client.screens.scene import Scene
from client.state.client_state import ClientState, ClockFace, OwnSheet
from client.words import known_languages, without_accents, words
from protocol.events import PhaseOpened
from protocol.messages import ClientMessage, SeatLine
from protocol.texts import catalogue
from tests.kit.onscreen import NoTerminal, controller_of

PLAY = Path(__file__).parents[2] / "client" / "play"
ROLES = ("V", "watcher", "referee")
ONLY_PLAIN = {"wait"}
"""Only scripts need to wait for a turn: a person at the full screen sees when it comes."""
OLD_ENGLISH = {
    *("board", "cell", "who", "time", "log", "story", "rounds", "export", "rules", "help", "quit"),
    *("del", "up", "down", "clear", "undo", "redo", "sheet", "seal", "unseal", "mine", "ready", "pause"),
    *("continue", "invite", "replace", "say", "tell", "start", "stop", "go", "grant", "bell", "hold"),
    *("release", "unseat", "note", "rollback", "reread", "amend", "finish", "health", "wait", "table"),
}
OLD_FRENCH = {
    *("plateau", "case", "qui", "temps", "journal", "récit", "manches", "exporter", "règles", "aide"),
    *("attendre", "quitter", "rayer", "monter", "descendre", "vider", "annuler", "refaire", "feuille"),
    *("sceller", "ouvrir", "miens", "prêt", "pause", "continuer", "inviter", "remplacer", "dire"),
    *("confier", "commencer", "retenir", "libérer", "arrêter", "relancer", "accorder", "reculer"),
    *("relire", "corriger", "sonner", "santé", "table", "noter", "terminer"),
}


def table(role: str = "V", **changes: object) -> ClientState:
    """A game of POWER in which V writes."""
    state = ClientState(
        link="ok",
        table="ABCDE",
        game="power",
        role=role,
        seats=(
            SeatLine("V", "Ana", connected=True, host=True),
            SeatLine("B", "Bo", connected=True),
            SeatLine("J"),
        ),
        stage="writing",
        phase=PhaseOpened(1, "orders", {"V": ("V",), "B": ("B",)}, 180.0, lines=5),
        sheets={"V": OwnSheet()} if role == "V" else {},
        clock=ClockFace(left=100.0, running=True, length=180.0),
    )
    return replace(state, **changes)


def plain_desk(
    state: ClientState, language: str = "en", table_count: int = 1
) -> tuple[PlainDesk, io.StringIO]:
    session, out = Session(Address("", 0), language=language), io.StringIO()
    session.state = state
    voice = Voice(Console(io.StringIO(), out), language)
    return PlainDesk(session, voice, table_count, suppose=lambda: None), out


def full_desk(state: ClientState, language: str = "en", table_count: int = 1) -> Desk:
    controller = controller_of(state, Look(language=language))
    controller.display.table_count = table_count  # type: ignore[misc]  # of a display of nothing
    return controller


def names(desk: Desk) -> set[str]:
    return {action.name for action in actions_for(desk)}


@pytest.mark.parametrize("tables", [1, 2])
@pytest.mark.parametrize("role", ROLES)
def test_both_screens_have_the_same_actions(role: str, tables: int) -> None:
    plain, full = plain_desk(table(role), table_count=tables)[0], full_desk(table(role), table_count=tables)
    assert names(plain) - names(full) == ONLY_PLAIN
    assert names(full) - names(plain) == set()
    assert {"who", "time", "rules", "help", "quit"} <= names(full)
    assert ("mine" in names(full)) == (role == "V")
    assert ("table" in names(full)) == (role == "referee" and tables > 1)


def test_a_replay_has_no_server_to_export_from() -> None:
    assert "export" not in names(full_desk(table("watcher", link="file")))


def request_names() -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in ClientMessage.__args__}


def test_an_action_that_sends_one_request_has_its_name() -> None:
    """One thing has one name from the key press to the log; a word to one seat is chat, too."""
    sent = {action.name for action in ACTIONS.values() if action.reads}
    assert sent - request_names() == {"chat_to"}
    assert {"seal", "unseal", "ready", "pause", "continue", "chat", "export"} <= request_names() & set(
        ACTIONS
    )


@pytest.mark.parametrize("language", known_languages())
def test_every_action_has_its_words_and_no_other_words_are_there(language: str) -> None:
    assert set(words(language).tables["command"]) == set(ACTIONS)
    labels = catalogue("texts", language, "client.screens").tables["keys"]
    assert [name for name, action in ACTIONS.items() if action.key and name not in labels] == ["move_down"]


@pytest.mark.parametrize("language", known_languages())
def test_no_word_means_two_actions(language: str) -> None:
    """In the player's language and in English at once, for each role: `stop` is one thing to each of them."""
    for role in EVERYBODY:
        meant: dict[str, set[str]] = {}
        for name in (name for name, action in ACTIONS.items() if role in action.who):
            for spelling in spellings(name, language):
                meant.setdefault(spelling, set()).add(name)
        assert [word for word, those in meant.items() if len(those) > 1] == []


@pytest.mark.parametrize(
    ("language", "stops", "starts"),
    [
        ("en", ("pause", "stop"), ("continue", "go")),
        ("fr", ("pause", "arrêter", "stop"), ("continuer", "relancer", "go")),
    ],
)
def test_players_and_the_referee_stop_the_hourglass_with_the_same_words(
    language: str, stops: tuple[str, ...], starts: tuple[str, ...]
) -> None:
    for role, stop, start in (("V", "pause", "continue"), ("referee", "stop_clock", "start_clock")):
        desk = controller_of(ClientState(link="ok", role=role), Look(language=language))
        for word, action in (*((word, stop) for word in stops), *((word, start) for word in starts)):
            found = find_action(desk, word)
            assert found is not None, word
            assert found.name == action


@pytest.mark.parametrize(("language", "typed"), [("en", OLD_ENGLISH), ("fr", OLD_FRENCH | OLD_ENGLISH)])
def test_every_word_that_was_ever_typed_still_works(language: str, typed: set[str]) -> None:
    known = {spelling for name in ACTIONS for spelling in spellings(name, language)}
    assert {without_accents(word) for word in typed} <= known


@pytest.mark.parametrize("language", known_languages())
def test_every_refusal_and_question_has_its_sentence(language: str) -> None:
    given = set(re.findall(r'"([a-z-]+)"', (PLAY / "refusals.py").read_text("utf-8")))
    given |= {"gathering", "writing", "closed", "between", "over"}  # the stages, as reasons
    known = words(language).tables
    assert given == set(known["refusal"])
    assert {action.question for action in ACTIONS.values() if action.question} <= set(known["ask"])
    for desk in (plain_desk(table(), language)[0], full_desk(table(), language)):
        for code in known["refusal"]:
            assert "?" not in refusal_text(desk, code), code


STATES = [
    table(),
    table(clock=ClockFace()),
    table(clock=ClockFace(left=100.0, paused_by="V")),
    table(seats=(SeatLine("V", "Ana", sealed=True),)),
    table(stage="gathering", phase=None, sheets={}),
    table(stage="between", sheets={}),
    table(stage="closed", held=True, sheets={}),
    table(stage="over", sheets={}),
    table("watcher"),
    table("referee"),
    table(phase=PhaseOpened(2, "orders", {"B": ("B",)}), sheets={}),
]


@pytest.mark.parametrize("state", STATES)
def test_the_key_bar_and_the_refusals_agree(state: ClientState) -> None:
    """A key that the bar names is never refused."""
    controller = controller_of(state, Look())
    shown = {code for _, code, _ in hints(controller, Scene(Look()))} & set(ACTIONS)
    assert "help" in shown
    for name in shown:
        assert is_for(ACTIONS[name], controller), name
        assert ACTIONS[name].refuses(state) == "", name


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("action", [a for a in ACTIONS.values() if a.refuses(table("watcher", rounds=()))])
def test_both_screens_refuse_alike(state: ClientState, action: Action) -> None:
    """With the same sentence, but for how other actions are done there."""
    refused = action.refuses(state)
    for desk in (plain_desk(state)[0], full_desk(state)):
        if refused and is_for(action, desk):
            with pytest.raises(ClientError) as caught:
                perform(desk, action)
            assert str(caught.value) == refusal_text(desk, refused)


def test_a_refusal_names_the_key_on_the_full_screen_and_the_word_line_by_line() -> None:
    sealed = table(seats=(SeatLine("V", "Ana", sealed=True),))
    for language, word in (("en", "unseal"), ("fr", "ouvrir")):
        assert f" {word} " in refusal_text(plain_desk(sealed, language)[0], "sealed")
        assert " ^S " in refusal_text(full_desk(sealed, language), "sealed")


class AtOnce(NoTerminal):
    """A display that waits for what is sent to the server before anything else happens."""

    def spawn(self, act: Coroutine[Any, Any, None]) -> None:
        asyncio.run(act)


def test_one_key_does_what_can_be_done_now() -> None:
    """F7 stops the hourglass, ^S opens what is sealed; where nothing can be done it is said why."""
    running = controller_of(table(), Look())
    running.press("F7")
    assert running.prompt.question
    assert running.prompt.question.text.startswith("Stop the hourglass?")
    sealed = table(link="lost", seats=(SeatLine("V", "Ana", sealed=True),))
    opening = controller_of(sealed, Look(), AtOnce())
    opening.press("^S")
    assert "was not sent" in opening.prompt.message  # to the server, which would have opened it
    looking = controller_of(table("watcher"), Look())
    looking.press("^S")
    assert "You have no sheet" in looking.prompt.message
    looking.press("F8")
    assert "cannot talk" in looking.prompt.message


def test_every_key_of_an_action_can_be_pressed() -> None:
    keys = {action.key for action in ACTIONS.values() if action.key}
    assert keys - set(NAMES) == {"Enter"}  # which the line hears, and says that one is ready


def test_a_new_verb_is_one_entry_and_its_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help, completion and both screens have it."""
    seen: list[str] = []
    dance = Action(name="dance", does=lambda desk, typed: seen.append(f"{desk.kind} {typed}"))
    monkeypatch.setitem(ACTIONS, "dance", dance)
    for language, verb in (("en", "dance"), ("fr", "danser")):
        monkeypatch.setitem(words(language).tables["command"], "dance", [verb, "[HOW]", "a dance"])
    plain, _ = plain_desk(table(), "fr")
    full = full_desk(table(), "fr")
    for desk in (plain, full):
        assert ("danser [HOW]", "a dance") in listed(desk)
        assert [offer.text for offer in offers_for(desk, ":dan")] == [":danser"]
        found = find_action(desk, "Danser")
        assert found is find_action(desk, "dance") is dance
        perform(desk, found, "slowly")
    assert seen == [f"{PLAIN} slowly", f"{FULL} slowly"]


def with_a_key(monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
    """Adds an action of players with a key of its own, and its texts."""
    monkeypatch.setitem(ACTIONS, "dance", Action(name="dance", who=(PLAYERS,), key="F10", **more))
    monkeypatch.setitem(words("en").tables["command"], "dance", ["dance", "", "dance a waltz"])
    labels = catalogue("texts", "en", "client.screens").tables["keys"]
    monkeypatch.setitem(labels, "dance", "dance")


@pytest.mark.parametrize("state", STATES)
def test_a_new_key_is_named_last_where_its_action_can_be_done(
    monkeypatch: pytest.MonkeyPatch, state: ClientState
) -> None:
    """No other list has to be changed: the bar and the help page have it."""
    with_a_key(monkeypatch, refuses=unless_awaited)
    bar = [(key, code) for key, code, _ in hints(controller_of(state, Look()), Scene(Look()))]
    can_be_done = state.stage in ("gathering", "between") and bool(state.seat)
    assert (("F10", "dance") in bar) == can_be_done
    if can_be_done:
        assert bar[-1] == ("F10", "dance")


def test_a_new_key_stands_where_its_action_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_key(monkeypatch, bar={WRITES: 1})
    bar = [code for _, code, _ in hints(controller_of(table(), Look()), Scene(Look()))]
    assert bar[:3] == ["help", "dance", "complete"]


def test_the_help_page_tells_what_every_key_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_key(monkeypatch)
    page = "\n".join(plain(line) for line in help_page(table(), Scene(Look()), 80, ()))
    for key in {action.key for action in ACTIONS.values() if has_for_game(action, "power")} - {""}:
        assert key in page, key
    assert "^O" not in page, "nobody holds cards in this game"
    assert "F10: dance a waltz." in page


def test_actions_with_the_same_key_agree_on_when_it_works() -> None:
    times: dict[str, set[str]] = {}
    for action in ACTIONS.values():
        times.setdefault(action.key, set()).add(action.key_works)
    assert [key for key, when in times.items() if key and len(when) > 1] == []


@pytest.mark.parametrize("language", known_languages())
def test_every_language_names_the_keys_in_the_same_order(language: str) -> None:
    order, keys = (
        [*catalogue("texts", each, "client.screens").tables["key-help"]] for each in ("en", language)
    )
    assert order == keys
    assert set(keys) >= {action.key for action in ACTIONS.values()} - {""}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (":invite ", [":invite J"]),
        (":tell ", [":tell V", ":tell B"]),
        (":tell b", [":tell B"]),
        (":grant 3", []),
        (":sheet ", [":sheet V"]),
        (":dire ", []),
    ],
)
def test_arguments_are_completed(typed: str, offered: list[str]) -> None:
    assert [offer.text for offer in offers_for(full_desk(table()), typed)] == offered


def test_a_referee_s_seconds_are_completed() -> None:
    desk = full_desk(table("referee"))
    assert [offer.text for offer in offers_for(desk, "grant 3")] == ["grant 30"]


def test_what_is_shown_line_by_line_is_a_page_on_the_full_screen() -> None:
    """`who` has several lines; `time` has one, which is a message."""
    state = table()
    plain, out = plain_desk(state)
    controller = controller_of(state, Look())
    for name in ("who", "rules", "about", "time"):
        perform(plain, ACTIONS[name])
        controller.perform(name)
        shown = controller.pages.text_page.lines if controller.pages.text_page else ()
        said = [*shown, controller.prompt.message]
        for line in out.getvalue().splitlines():
            assert line.replace("1:40", "") in [each.replace("1:40", "") for each in said], line
        out.truncate(0)
        out.seek(0)
        controller.back()
    assert controller.pages.overlay == ""


@pytest.mark.parametrize(("typed", "number"), [("", 1), ("1", 0), ("2", 1)])
def test_a_referee_goes_to_the_next_table_or_to_the_one_of_that_number(typed: str, number: int) -> None:
    desk, _ = plain_desk(table("referee"), table_count=2)
    with pytest.raises(OtherTable) as other:
        perform(desk, ACTIONS["table"], typed)
    assert other.value.number == number


def test_a_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(ClientError, match="1 to 2"):
        perform(plain_desk(table("referee"), table_count=2)[0], ACTIONS["table"], "3")


def test_a_script_is_not_asked_whether_it_means_a_pause() -> None:
    """Nobody is there to answer. Acts of a referee are asked about everywhere."""
    desk, out = plain_desk(table(link="lost"))
    outcome = perform(desk, ACTIONS["pause"])
    assert outcome is not None
    with pytest.raises(ClientError, match="was not sent"):
        asyncio.run(_wait(outcome))
    assert out.getvalue() == ""
    referee, out = plain_desk(table("referee"))
    assert perform(referee, ACTIONS["stop_clock"], "a phone rang") is None
    assert out.getvalue() == "Stop the hourglass? yes / no\n"


async def _wait(outcome: Awaitable[None]) -> None:
    await outcome


def test_the_words_of_the_old_lists_are_those_of_the_catalogue() -> None:
    assert {verb_of(name, "en") for name in ACTIONS} >= OLD_ENGLISH
    assert {verb_of(name, "fr") for name in ACTIONS} >= OLD_FRENCH


def heard_letters(controller: Controller, answer: bool) -> set[str]:
    """The letters that give this answer to an open question."""
    heard = set()
    for binding in bindings(lambda: controller).bindings:
        for key in binding.keys:
            controller.prompt.question = Question("?", lambda: None)
            if str(key).isalpha() and len(str(key)) == 1 and binding.filter():
                event = cast(KeyPressEvent, SimpleNamespace(app=SimpleNamespace(invalidate=lambda: None)))
                acted: list[bool] = []
                controller.prompt.question = Question("?", lambda acted=acted: acted.append(True))  # type: ignore[misc]
                binding.handler(event)
                heard |= {str(key)} if bool(acted) == answer else set()
    return heard


@pytest.mark.parametrize(("language", "yes"), [("en", {"y", "Y"}), ("fr", {"o", "O", "y", "Y"})])
def test_the_letters_for_yes_and_no_are_those_of_the_catalogue(language: str, yes: set[str]) -> None:
    controller = controller_of(table(), Look(language=language))
    assert heard_letters(controller, answer=True) == yes
    assert heard_letters(controller, answer=False) == {"n", "N"}


def test_another_letter_for_yes_needs_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(words("fr").tables["typed"], "yes", ["ja", "j"])
    controller = controller_of(table(), Look(language="fr"))
    assert heard_letters(controller, answer=True) == {"j", "J", "y", "Y"}


HOSTING = ("invite", "start", "unseat", "admit")


@pytest.mark.parametrize("name", HOSTING)
@pytest.mark.parametrize(("role", "may"), [("V", True), ("B", False)])
def test_what_the_host_decides_is_offered_to_the_host_alone(name: str, role: str, may: bool) -> None:
    for desk in (plain_desk(table(role))[0], full_desk(table(role))):
        verb = ACTIONS[name].name
        assert (name in {action.name for action in offered_actions(desk)}) == may
        assert any(usage.split()[0] == verb for usage, _ in listed(desk)) == may
        assert bool(offers_for(desk, f":{verb}")) == may
        assert may or not offers_for(desk, f":{verb} ")


@pytest.mark.parametrize("name", HOSTING)
def test_a_guest_who_tries_is_told_who_the_host_is(name: str) -> None:
    for desk in (plain_desk(table("B"))[0], full_desk(table("B"))):
        found = find_action(desk, name)
        assert found
        with pytest.raises(ClientError, match=r"Only the host .*: Ana \(V\)\."):
            perform(desk, found, "J")


def test_a_player_of_a_tournament_is_told_that_the_referee_decides() -> None:
    desk = full_desk(table("B", tournament=True))
    found = find_action(desk, "start")
    assert found
    with pytest.raises(ClientError, match="Only the referee"):
        perform(desk, found)
    assert find_action(desk, "close") is None
