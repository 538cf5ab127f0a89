"""How many definitions of an index have the plain score although it has a scorer: a record per document, and a warning.

Turns: an index + Judged of changed documents → the counts of the new index and their WarningRecord.
"""

from typing import TYPE_CHECKING

import msgspec

from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.count_phrases import count_of
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

if TYPE_CHECKING:
    from codeshed.project.scoring.judged_documentation import Judged

_UNJUDGED = "unjudged documentation"


def count_unjudged(reader: IndexReader) -> int:
    """Return how many definitions of an index have no judgement."""
    return sum(msgspec.msgpack.decode(content, type=int) for _, content in reader.iter_parts(_UNJUDGED))


def write_unjudged(judged: "Judged", replaced: frozenset[str], change: IndexChange) -> None:
    """Replace the counts of documents that were resolved or removed."""
    counts = judged.n_unjudged_by_path
    change.remove_parts(_UNJUDGED, replaced)
    change.put_parts(_UNJUDGED, ((path, msgspec.msgpack.encode(counts[path])) for path in sorted(counts)))


def unjudged_warnings(
    reader: IndexReader | None, judged: "Judged", replaced: frozenset[str]
) -> tuple[WarningRecord, ...]:
    """Return a warning with the count of the new index; `replaced` are the documents that were resolved or removed."""
    kept = () if reader is None else reader.iter_parts(_UNJUDGED)
    n_unjudged = sum(judged.n_unjudged_by_path.values()) + sum(
        msgspec.msgpack.decode(content, type=int) for path, content in kept if path not in replaced
    )
    if not n_unjudged:
        return ()
    return (
        WarningRecord(
            code="DOCUMENTATION_NOT_JUDGED",
            message=f"{count_of(n_unjudged, 'definition')} without a judgement of {judged.scorer.name} have the plain "
            "score of their documentation; `codeshed index --scorer-command` asks for these",
            data={"definitions": n_unjudged},
        ),
    )
