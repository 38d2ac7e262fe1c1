"""The errors of a client. The text of each is one sentence that tells the player what to do."""


class ClientError(Exception):
    """The text is for the player, in the player's language."""


class Refusal(ClientError):
    """The server refused a request."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class NoServer(ClientError):
    """Nobody answers at an address."""


class LinkLost(ClientError):
    """The connection ended before the answer came."""


class Ended(ClientError):
    """The connection has ended for good: another connection took the seat, or the server refuses us."""
