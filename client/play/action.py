"""What one action is: who may do it and when, what it does, what it asks first, and its key."""

from collections.abc import Callable

from msgspec import Struct

from client.play.argument_words import Completes, no_words
from client.play.desk import FULL, PAGE, PLAIN, Desk, Outcome
from client.play.key_places import UNLESS_ASKED, UNPLACED, Ranks
from client.play.refusals import never
from client.play.requests import ReadRequest
from client.state.client_state import ClientState
from client.words import words

PLAYERS, WATCHERS, REFEREES = "players", "watchers", "referees"
EVERYBODY = (PLAYERS, WATCHERS, REFEREES)
TALKERS = (PLAYERS, REFEREES)


def nothing(desk: Desk, typed: str) -> Outcome:
    """An action that only sends a request does nothing else."""
    return None


def always(state: ClientState) -> bool:
    return True


class Action(Struct, frozen=True, kw_only=True):
    name: str
    """The name of its request in the protocol, if it sends one. The catalogues have what people type."""
    does: Callable[[Desk, str], Outcome] = nothing
    reads: ReadRequest | None = None
    """Makes a request of the words that are typed after the verb, if the action sends a request."""
    who: tuple[str, ...] = EVERYBODY
    for_host: bool = False
    """Of the players, only the host of the table has this action."""
    refuses: Callable[[ClientState], str] = never
    """Returns the code of the sentence that says why the action cannot be done now, or an empty text."""
    question: str = ""
    """The code of the question that is asked first. A prepared request may have its own question."""
    outlives_phase: bool = False
    """The question stays open when another phase begins, because it still means the same."""
    key: str = ""
    """Its key on the full screen. If several actions have one key, the key does the one that is possible."""
    key_works: str = UNLESS_ASKED
    """When the key works, as `client.play.key_places` says."""
    bar: Ranks = UNPLACED
    """Where the key bar names its key, as long as the action is not refused."""
    is_useful: Callable[[ClientState], bool] = always
    """Whether the key bar names its key now, in these places."""
    completes: Completes = no_words
    kinds: tuple[str, ...] = (PLAIN, FULL, PAGE)
    """The kinds of screens that have this action."""
    in_replay: bool = True
    at_table: bool = True
    when_supposed: bool = False
    """Whether it can be done at the table, and while the player tries what guessed sheets would lead to."""
    at_tournaments: bool = True
    """Whether tables that have a referee have this action, too."""
    needs_tables: int = 1
    needs_lesson: bool = False
    needs_hand: bool = False
    """Only games in which players hold something that nobody else may see have this action."""
    needs_declarations: bool = False
    """Only games in which a player may declare a word, outside any sheet, have this action."""


def gloss_of(action: str, language: str) -> str:
    """What the action does, in the words of the catalogue."""
    return str(words(language).tables["command"][action][2])
