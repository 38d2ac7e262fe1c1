"""Words that both client and server compare with: stages of a table, roles, why an hourglass is stopped."""

GATHERING, WRITING, CLOSED, BETWEEN, OVER = "gathering", "writing", "closed", "between", "over"
"""The stages: players sit down; sheets are written; they wait to be read; they have been read; the end."""
PLAYING = "playing"
"""What a list of tables shows for every stage between `gathering` and `over`."""

REFEREE, WATCHER = "referee", "watcher"
"""The roles of those who have no seat; the role of a player is the seat."""

RESTART, NOBODY = "restart", "nobody"
"""What stopped an hourglass, if no seat and no referee did: a restart, or no player is connected."""
FIRST_KEY = "first-key"
"""The hourglass waits until the only person at the table does something."""
FAULT = "fault"
"""The reason of an end that neither the rules nor the referee gave: an error in the program."""
SERVER = "server"
"""What starts an hourglass again, if no seat and no referee does."""
