"""The outlines of all files, joined: what is asked of no file in particular.

Turns: FileOutlines by path → subclasses, methods of a name, names that are stored, protocols, plugins.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from codeshed.model.identity import member_symbol
from codeshed.resolve.python.names.file_outline import FileOutline, FileTraits
from codeshed.resolve.python.names.program import Program


class JoinedOutlines:
    """All outlines. What they say of other files must be true before anything is asked that follows from it."""

    def __init__(self, program: Program, outline_by_path: Mapping[str, FileOutline]) -> None:
        self._program = program
        self._outlines = {path: outline_by_path[path] for path in program.modules.paths}
        self._descendants: dict[str, tuple[int, ...]] = {}
        self._classes_by_path: dict[str, dict[str, int]] = {}

    def __getitem__(self, path: str) -> FileOutline:
        """Return the outline of a file."""
        return self._outlines[path]

    def learn(self, path: str, traits: FileTraits) -> None:
        """Let a file have other traits than it had."""
        self._outlines[path] = msgspec.structs.replace(self._outlines[path], traits=traits)

    def descendants(self, number: int) -> tuple[int, ...]:
        """Return the classes that inherit from a class, directly or not, in the order of their numbers."""
        symbol = self._program.classes[number].symbol
        known = self._descendants.get(symbol)
        if known is None:
            places = self._places_of_descendants.get(symbol, ())
            known = tuple(sorted(self._classes_of(path)[each] for path, each in places))
            self._descendants[symbol] = known
        return known

    @cached_property
    def _places_of_descendants(self) -> dict[str, list[tuple[str, str]]]:
        """The files and symbols of the classes that inherit from each class."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path, outline in self._outlines.items():
            for symbol, ancestors in outline.traits.ancestors.items():
                place = (path, symbol)
                for each in ancestors:
                    found.setdefault(each, []).append(place)
        return found

    @cached_property
    def protocols(self) -> tuple[tuple[int, dict[str, int]], ...]:
        """The protocols that classes can be told to fit, by number, and what they want."""
        found = {
            self._classes_of(path)[symbol]: wanted
            for path, outline in self._outlines.items()
            for symbol, wanted in outline.traits.protocols.items()
        }
        return tuple(sorted(found.items()))

    def _classes_of(self, path: str) -> dict[str, int]:
        known = self._classes_by_path.get(path)
        if known is None:
            known = self._classes_by_path[path] = self._find_classes(path)
        return known

    def _find_classes(self, path: str) -> dict[str, int]:
        first = self._program.first_classes[self._program.modules.index_by_path[path]]
        names = self._outlines[path].classes
        return {member_symbol(path, name): first + index for index, name in enumerate(names)}

    def methods_named(self, name: str) -> list[int]:
        """Return the numbers of the methods that have a name, lambdas left out."""
        return self._methods.get(name, [])

    def has_method(self, name: str) -> bool:
        """Whether the body of any class defines a method of a name, or binds a lambda to it."""
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
        """Whether any code stores a name on an object."""
        return name in self._stored

    @cached_property
    def _stored(self) -> frozenset[str]:
        return frozenset(name for outline in self._outlines.values() for name in outline.stored_names)

    @cached_property
    def plugins(self) -> tuple[int, ...]:
        """The files that variables `pytest_plugins` name."""
        found: dict[int, None] = {}
        for file, outline in enumerate(self._outlines.values()):
            targets = [self._program.find_module(file, name) for name in outline.plugins]
            found.update({target: None for target in targets if isinstance(target, int)})
        return tuple(found)
