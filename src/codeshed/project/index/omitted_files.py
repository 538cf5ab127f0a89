"""Code that could not be indexed though no rule excludes it, and ignore rules that could not be parsed.

Turns: a Discovery and manifests → WarningRecords; a Discovery → Omissions ↔ a shared value of an index.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.rule_table import RuleProblem
from codeshed.discover.source_discovery import MAX_LISTED, Discovery, printable_path
from codeshed.errors import StoreDamagedError
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.count_phrases import is_or_are
from codeshed.store.index_reading import IndexReader

OMISSIONS = "losses"
"""The key of the omissions among an index's shared values."""

_TEXT_BY_REASON = {
    Reason.TOO_LARGE: "is too large to be read",
    Reason.UNREADABLE: "could not be read",
    Reason.UNUSABLE_NAME: "has a name that no symbol id can hold",
    Reason.NOT_A_FILE: "is not a regular file",
    Reason.LINK_OUTSIDE: "is a link that leads out of the repository",
}
"""Reasons that nobody chose. A file that a rule excludes is no omission."""

_MAX_NAMED = 3
"""How many broken manifests are named after the first."""


_FILE_LEFT_OUT, _FILES = "FILE_LEFT_OUT", "files"
_RULES = "rules"
_UNREAD = "unread"


class Omissions(msgspec.Struct, frozen=True, array_like=True):
    """The files that were omitted and the rules that were not obeyed. Equal omissions have equal warnings.

    Like a Discovery, it lists the first paths of each reason and counts all. `rule_by_path` holds only the first rule that was
    not obeyed, by the file that it is in.
    """

    reason_by_path: dict[str, str] = {}
    rule_by_path: dict[str, str] = {}
    n_by_reason: dict[str, int] = {}


_NONE = Omissions()
_decode = msgspec.msgpack.Decoder(Omissions).decode
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def find_omissions(discovery: Discovery, unread: tuple[str, ...] = ()) -> Omissions:
    """Return the omissions of a discovery; `unread` are files that could not be read after it."""
    reason_by_path = dict.fromkeys(unread[:MAX_LISTED], _UNREAD)
    reason_by_path |= {
        each.path: each.reason.value for each in discovery.left_out if each.reason in _TEXT_BY_REASON
    }
    counts = {
        reason.value: count for reason, count in discovery.n_left_out_by_reason if reason in _TEXT_BY_REASON
    }
    if unread:
        counts[_UNREAD] = len(unread)
    rules = {}
    if discovery.rule_problems:
        first = discovery.rule_problems[0]
        rules[printable_path(first.path)] = printable_path(f"{first.line}: {first.message}")
        counts[_RULES] = len(discovery.rule_problems)
    return Omissions(reason_by_path, rules, counts)


def count_omitted_files(warnings: Iterable[WarningRecord]) -> int:
    """Return how many files of code were omitted, according to the warnings of a graph."""
    counts = [(each.data or {}).get(_FILES) for each in warnings if each.code == _FILE_LEFT_OUT]
    return sum(count for count in counts if isinstance(count, int))


def encode_omissions(losses: Omissions) -> bytes:
    """Encode omissions; equal ones give equal bytes."""
    return _encode(losses)


def read_stored_omissions(reader: IndexReader | None) -> Omissions:
    """Return the omissions that an index was built with."""
    content = None if reader is None else reader.read_shared(OMISSIONS)
    if reader is None or content is None:
        return _NONE
    try:
        return _decode(content)
    except msgspec.MsgspecError as error:
        raise StoreDamagedError(
            str(reader.index_dir), f"its list of what was left out is not readable: {error}"
        ) from error


def find_changed_omissions(before: Omissions, now: Omissions) -> tuple[str, ...]:
    """Return the paths whose omission changed. If only the number of unlisted ones did, return one listed path for it."""
    found = {
        path
        for old, new in (
            (before.reason_by_path, now.reason_by_path),
            (before.rule_by_path, now.rule_by_path),
        )
        for path in old.keys() | new.keys()
        if old.get(path) != new.get(path)
    }
    recounted = {
        reason
        for reason in before.n_by_reason.keys() | now.n_by_reason.keys()
        if before.n_by_reason.get(reason) != now.n_by_reason.get(reason)
    }
    listed = [path for path, reason in now.reason_by_path.items() if reason in recounted]
    listed += now.rule_by_path if _RULES in recounted else ()
    return tuple(sorted(found)) or tuple(sorted(listed)[:1])


def is_rule_file(path: str, *losses: Omissions) -> bool:
    """Whether a path is a file of rules that were not obeyed, and not of code."""
    return any(path in each.rule_by_path for each in losses)


def omission_warnings(
    discovery: Discovery, unread: tuple[str, ...], manifests: Mapping[str, bytes]
) -> tuple[WarningRecord, ...]:
    """Warn about code and manifests that the index lacks."""
    return (*omitted_file_warnings(discovery, unread), *manifest_warnings(manifests))


def omitted_file_warnings(discovery: Discovery, unread: tuple[str, ...]) -> tuple[WarningRecord, ...]:
    """Warn about omitted code; `unread` are files that could not be read after discovery."""
    counts = dict(discovery.n_left_out_by_reason)
    found = []
    for reason, what in _TEXT_BY_REASON.items():
        paths = [each.path for each in discovery.left_out if each.reason is reason]
        if paths:
            found.append(_warning(paths[0], counts[reason] - 1, what))
    if unread:
        found.append(_warning(unread[0], len(unread) - 1, "could not be read"))
    if discovery.rule_problems:
        found.append(_rule_warning(discovery.rule_problems[0], len(discovery.rule_problems) - 1))
    return tuple(found)


def manifest_warnings(manifests: Mapping[str, bytes]) -> tuple[WarningRecord, ...]:
    """Warn about broken manifests: the index is built as if they did not exist."""
    from codeshed.resolve.languages.broken_manifests import manifest_problem

    found = [(path, why) for path in sorted(manifests) if (why := manifest_problem(path, manifests[path]))]
    if not found:
        return ()
    path, why = found[0]
    others = [each for each, _ in found[1 : 1 + _MAX_NAMED]]
    n_more = len(found) - 1 - len(others)
    more = f" and {n_more} more" if n_more else ""
    so_are = f"; so {is_or_are(len(found) - 1)} {', '.join(others)}{more}" if others else ""
    message = f"{path} is taken as not there, since {why}{so_are}"
    return (WarningRecord(code="MANIFEST_NOT_READ", message=message),)


def _rule_warning(problem: RuleProblem, n_others: int) -> WarningRecord:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    others = f" (and so it is at {n_others} more places)" if n_others else ""
    return WarningRecord(code="RULES_NOT_OBEYED", message=f"{place}: {problem.message}{others}")


def _warning(path: str, n_others: int, what: str) -> WarningRecord:
    others = f" (and so it is with {n_others} more)" if n_others else ""
    return WarningRecord(code=_FILE_LEFT_OUT, message=f"{path} {what}{others}", data={_FILES: 1 + n_others})
