"""Links all parts into the graph: the passes of the builder, in order.

Turns: PartPacks + ExternalsPart + entry points → CodeGraph.
"""

from collections.abc import Iterable

import numpy as np

from codeshed.build.link.alias_expansion import expand_aliases
from codeshed.build.link.call_recovery import recover_calls
from codeshed.build.link.dataflow import draft_dataflow_edges
from codeshed.build.link.declarations import Declarations, merge_definitions
from codeshed.build.link.dispatch import CallDrafts, draft_dispatched_calls
from codeshed.build.link.edge_drafts import SiteColumns, merge_drafts
from codeshed.build.link.implementations import draft_implementation_edges
from codeshed.build.link.inheritance import infer_inheritance
from codeshed.build.link.joined_columns import JoinedParts, References, join_packs
from codeshed.build.link.link_summary import DocumentSummary, summarize
from codeshed.build.link.member_candidates import draft_member_candidates
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.method_table import tabulate_constructors, tabulate_methods
from codeshed.build.link.name_index_from_hashes import index_hashed_names
from codeshed.build.link.node_columns import spread_over_rows, tabulate_nodes
from codeshed.build.link.overrides import draft_override_edges
from codeshed.build.link.program_edges import draft_program_edges
from codeshed.build.link.reference_edges import (
    ReferenceSources,
    draft_reference_edges,
    find_called_types,
    find_reference_sources,
)
from codeshed.build.link.reference_targets import tabulate_targets
from codeshed.build.link.structural_edges import draft_structural_edges
from codeshed.build.link.symbol_rows import assign_rows
from codeshed.build.link.type_columns import tabulate_types
from codeshed.build.link.type_declarations import collect_types, set_type_dependent_flags
from codeshed.build.link.type_parameters import bind_type_parameters
from codeshed.build.link.variable_types import VariableTypes, propagate_return_types
from codeshed.build.part.document_part import ExternalsPart, ReferenceFlag
from codeshed.build.part.part_pack import PartPack
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn, StringColumn, run_starts
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.kinds import NodeFlag
from codeshed.graph.data.unresolved_members import tabulate_unresolved_members
from codeshed.model.answers.truncation import cap_warnings
from codeshed.model.background_task import BackgroundTask
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import EntryPoint

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
    """Build the graph of all documents from their packs, which are sorted by path; the three names say what measured them.

    `common_names` are the repository's own, in addition to those that Codeshed ships.
    """
    summary, joined = _joined(list(packs), externals)
    strings, references = joined.strings, joined.references

    # Pass 1: nodes and types.
    declarations, type_variables = bind_type_parameters(merge_definitions(joined), strings)
    declarations = expand_aliases(declarations, type_variables, strings)
    types = collect_types(declarations, type_variables, strings)
    declarations, abstract_return_scores = set_type_dependent_flags(declarations, types)
    symbols = assign_rows(declarations, joined.modules, len(strings))
    hierarchy = ClassHierarchy(types, tabulate_methods(declarations, types, symbols))

    # Pass 2: edges of resolved references.
    sources = find_reference_sources(references, symbols, types, symbols.row_of[joined.modules.symbols])
    sites_task = BackgroundTask(lambda: _sites(references, declarations, sources))
    constructors = tabulate_constructors(declarations, types, symbols, strings)
    targets = tabulate_targets(find_called_types(references, types), constructors, hierarchy, symbols)
    reference_edges = draft_reference_edges(references, targets, symbols, sources, types)
    structure = draft_structural_edges(declarations, types, symbols, joined.modules)

    # Types of variables, from declarations and from the calls that are assigned to them.
    variable_types = VariableTypes(declarations, types, symbols, strings)
    propagate_return_types(references, reference_edges.assignments, variable_types, symbols)

    # Overrides, implementations, and calls recovered by the type of their receiver.
    overrides = draft_override_edges(
        hierarchy, declarations, types, symbols, strings, first_site=len(references)
    )
    implementations = draft_implementation_edges(references, types, hierarchy, symbols)
    recovered = recover_calls(
        references,
        reference_edges.unresolved_calls,
        variable_types,
        hierarchy=hierarchy,
        symbols=symbols,
        sources=sources,
    )

    # Members of objects of unknown type, by their names.
    members = draft_member_candidates(
        references,
        reference_edges.unresolved_members,
        declarations,
        strings,
        modules=joined.modules,
        hierarchy=hierarchy,
        symbols=symbols,
        sources=sources,
    )

    listed_entries = tuple(entry_points)

    # Edges that no footprint follows: dispatched calls, inferred inheritance and data flow.
    dispatched = draft_dispatched_calls(
        CallDrafts(
            calls=(*reference_edges.drafts, *recovered.drafts),
            overrides=(overrides, *implementations.drafts),
        ),
        references,
        joined.receivers,
        declarations=declarations,
        types=types,
        symbols=symbols,
        hierarchy=hierarchy,
        strings=strings,
        entry_points=listed_entries,
    )
    inheritance = infer_inheritance(
        declarations,
        types,
        symbols,
        strings,
        modules=joined.modules,
        references=references,
        common_method_names=common_names.methods,
    )
    dataflow = draft_dataflow_edges(
        declarations,
        types,
        symbols,
        strings,
        calls=(*reference_edges.drafts, *recovered.drafts),
        excluded_types=common_names.types,
    )

    programs = draft_program_edges(references, listed_entries, strings, symbols, sources)

    drafts = (
        *(*reference_edges.drafts, *structure, overrides, *implementations.drafts),
        *(*recovered.drafts, members, programs, *dispatched.drafts, *inheritance.drafts, *dataflow.drafts),
    )
    edges_task = BackgroundTask(lambda: merge_drafts(drafts, sites_task.result(), symbols.n_rows))
    nodes = tabulate_nodes(
        declarations,
        joined.modules,
        symbols,
        variable_types,
        strings,
        abstract_return_scores=abstract_return_scores,
        unresolved_rows=sources.closure[recovered.unresolved],
        dangling_rows=sources.closure[reference_edges.dangling],
        capped_rows=(
            (NodeFlag.COMMON_TYPE, dataflow.capped_rows),
            (NodeFlag.COMMON_METHOD, inheritance.capped_rows),
        ),
    )
    columns, modules = declarations.columns, joined.modules
    names = spread_over_rows(columns.last_names, modules.last_names, symbols, modules)
    lower_names = spread_over_rows(columns.lower_names, modules.lower_names, symbols, modules)
    type_table = tabulate_types(implementations.types, declarations, symbols, strings)
    name_index = index_hashed_names(names, lower_names, nodes, strings)
    return CodeGraph(
        nodes=nodes,
        edges=edges_task.result(),
        types=type_table,
        name_index=name_index,
        files=StringColumn.of(joined.modules.paths),
        file_index=index_files(nodes.files, len(joined.modules)),
        size_function=size_function,
        documentation_scorer=documentation_scorer,
        source_reader=source_reader,
        calls=summary.calls,
        unresolved_members=tabulate_unresolved_members(
            sources.closure[reference_edges.unresolved_members],
            strings.hashes(references.methods[reference_edges.unresolved_members]),
        ),
        entry_points=entry_points,
        warnings=cap_warnings(
            sorted(
                (
                    *(*summary.warnings, *declarations.warnings, *dispatched.warnings),
                    *(*inheritance.warnings, *dataflow.warnings),
                ),
                key=lambda each: (each.code, each.message),
            )
        ),
    )


def _sites(references: References, declarations: Declarations, sources: ReferenceSources) -> SiteColumns:
    """Return the sites of all references, followed by those of declarations."""
    columns = declarations.columns
    return SiteColumns(
        files=np.concatenate((references.files, columns.files)),
        spans=np.concatenate((references.spans, columns.spans)),
        ordinals=np.append(_number_calls(references, sources), np.zeros(len(columns), dtype=np.int32)),
        statements=np.concatenate((references.statements, np.zeros((len(columns), 3), dtype=np.int32))),
    )


def _number_calls(references: References, sources: ReferenceSources) -> Ints:
    """Return the ordinal of each call in its function, from 1, and 0 for other references; call site ids are made of them.

    References at the same span are the same call.
    """
    ordinals = np.zeros(len(references), dtype=np.int32)
    calls = np.flatnonzero(references.has(ReferenceFlag.CALL))
    if not len(calls):
        return ordinals
    rows = sources.closure[calls]
    order = np.argsort(rows, kind="stable")
    calls, rows = calls[order], rows[order]
    firsts = run_starts(rows)
    spans = references.spans[calls]
    is_next = np.ones(len(calls), dtype=np.bool_)
    is_next[1:] = np.any(spans[1:] != spans[:-1], axis=1) | (rows[1:] != rows[:-1])
    n_so_far = np.cumsum(is_next)
    n_before_source = np.repeat(n_so_far[firsts] - 1, np.diff(np.append(firsts, len(calls))))
    ordinals[calls] = n_so_far - n_before_source
    return ordinals


def _joined(packs: list[PartPack], externals: ExternalsPart) -> tuple[DocumentSummary, JoinedParts]:
    """Join the packs. The caller keeps no reference to them, so that their memory can be freed from here on."""
    return summarize(packs), join_packs(packs, externals)
