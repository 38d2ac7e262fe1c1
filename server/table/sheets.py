"""The sheets of one phase. They hold secrets; `knowledge` decides who is told."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.seals import seal_hash


class Draft(Struct, frozen=True):
    revision: int = 0
    lines: Lines = ()


class PhaseSheets:
    """What is on the sheets of the current or last phase, who has written and who has sealed."""

    def __init__(self, phase: int = 0) -> None:
        self.phase = phase
        self.drafts: dict[SheetKey, Draft] = {}
        self.written: set[Seat] = set()
        self.sealed_by: dict[Seat, int] = {}
        """For each seat whose sheets are sealed: the number of the holder who sealed them."""
        self.salts: dict[SheetKey, str] = {}
        self.writers: dict[SheetKey, int] = {}
        """When the phase has closed: the number of the holder who wrote each sheet."""

    @property
    def sealed(self) -> set[Seat]:
        return set(self.sealed_by)

    def draft(self, sheet: SheetKey) -> Draft:
        return self.drafts.get(sheet, Draft())

    def lines(self, sheets: Iterable[SheetKey]) -> dict[SheetKey, Lines]:
        return {sheet: self.draft(sheet).lines for sheet in sheets}

    def hashes(self, sheets: Iterable[SheetKey]) -> dict[SheetKey, str]:
        """The hashes of sheets that have salts."""
        return {
            sheet: seal_hash(self.phase, sheet, self.draft(sheet).lines, self.salts[sheet])
            for sheet in sheets
        }

    def seal(self, seat: Seat, holder: int, salts: Mapping[SheetKey, str]) -> None:
        self.sealed_by[seat] = holder
        self.salts.update(salts)

    def unseal(self, seat: Seat, sheets: tuple[SheetKey, ...]) -> None:
        self.sealed_by.pop(seat, None)
        for sheet in sheets:
            self.salts.pop(sheet, None)

    def discard(self, seat: Seat, sheets: tuple[SheetKey, ...]) -> None:
        """These sheets of this seat become empty: nobody gets the lines of another writer."""
        self.unseal(seat, sheets)
        self.written.discard(seat)
        for sheet in sheets:
            self.drafts.pop(sheet, None)

    def close(self, salts: Mapping[SheetKey, str], writers: Mapping[SheetKey, int]) -> None:
        """The phase has closed. `salts` are those of the sheets that were not sealed."""
        self.salts.update(salts)
        self.writers = dict(writers)
