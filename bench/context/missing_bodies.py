"""`python -m bench.context REPO… [--functions N] [--types on|off] [--language L] [--format F …] [--json FILE]`: is a context of use?

Of each project N functions are chosen at random and lose their bodies (`bench/context/context_cases.py`). For each of them a context
is asked for at four budgets, and the symbols of the project are counted that the body used and whose signature or body is
in the context; a bare name does not count. `--format` chooses in which format: the tokens of its text are those of the budget.
Beside it stands a plain packer: the members of the same class, then what the
file imports, then the rest of the file, each as its signature.
"""

import argparse
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from bench.context.context_bodies import LANGUAGES
from bench.context.context_cases import Case, ContextCases, context_cases
from bench.support.report import Report, Table, met, table_text
from codeshed.build.size import size_function
from codeshed.context.excerpts import Excerpts
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.context_answer import PieceV1
from codeshed.model.answers.node_references import node_key
from codeshed.query.context.context_contract import CompactContextV1, ContextRequest
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale

BUDGETS = (1000, 2000, 4000, 8000)
WANTED = (70, 82, 90, 94)
WANTED_ELSEWHERE = (60, 70, 82, 88)
BYTES_IN_TOKEN = 10
_ORDINAL = re.compile(r"#\d+$")

Pack = Callable[[Case, int], frozenset[str]]
"""Which symbols a packer shows for a case within a budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How many used symbols there are, and how many of them were shown at each budget; in all, and in other files."""

    n_used: int
    n_used_elsewhere: int
    shown: tuple[int, ...]
    shown_elsewhere: tuple[int, ...]


def measure(cases: ContextCases, pack: Pack) -> Shares:
    """Count what a packer shows."""
    shown = [0] * len(BUDGETS)
    elsewhere = [0] * len(BUDGETS)
    for case in cases.cases:
        for place, budget in enumerate(BUDGETS):
            found = pack(case, budget)
            shown[place] += len(found & case.used)
            elsewhere[place] += len(found & case.used_elsewhere)
    return Shares(
        n_used=sum(len(case.used) for case in cases.cases),
        n_used_elsewhere=sum(len(case.used_elsewhere) for case in cases.cases),
        shown=tuple(shown),
        shown_elsewhere=tuple(elsewhere),
    )


def product_packer(cases: ContextCases, output: ContextFormat = ContextFormat.MD) -> Pack:
    """Return the packer that is the product, with its defaults."""
    packer = ContextPacker(cases.graph, cases.sources)
    size = size_function()

    def pack(case: Case, budget: int) -> frozenset[str]:
        request = ContextRequest(caps=caps_of(), max_tokens=budget, max_bytes=budget * BYTES_IN_TOKEN)
        made = packer.pack([case.symbol], request, FormatScale(output, size))
        text = WRITERS[output](made)
        if size.measure(text) > budget:
            raise RuntimeError(f"{case.symbol}: {size.measure(text)} tokens at a budget of {budget}")
        return shown_symbols(cases.graph, case.used, made.pieces, text, output)

    return pack


def shown_symbols(
    graph: CodeGraph, wanted: frozenset[str], pieces: Sequence[PieceV1], text: str, output: ContextFormat
) -> frozenset[str]:
    """Return the symbols whose signature or body is in the text of a context."""
    if output is ContextFormat.COMPACT:
        compact = msgspec.json.decode(text, type=CompactContextV1)
        text = "\n".join(each.text for each in (*compact.excerpts, *compact.code))
    shown = [piece for piece in pieces if _is_shown(piece, text, output)]
    return frozenset(_symbol(piece) for piece in shown) | _in_bodies(graph, wanted, shown)


def _in_bodies(graph: CodeGraph, wanted: frozenset[str], shown: Sequence[PieceV1]) -> frozenset[str]:
    """Return wanted symbols that stand in the body of a piece, such as fields in that of a constructor."""
    bodies = [piece for piece in shown if piece.form == "full"]
    found = set()
    for symbol in wanted:
        row = graph.find_row(symbol)
        if row is None:
            continue
        first, _, last, _ = graph.nodes.spans[row].tolist()
        path = graph.file_path(row)
        if any(
            each.file == path and each.range.start_line <= first and last <= each.range.end_line
            for each in bodies
        ):
            found.add(symbol)
    return frozenset(found)


def plain_packer(cases: ContextCases) -> Pack:
    """Return a packer that takes the same class, then what is imported, then the same file, in their order."""
    graph = cases.graph
    near = GraphLookups(graph)
    excerpts = Excerpts(graph, cases.sources)
    size = size_function()

    def pack(case: Case, budget: int) -> frozenset[str]:
        row = graph.find_row(case.symbol)
        if row is None:
            return frozenset()
        around = Surroundings(lookups=near, row=row)
        lines = graph.nodes.spans[:, 0]
        in_file = sorted(around.in_file.tolist(), key=lambda each: int(lines[each]))
        imported = [
            each
            for found in around.imported
            for each in (
                found,
                *(near.members_of(found) if graph.nodes.kinds[found] == NodeKind.TYPE else ()),
            )
        ]
        whole = excerpts.full(row)
        used = size.measure(whole.text) if whole is not None else 0
        shown: dict[int, None] = {}
        for each in dict.fromkeys((*around.class_members, *imported, *in_file)):
            text = excerpts.line(each)
            if not text or each in around.own_rows or graph.nodes.kinds[each] == NodeKind.MODULE:
                continue
            used += size.measure(f"{text}\n")
            if used > budget:
                break
            shown[each] = None
        return frozenset(graph.nodes.symbols[each] for each in shown)

    return pack


def _symbol(piece: PieceV1) -> str:
    return node_key(piece.ref).partition(":")[2]


def _is_shown(piece: PieceV1, text: str, output: ContextFormat) -> bool:
    """Whether a piece says more of its symbol than the name, and is really written."""
    name = _ORDINAL.sub("", _symbol(piece)).removesuffix(".setter").rpartition(".")[2].rpartition("::")[2]
    is_plain = output in {ContextFormat.MD, ContextFormat.COMPACT}
    is_written = not is_plain or all(line in text for line in piece.text.split("\n"))
    return name in piece.text and len(piece.text.strip()) > len(name) and is_written


def run(
    folders: Sequence[Path],
    *,
    n_functions: int,
    seed: int,
    types: str,
    language: str,
    formats: Sequence[ContextFormat] = (ContextFormat.MD,),
) -> Report:
    """Measure both packers on all projects, the product in one format after the other."""
    all_cases = [
        context_cases(folder, n_functions, seed=seed, types=types, language=language) for folder in folders
    ]
    reports = {output: report_of(all_cases, output) for output in formats}
    return Report(
        tables=tuple(table for report in reports.values() for table in report.tables),
        figures={output.value: report.figures for output, report in reports.items()},
    )


def report_of(all_cases: Sequence[ContextCases], output: ContextFormat = ContextFormat.MD) -> Report:
    """Measure both packers on cases that are there."""
    product, plain, taken = [], [], []
    for cases in all_cases:
        begin = time.perf_counter()
        product.append(measure(cases, product_packer(cases, output)))
        taken.append(time.perf_counter() - begin)
        plain.append(measure(cases, plain_packer(cases)))
    names = [cases.project for cases in all_cases]
    rows = [
        *(
            _row(name, len(cases.cases), shares)
            for name, cases, shares in zip(names, all_cases, product, strict=True)
        ),
        _row("all", sum(len(cases.cases) for cases in all_cases), _sum(product)),
        _row("plain packer", sum(len(cases.cases) for cases in all_cases), _sum(plain)),
        (
            "wanted",
            "",
            "",
            *(f"{each} %" for each in WANTED),
            "",
            *(f"{each} %" for each in WANTED_ELSEWHERE),
        ),
    ]
    total = _sum(product)
    is_met = all(
        share >= wanted
        for share, wanted in zip(
            (
                *_percents(total.shown, total.n_used),
                *_percents(total.shown_elsewhere, total.n_used_elsewhere),
            ),
            (*WANTED, *WANTED_ELSEWHERE),
            strict=True,
        )
    )
    headings = ("project", "functions", "used", *map(str, BUDGETS), "elsewhere", *map(str, BUDGETS))
    table = Table(
        title=f"Symbols that a missing body uses and that the context shows as {output.value}, by budget in tokens",
        headings=headings,
        rows=rows,
        notes=(
            f"Wanted shares reached: {met(is_met=is_met)}. elsewhere: those of other files than the function's.",
            f"{1000 * sum(taken) / max(1, sum(4 * len(c.cases) for c in all_cases)):.0f} ms for a context on average.",
        ),
    )
    return Report(
        tables=(table,), figures={"product": dict(zip(names, product, strict=True)), "plain": plain}
    )


def _row(name: str, n_functions: int, shares: Shares) -> tuple[str, ...]:
    return (
        name,
        str(n_functions),
        str(shares.n_used),
        *(f"{each:.1f} %" for each in _percents(shares.shown, shares.n_used)),
        str(shares.n_used_elsewhere),
        *(f"{each:.1f} %" for each in _percents(shares.shown_elsewhere, shares.n_used_elsewhere)),
    )


def _percents(counts: Sequence[int], total: int) -> tuple[float, ...]:
    return tuple(100 * count / max(1, total) for count in counts)


def _sum(all_shares: Sequence[Shares]) -> Shares:
    return Shares(
        n_used=sum(each.n_used for each in all_shares),
        n_used_elsewhere=sum(each.n_used_elsewhere for each in all_shares),
        shown=tuple(np.sum([each.shown for each in all_shares], axis=0).tolist()),
        shown_elsewhere=tuple(np.sum([each.shown_elsewhere for each in all_shares], axis=0).tolist()),
    )


def main() -> None:
    """Run on the folders that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.context", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="REPO", help="projects")
    parser.add_argument(
        "--functions", type=int, default=34, metavar="N", help="functions of each project (34)"
    )
    parser.add_argument("--seed", type=int, default=11, help="of the choice of functions (11)")
    parser.add_argument(
        "--types", choices=("on", "off"), default="off", help="whether a type engine helps (off)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="python", help="of the functions (python)")
    parser.add_argument(
        "--format",
        nargs="+",
        type=ContextFormat,
        choices=tuple(ContextFormat),
        default=[ContextFormat.MD],
        help="formats of the context (md); compact is JSON without --full",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    options = parser.parse_args()
    report = run(
        options.folders,
        n_functions=options.functions,
        seed=options.seed,
        types=options.types,
        language=options.language,
        formats=options.format,
    )
    print(*(table_text(table) for table in report.tables), sep="\n")
    if options.json is not None:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(report.figures)))


if __name__ == "__main__":
    main()
