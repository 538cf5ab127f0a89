"""Types that comments name, beside those that code names.

Turns: comments of definitions and variables + types as written → the more exact of both.
"""

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import documentation_of
from codeshed.extract.engine.grammar import Documented, Grammar, nothing_documented
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_expressions import TypeRef

_NOTHING = Documented()


class DocumentedTypes:
    """Reads the types that comments of one file name."""

    def __init__(self, reader: Reader, grammar: Grammar) -> None:
        self._reader = reader
        self._grammar = grammar

    def at(self, node: tree_sitter.Node) -> Documented:
        """Return what the comment before a node says."""
        if self._grammar.read_documentation is nothing_documented:
            return _NOTHING
        return self.read(documentation_of(node, self._grammar, self._reader))

    def read(self, documentation: str | None) -> Documented:
        """Return what a comment says."""
        if documentation is None or "@" not in documentation:
            return _NOTHING
        return self._grammar.read_documentation(documentation)

    def better(
        self, written: TypeRef | None, documented: TypeRef | None, templates: frozenset[str] = frozenset()
    ) -> TypeRef | None:
        """Return the type that a comment names if the code names none, a vague one, or the same with fewer words.

        Type parameters stand in comments alone: where one of the `templates` is named, the code can only name its bound.
        """
        if documented is None or not documented.name:
            return written
        if documented.name in templates:
            return documented
        if written is None or not written.name or written.name in self._grammar.vague_types:
            return documented
        is_same = _last(written) == _last(documented) and bool(documented.arguments)
        return replace(written, arguments=documented.arguments) if is_same else written

    def bases(self, written: tuple[TypeRef, ...], documented: Documented) -> tuple[TypeRef, ...]:
        """Return bases with what a comment says that they are applied to; the first may be known by another name here."""
        if not documented.bases:
            return written
        said = {_last(each): each.arguments for each in documented.bases}
        found = [replace(each, arguments=said.get(_last(each), each.arguments)) for each in written]
        others = [each for each in documented.bases if _last(each) not in set(map(_last, written))]
        if found and others and _last(written[0]) not in said:
            found[0] = replace(found[0], arguments=others[0].arguments)
        return tuple(found)


def bounded_templates(*documented: Documented) -> frozenset[str]:
    """Return the type parameters with a bound that comments name."""
    return frozenset(
        each.name for one in documented for each in one.type_parameters if each.bound is not None
    )


def _last(type_ref: TypeRef) -> str:
    return type_ref.name.rpartition(".")[2]
