"""Parameters and local variables as they are declared.

Turns: the Drafts of a file → FoundLocals.
"""

from collections.abc import Callable, Sequence

import msgspec
import tree_sitter

from codeshed.extract.engine.declared_types import Declared, given_until
from codeshed.extract.engine.doc_comment_types import DocumentedTypes
from codeshed.extract.engine.grammar import Documented, Grammar
from codeshed.extract.engine.nesting import Draft
from codeshed.extract.engine.query_matches import Match
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_facts import CodeLocal

_INITIALIZERS = ("value", "values", "iterable")


class FoundLocal(msgspec.Struct, frozen=True):
    """A local, and the offset of its name in the declaration."""

    local: CodeLocal
    name_begin: int


class LocalVariables:
    """Reads the declarations of locals."""

    def __init__(
        self, reader: Reader, grammar: Grammar, declared: Declared, documented: DocumentedTypes
    ) -> None:
        self._reader = reader
        self._grammar = grammar
        self._declared = declared
        self._documented = documented

    def found(self, drafts: Sequence[Draft], definition_of: Callable[[int], int]) -> list[FoundLocal]:
        """Return all locals; `definition_of` maps a draft's index to the definition that it is, or is in."""
        found: list[FoundLocal | None] = []
        for index, draft in enumerate(drafts):
            if draft.is_local and draft.name is not None:
                documented_types, begin = (
                    self._documented.at(draft.node),
                    given_until(draft.match, draft.name),
                )
                scope, number = drafts[draft.around].node, definition_of(draft.around)
                found.append(self._local(draft.match, draft.name, (scope, number), documented_types, begin))
            documented = self._documented.at(draft.node) if draft.parameters else None
            found += [
                self._local(match, match.one("name"), (draft.node, definition_of(index)), documented)
                for match in draft.parameters
            ]
        return [each for each in found if each is not None]

    def _local(
        self,
        match: Match,
        name: tree_sitter.Node | None,
        scope: tuple[tree_sitter.Node, int],
        documented: Documented | None,
        begin: int | None = None,
    ) -> FoundLocal | None:
        """Return one local; `around` is its scope, as a node and as a definition."""
        if name is None or self._reader.text(name) in self._grammar.blank_names:
            return None
        node, definition = scope
        documented_type = None if documented is None else documented.variables.get(self._reader.text(name))
        declared = (name, *(each for what in _INITIALIZERS for each in match.all(what)))
        if self._grammar.shows_locals_late:
            begin = max(each.end_byte for each in declared)
        elif not self._grammar.shadows:
            begin = None
        if documented_type is None and documented is not None and match.one("parameter") is None:
            documented_type = documented.type
        return FoundLocal(
            CodeLocal(
                name=self._reader.text(name).lstrip(self._grammar.marks),
                definition=definition,
                begin=node.start_byte if begin is None else max(node.start_byte, begin),
                end=node.end_byte,
                type=self._documented.better(self._declared.type(match), documented_type),
                value=self._declared.value(match) or self._declared.default(match),
                n_pointers=len(match.all("pointer")),
                is_constant=match.one("constant") is not None,
            ),
            name.start_byte,
        )
