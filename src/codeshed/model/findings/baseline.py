"""Baselines: findings that are accepted, so that only new ones fail a check.

A baseline is a file of fingerprints, with what each is about for people who read the file.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.findings.finding import Finding, FindingLocation


class BaselineEntry(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One accepted finding."""

    fingerprint: str
    code: str
    message: str
    path: str | None = None
    rule: str | None = None
    symbol: str | None = None


class FindingsBaseline(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The accepted findings of one check, by path, code and fingerprint."""

    version: Literal["1.0.0"]
    check: str
    findings: tuple[BaselineEntry, ...]


def make_baseline(check: str, findings: Iterable[Finding]) -> FindingsBaseline:
    """Return a baseline that accepts what is found now; what is suppressed needs no entry."""
    entries = (
        BaselineEntry(
            fingerprint=each.fingerprint,
            code=each.code,
            message=each.message,
            path=None if each.location is None else each.location.path,
            rule=each.rule,
            symbol=each.symbol,
        )
        for each in findings
        if each.suppression is None and each.state != "absent"
    )
    in_order = sorted(entries, key=lambda each: (each.path or "", each.code, each.fingerprint))
    return FindingsBaseline(version="1.0.0", check=check, findings=tuple(in_order))


def read_baseline(content: bytes, *, origin: str, check: str) -> FindingsBaseline:
    """Return the baseline in a file; it must be one of the same check."""
    try:
        baseline = msgspec.json.decode(content, type=FindingsBaseline)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidOptionError(
            f"{origin} is no baseline: {error}", hint="write one with --write-baseline FILE"
        ) from None
    if baseline.check != check:
        raise InvalidOptionError(
            f"{origin} is a baseline of `codeshed {baseline.check}`",
            hint=f"write one with codeshed {check} --write-baseline FILE",
        )
    return baseline


def compare_with_baseline(findings: Iterable[Finding], baseline: FindingsBaseline) -> tuple[Finding, ...]:
    """Return the findings with their states, and those of the baseline that are gone as notes at the end."""
    left = Counter(each.fingerprint for each in baseline.findings)
    compared = []
    for finding in findings:
        is_known = left[finding.fingerprint] > 0
        if is_known:
            left[finding.fingerprint] -= 1
        compared.append(msgspec.structs.replace(finding, state="unchanged" if is_known else "new"))
    gone = [each for each in baseline.findings if left[each.fingerprint] > 0]
    return (*compared, *(_absent(each) for each in gone))


def _absent(entry: BaselineEntry) -> Finding:
    return Finding(
        code=entry.code,
        severity="note",
        message=entry.message,
        remedy="it is gone: write the baseline again",
        location=None if entry.path is None else FindingLocation(path=entry.path),
        symbol=entry.symbol,
        rule=entry.rule,
        fingerprint=entry.fingerprint,
        state="absent",
    )
