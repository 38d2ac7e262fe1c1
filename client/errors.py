"""What can go wrong for a client: each is one sentence that says what to do."""


class ClientError(Exception):
    """The text is for the player, in the player's language."""


class Refusal(ClientError):
    """The server said no."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class LinkLost(ClientError):
    """The connection ended before the answer came."""


class Ended(ClientError):
    """The connection is over for good: another one took the seat, or we may not come back."""
