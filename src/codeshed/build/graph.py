"""The whole build on one screen.

Turns: SemanticDocuments + sources → CodeGraph, by the passes of the seeds in their order.
"""

from codeshed.build.constructors import Constructors
from codeshed.build.declarations import read_declarations
from codeshed.build.documentation import DocumentationScorer, SignatureCoverage
from codeshed.build.edge_drafts import EdgeDrafts
from codeshed.build.hierarchy import Hierarchy
from codeshed.build.nodes import order_symbols, rows_by_member, tabulate_nodes
from codeshed.build.overrides import wire_overrides
from codeshed.build.recovery import recover_calls
from codeshed.build.references import Wiring, wire_references
from codeshed.build.registry import register_types
from codeshed.build.scopes import Scopes
from codeshed.build.size import SizeFunction, size_function
from codeshed.build.structure import wire_structure
from codeshed.build.type_parameters import bind_type_parameters
from codeshed.build.variable_types import VariableTypes, propagate_returns
from codeshed.graph.code_graph import CodeGraph
from codeshed.model.limits import cap_warnings
from codeshed.model.semantic import SemanticDocuments
from codeshed.model.source import SourceReader


def build_graph(
    documents: SemanticDocuments,
    sources: SourceReader,
    *,
    measure: SizeFunction | None = None,
    scorer: DocumentationScorer | None = None,
) -> CodeGraph:
    """Build the graph of a codebase from what an extractor found in it."""
    measure = measure or size_function()
    scorer = scorer or SignatureCoverage()

    # Pass 1: nodes and types.
    declarations, type_parameters = bind_type_parameters(
        read_declarations(documents, sources, measure, scorer)
    )
    types = register_types(declarations, type_parameters)
    symbols = order_symbols(declarations)
    row_by_symbol = {symbol: row for row, symbol in enumerate(symbols)}
    file_by_path = {path: file for file, path in enumerate(declarations.module_size_by_path)}
    scopes = Scopes(declarations, row_by_symbol)
    hierarchy = Hierarchy(types, rows_by_member(declarations, types, row_by_symbol))

    # Pass 2: edges that references name.
    drafts = EdgeDrafts()
    wiring = Wiring(
        scopes=scopes,
        types=types,
        hierarchy=hierarchy,
        constructors=Constructors(declarations, types, row_by_symbol),
        row_by_symbol=row_by_symbol,
        file_by_path=file_by_path,
        drafts=drafts,
    )
    wired = wire_references(documents, wiring)
    wire_structure(declarations, types, row_by_symbol, drafts)

    # Pass 2.5: types of variables.
    variable_types = VariableTypes(declarations, types, scopes)
    propagate_returns(wired.assignments, variable_types)

    # Pass 3: overrides, and calls that the types recover.
    wire_overrides(declarations, symbols, wiring)
    unresolved = recover_calls(wired.unresolved_calls, variable_types, symbols, wiring)

    return CodeGraph(
        nodes=tabulate_nodes(
            symbols, declarations, variable_types, wiring, unresolved, dangling_rows=wired.dangling_rows
        ),
        edges=drafts.merged(len(symbols)),
        types=types,
        files=tuple(file_by_path),
        row_by_symbol=row_by_symbol,
        size_function=measure.name,
        documentation_scorer=scorer.name,
        source_reader=sources.name,
        calls=wired.calls.shares(),
        entry_points=declarations.entry_points,
        warnings=cap_warnings(declarations.warnings),
    )
