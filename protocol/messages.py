"""Every message between a client and the server. docs/protocol.md explains each with an example."""

from protocol.answer_parts import *  # noqa: F403
from protocol.answers import *  # noqa: F403
from protocol.request import *  # noqa: F403
from protocol.requests import *  # noqa: F403
from protocol.rulings import *  # noqa: F403

PROTOCOL_VERSION = 2

CLOSE_NORMAL = 1000
"""The connection has done what it was for."""
CLOSE_LIMITS = 1008
"""This was no message, or a limit was passed; the reason says which."""
CLOSE_TOO_BIG = 1009
"""A message was larger than a message may be."""
CLOSE_OWN_ERROR = 1011
"""The server made an error. Connect again, unless the reason says that the table has ended."""
CLOSE_RESTART = 1012
"""The server stops or restarts. Come back with your token."""
CLOSE_FULL = 1013
"""You were at no table, and somebody else needed the place. Connect again."""
CLOSE_TAKEN_OVER = 4002
"""Another connection took the seat with its token, or the seat was given away."""
CLOSE_VERSION = 4003
"""The server speaks another version of this protocol; the reason says what to do."""
