"""The boards by the name of their game: a second game is one more file and one more line here."""

from client.boards import power, strategiksa
from client.boards.api import Board

BOARDS: dict[str, Board] = {"power": power, "strategiksa": strategiksa}
