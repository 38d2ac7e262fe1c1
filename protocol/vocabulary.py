"""Words that both client and server compare with: stages of a table, roles, why an hourglass is stopped."""

GATHERING, WRITING, CLOSED, BETWEEN, OVER = "gathering", "writing", "closed", "between", "over"
"""The stages: players sit down; sheets are written; they wait to be read; they have been read; the end."""
PLAYING = "playing"
"""What a list of tables shows for every stage between `gathering` and `over`."""

REFEREE, WATCHER = "referee", "watcher"
"""The roles of those who have no seat; the role of a player is the seat."""

RESTART, NOBODY, NIGHT = "restart", "nobody", "night"
"""What stopped an hourglass, if no seat and no referee did: a restart, no player is there, or it is night."""
FAULT = "fault"
"""The reason of an end that neither the rules nor the referee gave: an error in the program."""
PUT_AWAY = "closed"
"""The reason of an end without a result: the players have closed the table."""
SERVER = "server"
"""What starts an hourglass again, if no seat and no referee does."""
