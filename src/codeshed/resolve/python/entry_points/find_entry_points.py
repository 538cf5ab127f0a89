"""Entry points that the code of one file shows: functions and classes that something outside of the code calls.

Turns: a file of the SymbolTables → FileEntries.
"""

import msgspec

from codeshed.model.facts.python_facts import Attribute, Call, Expression, Name
from codeshed.model.semantic import EntryPoint
from codeshed.model.span import Span
from codeshed.resolve.python.entry_points.assigned_expressions import AssignedExpressions
from codeshed.resolve.python.entry_points.callables import CallableLookup, find_method
from codeshed.resolve.python.entry_points.callbacks import CALLBACKS
from codeshed.resolve.python.entry_points.commands import COMMANDS
from codeshed.resolve.python.entry_points.django import DJANGO, find_management_commands
from codeshed.resolve.python.entry_points.found_entry_points import (
    DetectionPhase,
    EntryIdentity,
    FileEntries,
    FoundEntry,
    identity_of,
    limit_identities,
)
from codeshed.resolve.python.entry_points.framework_origins import FrameworkOrigins
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    FrameworkUse,
)
from codeshed.resolve.python.entry_points.injection import INJECTION, find_injected_types
from codeshed.resolve.python.entry_points.routes import HTTP_METHODS, ROUTES
from codeshed.resolve.python.entry_points.setup_calls import read_setup_calls
from codeshed.resolve.python.entry_points.signals import SIGNALS
from codeshed.resolve.python.entry_points.statement_calls import PlacedCall, iter_calls
from codeshed.resolve.python.entry_points.tasks import TASKS
from codeshed.resolve.python.entry_points.test_functions import (
    TESTING,
    NamedEntry,
    find_hooks,
    find_named_entries,
    is_collected_by_name,
)
from codeshed.resolve.python.entry_points.visible_code import VisibleCode
from codeshed.resolve.python.fixtures.test_collection import is_conftest, iter_methods
from codeshed.resolve.python.names.expression_text import shorten, span_of, text_of
from codeshed.resolve.python.names.program import Class, Function
from codeshed.resolve.python.names.static_names import Referent, ReferentKind, callee_expression
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_FAMILIES = (ROUTES, INJECTION, DJANGO, SIGNALS, TASKS, COMMANDS, CALLBACKS, TESTING)

_DECORATORS: dict[str, DecoratorRule] = {
    key: rule for family in _FAMILIES for key, rule in family.decorators.items()
}
_CALLS: dict[str, CallRule] = {key: rule for family in _FAMILIES for key, rule in family.calls.items()}
_CANONICAL: dict[str, str] = {
    key: equivalent for family in _FAMILIES for key, equivalent in family.canonical.items()
}
_MEMBER_NAMES = frozenset({"setup", *(key.rpartition(":")[2].rpartition(".")[2] for key in _CALLS)})
"""The last names in the keys of call rules, and `setup` of setuptools; calls of other attributes are skipped."""

_VIEW_SET_ACTIONS = ("list", "create", "retrieve", "update", "partial_update", "destroy")


def find_file_entries(tables: SymbolTables, file: int) -> FileEntries:
    """Return the entry points that the code of a file shows, also those in other files.

    The file must be open. Of other files, only interfaces are read, and these lookups are recorded in the current
    trace.
    """
    search = _Search(tables, file)
    search.find_decorated()
    search.find_callback_entry_points()
    search.find_injected()
    search.find_management_commands()
    search.find_named()
    return search.result()


class _Evidence(msgspec.Struct, frozen=True):
    """Where the file shows an entry point: the way in which it is found, the position, and the source text."""

    phase: DetectionPhase
    begin: int
    end: int
    text: str


class _Search:
    """Collects the entry points that one file shows; of several with the same identity, the first is kept."""

    def __init__(self, tables: SymbolTables, file: int) -> None:
        self._tables = tables
        self._program = tables.program
        self._file = file
        visible_code = VisibleCode(tables, file)
        self._assigned = AssignedExpressions(visible_code)
        self._origins = FrameworkOrigins(visible_code, self._assigned, _CANONICAL)
        self._callables = CallableLookup(visible_code, self._assigned)
        self._setup_calls: list[PlacedCall] = []
        self._found: dict[tuple[EntryIdentity, bool], FoundEntry] = {}

    def find_decorated(self) -> None:
        """Find functions and classes with a framework's decorator."""
        for number in self._program.functions_of(self._file):
            self._add_decorated(
                Referent(ReferentKind.FUNCTION, number=number), self._program.functions[number]
            )
        for number in self._program.classes_of(self._file):
            self._add_decorated(Referent(ReferentKind.CLASS, number=number), self._program.classes[number])

    def _add_decorated(self, referent: Referent, each: Function | Class) -> None:
        scope = self._program.scope_parent[each.scope]
        for decorator in () if each.definition is None else each.definition.decorators:
            for key in self._origins.keys_of(scope, callee_expression(decorator)):
                rule = _DECORATORS.get(key)
                if rule is not None:
                    use = self._use(scope, decorator, each.name)
                    text = f"@{text_of(decorator)}"
                    evidence_place = _Evidence(DetectionPhase.DECORATED, decorator.begin, decorator.end, text)
                    self._add(referent, rule.kind, rule.detail(use), evidence_place)
                    break

    def find_callback_entry_points(self) -> None:
        """Find functions and classes that are passed to a framework."""
        for placed in iter_calls(self._program, self._file, _MEMBER_NAMES):
            if placed.function.name == "setup":
                self._setup_calls.append(placed)
            for key in self._origins.keys_of(placed.scope, placed.function):
                rule = _CALLS.get(key)
                if rule is not None and not (placed.is_decorator and key in _DECORATORS):
                    self._add_targets_of_call(placed, rule)
                    break

    def _add_targets_of_call(self, placed: PlacedCall, rule: CallRule) -> None:
        use = self._use(placed.scope, placed.call, "")
        evidence_place = _evidence_of_call(DetectionPhase.CALLBACK, placed.call)
        for target in rule.targets(use):
            for referent in self._callables.find(placed.scope, target.value):
                self._add(referent, rule.kind, target.detail, evidence_place)

    def find_injected(self) -> None:
        """Find classes that a framework instantiates because a parameter is annotated with them."""
        for scope, call, declared in find_injected_types(self._program, self._file, self._origins):
            for referent in self._callables.find(scope, declared):
                self._add(
                    referent,
                    EntryKind.DEPENDENCY,
                    EntryDetail(),
                    _evidence_of_call(DetectionPhase.INJECTED, call),
                )

    def find_management_commands(self) -> None:
        """Find the commands of Django's `manage.py`."""
        for referent, name, number in find_management_commands(self._tables, self._file, self._origins):
            each = self._program.classes[number]
            begin = each.definition.name_begin
            text = f"class {each.name}({', '.join(text_of(base.value) for base in each.bases)})"
            evidence_place = _Evidence(
                DetectionPhase.MANAGEMENT, begin, begin + len(each.name.encode()), text
            )
            self._add(referent, EntryKind.COMMAND, EntryDetail(name), evidence_place)

    def find_named(self) -> None:
        """Find functions that test runners recognise by their names."""
        for entry in find_named_entries(self._tables, self._file):
            self._add_entry(self._entry_by_name(entry))
        if is_conftest(self._program.files[self._file].path):
            for entry in find_hooks(self._program, self._file):
                self._add_entry(self._entry_by_name(entry))

    def result(self) -> FileEntries:
        """Return what was found, at most MAX_PER_SYMBOL entries of each symbol."""
        kept_identities = frozenset(
            limit_identities(identity_of(found.entry) for found in self._found.values())
        )
        entries = tuple(each for each in self._found.values() if identity_of(each.entry) in kept_identities)
        path = self._program.files[self._file].path
        hooks = () if is_conftest(path) else find_hooks(self._program, self._file)
        return FileEntries(
            path=path,
            entries=entries,
            hooks=tuple(self._entry_by_name(entry) for entry in hooks),
            names=self._inheritable_names(entries),
            declared=read_setup_calls(path, self._setup_calls, self._origins, self._assigned),
        )

    def _inheritable_names(self, entries: tuple[FoundEntry, ...]) -> tuple[tuple[str, Span], ...]:
        """Return the methods that are tests or fixtures once a class in another file inherits them."""
        known = {each.entry.symbol for each in entries if each.is_by_name}
        methods = [
            self._program.functions[method]
            for number in self._program.classes_of(self._file)
            for method in iter_methods(self._program, number)
        ]
        return tuple(
            (each.symbol, self._span_of_name(each))
            for each in methods
            if is_collected_by_name(each.name) and each.symbol not in known
        )

    def _use(self, scope: int, value: Expression, name: str) -> FrameworkUse:
        function = callee_expression(value)
        receiver = function.value if isinstance(function, Attribute) else None
        return FrameworkUse(
            function=function.name if isinstance(function, Name | Attribute) else "",
            arguments=value.arguments if isinstance(value, Call) else (),
            receiver=receiver,
            factory_call=None if receiver is None else self._find_factory_call(scope, receiver, value.begin),
            name=name,
        )

    def _find_factory_call(self, scope: int, receiver: Expression, begin: int) -> Call | None:
        """Return the call that made a receiver: the last one before the use, if it is in the same file."""
        if isinstance(receiver, Call):
            return receiver
        values = self._assigned.find_values(scope, receiver)
        before = [
            value
            for assigned_in, value in values
            if self._program.scope_file[assigned_in] != self._file or value.begin < begin
        ]
        return before[-1] if before and isinstance(before[-1], Call) else None

    def _add(
        self, referent: Referent, kind: EntryKind, detail: EntryDetail, evidence_place: _Evidence
    ) -> None:
        if referent.kind is ReferentKind.CLASS and kind is EntryKind.ROUTE:
            self._add_handlers(referent.number, detail, evidence_place)
            detail = EntryDetail(detail.path)
        is_class = referent.kind is ReferentKind.CLASS
        each = (
            self._program.classes[referent.number] if is_class else self._program.functions[referent.number]
        )
        is_own = each.file == self._file
        facts = self._program.files[self._file].facts
        evidence = (
            evidence_place.text if is_own else f"{self._program.files[self._file].path} {evidence_place.text}"
        )
        entry = EntryPoint(
            symbol=each.symbol,
            kind=kind.value,
            detail=None if detail.text is None else shorten(detail.text),
            evidence=shorten(evidence),
            span=span_of(facts, evidence_place.begin, evidence_place.end) if is_own else None,
        )
        self._add_entry(
            FoundEntry(path=self._program.files[each.file].path, entry=entry, phase=evidence_place.phase)
        )

    def _add_handlers(self, number: int, detail: EntryDetail, evidence_place: _Evidence) -> None:
        """Add the methods of a view that handle requests."""
        is_view_set = any("ViewSet" in base for base in self._tables.hierarchy.external_ancestors(number))
        for name in (*HTTP_METHODS, *(_VIEW_SET_ACTIONS if is_view_set else ())):
            method = find_method(self._tables, number, name)
            if method is not None:
                verb = name.upper() if name in HTTP_METHODS else name
                text = f"{verb} {detail.path}" if detail.path else verb
                self._add(method, EntryKind.ROUTE, EntryDetail(text), evidence_place)

    def _entry_by_name(self, named: NamedEntry) -> FoundEntry:
        function = self._program.functions[named.function]
        entry = EntryPoint(
            symbol=function.symbol,
            kind=named.kind.value,
            detail=named.detail,
            evidence=shorten(named.evidence),
            span=self._span_of_name(function) if function.file == self._file else None,
        )
        path = self._program.files[function.file].path
        return FoundEntry(path=path, entry=entry, phase=named.phase, is_by_name=True)

    def _span_of_name(self, function: Function) -> Span:
        begin = 0 if function.definition is None else function.definition.name_begin
        return span_of(self._program.files[self._file].facts, begin, begin + len(function.name.encode()))

    def _add_entry(self, found: FoundEntry) -> None:
        if found.entry.symbol:
            self._found.setdefault((identity_of(found.entry), found.is_by_name), found)


def _evidence_of_call(phase: DetectionPhase, call: Call) -> _Evidence:
    return _Evidence(phase, call.begin, call.end, text_of(call))
