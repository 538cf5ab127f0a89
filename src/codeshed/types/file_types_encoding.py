"""Encodes the types of a file for the index and the cache.

Turns: FileTypes ↔ bytes. Equal types give equal bytes and different types different ones, so that comparing bytes shows
whether anything changed. Strings, types and targets are interned in tables; spans are delta-encoded, since small numbers
are short in msgpack.
"""

from collections.abc import Iterable, Mapping
from itertools import accumulate, chain
from typing import TypeAlias, TypeVar

import msgspec

from codeshed.model.facts.type_facts import (
    CallTarget,
    ExternalSignature,
    FileTypes,
    FunctionTypes,
    PackedSpan,
    SignatureParameter,
    TypeAlternative,
    TypeFact,
    pack_span,
)
from codeshed.model.semantic import ParameterKind

_Row: TypeAlias = int
"""The index of an entry in a table."""

_Targets: TypeAlias = tuple[CallTarget, ...]
_Value = TypeVar("_Value")
_KINDS = tuple(ParameterKind)
_LOW = 0xFFFFFFFF


class _EncodedSpans(msgspec.Struct, frozen=True, array_like=True):
    """Spans in ascending order: the distance of each begin from the one before, and the length."""

    steps: list[int]
    lengths: list[int]


_EncodedSignature: TypeAlias = tuple[list[tuple[_Row, _Row, int]] | None, _Row, bool]
"""Name, type and a code of each parameter; the return type; whether it is declared."""


class _EncodedFileTypes(msgspec.Struct, frozen=True, array_like=True):
    """FileTypes with table indexes instead of strings, types and targets."""

    strings: list[str]
    facts: list[tuple[_Row, tuple[int, ...], int]]
    targets: list[tuple[int, ...]]
    types: tuple[_EncodedSpans, list[_Row]]
    calls: tuple[_EncodedSpans, list[_Row]]
    getters: tuple[_EncodedSpans, list[_Row]]
    setters: tuple[_EncodedSpans, list[_Row]]
    operations: tuple[_EncodedSpans, list[_Row], list[_Row]]
    functions: list[tuple[int, list[tuple[_Row, _Row]], _Row | None]]
    fields: list[tuple[int, list[tuple[_Row, _Row]]]]
    variables: list[tuple[_Row, _Row]]
    partial_calls: _EncodedSpans
    ancestors: list[tuple[int, list[_Row]]]
    classes: list[tuple[_Row, _Row]]
    externals: list[tuple[_Row, list[_EncodedSignature]]]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_EncodedFileTypes).decode


def encode_types(types: FileTypes) -> bytes:
    """Return the bytes of a file's types."""
    return _encode(_InternTables(types).encoded(types))


def decode_types(content: bytes) -> FileTypes:
    """Return the types that `encode_types` encoded."""
    stored = _decode(content)
    strings = stored.strings
    facts = [
        TypeFact(
            strings[text],
            tuple(_decode_alternative(code, strings) for code in codes),
            is_exhaustive=bool(flags & 2),
            is_enum=bool(flags & 1),
        )
        for text, codes, flags in stored.facts
    ]
    targets = [_decode_targets(codes, strings) for codes in stored.targets]
    places, kinds, rows = stored.operations
    return FileTypes(
        type_by_span=dict(
            zip(_decode_spans(stored.types[0]), map(facts.__getitem__, stored.types[1]), strict=True)
        ),
        targets_by_call=_targets_by_span(stored.calls, targets),
        getters_by_member=_targets_by_span(stored.getters, targets),
        setters_by_member=_targets_by_span(stored.setters, targets),
        targets_by_operation={
            (where, strings[kind]): targets[row]
            for where, kind, row in zip(_decode_spans(places), kinds, rows, strict=True)
        },
        function_by_name_offset={
            begin: FunctionTypes(
                {strings[name]: facts[row] for name, row in parameters},
                None if returns is None else facts[returns],
            )
            for begin, parameters, returns in stored.functions
        },
        fields_by_class={
            begin: {strings[name]: facts[row] for name, row in fields} for begin, fields in stored.fields
        },
        variables={strings[name]: facts[row] for name, row in stored.variables},
        partial_calls=frozenset(_decode_spans(stored.partial_calls)),
        ancestors_by_class={begin: tuple(strings[row] for row in rows) for begin, rows in stored.ancestors},
        class_by_dotted_name={strings[name]: strings[symbol] for name, symbol in stored.classes},
        external_signatures=_decode_externals(stored),
    )


def decode_external_signatures(content: bytes) -> dict[str, tuple[ExternalSignature, ...]]:
    """Return the signatures of external functions alone."""
    return _decode_externals(_decode(content))


class _InternTables:
    """The distinct strings, types and targets of a file, sorted and numbered."""

    def __init__(self, types: FileTypes) -> None:
        facts = set(chain(types.type_by_span.values(), types.variables.values()))
        facts.update(chain.from_iterable(fields.values() for fields in types.fields_by_class.values()))
        for function in types.function_by_name_offset.values():
            facts.update(function.parameters.values())
            if function.returns is not None:
                facts.add(function.returns)
        targets: set[_Targets] = set()
        for table in (types.targets_by_call, types.getters_by_member, types.setters_by_member):
            targets.update(table.values())
        targets.update(types.targets_by_operation.values())
        self.row_by_string = {
            text: row for row, text in enumerate(sorted(_all_strings(types, facts, targets)))
        }
        coded = sorted((self._encode_type(fact), fact) for fact in facts)
        self.facts = [code for code, _ in coded]
        self.row_by_fact = {fact: row for row, (_, fact) in enumerate(coded)}
        coded_targets = sorted((self._encode_targets(each), each) for each in targets)
        self.targets = [code for code, _ in coded_targets]
        self.row_by_targets = {each: row for row, (_, each) in enumerate(coded_targets)}

    def _encode_type(self, fact: TypeFact) -> tuple[_Row, tuple[int, ...], int]:
        row = self.row_by_string
        codes = tuple(
            row[each.symbol] << 2 | each.is_class << 1 | each.is_awaitable for each in fact.alternatives
        )
        return row[fact.text], codes, fact.is_exhaustive << 1 | fact.is_enum

    def _encode_targets(self, targets: _Targets) -> tuple[int, ...]:
        row = self.row_by_string
        return tuple(
            chain.from_iterable(
                (
                    row[each.function] << 2 | each.includes_overrides << 1 | each.is_constructor,
                    0 if each.receiver is None else row[each.receiver] + 1,
                )
                for each in targets
            )
        )

    def encoded(self, types: FileTypes) -> _EncodedFileTypes:
        """Return a file's types with table indexes."""
        row = self.row_by_string
        operations = sorted(types.targets_by_operation.items())
        return _EncodedFileTypes(
            strings=list(row),
            facts=self.facts,
            targets=self.targets,
            types=_encode_by_span(types.type_by_span, self.row_by_fact),
            calls=_encode_by_span(types.targets_by_call, self.row_by_targets),
            getters=_encode_by_span(types.getters_by_member, self.row_by_targets),
            setters=_encode_by_span(types.setters_by_member, self.row_by_targets),
            operations=(
                _encode_spans(where for (where, _), _ in operations),
                [row[kind] for (_, kind), _ in operations],
                [self.row_by_targets[each] for _, each in operations],
            ),
            functions=[
                (
                    begin,
                    self._encode_by_name(function.parameters),
                    None if function.returns is None else self.row_by_fact[function.returns],
                )
                for begin, function in sorted(types.function_by_name_offset.items())
            ],
            fields=[
                (begin, self._encode_by_name(fields))
                for begin, fields in sorted(types.fields_by_class.items())
            ],
            variables=self._encode_by_name(types.variables),
            partial_calls=_encode_spans(sorted(types.partial_calls)),
            ancestors=[
                (begin, [row[each] for each in ancestors])
                for begin, ancestors in sorted(types.ancestors_by_class.items())
            ],
            classes=sorted((row[name], row[symbol]) for name, symbol in types.class_by_dotted_name.items()),
            externals=[
                (row[symbol], [self._encode_signature(each) for each in signatures])
                for symbol, signatures in sorted(types.external_signatures.items())
            ],
        )

    def _encode_signature(self, signature: ExternalSignature) -> _EncodedSignature:
        row = self.row_by_string
        parameters = signature.parameters
        encoded = (
            None
            if parameters is None
            else [
                (row[each.name], row[each.type], _KINDS.index(each.kind) << 1 | each.has_default)
                for each in parameters
            ]
        )
        return encoded, row[signature.returns], signature.is_declared

    def _encode_by_name(self, facts: Mapping[str, TypeFact]) -> list[tuple[_Row, _Row]]:
        return sorted((self.row_by_string[name], self.row_by_fact[fact]) for name, fact in facts.items())


def _all_strings(types: FileTypes, facts: set[TypeFact], targets: set[_Targets]) -> set[str]:
    """Return every string in a file's types."""
    strings = {fact.text for fact in facts}
    strings.update(each.symbol for fact in facts for each in fact.alternatives)
    for each in chain.from_iterable(targets):
        strings.add(each.function)
        if each.receiver is not None:
            strings.add(each.receiver)
    strings.update(kind for _, kind in types.targets_by_operation)
    strings.update(
        chain.from_iterable(function.parameters for function in types.function_by_name_offset.values())
    )
    strings.update(chain.from_iterable(types.fields_by_class.values()))
    strings.update(types.variables)
    strings.update(chain.from_iterable(types.ancestors_by_class.values()))
    strings.update(types.class_by_dotted_name, types.class_by_dotted_name.values())
    strings.update(types.external_signatures)
    for signature in chain.from_iterable(types.external_signatures.values()):
        strings.add(signature.returns)
        strings.update(chain.from_iterable((each.name, each.type) for each in signature.parameters or ()))
    return strings


def _encode_by_span(
    table: Mapping[PackedSpan, _Value], row_by_value: Mapping[_Value, _Row]
) -> tuple[_EncodedSpans, list[_Row]]:
    ordered = sorted(table)
    return _encode_spans(ordered), [row_by_value[table[where]] for where in ordered]


def _encode_spans(places: Iterable[PackedSpan]) -> _EncodedSpans:
    begins_and_ends = [(where >> 32, where & _LOW) for where in places]
    begins = [begin for begin, _ in begins_and_ends]
    return _EncodedSpans(
        [begin - before for before, begin in zip([0, *begins], begins, strict=False)],
        [end - begin for begin, end in begins_and_ends],
    )


def _decode_spans(stored: _EncodedSpans) -> list[PackedSpan]:
    begins = accumulate(stored.steps)
    return [pack_span(begin, begin + length) for begin, length in zip(begins, stored.lengths, strict=True)]


def _targets_by_span(
    stored: tuple[_EncodedSpans, list[_Row]], targets: list[_Targets]
) -> dict[PackedSpan, _Targets]:
    return dict(zip(_decode_spans(stored[0]), map(targets.__getitem__, stored[1]), strict=True))


def _decode_alternative(code: int, strings: list[str]) -> TypeAlternative:
    return TypeAlternative(strings[code >> 2], is_class=bool(code & 2), is_awaitable=bool(code & 1))


def _decode_externals(stored: _EncodedFileTypes) -> dict[str, tuple[ExternalSignature, ...]]:
    strings = stored.strings
    return {
        strings[symbol]: tuple(_decode_signature(each, strings) for each in signatures)
        for symbol, signatures in stored.externals
    }


def _decode_signature(encoded: _EncodedSignature, strings: list[str]) -> ExternalSignature:
    parameters, returns, is_declared = encoded
    decoded = (
        None
        if parameters is None
        else tuple(
            SignatureParameter(strings[name], strings[type_], _KINDS[code >> 1], bool(code & 1))
            for name, type_, code in parameters
        )
    )
    return ExternalSignature(decoded, strings[returns], is_declared)


def _decode_targets(codes: tuple[int, ...], strings: list[str]) -> _Targets:
    return tuple(
        CallTarget(
            strings[code >> 2],
            strings[receiver - 1] if receiver else None,
            includes_overrides=bool(code & 2),
            is_constructor=bool(code & 1),
        )
        for code, receiver in zip(codes[::2], codes[1::2], strict=True)
    )
