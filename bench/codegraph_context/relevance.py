"""`python -m bench.codegraph_context relevance REPOSITORY … [--commits N]`: do documents hold what is relevant?

Each project is indexed as it was N commits ago. Of each commit since then that changed several functions which existed by then,
some are base entities. Relevant are the other functions that the commit changed, and what the base entity's body uses. Nothing of the
commits is known to the document. Beside it stand the entities that are nearest by hops alone, in full, as many as fit.
"""

import argparse
import ast
import random
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.context.changed_together import MOST_FUNCTIONS, git_output, indexed_at, replaced_lines
from bench.support.report import Table, table_text
from codeshed.api.codegraph_context_answers import written_document
from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.seeds.seed_scope import rows_of_seed
from codeshed.model.answers.caps import caps_of
from codeshed.query.codegraph_context.candidates import Candidate, EntityRows, find_surroundings
from codeshed.query.codegraph_context.codegraph_context import CodeGraphContextRequest, codegraph_context
from codeshed.query.codegraph_context.documents import MAX_TOKENS, CodeGraphContext
from codeshed.query.codegraph_context.entity_facts import EntityFacts
from codeshed.query.codegraph_context.relationships import Relation, describe_relation, find_relations

WANTED = 0.9
SEEDS_OF_COMMIT = 2
N_COMMITS = 300
_BESIDE = 3
"""The priority of what is only in the file of a base entity, at two hops."""

HOPS = 2

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """What a document holds of the functions that changed with its base entity, and of what that uses; None without any."""

    changed: float | None
    used: float | None
    both: float | None
    changed_nearest: float | None
    used_nearest: float | None
    both_nearest: float | None
    is_cut: bool
    n_tokens: int


def changed_symbols(folder: Path, commit: str) -> Iterator[str]:
    """Yield the ids of the functions of which a commit replaced lines; one within another counts as the outer one."""
    diff = git_output(folder, "show", "-U0", "--format=", "--no-renames", commit, "--", "*.py")
    for path, replaced in replaced_lines(diff).items():
        try:
            tree = ast.parse(git_output(folder, "show", f"{commit}~:{path}"))
        except (SyntaxError, ValueError, subprocess.CalledProcessError):
            continue
        for name, node in _functions(tree, ""):
            if any(first <= (node.end_lineno or 0) and node.lineno <= last for first, last in replaced):
                yield f"{path}::{name}"


def _functions(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, _Function]]:
    for node in tree.body:
        if isinstance(node, _Function):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")


def measure(folder: Path, n_commits: int) -> list[Shares]:
    """Return the shares of each base entity."""
    commits = git_output(
        folder, "log", "--no-merges", "--first-parent", f"--max-count={n_commits}", "--format=%H"
    ).split()
    indexed = indexed_at(folder, f"{commits[-1]}~")
    if indexed is None:
        return []
    graph = indexed[0]
    found: list[Shares] = []
    for commit in commits:
        changed = sorted(
            {symbol for symbol in changed_symbols(folder, commit) if _is_own_code(graph, symbol)}
        )
        if not 1 < len(changed) <= MOST_FUNCTIONS:
            continue
        bases = random.Random(commit).sample(changed, min(SEEDS_OF_COMMIT, len(changed)))
        found += [_of_base(graph, base, frozenset(changed) - {base}) for base in bases]
    return found


def _is_own_code(graph: CodeGraph, symbol: str) -> bool:
    row = graph.find_row(symbol)
    return row is not None and not int(graph.nodes.flags[row]) & (NodeFlag.EXTERNAL | NodeFlag.TEST)


def _of_base(graph: CodeGraph, base: str, changed: frozenset[str]) -> Shares:
    measure_text = size_function().measure
    request = CodeGraphContextRequest(entities=(base,), caps=caps_of("large"), hop_depth=HOPS)
    document = codegraph_context(
        graph, request, document_of=lambda _: None, write=written_document, measure=measure_text
    )
    made = document if isinstance(document, CodeGraphContext) else None
    held = frozenset[str]() if made is None else frozenset(each.isgl1_key for each in made.entities)
    wanted = {each for each in map(graph.find_row, changed) if each is not None}
    used = _used_by(graph, base)
    around = find_surroundings(
        graph, [graph.find_row(base) or 0], hops=HOPS, change_type="edit", focus=(), caps=caps_of("large")
    )
    key_by_row = {each.row: each.key for each in around.candidates}
    kept = {row for row, key in key_by_row.items() if key in held}
    nearest = _nearest(graph, around.candidates, around.edges)
    return Shares(
        changed=_share(kept, wanted),
        used=_share(kept, used),
        both=_share(kept, wanted | used),
        changed_nearest=_share(nearest, wanted),
        used_nearest=_share(nearest, used),
        both_nearest=_share(nearest, wanted | used),
        is_cut=made is None or made.optimization_info.truncation_applied,
        n_tokens=0 if made is None else made.token_count,
    )


def _used_by(graph: CodeGraph, base: str) -> set[int]:
    """Return the entities that a base entity uses itself."""
    edges, entities = graph.edges, EntityRows(graph)
    own = rows_of_seed(graph, graph.find_row(base) or 0)
    found: set[int] = set()
    for row in own:
        for edge in range(int(edges.out_starts[row]), int(edges.out_starts[row + 1])):
            is_use = edges.kinds[edge] not in {EdgeKind.CONTAINS, EdgeKind.DATAFLOW}
            if is_use and edges.confidence[edge] >= 50:  # noqa: PLR2004 - percent, as the document has it
                entity = entities.entity_of(int(edges.targets[edge]))
                if entity is not None and graph.nodes.kinds[entity] != NodeKind.MODULE:
                    found.add(entity)
    return found - set(own)


def _nearest(graph: CodeGraph, candidates: Sequence[Candidate], edges: Sequence[int]) -> set[int]:
    """Return the nearest entities by hops alone, as many as fit with all their relationships."""
    count = size_function().measure
    # What is only in the same file is not reached by hops.
    reached = (each for each in candidates if each.priority < _BESIDE)
    in_order = sorted(reached, key=lambda each: (each.level, each.key))
    describe = EntityFacts(graph, in_order, lambda _: None).describe
    relations = find_relations(graph, edges, [each.row for each in in_order])
    of_row: dict[int, list[Relation]] = {}
    place = {each.row: number for number, each in enumerate(in_order)}
    for relation in relations:
        later = max(relation.source, relation.target, key=place.__getitem__)
        of_row.setdefault(later, []).append(relation)
    kept: set[int] = set()
    n_tokens = 0
    for each in in_order:
        n_tokens += count(written_document(describe(each)))
        n_tokens += sum(
            count(written_document(describe_relation(graph, relation)))
            for relation in of_row.get(each.row, ())
        )
        if n_tokens > MAX_TOKENS:
            break
        kept.add(each.row)
    return kept


def _share(kept: set[int], wanted: set[int]) -> float | None:
    return len(kept & wanted) / len(wanted) if wanted else None


def table_of(shares_by_project: dict[str, list[Shares]]) -> Table:
    """Return the mean shares of each project."""
    rows = []
    for name, shares in shares_by_project.items():
        columns = (
            [each.changed for each in shares],
            [each.changed_nearest for each in shares],
            [each.used for each in shares],
            [each.used_nearest for each in shares],
            [each.both for each in shares],
            [each.both_nearest for each in shares],
        )
        n_cut = sum(each.is_cut for each in shares)
        mean_tokens = round(float(np.mean([each.n_tokens for each in shares]))) if shares else 0
        rows.append((name, str(len(shares)), *map(_mean_text, columns), str(n_cut), str(mean_tokens)))
    return Table(
        title=f"Relevant entities in documents of at most {MAX_TOKENS:,} tokens, {HOPS} hops",
        headings=(
            "project",
            "base entities",
            "changed together",
            "nearest by hops",
            "used by the body",
            "nearest by hops",
            "both",
            "nearest by hops",
            "cut",
            "mean tokens",
        ),
        rows=rows,
        notes=(f"Wanted: over {WANTED:.0%}.",),
    )


def _mean_text(values: Sequence[float | None]) -> str:
    known = [each for each in values if each is not None]
    return f"{100 * float(np.mean(known)):.1f} %" if known else ""


def main(arguments: list[str]) -> None:
    """Measure each repository and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.codegraph_context relevance", description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path, metavar="REPOSITORY")
    parser.add_argument(
        "--commits", type=int, default=N_COMMITS, metavar="N", help=f"how many of the latest ({N_COMMITS})"
    )
    options = parser.parse_args(arguments)
    measured = {each.resolve().name: measure(each, options.commits) for each in options.repositories}
    print(table_text(table_of(measured)))
