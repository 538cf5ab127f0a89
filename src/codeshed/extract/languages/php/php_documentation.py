"""Types in PHPDoc comments.

Turns: the text of a doc comment → DocCommentTypes: the types after `@param`, `@return`, `@var`, `@template` and
`@extends`.
"""

import re
from collections.abc import Iterator

from codeshed.extract.engine.grammar import DocCommentTypes
from codeshed.model.facts.code_expressions import ARRAY, UNION, TypeRef
from codeshed.model.facts.code_facts import CodeTypeParameter

MAX_DEPTH = 20
"""How deeply nested types are read."""

_TAG = re.compile(
    r"(?m)^[ \t]*@(?:(?:phpstan|psalm)-)?(?P<tag>param|return|var|template|extends|implements|use)"
    r"(?:-(?:covariant|contravariant))?[ \t]+"
)
_PIECE = re.compile(
    r"\s*(?P<piece>\\?[A-Za-z_][\w\\-]*|\$\w+|\.\.\.|'[^'\n]*'|\"[^\"\n]*\"|-?\d[\w.]*|::|[^\s\w])"
)
_NAME = re.compile(r"\\?[A-Za-z_][\w\\]*")
_VARIABLE = re.compile(r"\s*&?(?:\.\.\.)?(\$\w+)")
_TEMPLATE = re.compile(r"(?P<name>\w+)(?:[ \t]+(?:of|as)[ \t]+)?")
_LISTS = frozenset({"array", "list", "iterable", "non-empty-array", "non-empty-list"})
_RECEIVERS = {"$this": "static", "static": "static", "self": "self"}
_CLOSING = {"<": ">", "(": ")", "{": "}", "[": "]"}
_NO_TYPE = TypeRef("")


def read_phpdoc(text: str) -> DocCommentTypes:
    """Return the types that a doc comment declares."""
    own: TypeRef | None = None
    returns: TypeRef | None = None
    variables: dict[str, TypeRef] = {}
    parameters: list[CodeTypeParameter] = []
    bases: list[TypeRef] = []
    for match in _TAG.finditer(text):
        tag = match["tag"]
        if tag == "template":
            parameters += _template(text, match.end())
            continue
        reader = _TypeParser(text, match.end())
        found = reader.union(0)
        name = _VARIABLE.match(text, reader.offset)
        if not found.name:
            continue
        if tag == "return":
            returns = returns or found
        elif tag in {"param", "var"} and name is not None:
            variables.setdefault(name[1], found)
        elif tag == "var":
            own = own or found
        elif tag != "param":
            bases.append(found)
    return DocCommentTypes(
        type=own,
        returns=returns,
        variables=variables,
        type_parameters=tuple(parameters),
        bases=tuple(bases),
    )


def _template(text: str, offset: int) -> Iterator[CodeTypeParameter]:
    """Yield the type parameter of `T of Bound`."""
    match = _TEMPLATE.match(text, offset)
    if match is not None:
        has_bound = match.end() > match.end("name")
        bound = _TypeParser(text, match.end()).union(0) if has_bound else _NO_TYPE
        yield CodeTypeParameter(match["name"], bound if bound.name else None)


class _TypeParser:
    """A recursive descent parser of PHPDoc types; a type that can't be named has an empty name."""

    def __init__(self, text: str, offset: int) -> None:
        self._text = text
        self.offset = offset

    def _next(self) -> str:
        match = _PIECE.match(self._text, self.offset)
        return "" if match is None else match["piece"]

    def _take(self) -> str:
        match = _PIECE.match(self._text, self.offset)
        if match is None:
            return ""
        self.offset = match.end()
        return match["piece"]

    def _is_next(self, character: str) -> bool:
        return self._text[self.offset : self.offset + 1] == character

    def union(self, depth: int) -> TypeRef:
        """Parse types separated by `|` or `&`; `null` is left out."""
        parts = [self._postfix(depth)]
        while self._next() in {"|", "&"} and not self._is_variable_next():
            self._take()
            parts.append(self._postfix(depth))
        named: dict[TypeRef, None] = {}
        for part in parts:
            if part.name and part.name != "null":
                named.update(dict.fromkeys(part.arguments if part.name == UNION else (part,)))
        found = tuple(named)
        return TypeRef(UNION, found) if len(found) > 1 else found[0] if found else _NO_TYPE

    def _is_variable_next(self) -> bool:
        """Whether an ampersand marks a by-reference parameter."""
        return _VARIABLE.match(self._text, self.offset) is not None

    def _postfix(self, depth: int) -> TypeRef:
        found = self._atom(depth)
        while self._is_next("["):
            self._skip("[")
            found = TypeRef(ARRAY, (found,)) if found.name else TypeRef("array")
        return found

    def _atom(self, depth: int) -> TypeRef:
        if depth > MAX_DEPTH:
            return _NO_TYPE
        piece = self._next()
        if piece == "?":
            self._take()
            return self._atom(depth + 1)
        if piece == "(":
            return self._parenthesized(depth)
        if piece == "$this" or _NAME.match(piece):
            return self._named(self._take(), depth)
        if piece[:1] in {"'", '"'} or piece[:1].isdigit():
            self._take()
            return TypeRef("string" if piece[0] in "'\"" else "int")
        return _NO_TYPE

    def _parenthesized(self, depth: int) -> TypeRef:
        """Parse a type in parentheses, or both branches of a conditional type."""
        self._take()
        begin = self.offset
        first = self._take()
        if self._next() == "is" and first:
            while self._next() not in {"?", ")", ""}:
                self._take()
            self._take()
            yes = self.union(depth + 1)
            if self._next() == ":":
                self._take()
            no = self.union(depth + 1)
            found = TypeRef(UNION, tuple(dict.fromkeys(each for each in (yes, no) if each.name)))
            found = found if len(found.arguments) > 1 else next(iter(found.arguments), _NO_TYPE)
        else:
            self.offset = begin
            found = self.union(depth + 1)
        while self._next() not in {")", ""}:
            self._take()
        self._take()
        return found

    def _named(self, name: str, depth: int) -> TypeRef:
        arguments: list[TypeRef] = []
        if self._is_next("<"):
            arguments = self._arguments(depth)
        elif self._is_next("{") or self._is_next("("):
            is_call = self._is_next("(")
            self._skip(self._next())
            if is_call and self._is_next(":"):
                self._take()
                result = self._postfix(depth + 1)
                # A union as result says nothing certain.
                arguments = [result] if result.name and result.name != UNION else []
        elif self._text.startswith("::", self.offset):
            self._take()
            self._take()
            return _NO_TYPE
        if name in _LISTS:
            return TypeRef(ARRAY, (arguments[-1],)) if arguments and arguments[-1].name else TypeRef("array")
        if name in _RECEIVERS:
            return TypeRef(_RECEIVERS[name], tuple(arguments))
        if "-" in name:
            return TypeRef("string" if "string" in name else "")
        dotted = name.replace("\\", ".").rstrip(".")
        return TypeRef(dotted, tuple(arguments))

    def _arguments(self, depth: int) -> list[TypeRef]:
        """Parse type arguments."""
        self._take()
        found: list[TypeRef] = []
        while True:
            if self._next() in {"covariant", "contravariant"}:
                self._take()
            found.append(self.union(depth + 1))
            while self._next() not in {",", ">", ""}:
                self._take()
            if self._take() != ",":
                return found

    def _skip(self, opening: str) -> None:
        """Skip a bracketed part."""
        closing = _CLOSING[opening]
        depth = 0
        while (piece := self._take()) != "":
            depth += (piece == opening) - (piece == closing)
            if depth == 0:
                return
