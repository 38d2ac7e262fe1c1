"""Every message between a client and the server. docs/protocol.md explains each with an example."""

from protocol.answers import *  # noqa: F403
from protocol.requests import *  # noqa: F403

PROTOCOL_VERSION = 2

CLOSE_NORMAL = 1000
CLOSE_LIMITS = 1008
CLOSE_TOO_BIG = 1009
CLOSE_OWN_ERROR = 1011
CLOSE_RESTART = 1012
CLOSE_FULL = 1013
CLOSE_TAKEN_OVER = 4002
CLOSE_VERSION = 4003
