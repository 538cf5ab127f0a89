"""The types among the declarations, and the flags of functions that depend on types.

Turns: Declarations and type variables → DeclaredTypes, indexed by string number; with these, Declarations whose
signature flags are final.
"""

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.build.link.alias_expansion import ALIAS, TYPE_VARIABLE
from codeshed.build.link.declarations import Declarations
from codeshed.build.link.integer_sorting import stable_argsort
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.part.document_part import DefinitionFlag, SignatureTypeFlag
from codeshed.graph.data.arrays import Bytes, Flags, Ints
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS, TypeVarInfo
from codeshed.model.semantic import TypeKind

_INTERFACE = TYPE_KINDS.index(TypeKind.INTERFACE) + 1


class DeclaredTypes(msgspec.Struct, frozen=True, kw_only=True):
    """Which strings are types, by string number: `kinds` is 0 for all that are not.

    `base_owners[i]` has the base `base_symbols[i]`, by type, as a symbol of the registry. Each row of
    `written_bases` is a type, a base, and the base as written with its type arguments; the same base may occur
    twice. `constructor_functions` are functions that have bases or are bases: they make objects in languages that
    need no type for that.
    """

    kinds: Bytes
    is_abstract: Flags
    is_unbounded: Flags
    documentation_scores: Ints
    base_owners: Ints
    base_symbols: Ints
    written_bases: Ints
    constructor_functions: Ints
    variables: dict[int, TypeVarInfo]


def collect_types(
    declarations: Declarations, variables: dict[str, TypeVarInfo], strings: InternedStrings
) -> DeclaredTypes:
    """Collect all types. A base is known by its id or, if it is generic, by the type that is applied: `A` of `A[int]`."""
    columns = declarations.columns
    variable_by_number = {strings.intern(symbol): variable for symbol, variable in variables.items()}
    n_strings = len(strings)
    # Inferred types only give structure: no call is recovered through them.
    is_type = (columns.kinds == NodeKind.TYPE) & ~columns.has(NodeFlag.INFERRED)
    symbols = columns.symbols[is_type]
    kinds = np.zeros(n_strings, dtype=np.uint8)
    kinds[symbols] = columns.type_kinds[is_type]
    is_declared = kinds != 0
    is_abstract = np.zeros(n_strings, dtype=np.bool_)
    is_abstract[symbols] = columns.has(DefinitionFlag.ABSTRACT_TYPE)[is_type]
    is_unrestricted = np.zeros(n_strings, dtype=np.bool_)
    is_unrestricted[symbols] = (columns.type_kinds == TYPE_VARIABLE)[is_type]
    is_unrestricted[symbols] &= ~columns.has(DefinitionFlag.BOUNDED)[is_type]
    scores = np.zeros(n_strings, dtype=np.int32)
    scores[symbols] = columns.documentation_scores[is_type]
    for number, variable in variable_by_number.items():
        kinds[number] = TYPE_VARIABLE
        is_unrestricted[number] = not variable.is_restricted
    bases = declarations.bases
    base_symbols = np.where(is_declared[bases.bases], bases.bases, bases.heads)
    base_owners = columns.symbols[bases.definitions]
    functions = columns.symbols[columns.kinds == NodeKind.FUNCTION]
    makers = np.intersect1d(functions, np.append(base_owners, base_symbols))
    # Of a base that is named twice, the first occurrence counts.
    pairs = base_owners.astype(np.int64) * n_strings + base_symbols
    order = stable_argsort(pairs)
    firsts = np.sort(order[run_starts(pairs[order])])
    return DeclaredTypes(
        kinds=kinds,
        is_abstract=is_abstract,
        is_unbounded=is_unrestricted,
        documentation_scores=scores,
        base_owners=base_owners[firsts],
        base_symbols=base_symbols[firsts],
        written_bases=np.stack((base_owners, base_symbols, bases.bases), axis=1),
        constructor_functions=makers.astype(np.int32),
        variables=variable_by_number,
    )


def set_type_dependent_flags(declarations: Declarations, types: DeclaredTypes) -> tuple[Declarations, Ints]:
    """Return the declarations with the flags that depend on types, and the scores of the abstract types they return.

    A parameter whose type is an unbounded type variable makes a signature incomplete. The score is that of the best
    documented abstract return type, in hundredths, or -1.
    """
    columns = declarations.columns
    uses = declarations.signature_types
    effective = np.where(uses.members == NO_STRING, uses.wholes, uses.members)
    is_open = types.is_unbounded[effective]
    not_registry = is_open & ((uses.flags & int(SignatureTypeFlag.PARAMETER)) != 0)
    not_declared = is_open & ((uses.flags & int(SignatureTypeFlag.PASSED_PARAMETER)) != 0)
    is_returned = (uses.flags & int(SignatureTypeFlag.RETURN)) != 0
    is_whole = uses.members == NO_STRING
    whole_kinds = types.kinds[uses.wholes]
    is_known = (whole_kinds != 0) & (whole_kinds != ALIAS) & (whole_kinds != TYPE_VARIABLE)

    flags = columns.flags.copy()
    flags[uses.definitions[not_registry]] &= ~int(NodeFlag.REGISTRY_COMPLETE)
    flags[uses.definitions[not_declared]] &= ~int(NodeFlag.DECLARED_COMPLETE)
    returns_abstract = uses.definitions[is_returned & is_whole & types.is_abstract[uses.wholes]]
    returns_abstract = returns_abstract[columns.kinds[returns_abstract] == NodeKind.FUNCTION]
    flags[returns_abstract] |= int(NodeFlag.RETURNS_ABSTRACT)

    # Of a union, an alias or a type variable the members count, unless the whole is itself a declared type.
    is_abstract = types.is_abstract[effective] | (types.kinds[effective] == _INTERFACE)
    counts = is_returned & is_abstract & (is_whole == is_known)
    scores = np.full(len(columns), -1, dtype=np.int32)
    np.maximum.at(scores, uses.definitions[counts], types.documentation_scores[effective[counts]])
    return replace(declarations, columns=replace(columns, flags=flags)), scores
