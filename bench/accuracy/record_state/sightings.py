"""What is seen while the package runs.

Rewritten code hands every receiver of an attribute, and every value of a variable, to `Sightings.see` with the number
of the place, and goes on with the same value. Nothing else about the code changes: the attribute itself is still read,
set or deleted by the code, after `see` has returned.
"""

from dataclasses import dataclass, field
from types import ModuleType

_NAMESPACES = (type, ModuleType)


@dataclass(frozen=True, slots=True)
class Sightings:
    """For each place the types of the values seen there; classes and modules are kept themselves."""

    types: list[set[type]] = field(default_factory=list)
    namespaces: list[dict[int, object]] = field(default_factory=list)

    def add_place(self) -> int:
        """Make room for one more place and return its number."""
        self.types.append(set())
        self.namespaces.append({})
        return len(self.types) - 1

    def see(self, value: object, place: int) -> object:
        """Note that code got to a place with a value, and give the value back."""
        kind = type(value)
        seen = self.types[place]
        if kind not in seen:
            if issubclass(kind, _NAMESPACES):
                self.namespaces[place][id(value)] = value
            else:
                seen.add(kind)
        return value

    def is_seen(self, place: int) -> bool:
        """Whether code got to a place at all."""
        return bool(self.types[place] or self.namespaces[place])
