"""What spaces pass on to whoever imports them.

Turns: the files of a program → tables by space: single names, all names of other spaces, members of types. Nothing is
noted here; who looks something up does that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.namespaces import Binding, NameTarget, SpaceTarget


class PassedOn:
    """Tables of what is passed on."""

    def __init__(self, files: Mapping[str, FileView]) -> None:
        self._files = files

    @cached_property
    def by_name(self) -> Mapping[str, Mapping[str, tuple[Binding, ...]]]:
        """What spaces pass on under a name that is not defined in them."""
        found: defaultdict[str, defaultdict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
        for view in self._files.values():
            for each in view.bound_imports:
                binding = each.binding
                if binding is not None and binding.is_passed_on and binding.alias:
                    for space in binding.spaces_passed_on_in(view.space_of(each.written)):
                        found[space][binding.alias].append(binding)
        return {
            space: {alias: tuple(bindings) for alias, bindings in names.items()}
            for space, names in found.items()
        }

    def _iter_wholes(self) -> Iterator[tuple[str, Binding]]:
        for view in self._files.values():
            for each in view.bound_imports:
                if each.binding is not None and each.binding.is_passed_on and each.binding.is_all:
                    for space in each.binding.spaces_passed_on_in(view.space_of(each.written)):
                        yield space, each.binding

    @cached_property
    def spaces(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that a space passes on as a whole."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for space, binding in self._iter_wholes():
            found[space] += [target.space for target in binding.targets if isinstance(target, SpaceTarget)]
        return {space: tuple(dict.fromkeys(spaces)) for space, spaces in found.items()}

    @cached_property
    def bindings(self) -> Mapping[str, tuple[Binding, ...]]:
        """The imports of all names that a space passes on."""
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for space, binding in self._iter_wholes():
            found[space].append(binding)
        return {space: tuple(dict.fromkeys(bindings)) for space, bindings in found.items()}

    @cached_property
    def types(self) -> Mapping[str, tuple[Binding, ...]]:
        """What may be types all of whose members a space passes on."""
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for space, binding in self._iter_wholes():
            if any(isinstance(target, NameTarget) for target in binding.targets):
                found[space].append(binding)
        return {space: tuple(bindings) for space, bindings in found.items()}

    @cached_property
    def left_out(self) -> Mapping[str, frozenset[str]]:
        """The names that spaces do not pass on with all others."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for view in self._files.values():
            for each in view.bound_imports:
                if each.binding is not None and each.binding.is_passed_on and each.binding.left_out:
                    found[view.space].update(each.binding.left_out)
        return {space: frozenset(names) for space, names in found.items()}

    def wholes(self) -> Mapping[str, tuple[tuple[str, ...], frozenset[str], tuple[Binding, ...]]]:
        """Return all that decides what a space passes on as a whole."""
        return {
            space: (
                self.spaces.get(space, ()),
                self.left_out.get(space, frozenset()),
                self.bindings.get(space, ()),
            )
            for space in self.left_out.keys() | self.bindings.keys()
        }
