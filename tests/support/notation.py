"""A short notation for SemanticData, so that a test is data.

    #- shop/cart.py
    interface Base
    class Cart(Base) "What a customer is about to buy."
    def Cart.total(self, x: int) -> Money [abstract] "Sum up."
        call Money.plus
        call ? self.method -> result
        call maybe @0.3 heuristic
        read RATE
        write CACHE
        decorate cached
    var CACHE: Money mutable
    local Cart.total.result

Names are looked up in the same file, then in all files; an unknown name stays as it is written. A line is its own
source, so that spans are real. Indented lines belong to the `def` (or the file) above them.
"""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ExternalSymbol,
    Modifiers,
    Mutability,
    ParamDef,
    Provenance,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeKind,
    VariableKind,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from codeshed.model.symbol_ids import member_symbol

_FILE = re.compile(r"#- (?P<path>\S+)")
_DEF = re.compile(
    r"def (?P<name>\S+?)\((?P<parameters>.*?)\)(?: -> (?P<returns>[^\"\[]+?(?:\[[^\]]*\])?))?"
    r"(?: \[(?P<flags>[\w, ]+)\])?(?: \"(?P<documentation>.*)\")?"
)
_TYPE = re.compile(
    r"(?P<kind>class|interface|enum|alias|typevar) (?P<name>[^\s(]+)(?:\((?P<bases>.*?)\))?"
    r"(?P<abstract> abstract)?(?: \"(?P<documentation>.*)\")?"
)
_VARIABLE = re.compile(
    r"(?P<kind>var|field|local|param) (?P<name>[^\s:]+)(?:: (?P<type>\S+))?(?: (?P<mutability>const|immutable|mutable))?"
)
_REFERENCE = re.compile(
    r"(?P<role>call|read|write|decorate|import|export|use) (?P<target>\S+)"
    r"(?: (?P<member>[^\s@]\S*\.\S+))?(?: -> (?P<assigned>\S+))?(?: @(?P<confidence>[\d.]+))?(?: (?P<provenance>\w+))?"
)
_TYPE_KINDS = {
    "class": TypeKind.CLASS,
    "interface": TypeKind.INTERFACE,
    "enum": TypeKind.ENUM,
    "alias": TypeKind.TYPE_ALIAS,
    "typevar": TypeKind.TYPE_VAR,
}
_VARIABLE_KINDS = {
    "var": VariableKind.GLOBAL,
    "field": VariableKind.CLASS_FIELD,
    "local": VariableKind.LOCAL,
    "param": VariableKind.PARAMETER,
}


@dataclass(frozen=True, slots=True)
class Project:
    """A document and the sources it speaks of."""

    data: SemanticData
    text_by_path: dict[str, str]

    def graph(self) -> CodeGraph:
        """Build the graph of this project."""
        return build_graph(self.data, TextSourceReader(self.text_by_path))


@dataclass(slots=True)
class _File:
    path: str
    lines: list[str] = field(default_factory=list)


def project(notation: str) -> Project:
    """Read the notation."""
    files = _split_files(textwrap.dedent(notation))
    symbols = _symbols(files)
    return Project(
        data=SemanticData(
            documents=tuple(_document(file, symbols) for file in files if file.path != "external"),
            external_symbols=tuple(
                external
                for file in files
                if file.path == "external"
                for external in _externals(file, symbols)
            ),
        ),
        text_by_path={file.path: "\n".join(file.lines) + "\n" for file in files if file.path != "external"},
    )


def _split_files(notation: str) -> list[_File]:
    files: list[_File] = []
    for line in notation.strip("\n").splitlines():
        if match := _FILE.fullmatch(line.strip()):
            files.append(_File(match["path"]))
        elif files:
            files[-1].lines.append(line)
        else:
            files.append(_File("a.py", [line]))
    return files


def _symbols(files: list[_File]) -> dict[tuple[str, str], str]:
    """Map file and qualified name to symbol id."""
    found = {}
    for file in files:
        for line in file.lines:
            for pattern in (_DEF, _TYPE, _VARIABLE):
                if match := pattern.fullmatch(line):
                    name = match["name"]
                    symbol = f"ext:{name}" if file.path == "external" else f"{file.path}::{name}"
                    found[file.path, name] = symbol
    return found


def _lookup(name: str, path: str, symbols: dict[tuple[str, str], str]) -> str:
    if (path, name) in symbols:
        return symbols[path, name]
    return next((symbol for (_, known), symbol in sorted(symbols.items()) if known == name), name)


def _document(file: _File, symbols: dict[tuple[str, str], str]) -> Document:
    definitions: list[Definition] = []
    references: list[Reference] = []
    enclosing = file.path
    for number, line in enumerate(file.lines, start=1):
        if line.startswith(" "):
            references.append(_reference(line.strip(), enclosing, number, file.path, symbols))
            if definitions and enclosing == definitions[-1].symbol_id:
                definitions[-1] = _extended(definitions[-1], number, len(line))
        elif line:
            definition = _definition(line, number, file.path, symbols)
            definitions.append(definition)
            enclosing = definition.symbol_id
    return Document(path=file.path, definitions=tuple(definitions), references=tuple(references))


def _extended(definition: Definition, line: int, column: int) -> Definition:
    span = Span(definition.span.start_line, definition.span.start_column, line, column)
    return Definition(
        symbol_id=definition.symbol_id,
        name=definition.name,
        kind=definition.kind,
        span=span,
        documentation=definition.documentation,
        enclosing_symbol=definition.enclosing_symbol,
        details=definition.details,
    )


def _externals(file: _File, symbols: dict[tuple[str, str], str]) -> list[ExternalSymbol]:
    externals = []
    for line in filter(None, file.lines):
        definition = _definition(line, 1, file.path, symbols)
        owner = definition.enclosing_symbol
        externals.append(
            ExternalSymbol(
                symbol_id=definition.symbol_id,
                name=definition.name,
                kind=definition.kind,
                documentation=definition.documentation,
                enclosing_symbol=None if owner == file.path else owner,
                details=definition.details,
            )
        )
    return externals


def _definition(line: str, number: int, path: str, symbols: dict[tuple[str, str], str]) -> Definition:
    span = Span(number, 0, number, len(line))

    def defined(name: str, kind: DefinitionKind, text: str | None, details: DefinitionDetails) -> Definition:
        owner, _, last = name.removesuffix(".setter").rpartition(".")
        return Definition(
            symbol_id=symbols[path, name],
            name=last,
            kind=kind,
            span=span,
            documentation=text,
            enclosing_symbol=symbols.get((path, owner), path),
            details=details,
        )

    def types(text: str | None) -> tuple[str, ...]:
        names = [part.strip() for part in (text or "").split(",")]
        return tuple(_lookup(part, path, symbols) for part in names if part)

    if match := _DEF.fullmatch(line):
        details = _function_details(match, types)
        return defined(match["name"], DefinitionKind.FUNCTION, match["documentation"], details)
    if match := _TYPE.fullmatch(line):
        kind = _TYPE_KINDS[match["kind"]]
        bases = types(match["bases"])
        details = DefinitionDetails(
            type_kind=kind,
            is_abstract=bool(match["abstract"]) or kind is TypeKind.INTERFACE,
            inherits=bases if kind not in {TypeKind.TYPE_VAR, TypeKind.TYPE_ALIAS} else None,
            bound=bases[0] if kind in {TypeKind.TYPE_VAR, TypeKind.TYPE_ALIAS} and len(bases) == 1 else None,
            constraints=bases if kind is TypeKind.TYPE_VAR and len(bases) > 1 else None,
        )
        return defined(match["name"], DefinitionKind.TYPE, match["documentation"], details)
    match = _VARIABLE.fullmatch(line)
    assert match, f"no definition: {line!r}"
    details = DefinitionDetails(
        var_type=_lookup(match["type"], path, symbols) if match["type"] else None,
        mutability=Mutability((match["mutability"] or "mutable").capitalize()),
        variable_kind=_VARIABLE_KINDS[match["kind"]],
    )
    return defined(match["name"], DefinitionKind.VARIABLE, None, details)


def _function_details(
    match: re.Match[str], types: Callable[[str | None], tuple[str, ...]]
) -> DefinitionDetails:
    flags = {flag.strip() for flag in (match["flags"] or "").split(",")}
    parameters = []
    for part in filter(None, (each.strip() for each in match["parameters"].split(","))):
        name, _, annotation = part.partition(":")
        parameters.append(
            ParamDef(name=name.strip(), param_type=types(annotation)[0] if annotation else None)
        )
    return DefinitionDetails(
        parameters=tuple(parameters),
        return_types=types(match["returns"]),
        modifiers=Modifiers(
            is_abstract="abstract" in flags,
            is_constructor="ctor" in flags,
            has_body=False if "bodiless" in flags else None,
        ),
    )


def _reference(
    line: str, enclosing: str, number: int, path: str, symbols: dict[tuple[str, str], str]
) -> Reference:
    match = _REFERENCE.fullmatch(line)
    assert match, f"no reference: {line!r}"
    is_unresolved = match["target"] == "?"
    receiver = method = None
    if match["member"]:
        receiver, _, method = match["member"].rpartition(".")
    assigned = match["assigned"]
    return Reference(
        enclosing_symbol=enclosing,
        target_symbol=None if is_unresolved else _lookup(match["target"], path, symbols),
        role=ReferenceRole(match["role"].capitalize()),
        receiver=None if receiver is None else _variable(receiver, enclosing, path, symbols),
        method_name=method,
        assigned_to=None if assigned is None else _variable(assigned, enclosing, path, symbols),
        span=Span(number, 4, number, 4 + len(line)),
        confidence=float(match["confidence"]) if match["confidence"] else None,
        provenance=Provenance(match["provenance"]) if match["provenance"] else None,
    )


def _variable(name: str, enclosing: str, path: str, symbols: dict[tuple[str, str], str]) -> str:
    inner = member_symbol(enclosing, name)
    return inner if inner in symbols.values() else _lookup(name, path, symbols)
