"""The definitions and local variables of a file.

Turns: Matches → CodeDefinitions in source order, and CodeLocals with their scopes.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.doc_comment_types import DocCommentReader, bounded_type_parameters
from codeshed.extract.engine.doc_comments import doc_comment_of
from codeshed.extract.engine.grammar import DocCommentTypes, Grammar, HeldName
from codeshed.extract.engine.immutable_values import evidence_of
from codeshed.extract.engine.late_assignments import LateAssignments, late_field_value
from codeshed.extract.engine.local_variables import LocalVariableReader
from codeshed.extract.engine.modifiers import (
    TYPE_KINDS,
    declared_mutability,
    declared_visibility,
    definition_kind,
    find_modifier_words,
    function_modifiers,
)
from codeshed.extract.engine.nesting import (
    CONTAINER_KINDS,
    FUNCTION_KINDS,
    VARIABLE_KINDS,
    DefinitionDraft,
    attach_overload_signatures,
    build_drafts,
    is_body,
    visible_span,
)
from codeshed.extract.engine.overload_signatures import find_overload_signatures
from codeshed.extract.engine.query_matches import QueryMatches
from codeshed.extract.engine.returned_expressions import add_results, rewrite_field_values
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.extract.engine.type_syntax import DeclarationReader
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import (
    TOP_LEVEL,
    CodeDefinition,
    CodeExtension,
    CodeLocal,
    CodeParameter,
    ValueEvidence,
)


class DraftTree:
    """The nested drafts of one file: which are definitions, which are locals, and what each contains."""

    def __init__(
        self, matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, imported: Mapping[str, list[int]]
    ) -> None:
        """Read what was matched; `imported` maps the names that imports bind to the offsets of these imports."""
        self._reader = reader
        self._declarations = DeclarationReader(reader, gives_several=grammar.has_multiple_results)
        self._doc_types = DocCommentReader(reader, grammar)
        self._grammar = grammar
        self._drafts = build_drafts(matches, reader, grammar, imported)
        self._begins = [draft.node.start_byte for draft in self._drafts]
        self._ends = [-1 if draft.is_promoted else draft.node.end_byte for draft in self._drafts]
        self._number_by_draft = {TOP_LEVEL: TOP_LEVEL}
        self._number_definitions()
        self._assign_branches_and_parameters(matches)
        self._function_names = self._find_function_names()
        self._definitions = grammar.complete_definitions(tuple(self._iter_definitions()))
        variables = LocalVariableReader(reader, grammar, self._declarations, self._doc_types)
        found = variables.find_locals(self._drafts, self._definition_of)
        assigned = LateAssignments(matches, [each.local for each in found], reader)
        self._definitions = tuple(map(assigned.complete_definition, self._definitions))
        self._locals = tuple(assigned.complete_local(each.local, each.name_begin) for each in found)
        promoted = frozenset(draft.number for draft in self._drafts if draft.is_promoted)
        self._definitions = rewrite_field_values(self._definitions, promoted, self._locals)
        self.results = self._find_results(matches)
        """The returned expressions of each function, by definition number; what a lambda returns is not among them."""
        self._definitions = add_results(self._definitions, self.results, self._locals, self._reader)

    def definitions(self) -> tuple[CodeDefinition, ...]:
        """Return the definitions in source order."""
        return self._definitions

    def extensions(self) -> tuple[CodeExtension, ...]:
        """Return what the file declares of types that are defined elsewhere: `impl Trait for A`."""
        return tuple(self._iter_extensions())

    def _iter_extensions(self) -> Iterator[CodeExtension]:
        for draft in self._drafts:
            if draft.kind != "extension":
                continue
            owner = self._reader.type(draft.match.first("owner"))
            inherits, implements = (
                self._declarations.types(draft.match, "inherits"),
                self._declarations.types(draft.match, "implements"),
            )
            if owner is not None and owner.name and (inherits or implements):
                yield CodeExtension(
                    begin=draft.node.start_byte,
                    end=draft.node.end_byte,
                    owner=owner,
                    namespace=self._namespace(draft.parent),
                    inherits=inherits,
                    implements=implements,
                    parent=self._definition_of(draft.parent),
                )

    def locals(self) -> tuple[CodeLocal, ...]:
        """Return parameters and local variables."""
        return tuple(sorted(self._locals, key=lambda each: (each.begin, each.end, each.name)))

    def definition_around(self, begin: int, end: int) -> int:
        """Return the innermost definition around a span, or TOP_LEVEL."""
        return self._definition_of(self._draft_around(begin, end))

    def namespace_around(self, begin: int, end: int) -> str:
        """Return the namespace that the blocks around a span name."""
        return self._namespace(self._draft_around(begin, end))

    def block_around(self, begin: int, end: int) -> tuple[int, int] | None:
        """Return the innermost block around a span, unless it is the body of a function."""
        index = self._draft_around(begin, end)
        if index == TOP_LEVEL or self._drafts[index].kind != "scope":
            return None
        if is_body(self._drafts[index], self._drafts):
            return None
        return self._drafts[index].node.start_byte, self._drafts[index].node.end_byte

    def decorated_definition(self, node: tree_sitter.Node) -> int:
        """Return the definition that a decorator applies to: the one around it whose name follows, or its next sibling."""
        enclosing = self._draft_around(node.start_byte, node.end_byte)
        if enclosing != TOP_LEVEL and self._drafts[enclosing].number != TOP_LEVEL:
            name = self._drafts[enclosing].name
            if name is not None and node.start_byte < name.start_byte:
                return self._drafts[enclosing].number
        below = node.next_named_sibling
        while below is not None and (below.type == node.type or below.type in self._grammar.comment_types):
            below = below.next_named_sibling
        if below is not None:
            for index in range(bisect_left(self._begins, below.start_byte), len(self._drafts)):
                if self._begins[index] >= below.end_byte:
                    break
                if self._drafts[index].number != TOP_LEVEL:
                    return self._drafts[index].number
        return self._definition_of(enclosing)

    def has_definition_in(self, begin: int, end: int) -> bool:
        """Whether something is defined within a span."""
        for index in range(bisect_left(self._begins, begin), bisect_left(self._begins, end)):
            if self._drafts[index].number != TOP_LEVEL and self._drafts[index].node.end_byte <= end:
                return True
        return False

    def _draft_around(self, begin: int, end: int) -> int:
        index = bisect_left(self._begins, begin + 1) - 1
        while index != TOP_LEVEL and end > self._ends[index]:
            index = self._drafts[index].parent
        while index > 0 and self._precedes_name_in_statement(index, begin):
            index -= 1
        return index

    def _precedes_name_in_statement(self, index: int, begin: int) -> bool:
        """Whether an offset belongs to an earlier draft of the same statement: it precedes this draft's name."""
        draft, name = self._drafts[index], self._drafts[index].name
        return (
            name is not None
            and begin < name.start_byte
            and draft.node.id == self._drafts[index - 1].node.id
            and self._drafts[index - 1].name is not None
        )

    def _definition_of(self, index: int) -> int:
        return self._number_by_draft[index]

    def _functions_by_draft(self) -> dict[int, int]:
        """Return the innermost function at each draft, by index."""
        found = {TOP_LEVEL: TOP_LEVEL}
        for index, draft in enumerate(self._drafts):
            found[index] = index if draft.kind in FUNCTION_KINDS else found[draft.parent]
        return found

    def _number_definitions(self) -> None:
        """Separate definitions from locals and number them; others get the number of the enclosing definition."""
        n_definitions = 0
        skipped = self._find_duplicate_fields()
        if self._grammar.has_overload_signatures:
            skipped |= attach_overload_signatures(self._drafts, self._reader.text)
        for index, draft in enumerate(self._drafts):
            if index not in skipped and self._is_definition(draft):
                draft.number = n_definitions
                n_definitions += 1
            is_numbered = draft.number != TOP_LEVEL
            self._number_by_draft[index] = (
                draft.number if is_numbered else self._number_by_draft[draft.parent]
            )
        number_of = {id(each): draft.number for draft in self._drafts for each in draft.overloads}
        for index, draft in enumerate(self._drafts):
            self._number_by_draft[index] = number_of.get(id(draft), self._number_by_draft[index])

    def _is_definition(self, draft: DefinitionDraft) -> bool:
        if draft.kind in CONTAINER_KINDS or draft.name is None:
            return False
        if (
            draft.match.first("object_literal_method") is not None
            and self._definition_of(draft.parent) == TOP_LEVEL
        ):
            return False
        if draft.match.first("held") is not None and self._definition_of(draft.parent) == TOP_LEVEL:
            return len(self._held_name(draft).names) > 1
        is_member = draft.is_promoted or draft.match.first("nested") is not None
        draft.is_local = draft.kind in VARIABLE_KINDS and self._is_in_code(draft.parent) and not is_member
        return not draft.is_local

    def _held_name(self, draft: DefinitionDraft) -> HeldName:
        """Return the name of a function in an object, behind the names of what holds it; empty for any other definition."""
        read = self._grammar.read_held_name
        if read is None or draft.match.first("held") is None:
            return HeldName()
        return read(draft.node, self._reader)

    def _find_duplicate_fields(self) -> set[int]:
        """Return promoted fields that their type declares, or that another function defines first."""
        promoted = [index for index, draft in enumerate(self._drafts) if draft.is_promoted]
        known = {
            (draft.parent, *self._owner_and_name(draft)): draft
            for draft in self._drafts
            if promoted and draft.name is not None and not draft.is_promoted
        }
        found: set[int] = set()
        for index in promoted:
            draft = self._drafts[index]
            declared = known.setdefault((self._find_parent(index), *self._owner_and_name(draft)), draft)
            if declared is not draft:
                found.add(index)
                declared.first_assignment = declared.first_assignment or draft
            if draft.match.first("late") is not None:
                declared.object_assignments.append(draft)
        return found

    def _owner_and_name(self, draft: DefinitionDraft) -> tuple[str, ...]:
        """Return the source of a draft's owner and name; where fields have a sigil, functions do not share their names."""
        nodes = (draft.match.first("owner"), draft.name)
        owner, name = (
            "" if node is None else self._reader.text(node).lstrip(self._grammar.sigils) for node in nodes
        )
        is_apart = bool(self._grammar.field_sigil) and draft.kind in FUNCTION_KINDS
        return owner, name, "()" if is_apart else ""

    def _plain_name(self, name: tree_sitter.Node, parent: int) -> str:
        """Return a name without its sigil, unless that tells a field from a function of the type."""
        text = self._reader.text(name)
        plain, sigil = text.lstrip(self._grammar.sigils), self._grammar.field_sigil
        is_shared = bool(sigil) and text.startswith(sigil) and (parent, plain) in self._function_names
        return text if is_shared else plain

    def _find_function_names(self) -> frozenset[tuple[int, str]]:
        """Return the names of functions with the definitions that they are members of, where fields may share them."""
        return frozenset(
            (self._definition_of(draft.parent), self._reader.text(draft.name).lstrip(self._grammar.sigils))
            for draft in self._drafts
            if self._grammar.field_sigil and draft.kind in FUNCTION_KINDS and draft.name is not None
        )

    def _find_parent(self, index: int) -> int:
        """Return the draft that a definition is a member of: for a promoted field, the type around its function."""
        draft = self._drafts[index]
        parent = draft.parent
        while draft.is_promoted and parent != TOP_LEVEL and self._is_in_code(parent):
            parent = self._drafts[parent].parent
        while (
            parent != TOP_LEVEL
            and self._drafts[parent].kind == "variable"
            and self._held_name(draft).is_passed
        ):
            parent = self._drafts[parent].parent
        return parent

    def _is_in_code(self, index: int) -> bool:
        """Whether the direct content of a draft is code that runs, not declarations of a type, namespace or file."""
        if index == TOP_LEVEL:
            return False
        draft = self._drafts[index]
        has_members = draft.kind == "member" or (
            draft.match.first("members") is not None and not draft.is_local
        )
        is_value = draft.kind in VARIABLE_KINDS and not has_members
        return draft.kind in FUNCTION_KINDS or draft.kind == "scope" or is_value

    def _assign_branches_and_parameters(self, matches: QueryMatches) -> None:
        functions = self._functions_by_draft()
        for branch in matches.nodes("branch"):
            index = functions[self._draft_around(branch.start_byte, branch.end_byte)]
            if index != TOP_LEVEL:
                self._drafts[index].n_branches += 1
        for match in matches.with_capture("parameter"):
            parameter = match.captures["parameter"][0]
            index = self._draft_around(parameter.start_byte, parameter.end_byte)
            if index != TOP_LEVEL:
                self._drafts[index].parameters.append(match)

    def _find_results(self, matches: QueryMatches) -> dict[int, list[tree_sitter.Node]]:
        """Find the returned expressions of each function."""
        found: dict[int, list[tree_sitter.Node]] = {}
        for node in matches.nodes("result"):
            index = self._draft_around(node.start_byte, node.end_byte)
            if index != TOP_LEVEL and self._drafts[index].node.id == node.id:
                index = self._drafts[index].parent
            while index != TOP_LEVEL and self._drafts[index].kind == "scope":
                if self._drafts[index].match.first("closure") is not None:
                    break
                index = self._drafts[index].parent
            if index != TOP_LEVEL and self._drafts[index].kind in FUNCTION_KINDS:
                found.setdefault(self._drafts[index].number, []).append(node)
        return found

    def _iter_definitions(self) -> Iterator[CodeDefinition]:
        for index, draft in enumerate(self._drafts):
            if draft.number != TOP_LEVEL:
                yield self._definition(draft, self._definition_of(self._find_parent(index)))

    def _definition(self, draft: DefinitionDraft, parent: int) -> CodeDefinition:
        match, reader, node = draft.match, self._reader, draft.node
        name = draft.name
        if name is None:
            raise AssertionError("only named drafts are numbered")
        words = find_modifier_words(name, draft, reader, self._grammar)
        body, value = match.first("body"), self._declarations.value(match)
        extension = self._find_extension(draft.parent)
        documentation = self._documentation(draft)
        documented = self._doc_types.read(documentation)
        held_names = self._held_name(draft).names
        definition = CodeDefinition(
            name=".".join(held_names) or self._plain_name(name, parent),
            own_name=held_names[-1] if held_names else "",
            kind=definition_kind(draft.kind),
            begin=node.start_byte,
            end=node.end_byte,
            name_begin=name.start_byte,
            parent=parent,
            owner=reader.type(
                match.first("owner") or (None if extension is None else extension.match.first("owner"))
            ),
            namespace=self._namespace(draft.parent),
            type_kind=TYPE_KINDS.get(draft.kind),
            parameters=self._parameters(draft, documented),
            returns=self._doc_types.more_precise(reader.type(match.first("returns")), documented.returns),
            type=self._variable_type(draft, documented),
            value=value,
            inherits=self._doc_types.refine_bases(self._declarations.types(match, "inherits"), documented),
            implements=self._doc_types.refine_bases(
                self._declarations.types(match, "implements"), documented
            ),
            type_parameters=self._declarations.type_parameters(match) or documented.type_parameters,
            modifiers=function_modifiers(draft.kind, words, has_body=body is not None),
            visibility=declared_visibility(words, self._grammar),
            mutability=declared_mutability(draft.kind, words, value, self._grammar),
            value_evidence=self._value_evidence(draft),
            documentation=documentation,
            signature=reader.signature(node.start_byte, node.end_byte if body is None else body.start_byte),
            complexity=1 + draft.n_branches,
            is_exported="export" in words,
            is_object_member=draft.kind == "method"
            and match.first("owner") is None
            and (bool(held_names) or self._is_in_code(draft.parent)),
            is_singleton=draft.kind == "object",
            is_abstract=draft.kind in TYPE_KINDS and "abstract" in words,
            visible_span=visible_span(draft, self._drafts, self._grammar, reader),
            overloads=find_overload_signatures(draft, self._declarations, reader),
        )
        completed = self._grammar.complete_definition(definition, node, reader, words)
        if draft.object_assignments:
            late_values = [self._declarations.value(each.match) for each in draft.object_assignments]
            return replace(completed, value=late_field_value(completed.value, late_values))
        assignment = draft.first_assignment
        is_open = draft.kind in VARIABLE_KINDS and completed.type is None and completed.value is None
        if assignment is None or not is_open:
            return completed
        return replace(completed, value=self._definition(assignment, parent).value)

    def _documentation(self, draft: DefinitionDraft) -> str | None:
        """Return the doc comment of a definition, or of one of its overload signatures."""
        pieces = (
            doc_comment_of(each.match.first("with_modifiers") or each.node, self._grammar, self._reader)
            for each in (draft, *draft.overloads)
        )
        return next(filter(None, pieces), None)

    def _parameters(self, draft: DefinitionDraft, documented: DocCommentTypes) -> tuple[CodeParameter, ...]:
        if draft.kind not in FUNCTION_KINDS:
            return ()
        found = self._declarations.parameters(draft.parameters)
        known = documented.variables
        templates = self._bounded_type_parameters(draft, documented) if known else frozenset()
        return tuple(
            replace(each, type=self._doc_types.more_precise(each.type, known.get(each.name), templates))
            if each.name in known
            else each
            for each in found
        )

    def _bounded_type_parameters(self, draft: DefinitionDraft, documented: DocCommentTypes) -> frozenset[str]:
        """Return the bounded type parameters that the doc comments of a function and its type declare."""
        around = None if draft.parent == TOP_LEVEL else self._drafts[draft.parent].node
        return bounded_type_parameters(
            documented, *(() if around is None else (self._doc_types.types_at(around),))
        )

    def _variable_type(self, draft: DefinitionDraft, documented: DocCommentTypes) -> TypeRef | None:
        """Return the type of a variable; for a promoted field, also from the doc comment of its function."""
        found = self._declarations.type(draft.match)
        if draft.kind not in VARIABLE_KINDS or draft.name is None:
            return found
        function = self._drafts[draft.parent] if draft.is_promoted and draft.parent != TOP_LEVEL else None
        documented_type = documented.type or documented.variables.get(self._reader.text(draft.name))
        if documented_type is None and function is not None and function.kind in FUNCTION_KINDS:
            doc_types_by_name = self._doc_types.types_at(function.node).variables
            documented_type = next(
                (
                    each
                    for name, each in doc_types_by_name.items()
                    if name.lstrip("$") == self._reader.text(draft.name)
                ),
                None,
            )
        return self._doc_types.more_precise(found, documented_type)

    def _value_evidence(self, draft: DefinitionDraft) -> ValueEvidence | None:
        """Return what shows that the value of a variable never changes."""
        known = self._grammar.immutable_values
        if draft.kind == "member" or (draft.kind == "constant" and known.has_immutable_constants):
            return ValueEvidence.VALUE
        if draft.kind not in VARIABLE_KINDS:
            return None
        match = draft.match
        return evidence_of(
            self._declarations.value_node(match), self._declarations.type(match), self._reader, known
        )

    def _find_extension(self, index: int) -> DefinitionDraft | None:
        """Return the extension directly around a definition."""
        while index != TOP_LEVEL:
            draft = self._drafts[index]
            if draft.kind == "extension":
                return draft
            if draft.number != TOP_LEVEL:
                return None
            index = draft.parent
        return None

    def _namespace(self, index: int) -> str:
        """Return the namespace that the blocks around a draft name, outermost first."""
        names: list[str] = []
        while index != TOP_LEVEL:
            draft = self._drafts[index]
            if draft.kind == "namespace" and draft.name is not None:
                names.append(self._reader.dotted_name(self._reader.text(draft.name)))
            index = draft.parent
        return ".".join(reversed(names))
