"""QR codes, which a camera reads: as letters for a terminal, and as a path for a drawing."""

from functools import lru_cache

QUIET = 2
"""The width of the white border, in modules of the code; this is enough for scanners."""
_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


@lru_cache(maxsize=4)  # a page is drawn again every second
def _modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Row by row, whether each module is dark."""
    import segno  # imported late, so that the first screen comes sooner

    code = segno.make(text, micro=False, error="l")
    return tuple(tuple(bool(module) for module in row) for row in code.matrix_iter(border=QUIET))


def qr_rows(text: str) -> tuple[str, ...]:
    """The QR code of the text in half blocks: each line holds two rows of modules."""
    rows = list(_modules(text))
    rows += [(False,) * len(rows[0])] if len(rows) % 2 else []
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(_BLOCKS[pair] for pair in zip(*both, strict=True)) for both in pairs)


def qr_path(text: str) -> tuple[int, str]:
    """The QR code of the text: how many modules it is wide, and an SVG path of its dark modules."""
    rows = _modules(text)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return len(rows), path
