"""What is known of one file as bytes, to be kept.

Turns: FileTypes ↔ bytes. Equal facts give equal bytes and different facts different ones, so that the bytes tell
whether anything changed. Strings, types and targets stand in tables, each once; places are written as the steps from
one to the next, since small numbers are short.
"""

from collections.abc import Iterable, Mapping
from itertools import accumulate, chain
from typing import TypeAlias, TypeVar

import msgspec

from codeshed.model.type_facts import (
    CallTarget,
    FileTypes,
    FunctionTypes,
    Place,
    TypeAlternative,
    TypeFact,
    place,
)

_Row: TypeAlias = int
"""The number of an entry in a table."""

_Targets: TypeAlias = tuple[CallTarget, ...]
_Value = TypeVar("_Value")
_LOW = 0xFFFFFFFF


class _Places(msgspec.Struct, frozen=True, array_like=True):
    """Places in ascending order: how far each begins behind the one before it, and how long it is."""

    steps: list[int]
    lengths: list[int]


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """FileTypes with rows of tables instead of strings, types and targets."""

    strings: list[str]
    facts: list[tuple[_Row, tuple[int, ...], int]]
    targets: list[tuple[int, ...]]
    types: tuple[_Places, list[_Row]]
    calls: tuple[_Places, list[_Row]]
    getters: tuple[_Places, list[_Row]]
    setters: tuple[_Places, list[_Row]]
    operations: tuple[_Places, list[_Row], list[_Row]]
    functions: list[tuple[int, list[tuple[_Row, _Row]], _Row | None]]
    fields: list[tuple[int, list[tuple[_Row, _Row]]]]
    variables: list[tuple[_Row, _Row]]
    partial_calls: _Places
    ancestors: list[tuple[int, list[_Row]]]
    classes: list[tuple[_Row, _Row]]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Stored).decode


def encode_types(types: FileTypes) -> bytes:
    """Return what is known of a file as bytes."""
    return _encode(_Tables(types).stored(types))


def decode_types(content: bytes) -> FileTypes:
    """Return what `encode_types` was given."""
    stored = _decode(content)
    strings = stored.strings
    facts = [
        TypeFact(
            strings[text],
            tuple(_alternative(code, strings) for code in codes),
            is_exhaustive=bool(flags & 2),
            is_enum=bool(flags & 1),
        )
        for text, codes, flags in stored.facts
    ]
    targets = [_targets(codes, strings) for codes in stored.targets]
    places, kinds, rows = stored.operations
    return FileTypes(
        type_by_place=dict(
            zip(_places(stored.types[0]), map(facts.__getitem__, stored.types[1]), strict=True)
        ),
        targets_by_call=_targets_by_place(stored.calls, targets),
        getters_by_member=_targets_by_place(stored.getters, targets),
        setters_by_member=_targets_by_place(stored.setters, targets),
        targets_by_operation={
            (where, strings[kind]): targets[row]
            for where, kind, row in zip(_places(places), kinds, rows, strict=True)
        },
        function_by_name={
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
        partial_calls=frozenset(_places(stored.partial_calls)),
        ancestors_by_class={begin: tuple(strings[row] for row in rows) for begin, rows in stored.ancestors},
        class_by_dotted_name={strings[name]: strings[symbol] for name, symbol in stored.classes},
    )


class _Tables:
    """The strings, types and targets of a file, sorted and numbered."""

    def __init__(self, types: FileTypes) -> None:
        facts = set(chain(types.type_by_place.values(), types.variables.values()))
        facts.update(chain.from_iterable(fields.values() for fields in types.fields_by_class.values()))
        for function in types.function_by_name.values():
            facts.update(function.parameters.values())
            if function.returns is not None:
                facts.add(function.returns)
        targets: set[_Targets] = set()
        for table in (types.targets_by_call, types.getters_by_member, types.setters_by_member):
            targets.update(table.values())
        targets.update(types.targets_by_operation.values())
        self.row_by_string = {text: row for row, text in enumerate(sorted(_strings(types, facts, targets)))}
        coded = sorted((self._fact(fact), fact) for fact in facts)
        self.facts = [code for code, _ in coded]
        self.row_by_fact = {fact: row for row, (_, fact) in enumerate(coded)}
        coded_targets = sorted((self._targets(each), each) for each in targets)
        self.targets = [code for code, _ in coded_targets]
        self.row_by_targets = {each: row for row, (_, each) in enumerate(coded_targets)}

    def _fact(self, fact: TypeFact) -> tuple[_Row, tuple[int, ...], int]:
        row = self.row_by_string
        codes = tuple(
            row[each.symbol] << 2 | each.is_class << 1 | each.is_awaitable for each in fact.alternatives
        )
        return row[fact.text], codes, fact.is_exhaustive << 1 | fact.is_enum

    def _targets(self, targets: _Targets) -> tuple[int, ...]:
        row = self.row_by_string
        return tuple(
            chain.from_iterable(
                (
                    row[each.function] << 2 | each.is_open << 1 | each.is_constructor,
                    0 if each.receiver is None else row[each.receiver] + 1,
                )
                for each in targets
            )
        )

    def stored(self, types: FileTypes) -> _Stored:
        """Return a file with rows instead of what they hold."""
        row = self.row_by_string
        operations = sorted(types.targets_by_operation.items())
        return _Stored(
            strings=list(row),
            facts=self.facts,
            targets=self.targets,
            types=_by_place(types.type_by_place, self.row_by_fact),
            calls=_by_place(types.targets_by_call, self.row_by_targets),
            getters=_by_place(types.getters_by_member, self.row_by_targets),
            setters=_by_place(types.setters_by_member, self.row_by_targets),
            operations=(
                _stored_places(where for (where, _), _ in operations),
                [row[kind] for (_, kind), _ in operations],
                [self.row_by_targets[each] for _, each in operations],
            ),
            functions=[
                (
                    begin,
                    self._named(function.parameters),
                    None if function.returns is None else self.row_by_fact[function.returns],
                )
                for begin, function in sorted(types.function_by_name.items())
            ],
            fields=[(begin, self._named(fields)) for begin, fields in sorted(types.fields_by_class.items())],
            variables=self._named(types.variables),
            partial_calls=_stored_places(sorted(types.partial_calls)),
            ancestors=[
                (begin, [row[each] for each in ancestors])
                for begin, ancestors in sorted(types.ancestors_by_class.items())
            ],
            classes=sorted((row[name], row[symbol]) for name, symbol in types.class_by_dotted_name.items()),
        )

    def _named(self, facts: Mapping[str, TypeFact]) -> list[tuple[_Row, _Row]]:
        return sorted((self.row_by_string[name], self.row_by_fact[fact]) for name, fact in facts.items())


def _strings(types: FileTypes, facts: set[TypeFact], targets: set[_Targets]) -> set[str]:
    """Return every string that a file's facts hold."""
    strings = {fact.text for fact in facts}
    strings.update(each.symbol for fact in facts for each in fact.alternatives)
    for each in chain.from_iterable(targets):
        strings.add(each.function)
        if each.receiver is not None:
            strings.add(each.receiver)
    strings.update(kind for _, kind in types.targets_by_operation)
    strings.update(chain.from_iterable(function.parameters for function in types.function_by_name.values()))
    strings.update(chain.from_iterable(types.fields_by_class.values()))
    strings.update(types.variables)
    strings.update(chain.from_iterable(types.ancestors_by_class.values()))
    strings.update(types.class_by_dotted_name, types.class_by_dotted_name.values())
    return strings


def _by_place(
    table: Mapping[Place, _Value], row_by_value: Mapping[_Value, _Row]
) -> tuple[_Places, list[_Row]]:
    ordered = sorted(table)
    return _stored_places(ordered), [row_by_value[table[where]] for where in ordered]


def _stored_places(places: Iterable[Place]) -> _Places:
    begins_and_ends = [(where >> 32, where & _LOW) for where in places]
    begins = [begin for begin, _ in begins_and_ends]
    return _Places(
        [begin - before for before, begin in zip([0, *begins], begins, strict=False)],
        [end - begin for begin, end in begins_and_ends],
    )


def _places(stored: _Places) -> list[Place]:
    begins = accumulate(stored.steps)
    return [place(begin, begin + length) for begin, length in zip(begins, stored.lengths, strict=True)]


def _targets_by_place(stored: tuple[_Places, list[_Row]], targets: list[_Targets]) -> dict[Place, _Targets]:
    return dict(zip(_places(stored[0]), map(targets.__getitem__, stored[1]), strict=True))


def _alternative(code: int, strings: list[str]) -> TypeAlternative:
    return TypeAlternative(strings[code >> 2], is_class=bool(code & 2), is_awaitable=bool(code & 1))


def _targets(codes: tuple[int, ...], strings: list[str]) -> _Targets:
    return tuple(
        CallTarget(
            strings[code >> 2],
            strings[receiver - 1] if receiver else None,
            is_open=bool(code & 2),
            is_constructor=bool(code & 1),
        )
        for code, receiver in zip(codes[::2], codes[1::2], strict=True)
    )
