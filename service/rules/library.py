"""Finds the rule sheets: every Python file of a folder that exports `SHEET`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from service.rules.sheet import Sheet

SHEETS = Path(__file__).parent / "sheets"


class SheetError(Exception):
    """A file that is no rule sheet, or a sheet that contradicts itself or another."""


@dataclass(frozen=True)
class Library:
    """All sheets that were found, by id and edition."""

    sheets: Mapping[tuple[str, int], Sheet]

    @cached_property
    def newest(self) -> Mapping[str, Sheet]:
        """The newest edition of each sheet by id, in order of the ids."""
        newest: dict[str, Sheet] = {}
        for (name, _), sheet in sorted(self.sheets.items()):
            newest[name] = sheet
        return newest

    def find(self, ruleset: str, edition: int | None = None) -> Sheet | None:
        """That edition of a sheet, the newest one for None; None where there is none."""
        return self.newest.get(ruleset) if edition is None else self.sheets.get((ruleset, edition))

    def editions(self, ruleset: str) -> tuple[int, ...]:
        """The editions of a sheet, ascending."""
        return tuple(sorted(edition for name, edition in self.sheets if name == ruleset))


def load(folders: Iterable[Path] = ()) -> Library:
    """The library of our own sheets and those of further folders; raises SheetError."""
    sheets: dict[tuple[str, int], Sheet] = {}
    for folder in (SHEETS, *folders):
        for file in sorted(folder.glob("[!_]*.py")):
            sheet = _sheet_of(file)
            if (sheet.id, sheet.edition) in sheets:
                raise SheetError(f"{file}: edition {sheet.edition} of {sheet.id} was found before")
            sheets[sheet.id, sheet.edition] = sheet
    return Library(sheets)


def _sheet_of(file: Path) -> Sheet:
    spec = spec_from_file_location(f"service.rules.sheets.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise SheetError(f"{file}: cannot be read as Python")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sheet = getattr(module, "SHEET", None)
    if not isinstance(sheet, Sheet):
        raise SheetError(f"{file}: exports no SHEET")
    unknown = set(sheet.cites.values()) - set(sheet.clause_by_id)
    if unknown:
        raise SheetError(f"{file}: cites clauses that it does not have: {', '.join(sorted(unknown))}")
    return sheet
