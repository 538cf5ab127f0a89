"""What does a language model need to know of the entities around a change?

Turns: CodeGraph + CodeGraphContextRequest → CodeGraphContext, or the document that says why there is none.
"""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.seeds.seed_lookup import ROOT_FOLDER, SeedIndex
from codeshed.graph.seeds.seed_references import resolve_seed
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.caps import Caps
from codeshed.model.isgl1_keys import isgl1_key, paths_in_key
from codeshed.model.languages.language import language_of_path
from codeshed.model.symbol_ids import SEPARATOR, natural_order
from codeshed.query.codegraph_context.candidates import EntityRows, find_surroundings
from codeshed.query.codegraph_context.documents import (
    DEFAULT_HOPS,
    MAX_TOKENS,
    REFACTOR_HOPS,
    ChangeType,
    CodeGraphContext,
    ContextError,
    ContextSizeExceeded,
    DependencyCycleDetected,
    EntityNotFound,
    FocusArea,
    QueryContext,
    Strategy,
)
from codeshed.query.codegraph_context.entity_facts import CoverageOf, DocumentOf, EntityFacts, no_coverage
from codeshed.query.codegraph_context.relationships import describe_relation, find_cycles, find_relations
from codeshed.query.codegraph_context.size_optimization import Measure, SizeOptimizer

_MAX_NEAREST = 3
_NO_FOLDERS = frozenset({"", ".", ".."})


class CodeGraphContextRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What to ask: the base entities in any form of a seed, and how far, for what and within what to look.

    `hop_depth` None is 2, and 3 for a refactoring.
    """

    entities: tuple[str, ...]
    caps: Caps
    hop_depth: int | None = None
    change_type: ChangeType = "edit"
    focus: tuple[FocusArea, ...] = ()
    size_limit: int = MAX_TOKENS
    strategy: Strategy = "blast_radius"
    is_cycle_an_error: bool = False
    generated_at: str | None = None

    @property
    def hops(self) -> int:
        """How many hops there are."""
        if self.hop_depth is not None:
            return self.hop_depth
        return REFACTOR_HOPS if self.change_type == "refactor" else DEFAULT_HOPS


class _Bases(msgspec.Struct, frozen=True, kw_only=True):
    """The base entities: those that exist, and what will be around those that are to be created."""

    rows: tuple[int, ...]
    around_new: tuple[int, ...]
    keys: tuple[str, ...]
    missing: tuple[str, ...]
    nearest: tuple[str, ...]


def codegraph_context(
    graph: CodeGraph,
    request: CodeGraphContextRequest,
    *,
    document_of: DocumentOf,
    write: Callable[[msgspec.Struct], str],
    measure: Measure,
    coverage_of: CoverageOf = no_coverage,
    clock: Clock | None = None,
) -> CodeGraphContext | ContextError:
    """Return the document; `write` and `measure` say how it is written and how many tokens that is."""
    bases = _find_bases(graph, request)
    if bases.missing:
        return _not_found(bases)
    around = find_surroundings(
        graph,
        bases.rows,
        bases.around_new,
        hops=request.hops,
        change_type=request.change_type,
        focus=request.focus,
        caps=request.caps,
        clock=clock,
    )
    relations = find_relations(graph, around.edges, [each.row for each in around.candidates])
    cycles = find_cycles(graph, relations)
    if cycles and request.is_cycle_an_error:
        return DependencyCycleDetected(
            error="dependency_cycle_detected",
            message="Circular dependency detected in relationship graph",
            cycle_path=cycles[0],
            suggestion="Resolve circular dependencies before context generation, or leave out --fail-on-cycle",
        )
    warnings = [f"cycle: {' -> '.join(cycle)}" for cycle in cycles]
    warnings += [
        f"{cut.cap} {cut.limit} cut the search: {cut.note or 'there may be more'}"
        for cut in around.truncation
    ]
    optimizer = SizeOptimizer(
        around.candidates,
        EntityFacts(graph, around.candidates, document_of, coverage_of).describe,
        relations,
        partial(describe_relation, graph),
        QueryContext(
            base_entities=bases.keys,
            hop_depth=request.hops,
            change_type=request.change_type,
            focus_areas=request.focus,
            size_limit=request.size_limit,
            optimization_strategy=request.strategy,
        ),
        generated_at=request.generated_at,
        warnings=warnings,
        write=write,
        measure=measure,
    )
    return optimizer.fit() or ContextSizeExceeded(
        error="context_size_exceeded",
        message=f"Context generation exceeded {request.size_limit:,} token limit",
        attempted_size=optimizer.attempted_size(),
        suggestion="Reduce hop_depth or limit query scope",
    )


def _find_bases(graph: CodeGraph, request: CodeGraphContextRequest) -> _Bases:
    index, entities = SeedIndex(graph), EntityRows(graph)
    rows: list[int] = []
    around_new: list[int] = []
    keys: list[str] = []
    missing: list[str] = []
    nearest: list[str] = []
    for text in request.entities:
        seed = resolve_seed(graph, text, max_candidates=_MAX_NEAREST)
        named = seed.rows or tuple(index.find_rows(text))
        found = list(dict.fromkeys(row for each in named if (row := entities.entity_of(each)) is not None))
        if found and (seed.rows or len(found) == 1):
            rows += found
            keys += [isgl1_key(graph.nodes.symbols[row]) for row in found]
        elif not found and request.change_type == "create" and (place := _place_of_new(graph, index, text)):
            around_new += place.around
            keys.append(isgl1_key(place.symbol))
        else:
            missing.append(text)
            nearest += _find_nearest(graph, entities, index, text, found)
    return _Bases(
        rows=tuple(dict.fromkeys(rows)),
        around_new=tuple(dict.fromkeys(around_new)),
        keys=tuple(dict.fromkeys(keys)),
        missing=tuple(missing),
        nearest=tuple(dict.fromkeys(nearest)),
    )


def _find_nearest(
    graph: CodeGraph, entities: EntityRows, index: SeedIndex, text: str, found: Sequence[int]
) -> list[str]:
    """Return what a text may mean: the entities with this name, else those with a similar one, then what would hold it."""
    symbols = graph.nodes.symbols
    if found:
        return sorted((symbols[row] for row in found), key=natural_order)[:_MAX_NEAREST]
    symbol = _symbol_of_key(text)
    path, _, name = symbol.partition(SEPARATOR)
    owner = symbol.rpartition(".")[0] if "." in (name or path) else path
    similar = [graph.find_row(each) for each in index.find_nearest(symbol)]
    rows = [row for row in similar if row is not None and entities.entity_of(row) == row][:_MAX_NEAREST]
    rows += [row for row in index.find_rows(owner) if owner and entities.entity_of(row) == row][:1]
    return [symbols[row] for row in dict.fromkeys(rows)]


class _NewPlace(msgspec.Struct, frozen=True, kw_only=True):
    """The symbol that an entity will have, and what will be around it."""

    symbol: str
    around: tuple[int, ...]


def _place_of_new(graph: CodeGraph, index: SeedIndex, text: str) -> _NewPlace | None:
    """Return the place of an entity that is to be created: in a type, a module, or a folder if its file is new too."""
    path, separator, name = _symbol_of_key(text).partition(SEPARATOR)
    owner, _, last = name.rpartition(".") if separator else path.rpartition(".")
    owned_by = f"{path}{SEPARATOR}{owner}" if separator and owner else path if separator else owner
    rows = index.find_rows(owned_by) if owned_by and (separator or "/" not in text) else []
    if len(rows) == 1 and graph.nodes.kinds[rows[0]] in {NodeKind.TYPE, NodeKind.MODULE}:
        symbol = graph.nodes.symbols[rows[0]]
        joint = SEPARATOR if graph.nodes.kinds[rows[0]] == NodeKind.MODULE else "."
        siblings = [row for row in _members(graph, rows[0]) if _is_sibling(graph, row)]
        return _NewPlace(symbol=f"{symbol}{joint}{last or name}", around=(rows[0], *siblings))
    is_known = graph.find_row(path) is not None
    if is_known or language_of_path(path) is None or not _NO_FOLDERS.isdisjoint(path.split("/")):
        return None
    beside = _modules_beside(graph, index, path)
    return _NewPlace(symbol=path + separator + name, around=beside) if beside else None


def _modules_beside(graph: CodeGraph, index: SeedIndex, path: str) -> tuple[int, ...]:
    """Return the modules in the folder of a file that is to be created, or in the nearest one around it if that is new too.

    A path of which no folder is known has no place, unless it lies at the root.
    """
    folder = path.rpartition("/")[0]
    while True:
        rows = index.find_modules_below(folder or ROOT_FOLDER)
        beside = tuple(row for row in rows if graph.nodes.symbols[row].rpartition("/")[0] == folder)
        if beside or "/" not in folder:
            return beside
        folder = folder.rpartition("/")[0]


def _symbol_of_key(text: str) -> str:
    """Return the symbol that an ISGL1 key means, also that of an entity or file that is new; any other text as it is."""
    if SEPARATOR in text:
        return text
    for path in paths_in_key(text):
        key = isgl1_key(path)
        if language_of_path(path) is None or not f"{text}-".startswith(f"{key}-"):
            continue
        name = text.removeprefix(key).removeprefix("-").replace("--", "-")
        return f"{path}{SEPARATOR}{name}" if name else path
    return text


def _members(graph: CodeGraph, row: int) -> Sequence[int]:
    edges = graph.edges
    begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
    found: list[int] = edges.targets[begin:end][edges.kinds[begin:end] == EdgeKind.CONTAINS].tolist()
    return found


def _is_sibling(graph: CodeGraph, row: int) -> bool:
    is_code = graph.nodes.kinds[row] in {NodeKind.FUNCTION, NodeKind.TYPE}
    return is_code and not int(graph.nodes.flags[row]) & NodeFlag.EXTERNAL


def _not_found(bases: _Bases) -> EntityNotFound:
    near = f"; near: {', '.join(bases.nearest)}" if bases.nearest else ""
    return EntityNotFound(
        error="entity_not_found",
        message="Base entity not found in codebase, or not by this name alone",
        missing_entities=bases.missing,
        suggestion=f"Check ISGL1 key format and entity existence{near}",
    )
