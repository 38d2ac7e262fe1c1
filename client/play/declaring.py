"""A word of the game that a person types at the prompt while there is no sheet to write it on."""

from client.errors import ClientError
from client.games import has_declarations
from client.link.session import Session
from client.play.refusals import unless_on
from client.state.client_state import ClientState
from protocol.letters import letters_of


def may_declare(state: ClientState) -> bool:
    """Whether what this player types can be a word of the game, because it cannot be an order now."""
    return bool(state.seat) and not state.may_write and has_declarations(state.game) and not unless_on(state)


async def is_declarable(session: Session, text: str) -> bool:
    """Whether the server says that this player may declare the text now, in the words of any language."""
    state = session.state
    if not may_declare(state):
        return False
    shown = letters_of(state.game, session.language).line(" ".join(text.split()))
    try:
        offers = await session.suggest("", (), shown)
    except ClientError:  # the phase is over by now, or the link is lost
        return False
    return any(offer.text.casefold() == shown.casefold() for offer in offers)
