"""The seal of a sheet is a salted hash, which everybody can check as soon as the salt is told."""

import hashlib
from collections.abc import Sequence

import msgpack

from protocol.ids import SheetKey


def dice_hash(phase: int, dice: Sequence[int], salt: str) -> str:
    """SHA-256, in hexadecimal, of the msgpack array [salt, phase, [face, ...]]; phase 0 is the set-up."""
    return hashlib.sha256(msgpack.packb([salt, phase, list(dice)])).hexdigest()


def seal_hash(phase: int, sheet: SheetKey, lines: Sequence[str], salt: str) -> str:
    """SHA-256, in hexadecimal, of the msgpack array [salt, phase, sheet, [line, ...]]."""
    sealed = msgpack.packb([salt, phase, sheet, list(lines)])
    return hashlib.sha256(sealed).hexdigest()
