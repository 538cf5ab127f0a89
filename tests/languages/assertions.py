"""What a line of an `expect` block says, and whether it holds.

    a.py::f -call-> a.py::g                  an edge: call, read, write, decorate, use, import, export, implement or inherit
    a.py::f -read|use-> a.py::C              one of these kinds
    a.py::f -call-> a.py::g [typed|inferred] an edge of one of these provenances
    a.py::f -decorate-> a.py::d [marks]      a decorator that only marks; `wraps` for one that changes the function
    no a.py::f -call-> a.py::g               no such edge, not even as a candidate
    no a.py::f -call-> a.py::g [declared]    no such edge of that provenance
    no a.py::f -call->                       no edge of that kind to anything in the project
    no * -call-> a.py::g                     no such edge from anywhere
    unresolved a.py::f x.go                  `x.go(…)` has no target and says why; candidates are guesses at best
    unresolved a.py::f x.go (some_reason)    and says so
    unresolved a.py::f @x.go (some_reason)   its decorator `@x.go` has no target
    ambiguous a.py::f x.go: a.py::A.go | a.py::B.go   `x.go(…)` has no target but exactly these candidates
    call a.py::f x.go receiver=a.py::f.x     what is known of the call `x.go(…)`
    def a.py::C.total function property      a definition of that kind, with flags, `!flag`, `one|other`, key=value
    no def a.py::f.x                         no such definition
    problem a.py syntax_error                a problem of that file; the code may be left out
    no problem a.py
    missing a.py:3 (some_reason)             the import of that line has no target, and says why
    entry a.py::index route "GET /"          an entry point; kind and detail may be left out
    no entry a.py::index

The kinds are the roles of SemanticData. `export edges` calls `inherit`, `use` and `decorate` `inherits`, `usage` and
`annotates`. A call of a type is a call of its constructor too. A reference outside any function counts for its module.
"""

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from codeshed.model.declared_types import declared_return_types, declared_type_of_variable, is_declared
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Modifiers,
    Mutability,
    Provenance,
    Reference,
    TypeKind,
    TypeSource,
    VariableKind,
    Visibility,
)
from codeshed.model.symbol_ids import path_of_symbol
from tests.languages.found import Edge, Found, parameters_text

_EDGE = re.compile(
    r"(?P<source>\S+) -(?P<kinds>[a-z|]+)->(?: (?P<target>[^\s\[]\S*))?(?: \[(?P<notes>[a-z|]+)\])?"
)
_UNRESOLVED = re.compile(r"(?P<source>\S+) (?P<expression>\S+)(?: \((?P<reason>\w+)\))?")
_AMBIGUOUS = re.compile(r"(?P<source>\S+) (?P<expression>\S+): (?P<candidates>.+)")
_ENTRY = re.compile(r"(?P<symbol>\S+)(?: (?P<kind>[a-z]+))?(?: \"(?P<detail>[^\"]*)\")?")
_PROBLEM = re.compile(r"(?P<path>\S+)(?: (?P<code>\w+))?")
_MISSING = re.compile(r"(?P<path>[^\s:]+):(?P<line>\d+) \((?P<reason>\w+)\)")
_ANYWHERE = "*"

EDGE_KINDS = frozenset(
    {"call", "read", "write", "decorate", "use", "import", "export", "implement", "inherit"}
)
_EFFECTS = {"marks": False, "wraps": True}
_PROVENANCES = {each.value: each for each in Provenance}

_MODIFIERS = {
    "abstract": "is_abstract",
    "async": "is_async",
    "generator": "is_generator",
    "static": "is_static",
    "classmethod": "is_class_method",
    "constructor": "is_constructor",
    "property": "is_property",
    "final": "is_final",
    "body": "has_body",
}
_TYPE_FLAGS = {"abstract": "is_abstract", "final": "is_final", "open": "has_unknown_base"}
_ENUMERATED: dict[str, Callable[[Definition], object]] = {
    **{each.value: lambda found: found.details.mutability or Mutability.MUTABLE for each in Mutability},
    **{each.value: lambda found: found.details.variable_kind or VariableKind.GLOBAL for each in VariableKind},
    **{each.value: lambda found: found.details.type_kind or TypeKind.CLASS for each in TypeKind},
    **{each.value: lambda found: found.visibility for each in Visibility},
}
_VALUES: dict[str, Callable[[Definition], str]] = {
    "name": lambda found: found.name,
    "in": lambda found: found.enclosing_symbol or path_of_symbol(found.symbol_id) or "",
    "doc": lambda found: found.documentation or "",
    "signature": lambda found: found.signature or "",
    "complexity": lambda found: str(found.complexity),
    "lines": lambda found: f"{found.span.start_line}-{found.span.end_line}",
    "params": parameters_text,
    "returns": lambda found: " | ".join(declared_return_types(found.details)),
    "inferred_returns": lambda found: " | ".join(
        _inferred(found.details.return_types, found.details.return_type_source)
    ),
    "inferred_params": lambda found: ", ".join(
        f"{each.name}: {each.param_type}"
        for each in found.details.parameters or ()
        if each.param_type and not is_declared(each.type_source)
    ),
    "type": lambda found: declared_type_of_variable(found.details) or "",
    "inferred_type": lambda found: "".join(
        _inferred((found.details.var_type or "",), found.details.type_source)
    ),
    "bases": lambda found: ", ".join((*(found.details.inherits or ()), *(found.details.implements or ()))),
    "implements": lambda found: ", ".join(found.details.implements or ()),
    "bound": lambda found: found.details.bound or "",
    "constraints": lambda found: ", ".join(found.details.constraints or ()),
    "type_params": lambda found: ", ".join(each.name for each in found.details.type_params or ()),
    "bounds": lambda found: ", ".join(
        f"{each.name}: {each.bound}" for each in found.details.type_params or () if each.bound
    ),
}
_CALL_VALUES: dict[str, Callable[[Reference], str]] = {
    "receiver": lambda found: found.receiver or "",
    "receiver_types": lambda found: ", ".join(found.receiver_types or ()),
    "closed": lambda found: str(bool(found.receiver_closed)).lower(),
    "method": lambda found: found.method_name or "",
    "assigned": lambda found: found.assigned_to or "",
    "count": lambda found: str(found.argument_count),
    "args": lambda found: ", ".join(each.value for each in found.argument_kinds or ()),
    "keywords": lambda found: ", ".join(found.keyword_names or ()),
    "text": lambda found: found.text or "",
}


def _inferred(types: tuple[str, ...] | None, source: TypeSource | None) -> tuple[str, ...]:
    """Return types that are not declared."""
    return () if is_declared(source) else types or ()


class Assertion(Protocol):
    """One line, understood."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that it names, the one that it is about first."""

    def holds(self, found: Found) -> bool:
        """Whether it is so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeAssertion:
    """There is an edge, or with `is_denied` none; without a target, none to the project."""

    source: str
    kinds: frozenset[str]
    target: str | None
    provenances: frozenset[Provenance] | None = None
    is_behavioral: bool | None = None
    is_denied: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """Both ends."""
        return tuple(each for each in (self.source, self.target) if each and each != _ANYWHERE)

    def holds(self, found: Found) -> bool:
        """Whether there is such an edge, or none."""
        return any(self._is_meant(edge, found) for edge in found.edges) is not self.is_denied

    def _is_meant(self, edge: Edge, found: Found) -> bool:
        return (
            self.source in {edge.source, _ANYWHERE}
            and edge.kind in self.kinds
            and (edge.target == self.target if self.target else found.is_of_project(edge.target))
            and (self.provenances is None or edge.provenance in self.provenances)
            and (self.is_behavioral is None or (edge.is_behavioral is not False) is self.is_behavioral)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedAssertion:
    """A call has no target, and the reason is given."""

    source: str
    expression: str
    reason: str | None = None

    @property
    def symbols(self) -> tuple[str, ...]:
        """The function that calls."""
        return (self.source,)

    def holds(self, found: Found) -> bool:
        """Whether all calls of that form are unresolved, and there is one."""
        calls = list(found.iter_calls(self.source, self.expression))
        return bool(calls) and all(self._is_unresolved(call) for call in calls)

    def _is_unresolved(self, call: Reference) -> bool:
        is_guess = call.provenance in {None, Provenance.HEURISTIC}
        is_open = call.target_symbol is None and (is_guess or not call.candidates)
        return is_open and call.reason is not None and self.reason in {None, call.reason.value}


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingAssertion:
    """The import of a line has no target, for a reason."""

    path: str
    line: str
    reason: str

    @property
    def symbols(self) -> tuple[str, ...]:
        """The module that imports."""
        return (self.path,)

    def holds(self, found: Found) -> bool:
        """Whether an import there is unresolved for that reason."""
        return (self.path, int(self.line), self.reason) in found.missing_imports


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousAssertion:
    """A call may mean these and no others."""

    source: str
    expression: str
    candidates: frozenset[str]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The function that calls and what it may call."""
        return (self.source, *sorted(self.candidates))

    def holds(self, found: Found) -> bool:
        """Whether there is a call of that form with just these candidates."""
        return any(
            call.target_symbol is None and {each.symbol for each in call.candidates} == self.candidates
            for call in found.iter_calls(self.source, self.expression)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAssertion:
    """A call has these particulars."""

    source: str
    expression: str
    values: tuple[tuple[str, str], ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The function that calls."""
        return (self.source,)

    def holds(self, found: Found) -> bool:
        """Whether there is a call of that form with all of them."""
        return any(
            all(_CALL_VALUES[key](call) == value for key, value in self.values)
            for call in found.iter_calls(self.source, self.expression)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionAssertion:
    """There is a definition with these flags and values, or with `is_denied` none."""

    symbol: str
    kind: DefinitionKind | None = None
    flags: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    is_denied: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """What is defined."""
        return (self.symbol,)

    def holds(self, found: Found) -> bool:
        """Whether it is defined so, or not at all."""
        definition = found.definitions.get(self.symbol)
        if definition is None or self.is_denied:
            return (definition is None) is self.is_denied
        return (
            definition.kind is self.kind
            and all(_has_flag(definition, flag) for flag in self.flags)
            and all(_VALUES[key](definition) == value for key, value in self.values)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemAssertion:
    """A file has a problem, or with `is_denied` none."""

    path: str
    code: str | None = None
    is_denied: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The file."""
        return (self.path,)

    def holds(self, found: Found) -> bool:
        """Whether the file is known and has such a problem, or none."""
        if self.path not in found.problems:
            return False
        codes = [problem.code for problem in found.problems[self.path]]
        return (self.code in codes if self.code else bool(codes)) is not self.is_denied


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAssertion:
    """Something outside of the code calls a function, or with `is_denied` nothing does."""

    symbol: str
    kind: str | None = None
    detail: str | None = None
    is_denied: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The function."""
        return (self.symbol,)

    def holds(self, found: Found) -> bool:
        """Whether there is such an entry point, or none."""
        is_there = any(
            entry.symbol == self.symbol
            and self.kind in {None, entry.kind}
            and self.detail in {None, entry.detail}
            for entry in found.entries
        )
        return is_there is not self.is_denied


def parse_assertion(text: str) -> Assertion:
    """Understand one line; a ValueError says what is wrong with it."""
    is_denied = text.startswith("no ")
    word, _, rest = text.removeprefix("no ").partition(" ")
    if word in _DENIABLE:
        return _DENIABLE[word](rest, is_denied)
    if word in _PLAIN and not is_denied:
        return _PLAIN[word](rest)
    return _edge(text.removeprefix("no "), is_denied)


def _edge(text: str, is_denied: bool) -> Assertion:  # noqa: FBT001 - one signature for all that can be denied
    match = _matched(_EDGE, text)
    kinds = frozenset(match["kinds"].split("|"))
    notes = frozenset((match["notes"] or "").split("|")) - {""}
    effects = notes & _EFFECTS.keys()
    _check_known(kinds, EDGE_KINDS, "kind of edge")
    _check_known(notes, _EFFECTS.keys() | _PROVENANCES.keys(), "provenance")
    if not is_denied and (match["target"] is None or match["source"] == _ANYWHERE):
        raise ValueError(f"an edge needs both ends: {text}")
    if effects and effects != notes:
        raise ValueError(f"an effect and a provenance are two lines: {text}")
    return EdgeAssertion(
        source=match["source"],
        kinds=kinds,
        target=match["target"],
        provenances=frozenset(_PROVENANCES[note] for note in notes) if notes and not effects else None,
        is_behavioral=_EFFECTS[min(effects)] if effects else None,
        is_denied=is_denied,
    )


def _unresolved(text: str) -> Assertion:
    return UnresolvedAssertion(**_matched(_UNRESOLVED, text).groupdict())


def _missing(text: str) -> Assertion:
    return MissingAssertion(**_matched(_MISSING, text).groupdict())


def _ambiguous(text: str) -> Assertion:
    match = _matched(_AMBIGUOUS, text)
    candidates = frozenset(match["candidates"].split(" | "))
    return AmbiguousAssertion(source=match["source"], expression=match["expression"], candidates=candidates)


def _call(text: str) -> Assertion:
    source, expression, *words = shlex.split(text)
    values, flags = _split_words(words)
    _check_known(flags, (), "particular of a call")
    _check_known((key for key, _ in values), _CALL_VALUES, "particular of a call")
    return CallAssertion(source=source, expression=expression, values=values)


def _definition(text: str, is_denied: bool) -> Assertion:  # noqa: FBT001 - one signature for all that can be denied
    symbol, *words = shlex.split(text)
    if is_denied:
        _check_known(words, (), "word behind a definition that is denied")
        return DefinitionAssertion(symbol=symbol, is_denied=True)
    kinds = {each.value.lower(): each for each in DefinitionKind}
    _check_known(words[:1] or [""], kinds, "kind of definition")
    values, flags = _split_words(words[1:])
    _check_known((key for key, _ in values), _VALUES, "value of a definition")
    plain = (part for flag in flags for part in flag.removeprefix("!").split("|"))
    _check_known(plain, _MODIFIERS.keys() | _TYPE_FLAGS.keys() | _ENUMERATED.keys(), "flag of a definition")
    return DefinitionAssertion(symbol=symbol, kind=kinds[words[0]], flags=flags, values=values)


def _problem(text: str, is_denied: bool) -> Assertion:  # noqa: FBT001 - one signature for all that can be denied
    return ProblemAssertion(**_matched(_PROBLEM, text).groupdict(), is_denied=is_denied)


def _entry(text: str, is_denied: bool) -> Assertion:  # noqa: FBT001 - one signature for all that can be denied
    return EntryAssertion(**_matched(_ENTRY, text).groupdict(), is_denied=is_denied)


_DENIABLE: dict[str, Callable[[str, bool], Assertion]] = {
    "def": _definition,
    "problem": _problem,
    "entry": _entry,
}
_PLAIN: dict[str, Callable[[str], Assertion]] = {
    "unresolved": _unresolved,
    "missing": _missing,
    "ambiguous": _ambiguous,
    "call": _call,
}

_Word = TypeVar("_Word", bound=str)


def _has_flag(definition: Definition, flag: str) -> bool:
    if flag.startswith("!"):
        return not _has_flag(definition, flag[1:])
    return any(_has_word(definition, word) for word in flag.split("|"))


def _has_word(definition: Definition, word: str) -> bool:
    """Whether a definition has one flag; what a document leaves out is as its contract says."""
    details = definition.details
    if word in _ENUMERATED:
        value = _ENUMERATED[word](definition)
        return getattr(value, "value", None) == word
    if definition.kind is DefinitionKind.FUNCTION:
        return bool(getattr(details.modifiers or Modifiers(), _MODIFIERS[word]))
    return word in _TYPE_FLAGS and bool(getattr(details, _TYPE_FLAGS[word]))


def _split_words(words: list[str]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    parts = (word.partition("=") for word in words)
    values = tuple((key, value.replace("\\n", "\n")) for key, sign, value in parts if sign)
    return values, tuple(word for word in words if "=" not in word)


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"no expectation is written like this: {text}")
    return match


def _check_known(words: Iterable[_Word], known: Iterable[_Word], what: str) -> None:
    names = set(known)
    for word in words:
        if word not in names:
            raise ValueError(f"no {what} is called {word!r}")
