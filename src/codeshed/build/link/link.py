"""The whole linking on one screen.

Turns: PartPacks + ExternalsPart + entry points → CodeGraph, by the passes of the seeds in their order.
"""

from collections.abc import Iterable

import numpy as np

from codeshed.build.link.call_ordinals import number_calls
from codeshed.build.link.call_recovery import recover_calls
from codeshed.build.link.dataflow import wire_dataflow
from codeshed.build.link.declarations import Declarations, merge_definitions
from codeshed.build.link.declared_types import register_types, with_types
from codeshed.build.link.edge_drafts import Sites, merge_drafts
from codeshed.build.link.implementations import wire_implementations
from codeshed.build.link.inheritance import infer_inheritance
from codeshed.build.link.joined_columns import JoinedParts, Mentions, join_packs
from codeshed.build.link.link_summary import Summary, summarize
from codeshed.build.link.link_types import tabulate_types
from codeshed.build.link.method_resolution import Hierarchy
from codeshed.build.link.method_table import find_constructors, find_methods
from codeshed.build.link.name_index import index_names
from codeshed.build.link.node_columns import by_row, tabulate_nodes
from codeshed.build.link.overrides import wire_overrides
from codeshed.build.link.reference_edges import Sources, called_types, find_sources, wire_mentions
from codeshed.build.link.reference_targets import find_targets
from codeshed.build.link.structural_edges import wire_structure
from codeshed.build.link.symbol_rows import order_symbols
from codeshed.build.link.type_parameters import bind_type_parameters
from codeshed.build.link.variable_types import VariableTypes, propagate_returns
from codeshed.build.part.document_part import ExternalsPart
from codeshed.build.part.part_pack import PartPack
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn, StringColumn
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.unresolved_members import tabulate_members
from codeshed.model.background_task import Beside
from codeshed.model.limits import cap_warnings
from codeshed.model.semantic import EntryPoint
from codeshed.model.settings import CommonNames

_NO_NAMES = CommonNames()


def link(
    packs: Iterable[PartPack],
    externals: ExternalsPart,
    entry_points: RecordColumn[EntryPoint],
    *,
    size_function: str,
    documentation_scorer: str,
    source_reader: str,
    common_names: CommonNames = _NO_NAMES,
) -> CodeGraph:
    """Build the graph of all documents from their packs, which come by path; the names say what measured them.

    `common_names` are the repository's own, beside those that are shipped.
    """
    summary, joined = _joined(list(packs), externals)
    strings, mentions = joined.strings, joined.mentions

    # Pass 1: nodes and types.
    declarations, type_variables = bind_type_parameters(merge_definitions(joined), strings)
    types = register_types(declarations, type_variables, strings)
    declarations, abstract_return_scores = with_types(declarations, types)
    symbols = order_symbols(declarations, joined.modules, len(strings))
    hierarchy = Hierarchy(types, find_methods(declarations, types, symbols))

    # Pass 2: edges that references name.
    sources = find_sources(mentions, symbols, symbols.row_of[joined.modules.symbols])
    placing = Beside(lambda: _sites(mentions, declarations, sources))
    constructors = find_constructors(declarations, types, symbols, strings)
    targets = find_targets(called_types(mentions, types), constructors, hierarchy, symbols)
    wired = wire_mentions(mentions, targets, symbols, sources, types)
    structure = wire_structure(declarations, types, symbols, joined.modules)

    # Pass 2.5: types of variables.
    variable_types = VariableTypes(declarations, types, symbols, strings)
    propagate_returns(mentions, wired.assignments, variable_types, symbols)

    # Pass 3: overrides, declared and implied, and calls that the types recover.
    overrides = wire_overrides(hierarchy, declarations, types, symbols, strings, first_site=len(mentions))
    implemented = wire_implementations(mentions, types, hierarchy, symbols)
    recovered = recover_calls(
        mentions,
        wired.unresolved_calls,
        variable_types,
        hierarchy=hierarchy,
        symbols=symbols,
        sources=sources,
    )

    # What nothing states: structure by evidence, which no footprint follows.
    inheritance = infer_inheritance(
        declarations,
        types,
        symbols,
        strings,
        modules=joined.modules,
        mentions=mentions,
        common_method_names=common_names.methods,
    )
    dataflow = wire_dataflow(
        declarations,
        types,
        symbols,
        strings,
        calls=(*wired.drafts, *recovered.drafts),
        excluded_types=common_names.types,
    )

    drafts = (
        *(*wired.drafts, *structure, overrides, *implemented.drafts),
        *(*recovered.drafts, *inheritance.drafts, *dataflow.drafts),
    )
    merging = Beside(lambda: merge_drafts(drafts, placing.result(), symbols.n_rows))
    nodes = tabulate_nodes(
        declarations,
        joined.modules,
        symbols,
        variable_types,
        strings,
        abstract_return_scores=abstract_return_scores,
        unresolved_rows=sources.closure[recovered.unresolved],
        dangling_rows=sources.closure[wired.dangling],
    )
    columns, modules = declarations.columns, joined.modules
    names = by_row(columns.last_names, modules.last_names, symbols, modules)
    lower_names = by_row(columns.lower_names, modules.lower_names, symbols, modules)
    type_table = tabulate_types(implemented.types, declarations, symbols, strings)
    name_index = index_names(names, lower_names, nodes, strings)
    return CodeGraph(
        nodes=nodes,
        edges=merging.result(),
        types=type_table,
        name_index=name_index,
        files=StringColumn.of(joined.modules.paths),
        file_index=index_files(nodes.files, len(joined.modules)),
        size_function=size_function,
        documentation_scorer=documentation_scorer,
        source_reader=source_reader,
        calls=summary.calls,
        unresolved_members=tabulate_members(
            sources.closure[wired.unresolved_members],
            strings.hashes(mentions.methods[wired.unresolved_members]),
        ),
        entry_points=entry_points,
        warnings=cap_warnings(
            sorted(
                (*summary.warnings, *declarations.warnings, *inheritance.warnings, *dataflow.warnings),
                key=lambda each: (each.code, each.message),
            )
        ),
    )


def _sites(mentions: Mentions, declarations: Declarations, sources: Sources) -> Sites:
    """Return the places of mentions, and behind them those of declarations."""
    columns = declarations.columns
    return Sites(
        files=np.concatenate((mentions.files, columns.files)),
        spans=np.concatenate((mentions.spans, columns.spans)),
        ordinals=np.append(number_calls(mentions, sources), np.zeros(len(columns), dtype=np.int32)),
    )


def _joined(packs: list[PartPack], externals: ExternalsPart) -> tuple[Summary, JoinedParts]:
    """Put packs together. Where nobody else keeps them, their memory is free from here on."""
    return summarize(packs), join_packs(packs, externals)
