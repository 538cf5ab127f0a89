"""Facts as bytes: nothing is lost, and equal bytes are equal facts."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from codeshed.model.facts.type_facts import (
    CallTarget,
    ExternalSignature,
    FileTypes,
    FunctionTypes,
    SignatureParameter,
    TypeAlternative,
    TypeFact,
    pack_span,
)
from codeshed.model.semantic import ParameterKind
from codeshed.types.file_types_encoding import decode_external_signatures, decode_types, encode_types

_NAMES = st.sampled_from(["a.py::f", "a.py::C.m#2", "ext:builtins.str", "int", "x", "é"])
_PLACES = st.builds(
    lambda begin, length: pack_span(begin, begin + length), st.integers(0, 300), st.integers(0, 9)
)
_OFFSETS = st.integers(0, 70_000)
_FACTS = st.builds(
    TypeFact,
    _NAMES,
    st.lists(st.builds(TypeAlternative, _NAMES, st.booleans(), st.booleans()), max_size=2).map(tuple),
    st.booleans(),
    st.booleans(),
)
_TARGETS = st.lists(
    st.builds(CallTarget, _NAMES, st.none() | _NAMES, st.booleans(), st.booleans()), max_size=2
).map(tuple)
_FACTS_BY_NAME = st.dictionaries(_NAMES, _FACTS, max_size=2)
_PARAMETERS = st.builds(SignatureParameter, _NAMES, _NAMES, st.sampled_from(ParameterKind), st.booleans())
_SIGNATURES = st.builds(
    ExternalSignature, st.none() | st.lists(_PARAMETERS, max_size=2).map(tuple), _NAMES, st.booleans()
)
_TYPES = st.builds(
    FileTypes,
    type_by_span=st.dictionaries(_PLACES, _FACTS, max_size=4),
    targets_by_call=st.dictionaries(_PLACES, _TARGETS, max_size=4),
    getters_by_member=st.dictionaries(_PLACES, _TARGETS, max_size=2),
    setters_by_member=st.dictionaries(_PLACES, _TARGETS, max_size=2),
    targets_by_operation=st.dictionaries(st.tuples(_PLACES, _NAMES), _TARGETS, max_size=4),
    function_by_name_offset=st.dictionaries(
        _OFFSETS, st.builds(FunctionTypes, _FACTS_BY_NAME, st.none() | _FACTS), max_size=2
    ),
    fields_by_class=st.dictionaries(_OFFSETS, _FACTS_BY_NAME, max_size=2),
    variables=_FACTS_BY_NAME,
    partial_calls=st.frozensets(_PLACES, max_size=2),
    ancestors_by_class=st.dictionaries(_OFFSETS, st.lists(_NAMES, max_size=2).map(tuple), max_size=2),
    class_by_dotted_name=st.dictionaries(_NAMES, _NAMES, max_size=2),
    external_signatures=st.dictionaries(_NAMES, st.lists(_SIGNATURES, max_size=2).map(tuple), max_size=2),
)


@given(_TYPES)
def test_nothing_is_lost(types: FileTypes) -> None:
    assert decode_types(encode_types(types)) == types
    assert decode_external_signatures(encode_types(types)) == types.external_signatures


@given(_TYPES)
def test_the_order_of_entries_does_not_matter(types: FileTypes) -> None:
    turned = {
        name: dict(reversed(value.items())) if isinstance(value, dict) else value
        for name, value in msgspec.structs.asdict(types).items()
    }
    assert encode_types(msgspec.structs.replace(types, **turned)) == encode_types(types)


@given(_TYPES, _TYPES)
def test_different_facts_are_different_bytes(one: FileTypes, other: FileTypes) -> None:
    assert (one == other) == (encode_types(one) == encode_types(other))
    for name in one.__struct_fields__:
        mixed = msgspec.structs.replace(one, **{name: getattr(other, name)})
        assert (one == mixed) == (encode_types(one) == encode_types(mixed))
