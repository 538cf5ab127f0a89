"""What a file defines, by itself: enough to compare two states of it.

Turns: the facts of a file → Defined symbols with the ids that they have in the graph, in the order of the source.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.diff.import_bindings import Bindings, bindings_of
from codeshed.diff.positional_constants import counted_values
from codeshed.diff.type_shape import TypeParts, parts_by_type
from codeshed.model.changes import SymbolKind
from codeshed.model.code_tokens import CodeToken
from codeshed.model.facts import Assign, Compound, Expression, FileFacts, Member, Name, ScopeKind
from codeshed.model.identity import member_symbol
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.names.file_scope import symbols_of

_KIND: dict[DefinitionKind, Literal["function", "type", "variable"]] = {
    DefinitionKind.FUNCTION: "function",
    DefinitionKind.TYPE: "type",
    DefinitionKind.VARIABLE: "variable",
}


class Defined(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol, its name, and where it stands; `head` is what its users depend on, as written.

    Of something `is_within`, as a field that a method sets, only whether it is there counts: its text is another's.
    `counted_from` is what the value of a constant follows from beside its text: those that stand above it.
    """

    symbol: str
    name: str
    kind: SymbolKind
    begin: int
    end: int
    head: str = ""
    is_within: bool = False
    counted_from: str = ""


class DefinedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its text, its words, what it defines and imports; `parts` are what its types are made of, by symbol.

    Offsets are those of the text.
    """

    path: str
    language: str
    content: bytes
    line_starts: tuple[int, ...]
    definitions: tuple[Defined, ...]
    bindings: Bindings
    tokens: tuple[CodeToken, ...] | None = None
    parts: dict[str, TypeParts] = {}


def defined_in(file: ParsedFile | ParsedCode, tokens: tuple[CodeToken, ...] | None = None) -> DefinedFile:
    """Return what a file defines; `tokens` are its words, if they are known."""
    counted = counted_values(file)
    found = (
        replace(each, counted_from=counted[each.begin])
        if each.kind == "variable" and each.begin in counted
        else each
        for each in (_of_python(file) if isinstance(file, ParsedFile) else _of_code(file))
    )
    return DefinedFile(
        path=file.path,
        language=file.facts.language,
        content=file.content,
        line_starts=file.facts.line_starts,
        definitions=tuple(sorted(found, key=lambda each: (each.begin, -each.end, each.symbol))),
        bindings=bindings_of(file),
        tokens=tokens,
        parts=parts_by_type(file),
    )


def _of_code(file: ParsedCode) -> Iterator[Defined]:
    definitions = file.facts.definitions
    for symbol, each in zip(symbols_of(file.path, definitions), definitions, strict=True):
        yield Defined(
            symbol=symbol,
            name=each.name,
            kind=_KIND[each.kind],
            begin=each.begin,
            end=each.end,
            # What a variable is set to is no part of how it is used.
            head="" if each.kind is DefinitionKind.VARIABLE else each.signature,
        )


def _of_python(file: ParsedFile) -> Iterator[Defined]:
    facts = file.facts
    for each in facts.definitions:
        yield Defined(
            symbol=member_symbol(file.path, each.qualified_name),
            name=each.name,
            kind="type" if each.is_class or each.is_alias else "function",
            begin=each.begin,
            end=each.end,
            head=_decorated_head(file.content[each.begin : each.end], each.signature),
        )
    yield from _variables(file.path, facts)


def _decorated_head(text: bytes, signature: str) -> str:
    """Return a signature with the decorators above it: they say how something is called too."""
    above, found, _ = text.partition(signature.encode("utf-8", "surrogateescape"))
    return f"{above.decode('utf-8', 'surrogateescape')}{signature}" if found else signature


def _variables(path: str, facts: FileFacts) -> Iterator[Defined]:
    for scope in facts.scopes:
        is_method = (
            scope.kind is ScopeKind.FUNCTION
            and scope.parent is not None
            and facts.scopes[scope.parent].kind is ScopeKind.CLASS
            and bool(scope.parameters)
        )
        holder = facts.scopes[scope.parent] if is_method and scope.parent is not None else scope
        if not is_method and scope.kind not in {ScopeKind.MODULE, ScopeKind.CLASS}:
            continue
        owner = (
            path
            if holder.definition is None
            else member_symbol(path, facts.definitions[holder.definition].qualified_name)
        )
        receiver = scope.parameters[0].name if is_method else None
        for statement in scope.statements:
            if not isinstance(statement, Assign) or statement.operator is not None:
                continue
            for target, name in _names(statement.targets, receiver):
                yield Defined(
                    symbol=member_symbol(owner, name),
                    name=name,
                    kind="variable",
                    begin=target.begin,
                    end=statement.end,
                    is_within=is_method,
                )


def _names(targets: tuple[Expression, ...], receiver: str | None) -> Iterator[tuple[Expression, str]]:
    """Yield what an assignment gives a value: names, or of a method the fields of its receiver."""
    for target in targets:
        match target:
            case Compound():
                yield from _names(target.parts, receiver)
            case Name() if receiver is None:
                yield target, target.name
            case Member(value=Name(name=name)) if name == receiver:
                yield target, target.name
            case _:
                continue
