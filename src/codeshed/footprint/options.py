"""Options of a footprint: policy, mode, documentation threshold, budget."""

import enum
from dataclasses import dataclass

from codeshed.errors import InvalidOptionError

DEFAULT_MIN_CONFIDENCE = 0.5
DEFAULT_DEPTH = 2

RULES_VERSION = 3
"""Raised when a rule of a policy changes, so that kept figures are not mixed with those of other rules."""


class Policy(enum.Enum):
    """The set of rules that decides what is reached."""

    WORKING_SET = "working_set"
    CLOSURE = "closure"
    V2 = "v2"
    V1 = "v1"

    @property
    def is_listing(self) -> bool:
        """Whether it is one of the two published listings, which judge contracts by rules of their own."""
        return self in {Policy.V2, Policy.V1}


class Mode(enum.Enum):
    """Whether a typed and documented function is a boundary by itself."""

    ACADEMIC = "academic"
    STRICT = "strict"

    @property
    def default_threshold(self) -> float:
        """The documentation threshold of the mode."""
        return 0.5 if self is Mode.ACADEMIC else 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class FootprintOptions:
    """Options of a footprint; `doc_threshold` None means that of the mode.

    `depth` is how many edges a working set goes forward; other policies have no such limit.
    """

    policy: Policy = Policy.WORKING_SET
    mode: Mode = Mode.ACADEMIC
    doc_threshold: float | None = None
    max_tokens: int | None = None
    min_confidence: float = DEFAULT_MIN_CONFIDENCE
    depth: int = DEFAULT_DEPTH

    def __post_init__(self) -> None:
        """Reject invalid values."""
        if self.doc_threshold is not None and not 0.0 <= self.doc_threshold <= 1.0:
            raise InvalidOptionError(
                f"the documentation threshold {self.doc_threshold} is not between 0 and 1",
                hint="documentation scores lie between 0 and 1; the default is 0.5, in strict mode 0.8",
            )
        if not 0.0 <= self.min_confidence <= 1.0:
            raise InvalidOptionError(
                f"the confidence limit {self.min_confidence} is not between 0 and 1",
                hint="0 takes every edge, 1 only certain ones; the default is 0.5",
            )
        if self.depth < 0:
            raise InvalidOptionError(
                f"a depth of {self.depth} is negative", hint="0 is the symbol alone; the default is 2"
            )
        if self.depth != DEFAULT_DEPTH and self.policy is not Policy.WORKING_SET:
            raise InvalidOptionError(
                f"the policy {self.policy.value} has no depth",
                hint="only a working set has one; leave it out",
            )
        if self.max_tokens is not None and self.max_tokens < 1:
            raise InvalidOptionError(
                f"a budget of {self.max_tokens} tokens holds nothing", hint="give a positive number"
            )

    @property
    def threshold(self) -> float:
        """The documentation score from which a function counts as documented."""
        return self.mode.default_threshold if self.doc_threshold is None else self.doc_threshold
