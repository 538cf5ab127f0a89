"""Definitions and locals, and which lies in which.

Turns: Matches → CodeDefinitions in the order of the source, and CodeLocals with where they can be seen.
"""

import re
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping

import msgspec
import tree_sitter

from codeshed.extract.languages.documentation import documentation_of
from codeshed.extract.languages.grammar import Grammar
from codeshed.extract.languages.matches import Match, Matches
from codeshed.extract.languages.reading import Reader, child_of
from codeshed.model.code_facts import (
    ARRAY,
    TOP_LEVEL,
    CodeDefinition,
    CodeExpression,
    CodeExtension,
    CodeLocal,
    CodeParameter,
    CodeTypeParameter,
    ItemExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.semantic import (
    DefinitionKind,
    Modifiers,
    Mutability,
    ParameterKind,
    TypeKind,
    Visibility,
)

_TYPE_KINDS = {
    "class": TypeKind.CLASS,
    "module": TypeKind.CLASS,
    "object": TypeKind.CLASS,
    "interface": TypeKind.INTERFACE,
    "trait": TypeKind.INTERFACE,
    "struct": TypeKind.STRUCT,
    "union": TypeKind.UNION,
    "enum": TypeKind.ENUM,
    "alias": TypeKind.TYPE_ALIAS,
}
_FUNCTIONS = frozenset({"function", "method", "constructor", "getter", "setter", "destructor"})
_VARIABLES = frozenset({"variable", "field", "constant", "member"})
_NO_DEFINITION = frozenset({"space", "extension", "scope"})
_VISIBILITY_BY_WORD = {
    "public": Visibility.PUBLIC,
    "pub": Visibility.PUBLIC,
    "open": Visibility.PUBLIC,
    "export": Visibility.PUBLIC,
    "protected": Visibility.PROTECTED,
    "internal": Visibility.INTERNAL,
    "package": Visibility.INTERNAL,
    "private": Visibility.PRIVATE,
    "fileprivate": Visibility.PRIVATE,
}
_PARAMETER_KINDS = {
    "variadic": ParameterKind.VARIADIC_POSITIONAL,
    "keyword": ParameterKind.KEYWORD_ONLY,
    "keywords": ParameterKind.VARIADIC_KEYWORD,
}
_WORD = re.compile(r"[A-Za-z_]\w*")


class _Draft(msgspec.Struct, kw_only=True):
    """A definition, namespace, extension or block, with where it lies among the others."""

    what: str
    node: tree_sitter.Node
    match: Match
    around: int
    """The draft around it, or TOP_LEVEL."""
    number: int = TOP_LEVEL
    """Its number among the definitions, if it is one."""
    is_local: bool = False
    is_promoted: bool = False
    """Whether it is a field that a function defines for its type: it holds nothing and is no local."""
    n_branches: int = 0
    parameters: list[Match] = msgspec.field(default_factory=list)

    @property
    def name(self) -> tree_sitter.Node | None:
        """The node of its name."""
        return self.match.one("name")


class Drafts:
    """All that lies in each other in one file."""

    def __init__(
        self, matches: Matches, reader: Reader, grammar: Grammar, imported: Mapping[str, list[int]]
    ) -> None:
        """Take what was found; `imported` are names that imports bind, with where these stand."""
        self._reader = reader
        self._grammar = grammar
        self._drafts = _nested(matches, reader, imported, grammar.blank_names)
        self._begins = [draft.node.start_byte for draft in self._drafts]
        self._number()
        self._locals: list[CodeLocal] = []
        self._take_branches_and_parameters(matches)
        self._definitions = tuple(self._iter_definitions())
        self._find_locals()

    def definitions(self) -> tuple[CodeDefinition, ...]:
        """Return the definitions in the order of the source."""
        return self._definitions

    def extensions(self) -> tuple[CodeExtension, ...]:
        """Return what is said of types that stand elsewhere."""
        return tuple(self._iter_extensions())

    def _iter_extensions(self) -> Iterator[CodeExtension]:
        for draft in self._drafts:
            if draft.what != "extension":
                continue
            owner = self._reader.type(draft.match.one("owner"))
            inherits, implements = (
                self._types(draft.match, "inherits"),
                self._types(draft.match, "implements"),
            )
            if owner is not None and owner.name and (inherits or implements):
                yield CodeExtension(
                    begin=draft.node.start_byte,
                    end=draft.node.end_byte,
                    owner=owner,
                    space=self._space(draft.around),
                    inherits=inherits,
                    implements=implements,
                )

    def locals(self) -> tuple[CodeLocal, ...]:
        """Return parameters and local variables."""
        return tuple(sorted(self._locals, key=lambda each: (each.begin, each.end, each.name)))

    def definition_around(self, begin: int, end: int) -> int:
        """Return the innermost definition around a stretch of the source, or TOP_LEVEL."""
        return self._definition_of(self._draft_around(begin, end))

    def decorated(self, node: tree_sitter.Node) -> int:
        """Return the definition that a decorator stands at: that whose name comes behind it, or the next beside it."""
        around = self._draft_around(node.start_byte, node.end_byte)
        if around != TOP_LEVEL and self._drafts[around].number != TOP_LEVEL:
            name = self._drafts[around].name
            if name is not None and node.start_byte < name.start_byte:
                return self._drafts[around].number
        below = node.next_named_sibling
        while below is not None and (below.type == node.type or below.type in self._grammar.comments):
            below = below.next_named_sibling
        if below is not None:
            for index in range(bisect_left(self._begins, below.start_byte), len(self._drafts)):
                if self._begins[index] >= below.end_byte:
                    break
                if self._drafts[index].number != TOP_LEVEL:
                    return self._drafts[index].number
        return self._definition_of(around)

    def _draft_around(self, begin: int, end: int) -> int:
        index = bisect_left(self._begins, begin + 1) - 1
        while index != TOP_LEVEL and not self._holds(index, begin, end):
            index = self._drafts[index].around if index >= 0 else TOP_LEVEL
        while index > 0 and self._is_of_earlier(index, begin):
            index -= 1
        return index

    def _is_of_earlier(self, index: int, begin: int) -> bool:
        """Whether a place lies before a draft's name, and the draft before it is one of the same statement."""
        draft, name = self._drafts[index], self._drafts[index].name
        return (
            name is not None
            and begin < name.start_byte
            and draft.node.id == self._drafts[index - 1].node.id
            and self._drafts[index - 1].name is not None
        )

    def _holds(self, index: int, begin: int, end: int) -> bool:
        draft = self._drafts[index]
        node = draft.node
        return node.start_byte <= begin and end <= node.end_byte and not draft.is_promoted

    def _definition_of(self, index: int) -> int:
        while index != TOP_LEVEL and self._drafts[index].number == TOP_LEVEL:
            index = self._drafts[index].around
        return TOP_LEVEL if index == TOP_LEVEL else self._drafts[index].number

    def _number(self) -> None:
        """Tell definitions from locals, and number them."""
        n_definitions = 0
        passed = self._declared_elsewhere()
        for index, draft in enumerate(self._drafts):
            if draft.what in _NO_DEFINITION or draft.name is None or index in passed:
                continue
            draft.is_local = (
                draft.what in _VARIABLES and self._is_in_code(draft.around) and not draft.is_promoted
            )
            if not draft.is_local:
                draft.number = n_definitions
                n_definitions += 1

    def _declared_elsewhere(self) -> set[int]:
        """Return fields that functions define for their type, but that it declares or that come a second time."""
        promoted = [index for index, draft in enumerate(self._drafts) if draft.is_promoted]
        known = {
            (draft.around, *self._texts(draft))
            for draft in self._drafts
            if promoted and draft.name is not None and not draft.is_promoted
        }
        found: set[int] = set()
        for index in promoted:
            key = (self._outside(index), *self._texts(self._drafts[index]))
            if key in known:
                found.add(index)
            known.add(key)
        return found

    def _texts(self, draft: _Draft) -> tuple[str, ...]:
        """Return what the owner and name of a draft are written as."""
        nodes = (draft.match.one("owner"), draft.name)
        return tuple(
            "" if node is None else self._reader.text(node).lstrip(self._grammar.marks) for node in nodes
        )

    def _outside(self, index: int) -> int:
        """Return the draft that a definition belongs to: of a promoted one the type around its function."""
        draft = self._drafts[index]
        around = draft.around
        while draft.is_promoted and around != TOP_LEVEL and self._is_in_code(around):
            around = self._drafts[around].around
        return around

    def _is_in_code(self, index: int) -> bool:
        """Whether what lies directly in a draft is code that runs, and no declaration of a type, namespace or file."""
        return index != TOP_LEVEL and (
            self._drafts[index].what in _FUNCTIONS
            or self._drafts[index].what == "scope"
            or self._drafts[index].what in _VARIABLES
        )

    def _take_branches_and_parameters(self, matches: Matches) -> None:
        for branch in matches.nodes("branch"):
            index = self._draft_around(branch.start_byte, branch.end_byte)
            while index != TOP_LEVEL and self._drafts[index].what not in _FUNCTIONS:
                index = self._drafts[index].around
            if index != TOP_LEVEL:
                self._drafts[index].n_branches += 1
        for match in matches.having("parameter"):
            parameter = match.captures["parameter"][0]
            index = self._draft_around(parameter.start_byte, parameter.end_byte)
            if index != TOP_LEVEL:
                self._drafts[index].parameters.append(match)

    def _iter_definitions(self) -> Iterator[CodeDefinition]:
        for index, draft in enumerate(self._drafts):
            if draft.number != TOP_LEVEL:
                yield self._definition(draft, self._definition_of(self._outside(index)))

    def _definition(self, draft: _Draft, parent: int) -> CodeDefinition:
        match, reader, node = draft.match, self._reader, draft.node
        name = draft.name
        if name is None:
            raise AssertionError("only what has a name is numbered")
        words = self._words(draft, name)
        body = match.one("body")
        holder = self._holder(draft.around)
        definition = CodeDefinition(
            name=reader.text(name).lstrip(self._grammar.marks),
            kind=_kind(draft.what),
            begin=node.start_byte,
            end=node.end_byte,
            name_begin=name.start_byte,
            parent=parent,
            owner=reader.type(match.one("owner") or (None if holder is None else holder.match.one("owner"))),
            space=self._space(draft.around),
            type_kind=_TYPE_KINDS.get(draft.what),
            parameters=tuple(map(self._parameter, draft.parameters)) if draft.what in _FUNCTIONS else (),
            returns=reader.type(match.one("returns")),
            type=self._type(match),
            value=self._value(match),
            inherits=self._types(match, "inherits"),
            implements=self._types(match, "implements"),
            type_parameters=tuple(self._type_parameters(match)),
            modifiers=_modifiers(draft.what, words, has_body=body is not None),
            visibility=next(
                (each for word, each in _VISIBILITY_BY_WORD.items() if word in words),
                self._grammar.visibility,
            ),
            mutability=self._mutability(draft, words),
            documentation=documentation_of(match.one("outer") or node, self._grammar, reader),
            signature=reader.signature(node.start_byte, node.end_byte if body is None else body.start_byte),
            complexity=1 + draft.n_branches,
            is_exported="export" in words,
        )
        return self._grammar.mend(definition, node, reader, words)

    def _words(self, draft: _Draft, name: tree_sitter.Node) -> frozenset[str]:
        """Return the modifiers of a definition: words of the language before its name."""
        if self._grammar.modifiers:
            return frozenset(self._iter_modifiers(draft.node))
        begin = draft.node.start_byte
        outer = draft.match.one("outer")
        if outer is not None:
            begin = outer.start_byte
        return self._grammar.words.intersection(_WORD.findall(self._reader.slice(begin, name.start_byte)))

    def _iter_modifiers(self, node: tree_sitter.Node) -> Iterator[str]:
        for child in node.children:
            if child.type in self._grammar.modifiers:
                for each in child.children or (child,):
                    word = _WORD.match(self._reader.text(each))
                    if word is not None and word.group() in self._grammar.words:
                        yield word.group()

    def _holder(self, index: int) -> _Draft | None:
        """Return the extension around a definition, with no other definition in between."""
        while index != TOP_LEVEL:
            draft = self._drafts[index]
            if draft.what == "extension":
                return draft
            if draft.number != TOP_LEVEL:
                return None
            index = draft.around
        return None

    def _space(self, index: int) -> str:
        """Return the namespaces of the blocks around a definition, the outermost first."""
        names: list[str] = []
        while index != TOP_LEVEL:
            draft = self._drafts[index]
            if draft.what == "space" and draft.name is not None:
                names.append(self._reader.dotted(self._reader.text(draft.name)))
            index = draft.around
        return ".".join(reversed(names))

    def _types(self, match: Match, name: str) -> tuple[TypeRef, ...]:
        found = (self._reader.type(node) for node in match.all(name))
        return tuple(each for each in found if each is not None and each.name)

    def _type_parameters(self, match: Match) -> Iterator[CodeTypeParameter]:
        for node in match.all("type_parameters"):
            for child in node.named_children:
                names = child.children_by_field_name("name") or [
                    child.named_children[0] if child.named_children else child
                ]
                bound = child_of(child, ("constraint", "bounds", "type")) or next(
                    (each for each in child.named_children if each.type.endswith("bound")), None
                )
                for name in names:
                    yield CodeTypeParameter(self._reader.text(name), self._reader.type(bound))

    def _parameter(self, match: Match) -> CodeParameter:
        name = match.one("name")
        return CodeParameter(
            name="" if name is None else self._reader.text(name),
            type=self._type(match),
            kind=next(
                (kind for capture, kind in _PARAMETER_KINDS.items() if match.one(capture) is not None),
                ParameterKind.POSITIONAL_ONLY,
            ),
            has_default=match.one("default") is not None or match.one("optional") is not None,
        )

    def _type(self, match: Match) -> TypeRef | None:
        found = self._reader.type(match.one("type"))
        return found if found is None or match.one("array") is None else TypeRef(ARRAY, (found,))

    def _value(self, match: Match) -> CodeExpression | None:
        value, iterable = match.one("value") or _value_of_many(match), match.one("iterable")
        if value is not None:
            return self._reader.expression(value)
        if iterable is not None:
            inner = self._reader.expression(iterable)
            return ItemExpr(inner.begin, inner.end, inner)
        return None

    def _mutability(self, draft: _Draft, words: frozenset[str]) -> Mutability | None:
        if draft.what not in _VARIABLES:
            return None
        if draft.what == "member":
            return Mutability.IMMUTABLE
        if draft.what == "constant" or not self._grammar.constant_words.isdisjoint(words):
            value = self._value(draft.match)
            is_literal = isinstance(value, OtherExpr) and bool(value.type_name)
            return Mutability.CONST if is_literal or draft.what == "constant" else Mutability.IMMUTABLE
        return Mutability.MUTABLE

    def _find_locals(self) -> None:
        for index, draft in enumerate(self._drafts):
            if draft.is_local and draft.name is not None:
                self._add_local(draft.match, draft.name, draft.around)
            for match in draft.parameters:
                self._add_local(match, match.one("name"), index)

    def _add_local(self, match: Match, name: tree_sitter.Node | None, around: int) -> None:
        if name is None or self._reader.text(name) in self._grammar.blank_names:
            return
        node = self._drafts[around].node
        self._locals.append(
            CodeLocal(
                name=self._reader.text(name),
                definition=self._definition_of(around),
                begin=node.start_byte,
                end=node.end_byte,
                type=self._type(match),
                value=self._value(match),
            )
        )


def _value_of_many(match: Match) -> tree_sitter.Node | None:
    """Return the value at the place that a name has among others: `a, b = f(), g()`; a lone one is the first's."""
    name, values = match.one("name"), match.one("values")
    if name is None or values is None or name.parent is None:
        return None
    siblings = name.parent.children_by_field_name("name") or name.parent.named_children
    place = next((place for place, each in enumerate(siblings) if each.id == name.id), len(siblings))
    found = values.named_children
    return found[place] if place < len(found) else None


def _nested(
    matches: Matches, reader: Reader, imported: Mapping[str, list[int]], blank: frozenset[str]
) -> list[_Draft]:
    """Return what may lie in each other, the outer before the inner.

    Of several patterns that define the same, the one that stands first in the query file counts. A scope that is the
    inner part of a definition is none of its own, and a variable that holds an import is that import.
    """
    found: dict[tuple[int, int, int], tuple[str, tree_sitter.Node, Match]] = {}
    inner = {node.id for node in matches.nodes("inner")}
    for what, match in sorted(matches.defining, key=lambda each: each[1].pattern):
        node = match.captures[f"define.{what}"][0]
        name = match.one("name")
        begin, end = node.start_byte, node.end_byte
        if what in _VARIABLES and name is not None:
            text = reader.text(name)
            if text in blank or any(begin <= place < end for place in imported.get(text, ())):
                continue
        found.setdefault((begin, -end, TOP_LEVEL if name is None else name.start_byte), (what, node, match))
    for match in matches.having("scope"):
        node = match.captures["scope"][0]
        if node.id not in inner:
            found.setdefault((node.start_byte, -node.end_byte, sys.maxsize), ("scope", node, match))
    drafts: list[_Draft] = []
    open_drafts: list[int] = []
    for (begin, negative_end, _), (what, node, match) in sorted(found.items(), key=lambda each: each[0]):
        while open_drafts and not _lies_in(begin, -negative_end, what, drafts[open_drafts[-1]]):
            open_drafts.pop()
        drafts.append(
            _Draft(
                what=what,
                node=node,
                match=match,
                around=open_drafts[-1] if open_drafts else TOP_LEVEL,
                is_promoted="promoted" in match.captures,
            )
        )
        open_drafts.append(len(drafts) - 1)
    return drafts


def _lies_in(begin: int, end: int, what: str, draft: _Draft) -> bool:
    """Whether something lies in a draft; variables of one statement stand beside each other."""
    node = draft.node
    if what in _VARIABLES and draft.what in _VARIABLES and (node.start_byte, node.end_byte) == (begin, end):
        return False
    return node.end_byte > begin


def _kind(what: str) -> DefinitionKind:
    if what in _FUNCTIONS:
        return DefinitionKind.FUNCTION
    return DefinitionKind.VARIABLE if what in _VARIABLES else DefinitionKind.TYPE


def _modifiers(what: str, words: frozenset[str], *, has_body: bool) -> Modifiers | None:
    if what not in _FUNCTIONS:
        return None
    return Modifiers(
        is_abstract="abstract" in words,
        is_async=not words.isdisjoint({"async", "suspend"}),
        is_static="static" in words,
        is_constructor=what == "constructor",
        is_property=what in {"getter", "setter"},
        is_final=not words.isdisjoint({"final", "sealed"}),
        has_body=has_body,
    )
