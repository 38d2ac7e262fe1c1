"""The cells of Strategiksa's board and its zones of two by two."""

COLUMNS = "ABCDEFGHIJ"
SPOTS = {f"{letter}{row + 1}": (column, row) for row in range(10) for column, letter in enumerate(COLUMNS)}
ZONE_OF = {cell: f"{COLUMNS[c // 2 * 2]}{r // 2 * 2 + 1}" for cell, (c, r) in SPOTS.items()}
ZONES = tuple(dict.fromkeys(ZONE_OF.values()))
