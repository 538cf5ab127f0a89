"""Aliases and type variables in signatures: what they stand for counts too.

Turns: Declarations → the same with the types behind every alias, and behind the bound and constraints of every type
variable, that a function takes or returns.
"""

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.joined_columns import Flows, SignatureTypes, take_rows
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.part.document_part import SignatureTypeFlag
from codeshed.graph.data.arrays import Flags, Ints
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS, TypeVarInfo
from codeshed.model.facts.type_expression import is_open_type, receiver_types, value_types
from codeshed.model.languages.excluded_types import is_excluded_type
from codeshed.model.semantic import TypeKind

ALIAS = TYPE_KINDS.index(TypeKind.TYPE_ALIAS) + 1
TYPE_VARIABLE = TYPE_KINDS.index(TypeKind.TYPE_VAR) + 1
_MAX_DEPTH = 16
_MAX_TYPES = 64
"""Of an alias that stands for more types than this, the first ones count."""


def expand_aliases(
    declarations: Declarations, variables: Mapping[str, TypeVarInfo], strings: InternedStrings
) -> Declarations:
    """Add what aliases and type variables stand for to the flows and signature types that name them."""
    meanings = _meanings(declarations, variables, strings)
    if not meanings:
        return declarations
    is_named = np.zeros(len(strings), dtype=np.bool_)
    is_named[list(meanings)] = True
    expanded = {number: _expand(texts, meanings, strings) for number, texts in meanings.items()}
    with_types = replace(
        declarations,
        flows=_with_flows(declarations.flows, is_named, expanded, strings),
        signature_types=_with_signature_types(declarations.signature_types, is_named, expanded, strings),
    )
    return _without_completeness(with_types, is_named, expanded)


def _meanings(
    declarations: Declarations, variables: Mapping[str, TypeVarInfo], strings: InternedStrings
) -> dict[int, tuple[str, ...]]:
    """Return the types that each alias and type variable stands for, as written, by string number."""
    columns = declarations.columns
    is_type = (columns.kinds == NodeKind.TYPE) & ~columns.has(NodeFlag.INFERRED)
    found: dict[int, tuple[str, ...]] = {}
    for row in np.flatnonzero(is_type & np.isin(columns.type_kinds, (ALIAS, TYPE_VARIABLE))).tolist():
        details = declarations.details_of(row)
        texts = details.constraints or (() if details.bound is None else (details.bound,))
        if texts:
            found[int(columns.symbols[row])] = texts
    for symbol in sorted(variables):
        info = variables[symbol]
        texts = info.constraints or (() if info.bound is None else (info.bound,))
        if texts:
            found[strings.intern(symbol)] = texts
    return found


def _expand(
    texts: tuple[str, ...], meanings: Mapping[int, tuple[str, ...]], strings: InternedStrings
) -> tuple[str, ...]:
    """Return the types with all aliases in them replaced, as written; an alias may name itself."""
    found: dict[str, None] = {}
    pending = [(text, 0) for text in texts]
    seen: set[str] = set()
    while pending and len(found) < _MAX_TYPES:
        text, depth = pending.pop(0)
        if text in seen:
            continue
        seen.add(text)
        inner = [
            meaning for member in receiver_types(text) for meaning in meanings.get(strings.intern(member), ())
        ]
        found[text] = None
        if depth < _MAX_DEPTH:
            pending += [(each, depth + 1) for each in inner]
    return tuple(found)


def _with_flows(
    flows: Flows, is_named: Flags, expanded: Mapping[int, tuple[str, ...]], strings: InternedStrings
) -> Flows:
    numbers = {
        alias: [
            strings.intern(member)
            for text in texts
            for member in value_types(text)
            if not is_excluded_type(member)
        ]
        for alias, texts in expanded.items()
    }
    added = [
        (int(flows.definitions[row]), number, int(flows.roles[row]))
        for row in np.flatnonzero(_marked(is_named, flows.types)).tolist()
        for number in numbers[int(flows.types[row])]
    ]
    rows = np.array(added, dtype=np.int64).reshape(-1, 3).T
    both = Flows(
        definitions=np.concatenate((flows.definitions, rows[0].astype(np.int32))),
        types=np.concatenate((flows.types, rows[1].astype(np.int32))),
        roles=np.concatenate((flows.roles, rows[2].astype(flows.roles.dtype))),
    )
    return take_rows(both, np.argsort(both.definitions, kind="stable"))


def _with_signature_types(
    uses: SignatureTypes, is_named: Flags, expanded: Mapping[int, tuple[str, ...]], strings: InternedStrings
) -> SignatureTypes:
    """Add the members of what an alias stands for as members of the alias."""
    members = {
        alias: [strings.intern(member) for text in texts for member in receiver_types(text)]
        for alias, texts in expanded.items()
    }
    named = _named(uses)
    added = [
        (
            int(uses.definitions[row]),
            int(uses.wholes[row]),
            member,
            int(uses.flags[row]) & ~int(SignatureTypeFlag.PARAMETER),
        )
        for row in np.flatnonzero(_marked(is_named, named)).tolist()
        for member in members[int(named[row])]
    ]
    rows = np.array(added, dtype=np.int64).reshape(-1, 4).T
    both = SignatureTypes(
        definitions=np.concatenate((uses.definitions, rows[0].astype(np.int32))),
        wholes=np.concatenate((uses.wholes, rows[1].astype(np.int32))),
        members=np.concatenate((uses.members, rows[2].astype(np.int32))),
        flags=np.concatenate((uses.flags, rows[3].astype(uses.flags.dtype))),
    )
    return take_rows(both, np.argsort(both.definitions, kind="stable"))


def _without_completeness(
    declarations: Declarations, is_named: Flags, expanded: Mapping[int, tuple[str, ...]]
) -> Declarations:
    """Mark the signatures as incomplete that take an alias of `Any`, or of a union with it."""
    uses = declarations.signature_types
    is_open = np.zeros(len(is_named), dtype=np.bool_)
    is_open[[alias for alias, texts in expanded.items() if any(map(is_open_type, texts))]] = True
    is_passed = (uses.flags & int(SignatureTypeFlag.PASSED_PARAMETER)) != 0
    flags = declarations.columns.flags.copy()
    flags[uses.definitions[is_passed & _marked(is_open, _named(uses))]] &= ~int(NodeFlag.DECLARED_COMPLETE)
    return replace(declarations, columns=replace(declarations.columns, flags=flags))


def _named(uses: SignatureTypes) -> Ints:
    return np.where(uses.members == NO_STRING, uses.wholes, uses.members)


def _marked(is_marked: Flags, numbers: Ints) -> Flags:
    """Whether strings are marked; those that were added later are not."""
    found = np.zeros(len(numbers), dtype=np.bool_)
    is_known = numbers < len(is_marked)
    found[is_known] = is_marked[numbers[is_known]]
    return found
