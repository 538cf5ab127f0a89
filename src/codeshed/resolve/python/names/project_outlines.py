"""The outlines of all files, joined: answers questions about the project as a whole.

Turns: FileOutlines by path → subclasses, methods of a name, assigned attributes, protocols, pytest plugins.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.names.file_outline import FileOutline, FileTraits
from codeshed.resolve.python.names.program import Program


class ProjectOutlines:
    """All outlines. Their traits must be complete before anything derived from traits is looked up."""

    def __init__(self, program: Program, outline_by_path: Mapping[str, FileOutline]) -> None:
        self._program = program
        self._outlines = {path: outline_by_path[path] for path in program.modules.paths}
        self._descendants: dict[str, tuple[int, ...]] = {}
        self._descendant_sets: dict[int, frozenset[int]] = {}
        self._classes_by_path: dict[str, dict[str, int]] = {}

    def __getitem__(self, path: str) -> FileOutline:
        """Return the outline of a file."""
        return self._outlines[path]

    def set_traits(self, path: str, traits: FileTraits) -> None:
        """Replace the traits of a file."""
        self._outlines[path] = msgspec.structs.replace(self._outlines[path], traits=traits)

    def find_subclasses(self, number: int) -> tuple[int, ...]:
        """Return the subclasses of a class, direct and indirect, in the order of their numbers."""
        symbol = self._program.classes[number].symbol
        known = self._descendants.get(symbol)
        if known is None:
            descendants = self._descendants_by_symbol.get(symbol, ())
            known = tuple(sorted(self._class_numbers_of(path)[each] for path, each in descendants))
            self._descendants[symbol] = known
        return known

    def find_methods_below(self, number: int, name: str) -> list[int]:
        """Return the numbers of the methods with a name in all subclasses of a class, lambdas left out."""
        named_alike = self.find_methods(name)
        if not named_alike:
            return []
        known = self._descendant_sets.get(number)
        if known is None:
            known = self._descendant_sets[number] = frozenset(self.find_subclasses(number))
        functions, read = self._program.functions, self._program.read_function
        return [each for each in named_alike if functions[read(each)].owner in known] if known else []

    @cached_property
    def _descendants_by_symbol(self) -> dict[str, list[tuple[str, str]]]:
        """Map each class to its subclasses, as pairs of path and symbol."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path, outline in self._outlines.items():
            for symbol, ancestors in outline.traits.ancestors.items():
                descendant = (path, symbol)
                for each in ancestors:
                    found.setdefault(each, []).append(descendant)
        return found

    @cached_property
    def protocols(self) -> tuple[tuple[int, dict[str, int]], ...]:
        """The protocols recognised structurally, by number, with the methods that they require."""
        found = {
            self._class_numbers_of(path)[symbol]: required_methods
            for path, outline in self._outlines.items()
            for symbol, required_methods in outline.traits.protocols.items()
        }
        return tuple(sorted(found.items()))

    def _class_numbers_of(self, path: str) -> dict[str, int]:
        known = self._classes_by_path.get(path)
        if known is None:
            known = self._classes_by_path[path] = self._number_classes(path)
        return known

    def _number_classes(self, path: str) -> dict[str, int]:
        first = self._program.first_classes[self._program.modules.index_by_path[path]]
        names = self._outlines[path].classes
        return {member_symbol(path, name): first + index for index, name in enumerate(names)}

    def find_methods(self, name: str) -> list[int]:
        """Return the numbers of all methods with a name, lambdas left out."""
        return self._methods.get(name, [])

    def has_method(self, name: str) -> bool:
        """Whether any class body defines a method of a name, or binds a lambda to it."""
        return name in self._methods or name in self._lambda_methods

    @cached_property
    def _methods(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for first, outline in zip(self._program.first_functions, self._outlines.values(), strict=False):
            for name, index in outline.methods:
                found.setdefault(name, []).append(first + index)
        return found

    @cached_property
    def _lambda_methods(self) -> frozenset[str]:
        return frozenset(name for outline in self._outlines.values() for name in outline.lambda_methods)

    def is_stored(self, name: str) -> bool:
        """Whether any code assigns an attribute of a name."""
        return name in self._stored_names

    @cached_property
    def _stored_names(self) -> frozenset[str]:
        return frozenset(name for outline in self._outlines.values() for name in outline.stored_names)

    @cached_property
    def plugins(self) -> tuple[int, ...]:
        """The files that variables `pytest_plugins` name."""
        found: dict[int, None] = {}
        for file, outline in enumerate(self._outlines.values()):
            targets = [self._program.find_module(file, name) for name in outline.plugins]
            found.update({target: None for target in targets if isinstance(target, int)})
        return tuple(found)
