"""Types from doc comments, combined with those that the code declares.

Turns: doc comments + declared types → the more precise of both.
"""

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import doc_comment_of
from codeshed.extract.engine.grammar import DocCommentTypes, Grammar, read_no_types
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import TypeRef

_NOTHING = DocCommentTypes()


class DocCommentReader:
    """Reads the types that doc comments of one file name."""

    def __init__(self, reader: SyntaxReader, grammar: Grammar) -> None:
        self._reader = reader
        self._grammar = grammar

    def types_at(self, node: tree_sitter.Node) -> DocCommentTypes:
        """Return the types in the comment before a node."""
        if self._grammar.read_doc_comment_types is read_no_types:
            return _NOTHING
        return self.read(doc_comment_of(node, self._grammar, self._reader))

    def read(self, documentation: str | None) -> DocCommentTypes:
        """Return the types in a comment."""
        if documentation is None or "@" not in documentation:
            return _NOTHING
        return self._grammar.read_doc_comment_types(documentation)

    def more_precise(
        self,
        declared: TypeRef | None,
        documented: TypeRef | None,
        type_parameters: frozenset[str] = frozenset(),
    ) -> TypeRef | None:
        """Return the comment's type if the code has none or a vague one; if both are the same type, add the comment's type arguments.

        Where the comment names one of the `type_parameters`, its own type parameters, the code can only name the
        bound: the comment wins.
        """
        if documented is None or not documented.name:
            return declared
        if documented.name in type_parameters:
            return documented
        if declared is None or not declared.name or declared.name in self._grammar.vague_types:
            return documented
        is_same = _last(declared) == _last(documented) and bool(documented.arguments)
        return replace(declared, arguments=documented.arguments) if is_same else declared

    def refine_bases(self, declared: tuple[TypeRef, ...], documented: DocCommentTypes) -> tuple[TypeRef, ...]:
        """Add the type arguments that a comment gives to base types. If the first base has an alias here, it takes the unmatched ones."""
        if not documented.bases:
            return declared
        arguments_by_name = {_last(each): each.arguments for each in documented.bases}
        found = [
            replace(each, arguments=arguments_by_name.get(_last(each), each.arguments)) for each in declared
        ]
        others = [each for each in documented.bases if _last(each) not in set(map(_last, declared))]
        if found and others and _last(declared[0]) not in arguments_by_name:
            found[0] = replace(found[0], arguments=others[0].arguments)
        return tuple(found)


def bounded_type_parameters(*documented: DocCommentTypes) -> frozenset[str]:
    """Return the type parameters with bounds that comments declare."""
    return frozenset(
        each.name for one in documented for each in one.type_parameters if each.bound is not None
    )


def _last(type_ref: TypeRef) -> str:
    return type_ref.name.rpartition(".")[2]
