"""Which class a field belongs to.

Turns: the type of a receiver + the name of an attribute → the fields that may be meant, by the order in which Python
looks members up. A field that several classes of one order declare is one variable, that of the first class.
"""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.accuracy.record_state.outline import ClassOutline, PackageOutline, Variable


@dataclass(frozen=True, slots=True)
class FieldFamilies:
    """Fields that were seen to be the same variable, joined step by step."""

    package: PackageOutline
    parents: dict[Variable, Variable] = field(default_factory=dict)
    depths: dict[Variable, int] = field(default_factory=dict)

    def join(self, receiver: type, name: str, *, is_class: bool) -> Variable | None:
        """Return a field of the family that `receiver.name` means; None if it means no field of the package."""
        if not is_class and self._is_property(receiver, name):
            return None
        first: Variable | None = None
        for owner, outline in self._outlines(receiver):
            if name in outline.fields:
                variable = field_of(owner.__module__, outline, name)
                self.parents.setdefault(variable, variable)
                self.depths.setdefault(variable, len(owner.__mro__))
                if first is None:
                    first = variable
                else:
                    self._unite(first, variable)
            elif first is None and name in outline.definitions:
                return None
        return first

    def root(self, variable: Variable) -> Variable:
        """Return the field that stands for a family: that of the class with the fewest ancestors."""
        current = variable
        while (parent := self.parents.get(current, current)) != current:
            current = parent
        return current

    def _unite(self, one: Variable, other: Variable) -> None:
        roots = {self.root(one), self.root(other)}
        first = min(roots, key=lambda each: (self.depths[each], each.path, each.name))
        for each in roots:
            self.parents[each] = first

    def _outlines(self, receiver: type) -> Iterator[tuple[type, ClassOutline]]:
        for owner in receiver.__mro__:
            outline = self._outline(owner)
            if outline is not None:
                yield owner, outline

    def _outline(self, owner: type) -> ClassOutline | None:
        module = self.package.modules.get(owner.__module__)
        return None if module is None else module.classes.get(owner.__qualname__.replace(".<locals>", ""))

    def _is_property(self, receiver: type, name: str) -> bool:
        """Whether a property of the package answers, whatever a subclass assigns."""
        owner = next((each for each in receiver.__mro__ if name in each.__dict__), None)
        if owner is None or not inspect.isdatadescriptor(owner.__dict__[name]):
            return False
        outline = self._outline(owner)
        return outline is not None and name in outline.definitions


def field_of(module: str, outline: ClassOutline, name: str) -> Variable:
    """Return the field of a class as a variable."""
    return Variable(path=outline.path, name=f"{module}.{outline.qualified_name}.{name}", is_field=True)
