"""One revision of a file, with what the comparison needs.

Turns: the facts of a file → FileVersion: its symbols, with the ids that they have in the graph and in source order, its
import bindings and the shapes of its types.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.diff.import_bindings import ImportBindings, import_bindings
from codeshed.diff.positional_constants import positional_values
from codeshed.diff.type_shape import TypeParts, parts_by_type
from codeshed.model.change_set import SymbolKind
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    Expression,
    Name,
    PythonFacts,
    ScopeKind,
)
from codeshed.model.languages.token_kinds import CodeToken
from codeshed.model.semantic import DefinitionKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.generic.names.file_scope import symbol_ids_of

_KIND: dict[DefinitionKind, Literal["function", "type", "variable"]] = {
    DefinitionKind.FUNCTION: "function",
    DefinitionKind.TYPE: "type",
    DefinitionKind.VARIABLE: "variable",
}


TokenReader = Callable[[Sequence[tuple[int, int]]], tuple[CodeToken, ...] | None]
"""Reads the tokens in some spans of a file, which are in order and apart from each other; None if it has no tokens."""


class FileSymbol(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol and its span; `head` is what its users depend on: the signature, as written.

    `is_set_in_method` marks a field that a method assigns (`self.x = 1`): only its existence is compared, since its text
    belongs to the method. `counted_from` is what the value of a positional constant depends on besides its text.
    """

    symbol: str
    name: str
    kind: SymbolKind
    begin: int
    end: int
    head: str = ""
    is_set_in_method: bool = False
    counted_from: str = ""


class FileVersion(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its text, symbols and bindings; `parts` are the shapes of its types by symbol. Offsets are in `content`.

    `read_tokens` reads tokens, if its tokens are compared.
    """

    path: str
    language: str
    content: bytes
    line_starts: tuple[int, ...]
    definitions: tuple[FileSymbol, ...]
    bindings: ImportBindings
    read_tokens: TokenReader | None = None
    parts: dict[str, TypeParts] = {}


def file_version(file: ParsedFile | ParsedCode, read_tokens: TokenReader | None = None) -> FileVersion:
    """Return a file as it is compared; without `read_tokens`, by its lines."""
    positional = positional_values(file)
    found = (
        replace(each, counted_from=positional[each.begin])
        if each.kind == "variable" and each.begin in positional
        else each
        for each in (_of_python(file) if isinstance(file, ParsedFile) else _of_code(file))
    )
    return FileVersion(
        path=file.path,
        language=file.facts.language,
        content=file.content,
        line_starts=file.facts.line_starts,
        definitions=tuple(sorted(found, key=lambda each: (each.begin, -each.end, each.symbol))),
        bindings=import_bindings(file),
        read_tokens=read_tokens,
        parts=parts_by_type(file),
    )


def _of_code(file: ParsedCode) -> Iterator[FileSymbol]:
    definitions = file.facts.definitions
    for symbol, each in zip(symbol_ids_of(file.path, definitions), definitions, strict=True):
        yield FileSymbol(
            symbol=symbol,
            name=each.name,
            kind=_KIND[each.kind],
            begin=each.begin,
            end=each.end,
            # The value of a variable is not part of its interface.
            head="" if each.kind is DefinitionKind.VARIABLE else each.signature,
        )


def _of_python(file: ParsedFile) -> Iterator[FileSymbol]:
    facts = file.facts
    for each in facts.definitions:
        yield FileSymbol(
            symbol=member_symbol(file.path, each.qualified_name),
            name=each.name,
            kind="type" if each.is_class or each.is_alias else "function",
            begin=each.begin,
            end=each.end,
            head=_decorated_head(file.content[each.begin : each.end], each.signature),
        )
    yield from _variables(file.path, facts)


def _decorated_head(text: bytes, signature: str) -> str:
    """Return a signature with its decorators: they decide too how a function can be called."""
    above, found, _ = text.partition(signature.encode("utf-8", "surrogateescape"))
    return f"{above.decode('utf-8', 'surrogateescape')}{signature}" if found else signature


def _variables(path: str, facts: PythonFacts) -> Iterator[FileSymbol]:
    for scope in facts.scopes:
        is_method = (
            scope.kind is ScopeKind.FUNCTION
            and scope.parent is not None
            and facts.scopes[scope.parent].kind is ScopeKind.CLASS
            and bool(scope.parameters)
        )
        owner_scope = facts.scopes[scope.parent] if is_method and scope.parent is not None else scope
        if not is_method and scope.kind not in {ScopeKind.MODULE, ScopeKind.CLASS}:
            continue
        owner = (
            path
            if owner_scope.definition is None
            else member_symbol(path, facts.definitions[owner_scope.definition].qualified_name)
        )
        receiver = scope.parameters[0].name if is_method else None
        for statement in scope.statements:
            if not isinstance(statement, Assign) or statement.operator is not None:
                continue
            for target, name in _names(statement.targets, receiver):
                yield FileSymbol(
                    symbol=member_symbol(owner, name),
                    name=name,
                    kind="variable",
                    begin=target.begin,
                    end=statement.end,
                    is_set_in_method=is_method,
                )


def _names(targets: tuple[Expression, ...], receiver: str | None) -> Iterator[tuple[Expression, str]]:
    """Yield the names that an assignment binds, or in a method the fields of its receiver."""
    for target in targets:
        match target:
            case Compound():
                yield from _names(target.parts, receiver)
            case Name() if receiver is None:
                yield target, target.name
            case Attribute(value=Name(name=name)) if name == receiver:
                yield target, target.name
            case _:
                continue
