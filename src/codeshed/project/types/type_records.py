"""The records of files' types, as the type engine found them and the index stores them."""

import msgspec

from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.type_interface_keys import TypeInterfaceKeys


class FileTypeRecord(msgspec.Struct, frozen=True, array_like=True):
    """The stored record of a file's types: the encoded types if the engine found any, its exports and its imports.

    `roots_key` identifies the search roots of the run.
    """

    types: bytes | None
    exports: TypeInterfaceKeys
    imports: tuple[str, ...]
    roots_key: bytes


class TypeUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """The types of the files that the engine ran over, and its problems."""

    types_by_path: dict[str, FileTypeRecord]
    problems: tuple[EngineProblem, ...]

    @property
    def paths_to_retry(self) -> frozenset[str]:
        """The files to run again, since this run failed for a reason outside of them."""
        return frozenset(path for problem in self.problems for path in problem.paths_to_try_again)

    @property
    def has_timed_out(self) -> bool:
        """Whether the engine was stopped at its time limit."""
        return any(problem.kind is ProblemKind.TIMED_OUT for problem in self.problems)
