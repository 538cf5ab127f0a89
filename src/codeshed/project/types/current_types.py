"""The types of all files while an index is brought up to date.

Turns: what an index holds and what was found now → the types of each file, or why it has none.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.identity import content_hash
from codeshed.project.types.stored_types import StoredTypes
from codeshed.project.types.typed_files import TypeUpdate
from codeshed.project.types.unsettled_types import Unsettled


class CurrentTypes(msgspec.Struct, frozen=True):
    """The types of all files: those that were found now, and those that the index holds."""

    stored: StoredTypes
    update: TypeUpdate
    problems: dict[str, str]
    unsettled: Unsettled

    @property
    def n_failed(self) -> int:
        """For how many files the engine failed for a reason outside of them."""
        return len(self.update.paths_to_try_again)

    def of(self, path: str) -> bytes | None:
        """Return the encoded types of a file."""
        found = self.update.types_by_path.get(path)
        return self.stored.types(path) if found is None else found.types

    @property
    def has_failed_as_before(self) -> bool:
        """Whether an engine that failed before failed again, and nothing is known that was not."""
        return (
            bool(self.unsettled.failed)
            and self.stored.problems() == self.problems
            and all(
                each.types is None and self.stored.types(path) is None
                for path, each in self.update.types_by_path.items()
            )
        )

    def key(self, path: str) -> bytes:
        """Return what tells the types of a file from others, or why it has none."""
        found = self.of(path)
        if found is None:
            return self.problems.get(path, "").encode()
        return content_hash(found).encode()


def type_problems(known: dict[str, str], found: TypeUpdate, hashes: Mapping[str, str]) -> dict[str, str]:
    """Return by path why a file has no types."""
    kept = {
        path: message for path, message in known.items() if path in hashes and path not in found.types_by_path
    }
    kept |= {path: problem.message for problem in found.problems for path in problem.paths if path in hashes}
    return dict(sorted(kept.items()))


def no_types() -> CurrentTypes:
    """Return what is known without a type engine: nothing, and no file has a problem for that."""
    return CurrentTypes(StoredTypes(None), TypeUpdate(types_by_path={}, problems=()), {}, Unsettled())
