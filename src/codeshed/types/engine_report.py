"""The engine's report: the types of a project, read file by file.

Turns: the indexes of one or more runs → FileTypes for a path. Nothing that is read of a file stays in memory.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from codeshed.model.facts.type_facts import FileTypes, SymbolsByOffset
from codeshed.model.source_reader import line_starts as starts_of_lines
from codeshed.types.engine_locations import MisplacedError, line_table
from codeshed.types.engine_problems import CHANGED_MEANWHILE, EngineProblem, problems_by_reason
from codeshed.types.engine_report_index import ReportIndex
from codeshed.types.engine_symbols import EngineSymbolTable
from codeshed.types.external_signatures import ExternalSignatureReader
from codeshed.types.file_types import ReportParts, read_file_types
from codeshed.types.type_fact_decoding import FactCache
from codeshed.types.type_probes import read_probe_answers

PARTS = ("type_of_expressions", "call_graphs", "definitions")
"""The folders of a report; each has one file per module."""


class EngineReport:
    """The types that the engine inferred. It can be read until the RunningEngine, which owns the files, is closed."""

    def __init__(
        self,
        engine: str,
        symbols_in: SymbolsByOffset,
        indexes: tuple[ReportIndex, ...] = (),
        problems: tuple[EngineProblem, ...] = (),
        *,
        is_provisional: bool = False,
    ) -> None:
        self._engine = engine
        self._problems = problems
        self._reason_by_path: dict[str, str] = {}
        self._runs = tuple(
            _RunReport(index, EngineSymbolTable(index, symbols_in, has_fixed_ids_only=is_provisional))
            for index in indexes
        )

    @property
    def engine(self) -> str:
        """The engine and its version."""
        return self._engine

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that have types."""
        return tuple(sorted({path for run in self._runs for path in run.index.module_by_path}))

    @property
    def problems(self) -> tuple[EngineProblem, ...]:
        """The files without types, with reasons; those whose report was unreadable are known only after `read`."""
        return (*self._problems, *problems_by_reason(self._reason_by_path.items()))

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return the types of a file, or None if the engine reported none.

        If the text that the engine read has other line starts than the caller's, the file has changed, and None is returned.
        """
        for run in self._runs:
            if path in run.index.module_by_path:
                try:
                    return run.read(path, line_starts)
                except MisplacedError:
                    self._reason_by_path[path] = CHANGED_MEANWHILE
                except (OSError, msgspec.MsgspecError, IndexError):
                    self._reason_by_path[path] = "the type engine's report about it can't be read"
                return None
        return None

    def answers(self, path: str) -> Mapping[str, str]:
        """Return the `reveal_type` answers for a file, by the qualified names of functions and fields."""
        return next((run.answers.get(path, {}) for run in self._runs if path in run.index.module_by_path), {})


class _RunReport:
    """The report of one run, with the symbols and the memo of facts that its files share."""

    def __init__(self, index: ReportIndex, symbols: EngineSymbolTable) -> None:
        self.index = index
        self._symbols = symbols
        self._facts = FactCache(self._symbols)
        self._externals = ExternalSignatureReader(index, symbols)

    @cached_property
    def answers(self) -> dict[str, dict[str, str]]:
        """The `reveal_type` answers, for files whose module name in the report is the one that the probe imported."""
        inquiry = self.index.workspace.probes
        n_by_name = Counter(module.name for module in self.index.module_by_id.values())
        return {
            path: found
            for path, found in read_probe_answers(inquiry, self.index.workspace.answers).items()
            if path in self.index.module_by_path
            and self.index.module_by_path[path].name == inquiry.module_by_path[path]
            and n_by_name[inquiry.module_by_path[path]] == 1
        }

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        module = self.index.module_by_path[path]
        if module.file is None:
            return None
        content = self.index.workspace.source(path).read_bytes()
        if starts_of_lines(content) != line_starts:
            raise MisplacedError
        facts = FactCache(self._symbols, module.name) if module.is_nameless else self._facts
        parts = _parts(self.index.workspace.report, module.file)
        return read_file_types(parts, line_table(content), facts, self._symbols, self._externals)


def _parts(report: Path, file: str) -> ReportParts:
    types, calls, definitions = ((report / part / file).read_bytes() for part in PARTS)
    return ReportParts(types=types, calls=calls, definitions=definitions)


def is_part_whole(report: Path, file: str) -> bool:
    """Whether all parts of the report about a file are complete JSON."""
    try:
        for part in PARTS:
            msgspec.json.decode((report / part / file).read_bytes(), type=msgspec.Raw)
    except (OSError, msgspec.DecodeError):
        return False
    return True
