"""The types of all files during an update: new ones where the type engine ran, stored ones elsewhere.

Turns: StoredTypes + a TypeUpdate → the types of each file, or the reason why it has none.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.facts.type_facts import ExternalSignatures
from codeshed.model.symbol_ids import content_hash
from codeshed.project.types.stored_types import StoredTypes
from codeshed.project.types.type_records import TypeUpdate
from codeshed.project.types.unsettled_types import UnsettledTypes
from codeshed.types.file_types_encoding import decode_external_signatures


class CurrentTypes(msgspec.Struct, frozen=True):
    """The types of all files, and what of them is not final."""

    stored: StoredTypes
    update: TypeUpdate
    problems: dict[str, str]
    unsettled: UnsettledTypes

    @property
    def n_failed(self) -> int:
        """For how many files the engine failed for a reason outside of them, such as too little memory."""
        return len(self.update.paths_to_retry)

    def encoded_types(self, path: str) -> bytes | None:
        """Return the encoded types of a file."""
        found = self.update.types_by_path.get(path)
        return self.stored.types(path) if found is None else found.types

    def external_signatures(self, path: str) -> ExternalSignatures:
        """Return the signatures of the external functions that a file runs; a file without types has none."""
        found = self.encoded_types(path)
        return {} if found is None else decode_external_signatures(found)

    @property
    def has_failed_as_before(self) -> bool:
        """Whether an engine that failed before failed again in the same way, with no new types."""
        return (
            bool(self.unsettled.failed)
            and self.stored.problems() == self.problems
            and all(
                each.types is None and self.stored.types(path) is None
                for path, each in self.update.types_by_path.items()
            )
        )

    def types_key(self, path: str) -> bytes:
        """Return a key that changes when the types of a file do, or the reason why it has none."""
        found = self.encoded_types(path)
        if found is None:
            return self.problems.get(path, "").encode()
        return content_hash(found).encode()


def merge_type_problems(
    known: dict[str, str], found: TypeUpdate, hashes: Mapping[str, str]
) -> dict[str, str]:
    """Return, by path, why files have no types now."""
    kept = {
        path: message for path, message in known.items() if path in hashes and path not in found.types_by_path
    }
    kept |= {path: problem.message for problem in found.problems for path in problem.paths if path in hashes}
    return dict(sorted(kept.items()))


def no_types() -> CurrentTypes:
    """Return the types of an update without a type engine: none, and no problems."""
    return CurrentTypes(StoredTypes(None), TypeUpdate(types_by_path={}, problems=()), {}, UnsettledTypes())
