"""The text of a seed, whole or cut after as many lines as fit.

Turns: a node + a budget → PrimaryExcerpt.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.context.excerpts import Excerpts
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.node_keys import ref_of
from codeshed.model.answers.context_answer import ExcerptProvenance, LineRange, PrimaryExcerpt
from codeshed.model.symbol_ids import chunk_uid, content_hash


def primary_excerpt(
    graph: CodeGraph,
    excerpts: Excerpts,
    row: int,
    *,
    measure: Callable[[str], int],
    budget: int,
    has_comment: bool = True,
) -> PrimaryExcerpt:
    """Return the text of a node, or its first lines if the whole exceeds the budget; without the comment they are cut."""
    ref = ref_of(graph, row)
    path = graph.file_path(row)
    whole = excerpts.full(row)
    provenance = ExcerptProvenance(chunk_uid=chunk_uid(graph.nodes.symbols[row]))
    if whole is None:
        return PrimaryExcerpt(ref=ref, file=path, excerpt="", provenance=provenance)
    n_before = 0 if has_comment else excerpts.n_comment_lines(row)
    text = _within("\n".join(whole.text.split("\n")[n_before:]), measure, budget)
    if not text:
        return PrimaryExcerpt(ref=ref, file=path, excerpt="", provenance=provenance, is_cut=bool(whole.text))
    first_line = whole.first_line + n_before
    return PrimaryExcerpt(
        ref=ref,
        file=path,
        range=LineRange(start_line=first_line, end_line=first_line + text.count("\n")),
        excerpt=text,
        excerpt_hash=_hash_of(text),
        provenance=provenance,
        is_cut=text != whole.text,
    )


def end_before(outer: PrimaryExcerpt, inner: PrimaryExcerpt) -> PrimaryExcerpt:
    """Cut an excerpt before the line where another one with its own text begins."""
    if outer.range is None or inner.range is None or outer.file != inner.file:
        return outer
    begin = inner.range.start_line
    if not outer.range.start_line <= begin <= outer.range.end_line:
        return outer
    lines = outer.excerpt.split("\n")[: begin - outer.range.start_line]
    if not lines:
        return replace(outer, excerpt="", range=None, excerpt_hash=None, is_cut=True)
    text = "\n".join(lines)
    return replace(
        outer,
        range=LineRange(start_line=outer.range.start_line, end_line=begin - 1),
        excerpt=text,
        excerpt_hash=_hash_of(text),
        is_cut=True,
    )


def _hash_of(text: str) -> str:
    return f"sha256:{content_hash(text.encode(errors='surrogatepass'))}"


def _within(text: str, measure: Callable[[str], int], budget: int) -> str:
    """Return as many lines from the beginning as fit the budget, by binary search."""
    if budget <= 0:
        return ""
    # A token has at least one byte, so that a short text need not be measured.
    if len(text) <= budget // 4 or measure(text) <= budget:
        return text
    lines = text.split("\n")
    fitting, too_many = 0, len(lines)
    while too_many - fitting > 1:
        middle = (fitting + too_many) // 2
        if measure("\n".join(lines[:middle])) <= budget:
            fitting = middle
        else:
            too_many = middle
    return "\n".join(lines[:fitting])
