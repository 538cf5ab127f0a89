"""`python -m bench.accuracy shares CHECKOUT…`: what became of the calls that are written in the code.

Turns: SemanticData → of all written calls the shares that are resolved, external, ambiguous and unresolved.

A written call has parentheses and therefore a number of arguments; property accesses and operators are calls that
nobody wrote. Several references at the same place are one written call.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable

from bench.accuracy.exported import PROVENANCES, semantic_data_of
from bench.accuracy.places import existing_folder
from bench.support.report import Table, table_text
from codeshed.model.semantic import Provenance, Reference, ReferenceRole, SemanticDocuments
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

EXTERNAL = "external"
AMBIGUOUS = "ambiguous"
RESOLVED = "resolved, "
UNRESOLVED = "unresolved, "


def main(arguments: list[str]) -> None:
    """Print the shares of each checkout, and of all together."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy shares", description=__doc__)
    parser.add_argument("checkouts", type=existing_folder, nargs="+", metavar="CHECKOUT")
    options = parser.parse_args(arguments)
    together: Counter[str] = Counter()
    for checkout in options.checkouts:
        fates = written_call_fates(read_semantic_data(semantic_data_of(checkout)))
        together.update(fates)
        print(table_text(share_table(checkout.resolve().name, fates)))
    if len(options.checkouts) > 1:
        print(table_text(share_table("all", together)))


def written_call_fates(documents: SemanticDocuments) -> Counter[str]:
    """Return how many written calls had which fate."""
    fates: Counter[str] = Counter()
    for _, references in documents.iter_references():
        references_by_place: defaultdict[object, list[Reference]] = defaultdict(list)
        for number, reference in enumerate(references):
            if reference.role is ReferenceRole.CALL and reference.argument_count is not None:
                place = number if reference.span is None else reference.span
                references_by_place[place].append(reference)
        fates.update(_fate(each) for each in references_by_place.values())
    return fates


def share_table(label: str, fates: Counter[str]) -> Table:
    """Return the fates as shares, the good ones first."""
    total = sum(fates.values())
    groups = [
        (name, [fate for fate in sorted(fates, key=_fate_order) if fate.startswith(name)]) for name in _GROUPS
    ]
    rows = []
    for name, members in groups:
        n_members = sum(fates[fate] for fate in members)
        rows.append((name.rstrip(", "), str(n_members), _percent(n_members, total)))
        rows.extend(
            (f"  {fate.removeprefix(name)}", str(fates[fate]), _percent(fates[fate], total))
            for fate in members
            if fate != name
        )
    return Table(title=f"Written calls: {label}", headings=("fate", "calls", "share"), rows=rows)


_GROUPS = (RESOLVED, EXTERNAL, AMBIGUOUS, UNRESOLVED)


def _fate(references: Iterable[Reference]) -> str:
    """Say what became of one written call: the surest target within the project counts first."""
    references = tuple(references)
    targets = [each for each in references if each.target_symbol is not None]
    own = [each for each in targets if not str(each.target_symbol).startswith(EXTERNAL_PREFIX)]
    if own:
        surest = min(PROVENANCES.index((each.provenance or Provenance.DECLARED).value) for each in own)
        return RESOLVED + PROVENANCES[surest]
    if targets:
        return EXTERNAL
    if any(each.candidates for each in references):
        return AMBIGUOUS
    return UNRESOLVED + min(
        (each.reason.value for each in references if each.reason), default="no reason given"
    )


def _fate_order(fate: str) -> tuple[int, str]:
    """Provenances from the surest on, reasons by name."""
    provenance = fate.removeprefix(RESOLVED)
    return (PROVENANCES.index(provenance) if provenance in PROVENANCES else 0, fate)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"
