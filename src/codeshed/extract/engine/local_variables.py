"""Parameters and local variables as they are declared.

Turns: the DraftTree of a file → FoundLocals.
"""

from collections.abc import Callable, Sequence

import msgspec
import tree_sitter

from codeshed.extract.engine.doc_comment_types import DocCommentReader
from codeshed.extract.engine.grammar import DocCommentTypes, Grammar
from codeshed.extract.engine.nesting import DefinitionDraft
from codeshed.extract.engine.query_matches import QueryMatch
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.extract.engine.type_syntax import DeclarationReader, end_of_initial_value
from codeshed.model.facts.code_facts import CodeLocal

_INITIALIZERS = ("value", "values", "iterable")


class FoundLocal(msgspec.Struct, frozen=True):
    """A local, and the offset of its name in the declaration."""

    local: CodeLocal
    name_begin: int


class LocalVariableReader:
    """Reads the declarations of locals."""

    def __init__(
        self,
        reader: SyntaxReader,
        grammar: Grammar,
        declared: DeclarationReader,
        documented: DocCommentReader,
    ) -> None:
        self._reader = reader
        self._grammar = grammar
        self._declared = declared
        self._documented = documented

    def find_locals(
        self, drafts: Sequence[DefinitionDraft], definition_of: Callable[[int], int]
    ) -> list[FoundLocal]:
        """Return all locals; `definition_of` maps a draft's index to the definition that it is, or is in."""
        found: list[FoundLocal | None] = []
        for index, draft in enumerate(drafts):
            if draft.is_local and draft.name is not None:
                documented_types, begin = (
                    self._documented.types_at(draft.node),
                    end_of_initial_value(draft.match, draft.name),
                )
                scope, number = drafts[draft.parent].node, definition_of(draft.parent)
                found.append(self._local(draft.match, draft.name, (scope, number), documented_types, begin))
            documented = self._documented.types_at(draft.node) if draft.parameters else None
            found += [
                self._local(match, match.first("name"), (draft.node, definition_of(index)), documented)
                for match in draft.parameters
            ]
        return [each for each in found if each is not None]

    def _local(
        self,
        match: QueryMatch,
        name: tree_sitter.Node | None,
        scope: tuple[tree_sitter.Node, int],
        documented: DocCommentTypes | None,
        begin: int | None = None,
    ) -> FoundLocal | None:
        """Return one local; `parent` is its scope, as a node and as a definition."""
        if name is None or self._reader.text(name) in self._grammar.blank_names:
            return None
        node, definition = scope
        documented_type = None if documented is None else documented.variables.get(self._reader.text(name))
        declared = (name, *(each for what in _INITIALIZERS for each in match.all(what)))
        if self._grammar.are_locals_visible_after_declaration:
            begin = max(each.end_byte for each in declared)
        elif not self._grammar.has_shadowing:
            begin = None
        if documented_type is None and documented is not None and match.first("parameter") is None:
            documented_type = documented.type
        return FoundLocal(
            CodeLocal(
                name=self._reader.text(name).lstrip(self._grammar.sigils),
                definition=definition,
                begin=node.start_byte if begin is None else max(node.start_byte, begin),
                end=node.end_byte,
                type=self._documented.more_precise(self._declared.type(match), documented_type),
                value=self._declared.value(match) or self._declared.default(match),
                pointer_depth=len(match.all("pointer")),
                is_constant=match.first("constant") is not None,
            ),
            name.start_byte,
        )
