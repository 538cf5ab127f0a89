"""Render the map of a repository: on one screen, as Markdown for a prompt, as JSON.

Within a budget of tokens, a map has fewer central pieces of code, and a small budget also fewer packages and working sets.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from codeshed.build.size import SizeFunction
from codeshed.errors import InvalidOptionError
from codeshed.model.answers.answer_basis import CAPS, caps_cause
from codeshed.model.answers.answer_graph import GraphNodeV1
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import TruncationRecord, n_cuts
from codeshed.model.count_phrases import count_of
from codeshed.query.repository_map.repository_map import ROOT, CentralCode, MapPackage, RepositoryMapV1
from codeshed.render.graphs.graph_markdown import code_span
from codeshed.render.layout.columns import label, left, right, squeezed
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.answer_phrases import basis_lines, ref_text, short_name, truncation_lines
from codeshed.render.phrases.wording import (
    call_lines,
    keep_end,
    keep_start,
    number,
    plural,
    printable,
    warning_lines,
)

_WIDTH = 72
_N_PACKAGES = 9
_N_CENTRAL = 8
_N_KINDS = 6
_N_USES = 4
_N_CYCLES = 2
_N_IN_CYCLE = 5

_LEAST_CENTRAL = 4
_FRAMES = ((None, None), (8, 3), (4, 1), (2, 0))
"""How many packages and large working sets a map has, from all to the fewest, until the least central code fits."""

MapWriter = Callable[[RepositoryMapV1], str]


def fit_map(found: RepositoryMapV1, write: MapWriter, size: SizeFunction, max_tokens: int) -> RepositoryMapV1:
    """Return a map with as many central pieces of code, the first ones, as fit a budget when it is written.

    Where not even a few fit, packages and large working sets make room for them.
    """

    def is_small(candidate: RepositoryMapV1) -> bool:
        return size.measure(write(candidate)) <= max_tokens

    if is_small(found):
        return found
    best: RepositoryMapV1 | None = None
    least = 0
    for n_packages, n_large in _FRAMES:
        frame = _with_frame(found, n_packages, n_large)
        low, high = -1, len(found.central_code)
        while high - low > 1:
            middle = (low + high) // 2
            if is_small(_with_first(found, frame, middle, max_tokens)):
                low = middle
            else:
                high = middle
        if low >= 0:
            best = _with_first(found, frame, low, max_tokens)
        if low >= min(_LEAST_CENTRAL, len(found.central_code)):
            break
        least = size.measure(write(_with_first(found, frame, 0, max_tokens)))
    if best is None:
        raise InvalidOptionError(
            f"the smallest map has {count_of(least, 'token')}, more than the {max_tokens} that are allowed",
            hint=f"give --max-tokens {least} or more, or a folder",
        )
    return best


def _with_frame(found: RepositoryMapV1, n_packages: int | None, n_large: int | None) -> RepositoryMapV1:
    """Return a map with its largest packages and working sets only."""
    return replace(
        found,
        packages=found.packages[:n_packages],
        largest_working_sets=found.largest_working_sets[:n_large],
    )


def _with_first(
    whole: RepositoryMapV1, frame: RepositoryMapV1, count: int, max_tokens: int
) -> RepositoryMapV1:
    """Return a map with the first pieces of central code, and a record of what is left out of the whole map."""
    n_framed = sum(
        len(all_) - len(some)
        for all_, some in (
            (whole.packages, frame.packages),
            (whole.largest_working_sets, frame.largest_working_sets),
        )
    )
    less_central = "counts functions and types that are less central"
    cut = TruncationRecord(
        scope="graph",
        cap="maxTokens",
        limit=max_tokens,
        omitted=len(whole.central_code) - count + n_framed,
        note=f"{less_central}, smaller packages and working sets" if n_framed else less_central,
    )
    truncation = (*whole.truncation, cut)
    others = tuple(each for each in whole.basis.causes if each.code != CAPS)
    basis = replace(whole.basis, kind="lower-bound", causes=(caps_cause(n_cuts(truncation)), *others))
    return replace(frame, central_code=frame.central_code[:count], truncation=truncation, basis=basis)


def map_text(found: RepositoryMapV1, *, show_all: bool = False) -> str:
    """Write a map: by default no more than one screen."""
    if show_all:
        return "\n".join(_screen(found, None)) + "\n"
    return "\n".join(first_that_fits(_screen(found, count) for count in range(_N_CENTRAL, 0, -1))) + "\n"


def _screen(found: RepositoryMapV1, n_central: int | None) -> list[str]:
    lines = [
        f"{_head(found)}",
        *call_lines(found.figures.calls),
        "",
        *_package_lines(found, None if n_central is None else n_central + 1),
        *_cycle_lines(found),
        *_test_lines(found),
        *_entry_point_lines(found),
    ]
    central = _spread(found.central_code)[:n_central]
    if central:
        lines += ["", squeezed("START HERE     working set   who leads here")]
        lines += [
            f"  {right(number(each.working_set), 24)}   {_place(each.node)}  {_users(each, found)}".rstrip()
            for each in central
        ]
    if found.working_sets.count:
        figures = found.working_sets
        lines += [
            "",
            f"{label('WORKING SETS')}  P50 {number(figures.p50 or 0)}  P90 {number(figures.p90 or 0)}  P99 {number(figures.p99 or 0)} tokens{'; the largest:' if found.largest_working_sets else ''}",
        ]
        lines += [
            f"  {right(number(each.working_set), 24)}   {_place(each.node)}"
            for each in found.largest_working_sets[:3]
        ]
    lines += [
        "",
        *truncation_lines(_hidden_cuts(found)),
        *basis_lines(found.basis),
        *warning_lines(found.warnings),
        *_next(found),
    ]
    return lines


def _spread(central: Sequence[CentralCode]) -> list[CentralCode]:
    """Return central code without the members of types that are in the list, and without types whose member is there first."""
    shown: list[CentralCode] = []
    for each in central:
        key = node_key(each.node.ref)
        others = [node_key(other.node.ref) for other in shown]
        if not any(key.startswith(f"{other}.") or other.startswith(f"{key}.") for other in others):
            shown.append(each)
    return shown


def _hidden_cuts(found: RepositoryMapV1) -> tuple[TruncationRecord, ...]:
    """Return the cuts that the text speaks of: that there is less central code goes without saying."""
    return tuple(each for each in found.truncation if each.cap != "maxNodes")


def _head(found: RepositoryMapV1) -> str:
    languages = ", ".join(
        f"{printable(each.name)} {_percent(each.tokens, sum(all_.tokens for all_ in found.languages))}"
        for each in found.languages[:_N_USES]
    )
    scope = "" if found.scope == ROOT else f"{printable(found.scope)}: "
    return f"{scope}{plural(found.n_files, 'file')}, {plural(found.tokens, 'token')} ({languages}), {plural(found.n_functions, 'function')} and {plural(found.tests.n_functions, 'test function')}"


def _percent(part: int, whole: int) -> str:
    percent = 100 * part / max(1, whole)
    return f"{percent:.0f} %" if percent >= 1 or not part else "<1 %"


def _package_lines(found: RepositoryMapV1, limit: int | None) -> list[str]:
    shown = found.packages[:limit]
    if not shown:
        return []
    width = max(len(_package_name(each.name)) for each in shown)
    lines = [f"{left(label('PACKAGES'), width + 8)}tokens  uses most (edges)"]
    lines += [
        f"  {left(_package_name(each.name), width)}  {right(number(each.tokens), 10)}  {_uses_text(each, _N_USES)}".rstrip()
        for each in shown
    ]
    if len(found.packages) > len(shown):
        lines.append(f"  … {plural(len(found.packages) - len(shown), 'more package')}: --all lists them")
    return lines


def _package_name(name: str) -> str:
    return keep_end(printable(name), _WIDTH // 2)


def _uses_text(package: MapPackage, limit: int | None) -> str:
    shown = ", ".join(f"{_package_name(use.name)} {number(use.count)}" for use in package.uses[:limit])
    n_more = len(package.uses) - len(package.uses[:limit])
    return (f"→ {shown}" + (f", {number(n_more)} more" if n_more else "")) if shown else ""


def _cycle_lines(found: RepositoryMapV1) -> list[str]:
    lines = []
    for each in found.cycles[:_N_CYCLES]:
        names = ", ".join(_package_name(name) for name in each.names[:_N_IN_CYCLE])
        more = f" and {number(len(each.names) - _N_IN_CYCLE)} more" if len(each.names) > _N_IN_CYCLE else ""
        lines.append(
            f"{label('CYCLE')}{names}{more} use each other; least {_package_name(each.weakest_from)} → "
            f"{_package_name(each.weakest_to)} ({plural(each.weakest_count, 'edge')})"
        )
    return lines


def _test_lines(found: RepositoryMapV1) -> list[str]:
    tests = found.tests
    if not tests.n_functions:
        return []
    share = _percent(tests.n_reached_functions, found.n_functions)
    return [
        f"{label('TESTS')}{plural(tests.n_functions, 'function')} in {plural(tests.n_files, 'file')} lead to {share} of the other functions"
    ]


def _entry_point_lines(found: RepositoryMapV1) -> list[str]:
    if not found.entry_points:
        return []
    shown = [
        f"{printable(each.kind)} {number(each.count)} ({short_name(each.examples[0])}{', …' if each.count > 1 else ''})"
        for each in found.entry_points[:_N_KINDS]
    ]
    return [f"{label('ENTRIES')}{' · '.join(shown)}"]


def _place(node: GraphNodeV1) -> str:
    place = f"{node.file}:{node.line}" if node.line else node.file or ""
    return keep_end(printable(f"{place}  {node.label or node.name or ''}"), _WIDTH)


def _users(each: CentralCode, found: RepositoryMapV1) -> str:
    """Say how much leads to a piece of code."""
    parts = []
    if found.tests.n_functions and each.n_tests:
        parts.append(f"{_percent(each.n_tests, max(found.tests.n_functions, each.n_tests))} of the tests")
    if each.n_entry_points:
        parts.append(plural(each.n_entry_points, "entry point"))
    if each.n_functions:
        parts.append(plural(each.n_functions, "function"))
    return f"← {', '.join(parts)}" if parts else ""


def _next(found: RepositoryMapV1) -> list[str]:
    if not found.central_code:
        return ["next       codeshed --help   lists what can be asked"]
    name = shlex.quote(ref_text(found.central_code[0].node.ref))
    return [
        f"{label('next')}codeshed context {name}   the code to read with it",
        f"{label('')}codeshed map FOLDER   a map of one folder;   codeshed --help   all questions",
    ]


def map_markdown(found: RepositoryMapV1) -> str:
    """Write a map for a prompt: packages, entry points, and central code by file, with signatures."""
    lines = [
        "# Map of the repository" if found.scope == ROOT else f"# Map of {_code(found.scope)}",
        "",
        f"{_head(found)}.",
        "",
    ]
    if found.packages:
        lines += ["## Packages", ""]
        lines += [_package_item(each) for each in found.packages[:_N_PACKAGES]]
        lines += [f"- {plural(len(found.packages) - _N_PACKAGES, 'smaller one')}"] * (
            len(found.packages) > _N_PACKAGES
        )
        lines.append("")
    if found.entry_points:
        lines += ["## Entry points", ""]
        lines += [
            f"- {printable(each.kind)} {number(each.count)}: {', '.join(_code(ref_text(ref)) for ref in each.examples)}"
            for each in found.entry_points[:_N_KINDS]
        ]
        lines.append("")
    if found.central_code:
        lines += ["## Central code", ""]
        by_file: defaultdict[str, list[GraphNodeV1]] = defaultdict(list)
        for each in found.central_code:
            by_file[each.node.file or ""].append(each.node)
        for path, nodes in by_file.items():
            lines.append(f"{_code(path)}")
            lines += [f"- {_code(_declaration(node))}" for node in sorted(nodes, key=_by_line)]
    notes = [*_test_lines(found), *truncation_lines(_hidden_cuts(found)), *basis_lines(found.basis)]
    if notes:
        lines += ["", "```text", *notes, "```"]
    return "\n".join(lines).rstrip("\n") + "\n"


def _package_item(package: MapPackage) -> str:
    uses = ", ".join(_code(use.name) for use in package.uses[:_N_USES])
    return f"- {_code(package.name)} {plural(package.tokens, 'token')}" + (f" → {uses}" if uses else "")


def _declaration(node: GraphNodeV1) -> str:
    """Write a declaration in one line: `Cart.total(self, rate) -> Money`, `class Cart`."""
    label = node.label or node.name or ""
    if node.signature and node.name:
        owner = label.removesuffix(node.name)
        return keep_start(printable(f"{owner}{node.signature}"), 2 * _WIDTH)
    return printable(f"{node.kind} {label}")


def _by_line(node: GraphNodeV1) -> tuple[int, str]:
    return node.line or 0, node_key(node.ref)


def _code(text: str) -> str:
    return code_span(printable(text))
