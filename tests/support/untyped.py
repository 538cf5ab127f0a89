"""A source of provisional types that are worth nothing."""

from collections.abc import Collection, Mapping

from codeshed.model.facts.type_facts import FileTypes, SymbolsByOffset
from codeshed.project.types.provisional_types import ProvisionalReport, TypedTree


class Untyped:
    """A source that says of edited files that nothing in them has a type, and of all others whatever it is asked."""

    def __init__(self, others: tuple[str, ...] = ()) -> None:
        self.paths: tuple[str, ...] = ()
        self._others = others

    @property
    def sees_all(self) -> bool:
        """There is nothing else to be seen."""
        return True

    def prepare(self, tree: TypedTree) -> None:
        """Be ready."""
        del tree

    def submit(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        """Take note of the files."""
        assert set(contents) <= set(tree.files)
        self.paths = (*contents, *self._others)
        return True

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        """Take note of the files."""
        self.paths = (*contents, *self._others)
        return True

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        """Report about them."""
        assert {*paths} <= {*self.paths}
        return self.find(symbols_in)

    def find(self, symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        """Report about them."""
        del symbols_in
        return self

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Know nothing of a file."""
        del path, line_starts
        return FileTypes(
            type_by_span={},
            targets_by_call={},
            getters_by_member={},
            setters_by_member={},
            targets_by_operation={},
            function_by_name_offset={},
            fields_by_class={},
            variables={},
        )
