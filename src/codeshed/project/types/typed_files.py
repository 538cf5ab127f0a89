"""What is known of files as far as types go."""

import msgspec

from codeshed.types.exports import Exports
from codeshed.types.problems import EngineProblem, ProblemKind


class TypesOfFile(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a file's types: the encoded facts, if the engine has any, its exports, and what it imports.

    `roots_key` tells from which roots it was imported.
    """

    types: bytes | None
    exports: Exports
    imports: tuple[str, ...]
    roots_key: bytes


class TypeUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the files that were run again, and which of them have no types."""

    types_by_path: dict[str, TypesOfFile]
    problems: tuple[EngineProblem, ...]

    @property
    def paths_to_try_again(self) -> frozenset[str]:
        """The files that the next run may have other types for, since this one failed for a reason outside of them."""
        return frozenset(path for problem in self.problems for path in problem.paths_to_try_again)

    @property
    def is_out_of_time(self) -> bool:
        """Whether the engine was given up after its time limit."""
        return any(problem.kind is ProblemKind.TIMED_OUT for problem in self.problems)
