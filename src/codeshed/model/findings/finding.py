"""A finding: where code breaks a rule, why, by which path, and what to do.

Every check makes these, and `render/findings` writes them in every format. A fingerprint names a finding without line
numbers: it survives edits elsewhere in its file.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from codeshed.model.span import Span
from codeshed.model.symbol_ids import content_hash

Severity = Literal["error", "warning", "note"]
"""An error fails a check; a warning does so only if asked for; a note never does."""

BaselineState = Literal["new", "unchanged", "absent"]
"""Compared with a baseline: not in it, in it, or in it and gone from the code."""

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

_FINGERPRINT_DIGITS = 32


class FindingLocation(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A place in a file: lines from 1, columns from 0 in UTF-8 bytes, the end exclusive. Without a line: the whole file.

    `{"path": "src/shop/cart.py", "line": 3, "column": 0, "endLine": 3, "endColumn": 24}`
    """

    path: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    @property
    def sort_key(self) -> tuple[str, int, int]:
        """Order by file, line and column; what is about a whole file comes first."""
        return self.path, self.line or 0, self.column or 0


class WitnessStep(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One step of the path that shows a finding: a sentence, and where it can be seen in the code.

    `{"message": "src/shop/cart.py imports src/shop/tax.py", "symbol": "src/shop/cart.py", "location": {…}}`
    """

    message: str
    symbol: str | None = None
    location: FindingLocation | None = None


class FindingSuppression(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Why a finding does not count: a comment in the code or an entry of the settings, with its reason."""

    kind: Literal["in_source", "external"]
    reason: str
    location: FindingLocation | None = None


class Finding(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One place where code breaks a rule.

    `code` is an entry of the registry, `rule` the id of a rule that the repository wrote. `subject` is what the finding is
    about besides its symbol, such as the target of a forbidden import: with it, two findings in one function differ.
    `path` are the steps that show it, in order. `state` is set if there is a baseline.
    """

    code: str
    severity: Severity
    message: str
    remedy: str
    location: FindingLocation | None = None
    symbol: str | None = None
    subject: str = ""
    rule: str | None = None
    path: tuple[WitnessStep, ...] = ()
    fingerprint: str = ""
    state: BaselineState | None = None
    suppression: FindingSuppression | None = None

    @property
    def is_active(self) -> bool:
        """Whether it counts: it is not suppressed, not in the baseline, and not gone."""
        return self.suppression is None and self.state in {None, "new"}


def location_of(path: str, span: Span | None) -> FindingLocation:
    """Return the location of a span, or of a whole file if there is none."""
    if span is None:
        return FindingLocation(path=path)
    return FindingLocation(
        path=path,
        line=span.start_line,
        column=span.start_column,
        end_line=span.end_line,
        end_column=span.end_column,
    )


def with_fingerprints(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in their order, each with its fingerprint: code, rule, symbol, subject, and the ordinal among equals.

    The ordinal counts in the order of places, so a line that moves changes none.
    """
    in_order = sorted(findings, key=finding_order)
    n_seen: Counter[tuple[str, ...]] = Counter()
    numbered = []
    for finding in in_order:
        place = finding.symbol or (finding.location.path if finding.location else "")
        identity = (finding.code, finding.rule or "", place, finding.subject)
        text = "\0".join((*identity, str(n_seen[identity])))
        n_seen[identity] += 1
        digest = content_hash(text.encode(errors="surrogatepass"))[:_FINGERPRINT_DIGITS]
        numbered.append(msgspec.structs.replace(finding, fingerprint=digest))
    return tuple(numbered)


def finding_order(finding: Finding) -> tuple[tuple[str, int, int], str, str, str, str]:
    """Order findings by place, code, rule, symbol and subject."""
    place = ("", 0, 0) if finding.location is None else finding.location.sort_key
    return place, finding.code, finding.rule or "", finding.symbol or "", finding.subject
