"""Entry points of a project: the functions and classes that something outside of its code calls.

Turns: Program + manifests → EntryPoints by file.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from codeshed.model.facts import Call, Expression, Member, Name
from codeshed.model.semantic import EntryPoint
from codeshed.resolve.entry_points.assigned import Assigned
from codeshed.resolve.entry_points.callables import Callables
from codeshed.resolve.entry_points.declared import find_reference
from codeshed.resolve.entry_points.django import find_management_commands
from codeshed.resolve.entry_points.fixtures import fixture_providers
from codeshed.resolve.entry_points.injection import find_injected_types
from codeshed.resolve.entry_points.manifests import PYTEST_GROUP, SCRIPT_GROUPS, read_manifest
from codeshed.resolve.entry_points.origins import Origins
from codeshed.resolve.entry_points.plain import PlainNames
from codeshed.resolve.entry_points.routes import HTTP_METHODS
from codeshed.resolve.entry_points.rules import CallRule, Detail, EntryKind, Use
from codeshed.resolve.entry_points.setup_calls import read_setup_calls
from codeshed.resolve.entry_points.table import CALLS, CANONICAL, DECORATORS, MEMBER_NAMES
from codeshed.resolve.entry_points.testing import find_named_entries
from codeshed.resolve.entry_points.texts import shortened, span_of, text_of
from codeshed.resolve.entry_points.walk import PlacedCall, iter_calls
from codeshed.resolve.hierarchy import Hierarchy
from codeshed.resolve.program import Class, Function, Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames, called

MAX_PER_SYMBOL = 20
"""How many entry points of one function or class are kept."""

_VIEW_SET_ACTIONS = ("list", "create", "retrieve", "update", "partial_update", "destroy")


def find_entry_points(
    program: Program, static: StaticNames, hierarchy: Hierarchy, manifests: Mapping[str, bytes]
) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of each file that has some; `manifests` are the bytes of project files by path."""
    search = _Search(program, static, hierarchy)
    search.find_decorated()
    search.find_handed_over()
    search.find_injected()
    search.find_management_commands()
    plugins = search.find_declared(manifests)
    search.find_named(plugins)
    return search.entries_by_path()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something is said: a stretch of a file, and its text."""

    file: int
    begin: int
    end: int
    text: str


class _Search:
    """Gathers entry points; of several that say the same about a symbol, the one in its own file is kept."""

    def __init__(self, program: Program, static: StaticNames, hierarchy: Hierarchy) -> None:
        self._program = program
        self._static = static
        self._hierarchy = hierarchy
        plain = PlainNames(program, static)
        self._assigned = Assigned(program, static, plain, hierarchy)
        self._origins = Origins(
            program=program,
            static=static,
            plain=plain,
            hierarchy=hierarchy,
            assigned=self._assigned,
            canonical=CANONICAL,
            providers=_providers(program, static),
        )
        self._callables = Callables(program, static, hierarchy, self._assigned)
        self._setup_calls: list[PlacedCall] = []
        self._found: dict[int, dict[tuple[str, str, str | None], EntryPoint]] = {}

    def find_decorated(self) -> None:
        """Find what is decorated by a framework."""
        for number, function in enumerate(self._program.functions):
            if function.definition is not None and function.definition.decorators:
                self._decorated(Entity(EntityKind.FUNCTION, number=number), function)
        for number, each in enumerate(self._program.classes):
            if each.definition.decorators:
                self._decorated(Entity(EntityKind.CLASS, number=number), each)

    def _decorated(self, entity: Entity, each: Function | Class) -> None:
        scope = self._program.scope_parent[each.scope]
        for decorator in () if each.definition is None else each.definition.decorators:
            for key in self._origins.of(scope, called(decorator)):
                rule = DECORATORS.get(key)
                if rule is not None:
                    use = self._use(scope, decorator, each.name)
                    place = _Place(each.file, decorator.begin, decorator.end, f"@{text_of(decorator)}")
                    self._add(entity, rule.kind, rule.detail(use), place)
                    break

    def find_handed_over(self) -> None:
        """Find what a call hands over to a framework."""
        for placed in iter_calls(self._program, MEMBER_NAMES):
            if placed.function.name == "setup":
                self._setup_calls.append(placed)
            for key in self._origins.of(placed.scope, placed.function):
                rule = CALLS.get(key)
                if rule is not None and not (placed.is_decorator and key in DECORATORS):
                    self._handed_over(placed, rule)
                    break

    def _handed_over(self, placed: PlacedCall, rule: CallRule) -> None:
        use = self._use(placed.scope, placed.call, "")
        file = self._program.scope_file[placed.scope]
        place = _Place(file, placed.call.begin, placed.call.end, text_of(placed.call))
        for target in rule.targets(use):
            for entity in self._callables.find(placed.scope, target.value):
                self._add(entity, rule.kind, target.detail, place)

    def find_injected(self) -> None:
        """Find the classes that a parameter is annotated with, for the framework to make."""
        for scope, call, declared in find_injected_types(self._program, self._origins):
            place = _Place(self._program.scope_file[scope], call.begin, call.end, text_of(call))
            for entity in self._callables.find(scope, declared):
                self._add(entity, EntryKind.DEPENDENCY, Detail(), place)

    def find_management_commands(self) -> None:
        """Find the commands of Django's `manage.py`."""
        for entity, name, number in find_management_commands(self._program, self._origins, self._callables):
            each = self._program.classes[number]
            begin = each.definition.name_begin
            text = f"class {each.name}({', '.join(text_of(base.value) for base in each.bases)})"
            place = _Place(each.file, begin, begin + len(each.name.encode()), text)
            self._add(entity, EntryKind.COMMAND, Detail(name), place)

    def find_declared(self, manifests: Mapping[str, bytes]) -> tuple[int, ...]:
        """Find what manifests refer to, and return the files that they register with pytest."""
        entries = [entry for path in sorted(manifests) for entry in read_manifest(path, manifests[path])]
        entries += read_setup_calls(self._program, self._setup_calls, self._origins, self._assigned)
        plugins = []
        for entry in entries:
            reference = find_reference(entry, self._program, self._static, self._callables)
            kind = EntryKind.SCRIPT if entry.group in SCRIPT_GROUPS else EntryKind.PLUGIN
            evidence = f"{entry.manifest} [{entry.section}] {entry.name}"
            for entity in reference.entities:
                self._add(entity, kind, Detail(entry.name), evidence)
            if reference.file is not None and entry.group == PYTEST_GROUP:
                plugins.append(reference.file)
        return tuple(plugins)

    def find_named(self, plugins: tuple[int, ...]) -> None:
        """Find what test runners know by name."""
        for entry in find_named_entries(self._program, self._static, self._hierarchy, plugins):
            function = self._program.functions[entry.function]
            if function.definition is not None:
                begin = function.definition.name_begin
                end = begin + len(function.name.encode())
                place = _Place(function.file, begin, end, entry.evidence)
                entity = Entity(EntityKind.FUNCTION, number=entry.function)
                self._add(entity, entry.kind, Detail(entry.detail), place)

    def entries_by_path(self) -> dict[str, tuple[EntryPoint, ...]]:
        """Return what was found, by path and in the order of symbols."""
        result = {}
        for file in sorted(self._found):
            entries = sorted(self._found[file].values(), key=_order)
            n_by_symbol: dict[str, int] = {}
            kept = []
            for entry in entries:
                n_by_symbol[entry.symbol] = n_by_symbol.get(entry.symbol, 0) + 1
                if n_by_symbol[entry.symbol] <= MAX_PER_SYMBOL:
                    kept.append(entry)
            result[self._program.files[file].path] = tuple(kept)
        return result

    def _use(self, scope: int, value: Expression, name: str) -> Use:
        function = called(value)
        receiver = function.value if isinstance(function, Member) else None
        return Use(
            function=function.name if isinstance(function, Name | Member) else "",
            arguments=value.arguments if isinstance(value, Call) else (),
            receiver=receiver,
            maker=None if receiver is None else self._maker(scope, receiver, value.begin),
            name=name,
        )

    def _maker(self, scope: int, receiver: Expression, begin: int) -> Call | None:
        """Return the call that made a receiver: the last one before the use, if it stands in the same file."""
        if isinstance(receiver, Call):
            return receiver
        file = self._program.scope_file[scope]
        values = self._assigned.values(scope, receiver)
        before = [
            value for place, value in values if self._program.scope_file[place] != file or value.begin < begin
        ]
        return before[-1] if before and isinstance(before[-1], Call) else None

    def _add(self, entity: Entity, kind: EntryKind, detail: Detail, place: _Place | str) -> None:
        if entity.kind is EntityKind.CLASS and kind is EntryKind.ROUTE:
            self._add_handlers(entity.number, detail, place)
            detail = Detail(detail.path)
        is_class = entity.kind is EntityKind.CLASS
        each = self._program.classes[entity.number] if is_class else self._program.functions[entity.number]
        if not each.symbol:
            return
        text = None if detail.text is None else shortened(detail.text)
        span, evidence = None, str(place)
        if isinstance(place, _Place) and place.file == each.file:
            facts = self._program.files[place.file].facts
            span, evidence = span_of(facts, place.begin, place.end), place.text
        elif isinstance(place, _Place):
            evidence = f"{self._program.files[place.file].path} {place.text}"
        entry = EntryPoint(
            symbol=each.symbol, kind=kind.value, detail=text, evidence=shortened(evidence), span=span
        )
        known = self._found.setdefault(each.file, {})
        key = (each.symbol, kind.value, text)
        if key not in known or (known[key].span is None and span is not None):
            known[key] = entry

    def _add_handlers(self, number: int, detail: Detail, place: _Place | str) -> None:
        """Add the methods of a view that requests arrive at."""
        is_view_set = any("ViewSet" in base for base in self._hierarchy.externals(number))
        for name in (*HTTP_METHODS, *(_VIEW_SET_ACTIONS if is_view_set else ())):
            method = self._callables.method(number, name)
            if method is not None:
                verb = name.upper() if name in HTTP_METHODS else name
                text = f"{verb} {detail.path}" if detail.path else verb
                self._add(method, EntryKind.ROUTE, Detail(text), place)


def _providers(program: Program, static: StaticNames) -> dict[tuple[int, int], tuple[int, ...]]:
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for use in fixture_providers(program, static):
        place = (use.consumer, use.parameter)
        found[place] = (*found.get(place, ()), use.provider)
    return found


def _order(entry: EntryPoint) -> tuple[str, str, str, str]:
    return (entry.symbol, entry.kind, entry.detail or "", entry.evidence or "")
