"""Reads the types of one file.

Turns: the three parts of the report about a file → FileTypes. Everything is sorted, since the report's order varies.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from codeshed.model.facts.type_facts import (
    CallTarget,
    ExternalSignature,
    FileTypes,
    FunctionTypes,
    PackedSpan,
    TypeFact,
)
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.types.engine_locations import LineTable, begin_offsets, packed_spans
from codeshed.types.engine_symbols import EngineSymbolTable
from codeshed.types.external_signatures import ExternalSignatureReader
from codeshed.types.pysa_json import (
    CALL_GRAPHS,
    DEFINITIONS,
    TYPES,
    ClassEntry,
    DefinitionsEntry,
    FunctionEntry,
    SignatureEntry,
)
from codeshed.types.type_fact_decoding import ExpressionTargets, FactCache, sort_targets, union_of
from codeshed.types.type_text import iter_dotted_names

_SKIPPED = ("|identifier|", "|format-string-artificial", "|artificial-call|comparison")
"""Entries that are skipped: plain names are no calls, f-strings run no function of their own, and for a comparison the
report names the method of the right operand, though that of the left one runs."""
_CLASSLESS = ("Unknown", " -> ", "Overload[", "Module[")
_MRO = "Resolved"
_LIST = "List"


class ReportParts(msgspec.Struct, frozen=True):
    """The report about one file: three JSON documents."""

    types: bytes
    calls: bytes
    definitions: bytes


def read_file_types(
    parts: ReportParts,
    table: LineTable,
    facts: FactCache,
    symbols: EngineSymbolTable,
    externals: ExternalSignatureReader,
) -> FileTypes:
    """Read the types of a file; `table` has the offsets of its lines."""
    expressions = _expressions(parts.calls, table, facts)
    definitions = DEFINITIONS.decode(parts.definitions)
    class_by_name = _by_name(definitions.class_definitions, table)
    type_by_place = _types(parts.types, table, facts)
    function_by_name = _functions(definitions, table, facts)
    fields_by_class = _fields(class_by_name, facts)
    variables = _variables(definitions, facts)
    return FileTypes(
        type_by_span=type_by_place,
        targets_by_call={
            place: found.calls for place, kind, found in expressions if not kind and found.calls
        },
        getters_by_member={
            place: found.getters for place, kind, found in expressions if not kind and found.getters
        },
        setters_by_member={
            place: found.setters for place, kind, found in expressions if not kind and found.setters
        },
        targets_by_operation=_operations(expressions),
        function_by_name_offset=function_by_name,
        fields_by_class=fields_by_class,
        variables=variables,
        partial_calls=frozenset(
            place for place, kind, found in expressions if not kind and found.calls and found.is_partial
        ),
        ancestors_by_class=_ancestors(class_by_name, symbols),
        class_by_dotted_name=_named_classes(
            (
                *type_by_place.values(),
                *_signature_types(function_by_name),
                *(fact for fields in fields_by_class.values() for fact in fields.values()),
                *variables.values(),
            ),
            symbols,
        ),
        external_signatures=_external_signatures((found for _, _, found in expressions), externals),
    )


def _external_signatures(
    expressions: Iterable[ExpressionTargets], externals: ExternalSignatureReader
) -> dict[str, tuple[ExternalSignature, ...]]:
    """Return the signatures of the external functions that expressions run."""
    functions = {
        target.function
        for found in expressions
        for target in (*found.calls, *found.getters, *found.setters)
        if target.function.startswith(EXTERNAL_PREFIX)
    }
    signatures = ((symbol, externals.signatures_of(symbol)) for symbol in sorted(functions))
    return {symbol: found for symbol, found in signatures if found}


def _types(content: bytes, table: LineTable, facts: FactCache) -> dict[PackedSpan, TypeFact]:
    """Return the types of expressions, without those that name no class."""
    locations: list[str] = []
    found: list[TypeFact] = []
    for _, scope in sorted(TYPES.decode(content).functions.items(), key=itemgetter(0)):
        facts_of_scope = [facts.type_fact(bytes(written)) for written in scope.type_table]
        has_class = [_names_class(fact) for fact in facts_of_scope]
        for location, row in scope.locations.items():
            if has_class[row]:
                locations.append(location)
                found.append(facts_of_scope[row])
    return dict(sorted(zip(packed_spans(locations, table), found, strict=True), key=itemgetter(0)))


def _names_class(fact: TypeFact) -> bool:
    """Whether a type is more than unknown, a function or a module, whose texts differ between runs."""
    is_known = bool(fact.alternatives) and fact.is_exhaustive
    return is_known or not any(part in fact.text for part in _CLASSLESS)


def _expressions(
    content: bytes, table: LineTable, facts: FactCache
) -> list[tuple[PackedSpan, str, ExpressionTargets]]:
    """Return the functions that expressions run, with their spans, and the kinds of implicit calls."""
    locations: list[str] = []
    kinds: list[str] = []
    found: list[ExpressionTargets] = []
    for _, graph in sorted(CALL_GRAPHS.decode(content).call_graphs.items(), key=itemgetter(0)):
        for key, written in graph.items():
            location, _, kind = key.partition("|")
            if kind and any(mark in key for mark in _SKIPPED):
                continue
            locations.append(location)
            kinds.append(_operation_kind(kind))
            found.append(facts.targets(bytes(written)))
    return sorted(zip(packed_spans(locations, table), kinds, found, strict=True), key=itemgetter(0, 1))


def _operation_kind(kind: str) -> str:
    """Return the kind of an operation: `artificial-call|chained-assign:1>subscript-set-item` is a `subscript-set-item`."""
    return kind.rpartition("|")[2].rpartition(">")[2]


def _operations(
    expressions: list[tuple[PackedSpan, str, ExpressionTargets]],
) -> dict[tuple[PackedSpan, str], tuple[CallTarget, ...]]:
    """Return the targets of implicit calls; entries of the same span and kind are merged."""
    targets_by_operation: dict[tuple[PackedSpan, str], tuple[CallTarget, ...]] = {}
    for place, kind, found in expressions:
        targets = found.calls or found.getters
        if kind and targets:
            earlier = targets_by_operation.get((place, kind), ())
            targets_by_operation[place, kind] = sort_targets((*earlier, *targets)) if earlier else targets
    return targets_by_operation


def _by_name(entries: dict[str, ClassEntry], table: LineTable) -> list[tuple[int, ClassEntry]]:
    """Return classes with the offsets of their names, sorted."""
    offsets = begin_offsets([entry.name_location for entry in entries.values()], table)
    return sorted(zip(offsets, entries.values(), strict=True), key=itemgetter(0))


def _functions(definitions: DefinitionsEntry, table: LineTable, facts: FactCache) -> dict[int, FunctionTypes]:
    """Return the signatures of functions with a `def`, by the offsets of their names."""
    located = [
        (entry.name_location, entry)
        for entry in definitions.function_definitions.values()
        if entry.name_location
    ]
    offsets = begin_offsets([location for location, _ in located], table)
    pairs = sorted(zip(offsets, located, strict=True), key=itemgetter(0))
    return {offset: _function_types(entry, facts) for offset, (_, entry) in pairs}


def _function_types(entry: FunctionEntry, facts: FactCache) -> FunctionTypes:
    """Return a function's signature; overloads are merged into unions."""
    facts_by_parameter: dict[str, list[TypeFact]] = defaultdict(list)
    returns = []
    for signature in entry.undecorated_signatures:
        for name, written in _parameters(signature):
            facts_by_parameter[name].append(facts.type_fact(bytes(written)))
        returns.append(facts.type_fact(bytes(signature.return_annotation)))
    return FunctionTypes(
        {name: union_of(found) for name, found in facts_by_parameter.items()},
        union_of(returns) if returns else None,
    )


def _parameters(signature: SignatureEntry) -> list[tuple[str, msgspec.Raw]]:
    if isinstance(signature.parameters, str):
        return []
    return [
        (parameter.name, parameter.annotation)
        for kinds in signature.parameters.get(_LIST, ())
        for parameter in kinds.values()
        if parameter.name is not None
    ]


def _fields(classes: Sequence[tuple[int, ClassEntry]], facts: FactCache) -> dict[int, dict[str, TypeFact]]:
    """Return the fields that are in the source, without synthesized ones, for classes that have some."""
    fields_by_class = {
        offset: {
            name: _declared_or_first(field.type, facts, is_declared=field.explicit_annotation is not None)
            for name, field in sorted(entry.fields.items())
            if field.location
        }
        for offset, entry in classes
    }
    return {offset: fields for offset, fields in fields_by_class.items() if fields}


def _variables(definitions: DefinitionsEntry, facts: FactCache) -> dict[str, TypeFact]:
    """Return the types of the module's variables; the report does not say which of them are declared."""
    return {
        name: _declared_or_first(entry.type, facts, is_declared=False)
        for name, entry in sorted(definitions.global_variables.items())
        if bytes(entry.type)
    }


def _declared_or_first(written: msgspec.Raw, facts: FactCache, *, is_declared: bool) -> TypeFact:
    """Return the type of a field or variable; an undeclared one has the type of its first value, and may have others."""
    fact = facts.type_fact(bytes(written))
    return fact if is_declared or not fact.is_exhaustive else replace(fact, is_exhaustive=False)


def _ancestors(
    classes: Sequence[tuple[int, ClassEntry]], symbols: EngineSymbolTable
) -> dict[int, tuple[str, ...]]:
    """Return the MRO of each class with bases, without the class itself and `object`."""
    return {
        offset: tuple(symbols.class_of_reference(reference).symbol for reference in entry.mro[_MRO])
        for offset, entry in classes
        if not isinstance(entry.mro, str) and entry.mro.get(_MRO)
    }


def _signature_types(function_by_name: dict[int, FunctionTypes]) -> Iterator[TypeFact]:
    for function in function_by_name.values():
        yield from function.parameters.values()
        if function.returns is not None:
            yield function.returns


def _named_classes(facts: Iterable[TypeFact], symbols: EngineSymbolTable) -> dict[str, str]:
    """Return the project's classes that the texts of types name; a name of the project without a class has none."""
    names = {name for text in {fact.text for fact in facts} for name in iter_dotted_names(text)}
    found = (
        (name, symbols.class_named(name) or ("" if symbols.is_of_project(name) else None))
        for name in sorted(names)
    )
    return {name: symbol for name, symbol in found if symbol is not None}
