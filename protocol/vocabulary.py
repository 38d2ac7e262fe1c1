"""The words that both sides compare with: stages of a table, roles, why a clock stands still."""

GATHERING, WRITING, CLOSED, BETWEEN, OVER = "gathering", "writing", "closed", "between", "over"
"""The stages of a table: it fills, sheets are written, they wait to be read, they have been read, the end."""
PLAYING = "playing"
"""What a list of tables shows for every stage between `gathering` and `over`."""

REFEREE, WATCHER = "referee", "watcher"
"""The roles of those who have no seat; the role of a player is the seat."""

RESTART, NOBODY = "restart", "nobody"
"""Why a clock stands still, beside a seat or the referee: the server came back, or no player is connected."""
FAULT = "fault"
"""The reason of an end that neither the rules nor the referee gave: an error in the program."""
SERVER = "server"
"""Who lets a clock run again, beside a seat or the referee."""
