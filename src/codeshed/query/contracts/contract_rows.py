"""The rows of the artifact `api_contracts.jsonl`, each within a limit of bytes.

Turns: ApiContractsReportV1 → entries in symbol order, with as many calls as there is room for.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from codeshed.model.answers.contracts_answer import FINDING_CODES, ApiContractEntryV1, ApiContractsReportV1
from codeshed.model.answers.truncation import TruncationPlace, TruncationRecord, merge_truncation_records

MAX_ROW_BYTES = 16 * 1024


def iter_contract_rows(
    report: ApiContractsReportV1,
    *,
    measure: Callable[[ApiContractEntryV1], int],
    max_bytes: int = MAX_ROW_BYTES,
) -> Iterator[ApiContractEntryV1]:
    """Yield the entries of a report by symbol; `measure` returns the bytes of a row."""
    for entry in sorted(report.symbols, key=lambda each: each.symbol.symbol_id):
        yield entry if measure(entry) <= max_bytes else _shortened(entry, measure, max_bytes)


def _shortened(
    entry: ApiContractEntryV1, measure: Callable[[ApiContractEntryV1], int], max_bytes: int
) -> ApiContractEntryV1:
    """Return the row with the most calls that fits, and at last without warnings but the first finding."""
    low, high = 0, len(entry.observed_calls)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_with_calls(entry, middle, max_bytes)) <= max_bytes:
            low = middle
        else:
            high = middle - 1
    found = _with_calls(entry, low, max_bytes)
    if measure(found) <= max_bytes:
        return found
    findings = tuple(each for each in entry.warnings or () if each.code in FINDING_CODES)[:1]
    return replace(found, warnings=findings or None, difference=None)


def _with_calls(entry: ApiContractEntryV1, count: int, max_bytes: int) -> ApiContractEntryV1:
    n_omitted = len(entry.observed_calls) - count
    record = TruncationRecord(
        scope="apiContracts",
        cap="maxBytes",
        limit=max_bytes,
        observed=len(entry.observed_calls),
        omitted=n_omitted,
        at=TruncationPlace(node=f"symbol:{entry.symbol.symbol_id}"),
        note="counts calls; `codeshed contracts` lists more of them",
    )
    return replace(
        entry,
        observed_calls=entry.observed_calls[:count],
        truncation=merge_truncation_records((*entry.truncation, record)) if n_omitted else entry.truncation,
    )
