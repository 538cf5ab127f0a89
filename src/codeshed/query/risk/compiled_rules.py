"""Risk rules, ready to be asked by name.

Turns: RiskRules → tables by the names of calls, values, parameters and fields. The rules are bits of a mask.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from codeshed.model.facts.data_flow import FlowForm
from codeshed.model.risk.risk_rules import (
    RiskCallback,
    RiskGuard,
    RiskPass,
    RiskRule,
    RiskRules,
    RiskSanitizer,
    RiskSink,
    RiskSource,
)
from codeshed.query.risk.api_names import ApiName

_Entry = TypeVar("_Entry")
_ANY = "*."
FORMS = {"whole": FlowForm.WHOLE, "start": FlowForm.START, "inside": FlowForm.INSIDE}


class NameTable(Generic[_Entry]):
    """Entries by the patterns of names for which they hold."""

    def __init__(self, entries: Iterable[tuple[tuple[str, ...], _Entry]]) -> None:
        self._by_name: dict[str, list[_Entry]] = {}
        self._by_last: dict[str, list[tuple[str, _Entry]]] = {}
        for patterns, entry in entries:
            for pattern in patterns:
                if pattern.startswith(_ANY):
                    suffix = pattern[1:]
                    self._by_last.setdefault(_last(suffix), []).append((suffix, entry))
                else:
                    self._by_name.setdefault(pattern, []).append(entry)
        self._lasts = frozenset((*self._by_last, *map(_last, self._by_name)))

    def may_name(self, last: str) -> bool:
        """Whether a pattern ends with a name."""
        return last in self._lasts

    def find(self, names: Iterable[ApiName]) -> Iterator[tuple[_Entry, ApiName]]:
        """Yield the entries for names, each once, with the name that it holds for."""
        seen: set[int] = set()
        for each in names:
            last = _last(each.name)
            found = list(self._by_name.get(each.name, ()))
            found += [entry for suffix, entry in self._by_last.get(last, ()) if each.name.endswith(suffix)]
            for entry in found:
                if id(entry) not in seen:
                    seen.add(id(entry))
                    yield entry, each


def _fields_by_root(patterns: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the fields that patterns name, by the name of their parameter."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for pattern in patterns:
        root, *fields = pattern.split(".")
        found.setdefault(root, []).append(tuple(fields))
    return found


def _last(name: str) -> str:
    return name.rpartition(".")[2]


class PlacedSink(NamedTuple):
    """A sink with its rule and the rule's bit."""

    sink: RiskSink
    rule: RiskRule
    bit: int


class CompiledRules:
    """All rules, by what they are looked up with."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules = rules.rules
        bits = {rule.id: 1 << number for number, rule in enumerate(rules.rules)}
        self._bits = bits
        self.masks_by_kind: dict[str, int] = {}
        for rule in rules.rules:
            for kind in rule.sources:
                self.masks_by_kind[kind] = self.masks_by_kind.get(kind, 0) | bits[rule.id]
        sources = rules.sources
        self.source_names: NameTable[RiskSource] = NameTable((each.names, each) for each in sources)
        self.source_calls: NameTable[RiskSource] = NameTable((each.calls, each) for each in sources)
        self.callback_sources: NameTable[tuple[RiskSource, RiskCallback]] = NameTable(
            (callback.calls, (each, callback)) for each in sources for callback in each.callbacks
        )
        self.parameter_sources = tuple(each for each in sources if each.parameters)
        self.source_parameters = {
            each.id: _fields_by_root(each.parameters) for each in self.parameter_sources
        }
        self.field_sources: dict[str, RiskSource] = {field: each for each in sources for field in each.fields}
        self.passes: NameTable[RiskPass] = NameTable((each.calls, each) for each in rules.passes)
        self.sanitizers: NameTable[RiskSanitizer] = NameTable((each.calls, each) for each in rules.sanitizers)
        self.guards: NameTable[RiskGuard] = NameTable((each.calls, each) for each in rules.guards)
        self.guard_words = tuple((word, guard) for guard in rules.guards for word in guard.words)
        self.membership_mask = 0
        for guard in rules.guards:
            if guard.membership:
                self.membership_mask |= self.mask_of(guard.rules)
        self.stops = frozenset(method for each in rules.stops for method in each.methods)
        self.stopped_fields = frozenset(field for each in rules.stops for field in each.fields)
        self.sinks: NameTable[PlacedSink] = NameTable(
            (sink.calls, PlacedSink(sink, rule, bits[rule.id])) for rule in rules.rules for sink in rule.sinks
        )

    def mask_of(self, ids: Iterable[str]) -> int:
        """Return the mask of some rules; of all if none is named."""
        mask = 0
        for each in ids:
            mask |= self._bits.get(each, 0)
        return mask or (1 << len(self.rules)) - 1
