"""Risk rules: sources, what passes values on, what cleans or checks them, and sinks.

`rules.yaml` beside this file has those that are shipped; a file of the user's adds its own. `docs/reference/risk.md`
explains every field.
"""

from typing import Annotated, Literal

import msgspec

SourceKind = Literal["request", "input", "environment", "file", "network", "deserialised", "secret"]
"""Who is behind a value: a remote client, the user of a program, its environment, a file, another host, who wrote the text that
objects are made of; or it is a secret."""

RiskSeverity = Literal["high", "medium", "low"]
RuleLanguage = Literal["python", "javascript", "typescript"]
TextForm = Literal["whole", "start", "inside"]

NamePattern = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
"""The name of a call or value: `os.system`, `open().read`, `*.cursor().execute`; `*.` at its begin stands for any names."""

RuleId = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,60}$")]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
RuleConfidence = Annotated[float, msgspec.Meta(gt=0.0, le=1.0)]

ALL_LANGUAGES: tuple[RuleLanguage, ...] = ("python", "javascript", "typescript")
ANY_ARGUMENT = "any"
RECEIVER_SLOT = "receiver"


class RiskCallback(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Functions that these calls get as an argument: `parameter` of them, from 0, is such a value.

    `constants`: arguments that the call must have beside it, `{"0": "data"}` for `socket.on("data", (chunk) => …)`.
    """

    calls: tuple[NamePattern, ...]
    parameter: int = 0
    constants: dict[str, str] = {}


class RiskSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values that nobody vouches for.

    `names` are variables and members, `calls` are calls that return such values. `parameters` are parameters with their
    fields, `request.GET`, of functions that take all of `beside` as well, have one of the names `functions`, or are `entry_points` of
    these kinds, where `{}` is one that is taken apart; then `*` is
    every parameter but `but_not`, and those whose declared type is one of `but_not_types`; `Enum` stands for every enumeration. `fields` are members and constant keys of any object. `callbacks` are functions that calls get.
    """

    id: RuleId
    kind: SourceKind
    what: Reason
    reason: Reason
    names: tuple[NamePattern, ...] = ()
    calls: tuple[NamePattern, ...] = ()
    parameters: tuple[NamePattern, ...] = ()
    beside: tuple[tuple[NamePattern, ...], ...] = ()
    entry_points: tuple[NamePattern, ...] = ()
    functions: tuple[NamePattern, ...] = ()
    but_not: tuple[NamePattern, ...] = ()
    but_not_types: tuple[NamePattern, ...] = ()
    fields: tuple[NamePattern, ...] = ()
    callbacks: tuple[RiskCallback, ...] = ()
    languages: tuple[RuleLanguage, ...] = ALL_LANGUAGES
    confidence: RuleConfidence = 0.9


class RiskPass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls of other packages whose results have the data of their arguments; `cleans` names the rules for which they do not.

    With `keeps_fields` the result has them in the same fields, as a copy does; else it is made of all of them.
    """

    id: RuleId
    reason: Reason
    calls: tuple[NamePattern, ...]
    arguments: tuple[NamePattern, ...] = (ANY_ARGUMENT,)
    cleans: tuple[RuleId, ...] = ()
    form: TextForm | None = None
    keeps_fields: bool = False
    languages: tuple[RuleLanguage, ...] = ALL_LANGUAGES


class RiskStop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Methods and fields that have no data of their object, only a fact about it: `text.isdigit()`, `text.length`."""

    id: RuleId
    reason: Reason
    methods: tuple[NamePattern, ...] = ()
    fields: tuple[NamePattern, ...] = ()


class RiskSanitizer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls whose results are safe for some rules, or for all if none is named.

    `constants`: how arguments must begin that are constants.
    """

    id: RuleId
    reason: Reason
    calls: tuple[NamePattern, ...]
    constants: dict[str, str] = {}
    rules: tuple[RuleId, ...] = ()
    languages: tuple[RuleLanguage, ...] = ALL_LANGUAGES


class RiskGuard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tests after which a value counts as checked in the function that tests it: for some rules, or for all.

    `raises`: the calls need no condition, since they raise an error.
    """

    id: RuleId
    reason: Reason
    calls: tuple[NamePattern, ...] = ()
    words: tuple[NamePattern, ...] = ()
    """Words in the name of the call: `safe` for `is_safe_next_url`."""
    arguments: tuple[NamePattern, ...] = (ANY_ARGUMENT,)
    membership: bool = False
    raises: bool = False
    rules: tuple[RuleId, ...] = ()
    languages: tuple[RuleLanguage, ...] = ALL_LANGUAGES


class RiskSink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls that must not get such values, in these arguments: positions, keywords or `receiver`.

    `fields` are fields of the argument, `["any"]` any of them; without it only the argument itself counts. `forms`: how the
    value is part of the text. `constants`: arguments that must have these constant values; `unless`: must not have one of
    these, constants or names.
    """

    calls: tuple[NamePattern, ...]
    arguments: tuple[NamePattern, ...] = ("0",)
    fields: tuple[NamePattern, ...] = ()
    forms: tuple[TextForm, ...] = ("whole", "start", "inside")
    constants: dict[str, str] = {}
    unless: dict[str, tuple[NamePattern, ...]] = {}
    languages: tuple[RuleLanguage, ...] = ALL_LANGUAGES
    confidence: RuleConfidence = 0.95


class RiskRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values of some kinds that must not reach some calls: `action` says what the call does with them.

    `severity_by_source` gives values of some of these kinds another severity.
    """

    id: RuleId
    category: Reason
    severity: RiskSeverity
    action: Reason
    reason: Reason
    remedy: Reason
    sources: tuple[SourceKind, ...]
    sinks: tuple[RiskSink, ...]
    severity_by_source: dict[SourceKind, RiskSeverity] = {}

    def severity_of(self, kind: SourceKind) -> RiskSeverity:
        """Return how severe it is if a value of a kind gets to a sink."""
        return self.severity_by_source.get(kind, self.severity)


class RiskRules(msgspec.Struct, frozen=True, kw_only=True):
    """All rules together; flows of the rules in `errors` fail a check."""

    sources: tuple[RiskSource, ...] = ()
    passes: tuple[RiskPass, ...] = ()
    stops: tuple[RiskStop, ...] = ()
    sanitizers: tuple[RiskSanitizer, ...] = ()
    guards: tuple[RiskGuard, ...] = ()
    rules: tuple[RiskRule, ...] = ()
    errors: tuple[RuleId, ...] = ()
