"""Calls as references: those that are written, and those that builtins, operators and statements make implicitly.

Turns: CallSites, OperationSites, RaiseSites and ClassSites → References.
"""

from codeshed.model.facts.python_facts import (
    Argument,
    Assign,
    Attribute,
    Call,
    Expression,
    Literal,
    Name,
    Spread,
)
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.semantic import ArgumentKind, Candidate, Provenance, Reference, ReferenceRole
from codeshed.model.symbol_ids import COMMAND_PREFIX, EXTERNAL_PREFIX
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.special_methods import (
    ALL_ARGUMENTS,
    ELEMENT_METHODS_BY_BUILTIN,
    ITERABLE_OR_ELEMENTS,
    LENGTH_HINT,
    LENGTH_HINTS,
    METHODS_BY_BUILTIN,
    OBJECT_METHODS,
    SECOND_ARGUMENT,
)
from codeshed.resolve.python.names.dynamic_imports import IMPORT_FUNCTIONS, find_dynamic_import
from codeshed.resolve.python.names.expression_text import constant_text, find_argument
from codeshed.resolve.python.names.module_resolution import MissingModule
from codeshed.resolve.python.names.sites import (
    CallSite,
    ClassSite,
    MemberSite,
    OperationSite,
    RaiseSite,
    Usage,
)
from codeshed.resolve.python.names.started_programs import (
    StartedProgram,
    find_started_program,
    is_starting_fixture,
    starts_programs,
)
from codeshed.resolve.python.references.call_receivers import CallReceivers
from codeshed.resolve.python.references.callees import MAX_TARGETS, CalleeResolver
from codeshed.resolve.python.references.field_factories import field_factories
from codeshed.resolve.python.references.name_and_member_references import NameAndMemberReferences
from codeshed.resolve.python.references.receivers import ReceiverLookup
from codeshed.resolve.python.references.reference_writer import ReferenceWriter
from codeshed.resolve.receiver_types import NO_RECEIVER_TYPES, ReceiverTypes
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, TYPED, CallResolution, Evidence

_CALLBACKS = frozenset(
    {
        *("builtins.map", "builtins.filter", "functools.reduce", "threading.Thread", "threading.Timer"),
        *("multiprocessing.Process", "itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse"),
        *("itertools.starmap", "asyncio.to_thread", "atexit.register", "re.sub", "re.subn"),
    }
)
_CALLBACK_METHODS = (
    "Executor.submit",
    "Executor.map",
    "Pool.map",
    "Pool.apply_async",
    "Pattern.sub",
    "Pattern.subn",
)
_CALLBACK_KEYWORDS = frozenset({"target", "function", "func", "repl"})
_SECOND_CALLBACKS = frozenset({"re.sub", "re.subn", "threading.Timer"})
_WITHOUT_METHODS = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})
"""External bases that have none of the special methods which operations need."""

_MAX_CLASSES = 6
_OF_CLASSES = frozenset({ValueKind.INSTANCE, ValueKind.CLASS})
_ASKS_FOR_FIXTURE = "getfixturevalue"
_STARTED_BY_NAME = Evidence(Provenance.HEURISTIC, 0.7)
_BY_SHARE_OF_CLASSES = (
    (0.8, INFERRED),
    (0.4, Evidence(Provenance.INFERRED, 0.6)),
    (0.0, Evidence(Provenance.INFERRED, 0.3)),
)
"""The evidence for a special method, by the share of the values that are of classes of the project, not of built-in types."""

_KEYED = frozenset({"builtins.sorted", "builtins.min", "builtins.max", "builtins.list.sort"})
_USAGE_BY_BUILTIN = {
    "builtins.getattr": Usage.LOAD,
    "builtins.hasattr": Usage.LOAD,
    "builtins.setattr": Usage.STORE,
    "builtins.delattr": Usage.DELETE,
}


class CallReferences:
    """Writes the calls of one file."""

    def __init__(
        self,
        file_flow: FileFlow,
        receivers: ReceiverLookup,
        callees: CalleeResolver,
        members: NameAndMemberReferences,
        writer: ReferenceWriter,
    ) -> None:
        self._file_flow = file_flow
        self._state = file_flow.state
        self._receivers = receivers
        self._callees = callees
        self._members = members
        self._writer = writer
        self._call_receivers = CallReceivers(file_flow, receivers)

    def write_call(self, site: CallSite, types: FileTypes | None) -> None:
        """Write a call, and what a builtin callee does with its arguments."""
        resolution = self._callees.resolve(site, types)
        may_dispatch = bool(resolution.targets) and not resolution.is_exact
        receiver = self._call_receivers.types_of_call(site, types) if may_dispatch else NO_RECEIVER_TYPES
        self._write(site, resolution, receiver)
        for name in dict.fromkeys([*resolution.externals, *self._external_callees(site)]):
            self._write_special_methods_of_builtin(site, name)
            self._write_callbacks(site, name)
            self._write_member_by_name(site, name)
            self._members.write_mutation_by_library(site, name)
            if name in IMPORT_FUNCTIONS:
                self._write_dynamic_import(site)
            if starts_programs(name):
                self._write_started_program(site, name)
        if is_starting_fixture(site.call.function):
            self._write_started_program(site, "")
        if isinstance(site.call.function, Attribute) and site.call.function.name == _ASKS_FOR_FIXTURE:
            self._write_requested_fixture(site)
        self._members.write_mutation(site, has_target=bool(resolution.targets) and not resolution.externals)

    def _external_callees(self, site: CallSite) -> list[str]:
        values = self._state.values
        return [
            values.names[value]
            for value in self._state.graph.values(site.callee)
            if values.kinds[value] is ValueKind.EXTERNAL
        ]

    def _write(self, site: CallSite, resolution: CallResolution, receiver: ReceiverTypes) -> None:
        known_by_symbol = {
            **{symbol: resolution.targets[symbol] for symbol in sorted(resolution.targets)},
            **{
                f"{EXTERNAL_PREFIX}{name}": resolution.externals[name]
                for name in sorted(resolution.externals)
            },
        }
        for symbol, known in known_by_symbol.items():
            self._writer.write(self._reference(site, resolution, symbol, known, receiver))
            self._write_constructor_calls(site, symbol, known)
        if not known_by_symbol or resolution.reason is not None:
            self._writer.write(self._reference(site, resolution, None, None))

    def _reference(
        self,
        site: CallSite,
        resolution: CallResolution,
        symbol: str | None,
        known: Evidence | None,
        receiver: ReceiverTypes = NO_RECEIVER_TYPES,
    ) -> Reference:
        call = site.call
        function = call.function
        is_unresolved = symbol is None
        evidence = next(iter(resolution.candidates.values()), None) if is_unresolved else known
        return Reference(
            enclosing_symbol=self._writer.symbol_of_scope(site.scope),
            target_symbol=symbol,
            role=ReferenceRole.CALL,
            receiver=self._members.symbol_of(function.value, site.scope)
            if isinstance(function, Attribute)
            else None,
            method_name=function.name if isinstance(function, Attribute) else None,
            assigned_to=None
            if site.assigned_to is None
            else self._members.symbol_of(site.assigned_to, site.scope),
            span=self._writer.span(call.begin, call.end),
            confidence=None if is_unresolved or known is None else known.confidence,
            provenance=None if evidence is None else evidence.provenance,
            candidates=tuple(
                Candidate(symbol=each, confidence=resolution.candidates[each].confidence)
                for each in (resolution.candidates if is_unresolved else ())
            ),
            reason=resolution.reason if is_unresolved else None,
            is_exact=resolution.is_exact or None,
            receiver_types=receiver.symbols or None,
            receiver_closed=receiver.is_closed or None,
            receiver_types_omitted=receiver.n_omitted or None,
            argument_count=len(call.arguments),
            argument_kinds=tuple(_argument_kind(argument) for argument in call.arguments),
            keyword_names=tuple(each.keyword for each in call.arguments if each.keyword is not None),
            text=self._writer.text(call.begin, call.end),
        )

    def _write_constructor_calls(self, site: CallSite, symbol: str, known: Evidence) -> None:
        """Write what instantiating a class calls besides its constructor.

        These are the `__call__` of its metaclass, field factories, and hooks such as `__post_init__`.
        """
        number = self._state.program.find_class(symbol)
        if number is None:
            return
        found = [
            self._receivers.find_special_method(meta, ("__call__",))
            for meta in self._receivers.metaclasses(number)[:1]
        ]
        if self._state.hierarchy.traits_of(number).has_field_constructor:
            found.append(
                self._receivers.find_special_method(
                    number, ("__post_init__", "__attrs_post_init__", "model_post_init")
                )
            )
            self._write_field_factories(site, number)
        self._write_calls(site.scope, (site.call.begin, site.call.end), found, known)

    def _write_field_factories(self, site: CallSite, number: int) -> None:
        """Write the default factories that a generated constructor calls for fields not passed to it."""
        if self._receivers.find_special_method(number, ("__init__",)) is not None:
            return
        owner, position = self._writer.symbol_of_scope(site.scope), (site.call.begin, site.call.end)
        for symbol in field_factories(self._state, number, site.call):
            self._writer.add(owner, ReferenceRole.CALL, symbol, position, INFERRED)

    def _write_calls(
        self,
        scope: int,
        position: tuple[int, int],
        functions: list[int | None],
        known: Evidence,
        *,
        receiver: ReceiverTypes = NO_RECEIVER_TYPES,
    ) -> None:
        for number in functions:
            if number is not None:
                symbol = self._state.program.functions[number].symbol
                owner = self._writer.symbol_of_scope(scope)
                self._writer.add(owner, ReferenceRole.CALL, symbol, position, known, receiver=receiver)

    def write_raise(self, site: RaiseSite) -> None:
        """`raise Error` instantiates the class as `raise Error()` does."""
        position = (site.value.begin, site.value.end)
        if isinstance(site.value, Name | Attribute):
            for symbol, number in self._receivers.find_named_functions(site.scope, site.value).items():
                if number is None:
                    self._writer.add(
                        self._writer.symbol_of_scope(site.scope),
                        ReferenceRole.CALL,
                        symbol,
                        position,
                        DECLARED,
                    )
            return
        values = self._state.values
        for value in self._state.graph.values(site.node):
            if values.kinds[value] is ValueKind.CLASS and not isinstance(site.value, Call):
                symbol = self._state.program.classes[values.numbers[value]].symbol
                self._writer.add(
                    self._writer.symbol_of_scope(site.scope), ReferenceRole.CALL, symbol, position, INFERRED
                )

    def write_class_statement(self, site: ClassSite) -> None:
        """A class statement runs its metaclass, and `__init_subclass__` of its bases."""
        fact = self._state.program.classes[site.number].definition
        position = (fact.name_begin, fact.name_begin + len(fact.name.encode()))
        found = [
            self._receivers.find_special_method(meta, (name,))
            for meta in self._receivers.metaclasses(site.number)[:1]
            for name in ("__new__", "__init__", "__prepare__")
        ]
        owner = self._file_flow.members.find_defining_class(
            site.number, "__init_subclass__", after=site.number
        )
        if owner is not None:
            found.append(self._receivers.find_own_method(owner, "__init_subclass__"))
        self._write_calls(site.scope, position, found, DECLARED)

    def write_operation(self, site: OperationSite) -> None:
        """Write the special methods that an operator or statement calls."""
        left = [] if site.left < 0 else self._classes_at({site.left}, site.left_methods)
        if not any(
            self._receivers.find_special_method(number, site.left_methods) is not None for number in left
        ):
            self._write_special_method(site.scope, (site.begin, site.end), {site.receiver}, site.methods)

    def _write_special_method(
        self,
        scope: int,
        position: tuple[int, int],
        nodes: set[int],
        methods: tuple[str, ...],
        *,
        is_needed: bool = True,
    ) -> None:
        found: dict[int, None] = {}
        numbers = self._classes_at(nodes, methods)
        for number in numbers:
            method = self._receivers.find_special_method(number, methods)
            if method is not None:
                found[method] = None
        is_lacking = not found
        if is_lacking and is_needed and methods[0] not in OBJECT_METHODS:
            found = dict.fromkeys(each for number in numbers for each in self._provided(number, methods))
        if 0 < len(found) <= MAX_TARGETS:
            is_certain = not is_lacking and all(self._file_flow.certainty.is_certain(node) for node in nodes)
            # Every object has special methods, so many classes at one site mean that its values are not really known.
            if is_certain or len(numbers) <= _MAX_CLASSES or len(found) == 1:
                receiver = self._call_receivers.types_at(nodes)
                known = TYPED if is_certain else self._inferred_at(nodes)
                self._write_calls(scope, position, list(found), known, receiver=receiver)

    def _provided(self, number: int, methods: tuple[str, ...]) -> list[int]:
        """Return the special methods that a class lacks and subclasses define: an object that needs them is of one of those."""
        if any(each not in _WITHOUT_METHODS for each in self._state.hierarchy.external_ancestors(number)):
            return []
        found = (
            self._receivers.find_own_method(owner, name)
            for name in methods
            for owner in self._file_flow.members.find_providers(number, name)
        )
        return [each for each in found if each is not None]

    def _inferred_at(self, nodes: set[int]) -> Evidence:
        """Return the evidence for special methods where values were followed to some nodes.

        Objects of built-in types have such methods themselves. Where many of these get to as well, it is mostly they that
        do: the values of many callers meet there, as in a parameter of a function that much code uses.
        """
        kinds = self._state.values.kinds
        of_classes = [
            kinds[value] in _OF_CLASSES for node in nodes for value in self._state.graph.values(node)
        ]
        share = sum(of_classes) / len(of_classes)
        return next(known for least, known in _BY_SHARE_OF_CLASSES if share >= least)

    def _classes_at(self, nodes: set[int], methods: tuple[str, ...]) -> list[int]:
        """Return the classes whose special methods a node's values have; for a class object, its metaclass."""
        state = self._state
        kinds, numbers = state.values.kinds, state.values.numbers
        found = []
        for node in nodes:
            for value in state.graph.values(node):
                kind = kinds[value]
                if kind is ValueKind.INSTANCE:
                    found.append(numbers[value])
                elif kind is ValueKind.CLASS:
                    found += self._receivers.metaclasses(numbers[value])[:1]
                    if "__class_getitem__" in methods:
                        found.append(numbers[value])
        return sorted(found) if len(found) > 1 else found

    def _write_special_methods_of_builtin(self, site: CallSite, name: str) -> None:
        position = (site.call.begin, site.call.end)
        is_choice = (
            name in ITERABLE_OR_ELEMENTS
            and len(site.call.arguments) > 1
            and site.call.arguments[1].keyword is None
        )
        if name in METHODS_BY_BUILTIN and not is_choice:
            first = 1 if name in SECOND_ARGUMENT else 0
            last = len(site.arguments) if name in ALL_ARGUMENTS else first + 1
            for argument, node in list(zip(site.call.arguments, site.arguments, strict=True))[first:last]:
                if argument.spread is Spread.NONE:
                    self._write_special_method(site.scope, position, {node}, METHODS_BY_BUILTIN[name])
                    if name in LENGTH_HINTS:
                        self._write_special_method(site.scope, position, {node}, LENGTH_HINT, is_needed=False)
        if name in ELEMENT_METHODS_BY_BUILTIN:
            nodes = set(site.arguments[1:]) if len(site.call.arguments) > 1 else set()
            nodes |= (
                set(site.arguments[:1])
                if is_choice
                else self._elements(site.arguments[:1] or (site.receiver,))
            )
            self._write_special_method(site.scope, position, nodes, ELEMENT_METHODS_BY_BUILTIN[name])

    def _elements(self, nodes: tuple[int, ...]) -> set[int]:
        state = self._state
        return {
            state.container_of(value).all_items
            for node in nodes
            if node >= 0
            for value in state.graph.values(node)
            if state.values.kinds[value] is ValueKind.CONTAINER
        }

    def _write_callbacks(self, site: CallSite, name: str) -> None:
        """Write the calls of functions that are passed to a builtin."""
        is_caller = name in _CALLBACKS or name.endswith(_CALLBACK_METHODS)
        position = 1 if name in _SECOND_CALLBACKS else 0
        for index, argument in enumerate(site.call.arguments):
            is_called = is_caller and (
                (index == position and argument.keyword is None) or argument.keyword in _CALLBACK_KEYWORDS
            )
            if is_called or (name in _KEYED and argument.keyword == "key"):
                for symbol in sorted(self._callees.functions_at(site.arguments[index])):
                    span = (site.call.begin, site.call.end)
                    self._writer.add(
                        self._writer.symbol_of_scope(site.scope), ReferenceRole.CALL, symbol, span, INFERRED
                    )

    def _write_member_by_name(self, site: CallSite, name: str) -> None:
        """`getattr(x, "total")` uses an attribute as `x.total` does."""
        usage = _USAGE_BY_BUILTIN.get(name)
        arguments = site.call.arguments
        if usage is None or len(arguments) < 2:  # noqa: PLR2004 - an object and a name
            return
        key: Expression = arguments[1].value
        if (
            isinstance(key, Literal)
            and key.type_name == "str"
            and key.text is not None
            and key.text.isidentifier()
        ):
            member = Attribute(site.call.begin, site.call.end, arguments[0].value, key.text)
            self._members.write_member(MemberSite(site.scope, member, site.arguments[0], usage))

    def _write_requested_fixture(self, site: CallSite) -> None:
        """`request.getfixturevalue("shop")` calls the fixture `shop`."""
        program = self._state.program
        name = constant_text(find_argument(site.call.arguments, 0, "argname"))
        scope, consumer = site.scope, None
        while scope >= 0 and scope not in program.class_of_scope:
            consumer = program.function_of_scope.get(scope, consumer)
            scope = program.scope_parent[scope]
        provider = (
            None
            if name is None or consumer is None
            else self._state.tables.fixtures.find_requested(consumer, name)
        )
        if provider is not None:
            owner, position = self._writer.symbol_of_scope(site.scope), (site.call.begin, site.call.end)
            symbol = program.functions[provider].symbol
            self._writer.add(owner, ReferenceRole.CALL, symbol, position, INFERRED)

    def _write_started_program(self, site: CallSite, function: str) -> None:
        """Starting a program uses it: a script by its name, which linking looks up, or what the interpreter runs."""
        state = self._state

        def find_assigned(name: Name) -> Expression | None:
            owner = state.names.find_binding_scope(site.scope, name.name)
            if owner is None or state.n_stores.get((owner, name.name), 0) != 1:
                return None
            bound = state.static.bindings_of_name(owner, name.name)
            return next((each.value for each in bound if isinstance(each, Assign)), None)

        started = find_started_program(function, site.call, find_assigned)
        if started is None:
            return
        owner = self._writer.symbol_of_scope(site.scope)
        position = (site.call.begin, site.call.end)
        if started.program:
            symbol = f"{COMMAND_PREFIX}{started.program}"
            self._writer.add(owner, ReferenceRole.USE, symbol, position, _STARTED_BY_NAME)
            return
        for file in self._started_files(started):
            self._writer.add(owner, ReferenceRole.USE, state.program.files[file].path, position, INFERRED)

    def _started_files(self, started: StartedProgram) -> list[int]:
        """Return the files that the interpreter runs: a package's `__main__`, a module, or the file of a path."""
        program = self._state.program
        if started.path:
            path = started.path.removeprefix("./")
            program.tracker.current.keys.add(path.removesuffix(".py"))
            file = program.find_file(path)
            return [] if file is None else [file]
        names = (f"{started.module}.__main__", started.module)
        targets = [program.find_module_by_text(self._writer.file, name) for name in names]
        return [each for each in targets if isinstance(each, int)][:1]

    def _write_dynamic_import(self, site: CallSite) -> None:
        """`import_module("shop.cart")` imports a module as `import shop.cart` does."""
        position = (site.call.begin, site.call.end)
        program = self._state.program
        module = program.files[self._writer.file]
        target = find_dynamic_import(program, self._writer.file, site.call)
        if isinstance(target, MissingModule):
            self._writer.write_missing_import(position)
        elif isinstance(target, str):
            self._writer.add(
                module.path, ReferenceRole.IMPORT, f"{EXTERNAL_PREFIX}{target}", position, DECLARED
            )
        elif isinstance(target, int):
            self._writer.add(
                module.path, ReferenceRole.IMPORT, program.files[target].path, position, DECLARED
            )


def _argument_kind(argument: Argument) -> ArgumentKind:
    if argument.spread is Spread.POSITIONAL:
        return ArgumentKind.SPREAD_POSITIONAL
    if argument.spread is Spread.KEYWORD:
        return ArgumentKind.SPREAD_KEYWORD
    return ArgumentKind.POSITIONAL if argument.keyword is None else ArgumentKind.KEYWORD
