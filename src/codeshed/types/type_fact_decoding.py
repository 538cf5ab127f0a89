"""Converts the report's types and call targets to TypeFacts.

Turns: the JSON of a type, or of an expression's call targets → TypeFact, CallTargets. Equal bytes are decoded once per
report, so that facts are shared.
"""

from collections.abc import Sequence

import msgspec

from codeshed.model.facts.type_facts import CallTarget, TypeAlternative, TypeFact
from codeshed.types.engine_report_index import UNKNOWN_MODULE
from codeshed.types.engine_symbols import EngineSymbol, EngineSymbolTable
from codeshed.types.pysa_json import EXPRESSION, TYPE, CallEntry, ClassInType, TargetEntry
from codeshed.types.type_text import normalized_type_text, union_members

_MAX_CACHED = 200_000
"""The cache is emptied at this many entries, so that memory stays bounded."""
_BUILTINS = "builtins."
_AWAITABLE = ("Awaitable", "Coroutine")
_WITHOUT_INSTANCES = ("None", "Never", "NoReturn")


class ExpressionTargets(msgspec.Struct, frozen=True):
    """The functions that an expression runs: by a call, by reading a property, by writing one."""

    calls: tuple[CallTarget, ...] = ()
    getters: tuple[CallTarget, ...] = ()
    setters: tuple[CallTarget, ...] = ()
    is_partial: bool = False


class FactCache:
    """A memo of the facts of a report, by their bytes.

    A file whose module has no importable name needs a cache of its own, with the name that we give it.
    """

    def __init__(self, symbols: EngineSymbolTable, name_of_unknown: str = UNKNOWN_MODULE) -> None:
        self._symbols = symbols
        self._name_of_unknown = name_of_unknown
        self._fact_by_bytes: dict[bytes, TypeFact] = {}
        self._targets_by_bytes: dict[bytes, ExpressionTargets] = {}

    def type_fact(self, written: bytes) -> TypeFact:
        """Decode a type."""
        fact = self._fact_by_bytes.get(written)
        if fact is None:
            if len(self._fact_by_bytes) >= _MAX_CACHED:
                self._fact_by_bytes.clear()
            fact = self._fact_by_bytes[written] = self._make_type_fact(written)
        return fact

    def targets(self, written: bytes) -> ExpressionTargets:
        """Decode the functions that an expression runs."""
        targets = self._targets_by_bytes.get(written)
        if targets is None:
            if len(self._targets_by_bytes) >= _MAX_CACHED:
                self._targets_by_bytes.clear()
            targets = self._targets_by_bytes[written] = self._make_targets(written)
        return targets

    def _make_type_fact(self, written: bytes) -> TypeFact:
        entry = TYPE.decode(written)
        text = normalized_type_text(entry.string.replace(f"{UNKNOWN_MODULE}.", f"{self._name_of_unknown}."))
        classes = [
            (self._symbols.class_of_reference(found.reference), found) for found in entry.class_names.classes
        ]
        alternatives = {_alternative(symbol, found) for symbol, found in classes}
        names = {_written_name(symbol, found) for symbol, found in classes}
        return TypeFact(
            text,
            tuple(sorted(alternatives, key=_alternative_key)),
            entry.class_names.is_exhaustive or _has_only_classes(text, names),
            entry.is_enum,
        )

    def _make_targets(self, written: bytes) -> ExpressionTargets:
        entry = EXPRESSION.decode(written)
        if entry.call is not None:
            return ExpressionTargets(
                calls=sort_targets(
                    (*self._call_targets(entry.call.call_targets), *self._constructors(entry.call))
                ),
                is_partial=entry.call.unresolved is not None,
            )
        if entry.member is not None:
            return ExpressionTargets(
                getters=self._call_targets(entry.member.property_getters),
                setters=self._call_targets(entry.member.property_setters),
            )
        if entry.text is not None:
            return ExpressionTargets(calls=self._call_targets(entry.text.targets))
        return ExpressionTargets()

    def _constructors(self, call: CallEntry) -> tuple[CallTarget, ...]:
        """Return the `__new__` and `__init__` of the classes that are called.

        The report has the receiver class of `__init__` only. It is used for `__new__`, too.
        """
        inits = self._call_targets(call.init_targets, is_constructor=True)
        receivers = {target.receiver for target in inits}
        receiver = receivers.pop() if len(receivers) == 1 else None
        news = tuple(
            CallTarget(
                new.function,
                new.receiver or receiver,
                includes_overrides=new.includes_overrides,
                is_constructor=True,
            )
            for new in self._call_targets(call.new_targets, is_constructor=True)
        )
        return (*news, *inits)

    def _call_targets(
        self, entries: tuple[TargetEntry, ...], *, is_constructor: bool = False
    ) -> tuple[CallTarget, ...]:
        targets = []
        for entry in entries:
            if isinstance(entry.target, str):
                continue
            reference = entry.target.function or entry.target.overrides
            function = None if reference is None else self._symbols.function_of_reference(reference)
            if function is not None:
                targets.append(
                    CallTarget(
                        function.symbol,
                        None
                        if entry.receiver_class is None
                        else self._symbols.class_of_reference(entry.receiver_class).symbol,
                        includes_overrides=entry.target.function is None,
                        is_constructor=is_constructor,
                    )
                )
        return sort_targets(tuple(targets))


def union_of(facts: Sequence[TypeFact]) -> TypeFact:
    """Return the union of types."""
    distinct = {fact.text: fact for fact in facts}
    if len(distinct) == 1:
        return facts[0]
    alternatives = {alternative for fact in distinct.values() for alternative in fact.alternatives}
    return TypeFact(
        normalized_type_text(" | ".join(_as_member(text) for text in distinct)),
        tuple(sorted(alternatives, key=_alternative_key)),
        all(fact.is_exhaustive for fact in distinct.values()),
        any(fact.is_enum for fact in distinct.values()),
    )


def _as_member(text: str) -> str:
    """Return a type as a union member, with parentheses around a function type."""
    return f"({text})" if " -> " in text and union_members(text) == [text] else text


def sort_targets(targets: tuple[CallTarget, ...]) -> tuple[CallTarget, ...]:
    """Return targets without repetitions, sorted."""
    if len(targets) < 2:  # noqa: PLR2004 - one is sorted
        return targets
    return tuple(sorted(set(targets), key=_target_key))


def _alternative(symbol: EngineSymbol, found: ClassInType) -> TypeAlternative:
    return TypeAlternative(
        symbol.symbol,
        is_class="Type" in found.modifiers,
        is_awaitable=any(modifier in found.modifiers for modifier in _AWAITABLE),
    )


def _written_name(symbol: EngineSymbol, found: ClassInType) -> str:
    """Return how a class is written within a type."""
    name = symbol.dotted_name.removeprefix(_BUILTINS)
    return f"type[{name}]" if "Type" in found.modifiers else name


def _alternative_key(alternative: TypeAlternative) -> tuple[str, bool, bool]:
    return alternative.symbol, alternative.is_class, alternative.is_awaitable


def _target_key(target: CallTarget) -> tuple[str, str, bool, bool]:
    return target.function, target.receiver or "", target.includes_overrides, target.is_constructor


def _has_only_classes(text: str, names: set[str]) -> bool:
    """Whether a union has only these classes and None; the engine's own flag is wrong for three or more members."""
    if not names:
        return text in _WITHOUT_INSTANCES
    for member in union_members(text):
        head = member if member.startswith("type[") else member.partition("[")[0]
        if member not in _WITHOUT_INSTANCES and head not in names:
            return False
    return True
