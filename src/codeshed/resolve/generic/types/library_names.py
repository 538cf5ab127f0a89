"""All names that the library of a language has, where that is known.

Turns: the full name of an external symbol → whether the library has it. A name that it lacks is made up: nothing external
has it, so that it is unresolved.
"""

from collections.abc import Mapping

import msgspec

_RESULT = "()"


class LibraryNames(msgspec.Struct, frozen=True, kw_only=True):
    """Namespaces and types of a library with all of their names."""

    names_by_owner: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """All names in a namespace, or all members of a type, by its full name. C++: those of `cpp.std`."""
    names_of_every_owner: frozenset[str] = frozenset()
    """Names that each of them has besides. Ruby: the methods of every object."""
    members_of_results: frozenset[str] = frozenset()
    """All members of what its functions return: those of any of its types. Empty if these are not known."""

    def lacks(self, owner: str, name: str) -> bool:
        """Whether a namespace, a type, or the result of a function of the library is known not to have a name."""
        if owner.endswith(_RESULT):
            is_closed = bool(self.members_of_results) and self._is_owner(owner.partition(_RESULT)[0])
            return is_closed and name not in self.members_of_results
        known = self.names_by_owner.get(owner)
        return known is not None and name not in known and name not in self.names_of_every_owner

    def is_made_up(self, full_name: str) -> bool:
        """Whether the library has an owner that a dotted name begins with, and lacks the name that follows."""
        if not self.names_by_owner:
            return False
        owner = ""
        for part in full_name.split("."):
            if owner and self.lacks(owner, part.removesuffix(_RESULT)):
                return True
            owner = f"{owner}.{part}" if owner else part
        return False

    def has_type(self, full_name: str) -> bool:
        """Whether the library has a name in one of its namespaces."""
        owner, _, name = full_name.rpartition(".")
        return name in self.names_by_owner.get(owner, ())

    def _is_owner(self, function: str) -> bool:
        """Whether a function belongs to a type of the library."""
        return function.rpartition(".")[0] in self.names_by_owner
