"""Follows a value from its source through calls, results, fields and variables to sinks.

Turns: a FoundSource → SinkHits. A value that enters a function by a call leaves it to that call alone; one that a function makes
itself leaves it to all callers. Every step counts as work, and each source has a limit of its own.
"""

from collections import deque
from typing import NamedTuple

from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.document_flows import CallTarget
from codeshed.model.facts.data_flow import (
    ANY_MEMBER,
    ELEMENT,
    MODULE_FUNCTION,
    THIS,
    Flow,
    FlowCall,
    FlowForm,
    Place,
    PlaceKind,
    cut_fields,
    item_field,
    may_be_same_field,
    member_of_field,
)
from codeshed.model.risk.risk_rules import ANY_ARGUMENT, RECEIVER_SLOT
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.query.risk.api_names import ApiName, ApiNames
from codeshed.query.risk.argument_binding import bind_argument, has_receiver, slots_of_parameter
from codeshed.query.risk.compiled_rules import FORMS, CompiledRules, PlacedSink
from codeshed.query.risk.flow_table import CallPlace, FlowTable, SourceKey
from codeshed.query.risk.sources import READ_METHODS, FoundSource

_MAX_STEPS = 4_000
"""How many places one source reaches at most."""

MIN_CONFIDENCE = 0.5
"""Flows that are less sure are left out: of those that were read, hardly one was true."""

_MAX_STACK = 5
_MAX_CALLERS = 24
_MAX_CALLEES = 4
_MIN_TARGET = 50
_CERTAIN = 100
_SIBLING = 0.7
"""How sure it is that a field which one method stores is the one that another method reads, at another call."""

_ANY_FIELD = 0.7
"""How sure it is that a value with a constant key is the one whose key is not known."""

_EXTERNAL = 0.95
"""How sure it is that the result of a method of another package has the data of its object."""

_NOWHERE = (-1, -1)
_INTO_CALLS = frozenset({PlaceKind.ARGUMENT, PlaceKind.RECEIVER, PlaceKind.CALLEE})
_CALLBACKS = frozenset(
    {"then", "map", "forEach", "filter", "some", "every", "find", "flatMap", "reduce", "sort", "each"}
)
_FIELDS_OF_ALL_MEMBERS = {"items": (ELEMENT, item_field("1")), "values": (ELEMENT,)}
"""Methods that return all members of their object, and where in their result these are."""

_COPYING_METHODS = frozenset(
    {"concat", "copy", "filter", "flat", "reverse", "slice", "sort", "splice", "toSorted"}
)
_MAX_FUNCTION_DEPTH = 3


class Carried(NamedTuple):
    """What is known of a value where it is.

    The fields of the place in which it is, how it is part of the text there, the rules that it may still break, and how sure
    all that is.
    """

    fields: tuple[str, ...]
    form: FlowForm
    mask: int
    confidence: float


class Step(NamedTuple):
    """A place that the value has reached, with the calls around it, the step before, and the call that led here.

    `read` is the span at which the value was read in the step before. What is read before `stored_at` does not have the value.
    """

    function: int
    key: SourceKey
    stack: tuple[CallPlace, ...]
    value: Carried
    before: int
    via: CallPlace | None
    read: tuple[int, int] = _NOWHERE
    stored_at: int = 0


class SinkHit(NamedTuple):
    """A value that reaches a sink: the call, the argument, how sure that is, the last step, and where it is read there."""

    placed: PlacedSink
    function: int
    call: int
    slot: str
    name: str
    confidence: float
    last: int
    read: tuple[int, int]


class _Entry(NamedTuple):
    """A function that a call enters, and whether the call makes an object."""

    function: int
    is_constructor: bool = False


class Propagation:
    """Follows values through one table by one set of rules; `counter` ends all of it."""

    def __init__(self, table: FlowTable, names: ApiNames, rules: CompiledRules, counter: WorkCounter) -> None:
        self.table = table
        self.names = names
        self.rules = rules
        self._counter = counter
        self._guards: dict[tuple[int, SourceKey, tuple[str, ...], FlowForm], int] = {}
        self.n_cut_sources = 0
        self.unfollowed: set[CallPlace] = set()
        """Calls that got such a value, and of which it is not known what they run."""

    def follow(self, source: FoundSource) -> "Trace":
        """Return the sinks that a source reaches, and the steps to them."""
        trace = Trace(self)
        mask = self.rules.masks_by_kind.get(source.source.kind, 0)
        place = source.place
        value = Carried(place.fields, FlowForm.WHOLE, mask, source.confidence)
        trace.push(Step(source.function, _key(place), (), value, -1, None))
        while trace.pending and len(trace.steps) < _MAX_STEPS and self._counter.n_left:
            self._counter.add(trace.expand(trace.pending.popleft(), self._counter.n_left))
        if trace.pending and len(trace.steps) >= _MAX_STEPS:
            self.n_cut_sources += 1
        return trace

    def guarded(self, function: int, key: SourceKey, fields: tuple[str, ...], form: FlowForm) -> int:
        """Return the mask of the rules for which a function checks a place, an object around it, or a text made of it."""
        known = self._guards.get((function, key, fields, form))
        if known is None:
            known = 0
            for each in self._same_places(function, key):
                for _, flow in self.table.flows_from(function, each):
                    if flow.source.fields == fields[: len(flow.source.fields)]:
                        known |= self._checked_by(function, flow.target, is_other_text=flow.form > form)
            self._guards[function, key, fields, form] = known
        return known

    def _same_places(self, function: int, key: SourceKey) -> list[SourceKey]:
        """Return a place, and the results of calls that are written alike: `if is_safe(args.get("a")): go(args.get("a"))`."""
        kind, number, _ = key
        if kind != PlaceKind.RESULT:
            return [key]
        return [(kind, each, "") for each in self.table.calls_like(function, number)]

    def _checked_by(self, function: int, target: Place, *, is_other_text: bool) -> int:
        """Return the mask of the rules that a test of a place is for.

        A text that is made of a value says only by being one of a list that the value is safe elsewhere.
        """
        if target.kind is PlaceKind.TEST:
            return self.rules.membership_mask
        if target.kind not in {PlaceKind.ARGUMENT, PlaceKind.RECEIVER}:
            return 0
        call = self.table.functions[function].summary.calls[target.number]
        name = call.name.lower()
        found = [guard for word, guard in self.rules.guard_words if word in name]
        if self.rules.guards.may_name(call.name):
            names = self.names.of_call(function, target.number)
            found += [guard for guard, _ in self.rules.guards.find(names)]
        slot = RECEIVER_SLOT if target.kind is PlaceKind.RECEIVER else target.name
        mask = 0
        for guard in found:
            if (
                (call.is_tested or guard.raises)
                and (guard.membership or not is_other_text)
                and self.table.languages[function] in guard.languages
                and (ANY_ARGUMENT in guard.arguments or slot in guard.arguments)
            ):
                mask |= self.rules.mask_of(guard.rules)
        return mask

    def cleaned(self, names: tuple[ApiName, ...], call: FlowCall) -> int:
        """Return the mask of the rules for which the result of a call is safe."""
        mask = 0
        constants = dict(call.constants)
        for each, _ in self.rules.sanitizers.find(names):
            if not all(constants.get(slot, "").startswith(text) for slot, text in each.constants.items()):
                continue
            mask |= self.rules.mask_of(each.rules)
        return mask


class Trace:
    """The steps of one source, in the order in which they were reached."""

    def __init__(self, propagation: Propagation) -> None:
        self._shared = propagation
        self._table = propagation.table
        self._names = propagation.names
        self._rules = propagation.rules
        self.steps: list[Step] = []
        self.hits: list[SinkHit] = []
        self.pending: deque[int] = deque()
        self._read = _NOWHERE
        self._seen: dict[
            tuple[int, SourceKey, tuple[str, ...], tuple[CallPlace, ...]], tuple[int, FlowForm, int]
        ] = {}

    def push(self, step: Step) -> None:
        """Add a place that the value reaches, unless it is known with the same rules and form."""
        value = step.value
        fields = cut_fields(value.fields)
        seen = (step.function, step.key, fields, step.stack)
        known = self._seen.get(seen)
        if (
            known is not None
            and not value.mask & ~known[0]
            and value.form >= known[1]
            and step.stored_at >= known[2]
        ):
            return
        before = (0, value.form, step.stored_at) if known is None else known
        self._seen[seen] = (
            before[0] | value.mask,
            min(value.form, before[1]),
            min(step.stored_at, before[2]),
        )
        if value.mask:
            self.pending.append(len(self.steps))
            self.steps.append(step._replace(value=value._replace(fields=fields), read=self._read))

    def expand(self, number: int, n_units: int) -> int:
        """Follow the flows from a place, within some units of work; return how many it took."""
        step = self.steps[number]
        value = step.value
        flows = self._table.flows_from(step.function, step.key)[: n_units - 1]
        for _, flow in flows:
            if flow.begin < step.stored_at and flow.target.kind in _INTO_CALLS:
                continue
            rest = _rest(flow.source.fields, value.fields)
            if rest is None or (rest and flow.form is not FlowForm.WHOLE):
                continue
            if not self._rules.stopped_fields.isdisjoint(flow.source.fields[len(value.fields) :]):
                continue
            sure = value.confidence * _sureness_of_field(flow.source.fields, value.fields)
            mask = value.mask & ~self._shared.guarded(step.function, step.key, flow.source.fields, flow.form)
            if mask:
                fields = cut_fields((*flow.target.fields, *rest))
                form = max(value.form, flow.form)
                self._read = (flow.begin, flow.end)
                self._reach(number, flow, Carried(fields, form, mask, sure))
        return 1 + len(flows)

    def _reach(self, number: int, flow: Flow, value: Carried) -> None:
        match flow.target.kind:
            case PlaceKind.ARGUMENT:
                self._reach_argument(number, flow.target, value)
            case PlaceKind.RECEIVER:
                self._reach_receiver(number, flow.target.number, value)
            case PlaceKind.RETURN:
                self._leave(number, value)
            case PlaceKind.NAME:
                self._reach_variable(number, flow, value)
            case PlaceKind.PARAMETER:
                self._change_object(number, flow, value)
            case _:
                pass

    # Calls

    def _reach_argument(self, number: int, target: Place, value: Carried) -> None:
        function, call, slot = self.steps[number].function, target.number, target.name
        self._check_sinks(number, call, slot, value)
        if self._enter_own(number, call, slot, value) or self._enter_callbacks(number, call, slot, value):
            return
        names = self._names.of_call(function, call)
        for each, name in self._rules.passes.find(names):
            if self._table.languages[function] not in each.languages:
                continue
            if ANY_ARGUMENT in each.arguments or slot in each.arguments:
                mask = value.mask & ~self._shared.cleaned(
                    names, self._table.functions[function].summary.calls[call]
                )
                if each.cleans:
                    mask &= ~self._rules.mask_of(each.cleans)
                form = value.form if each.form is None else max(value.form, FORMS[each.form])
                sure = value.confidence * name.confidence / _CERTAIN
                fields = value.fields if each.keeps_fields else ()
                self._reach_result(number, call, Carried(fields, form, mask, sure))
                return
        if not self._table.functions[function].targets.get(call):
            self._shared.unfollowed.add(CallPlace(function, call))

    def _reach_receiver(self, number: int, call: int, value: Carried) -> None:
        function = self.steps[number].function
        self._check_sinks(number, call, RECEIVER_SLOT, value)
        if self._enter_own(number, call, RECEIVER_SLOT, value):
            return
        summary = self._table.functions[function].summary.calls[call]
        written = summary.name
        rest = _fields_read_by(summary, value.fields)
        if written in self._rules.stops or rest is None:
            return
        mask = value.mask & ~self._shared.cleaned(self._names.of_call(function, call), summary)
        sure = value.confidence * _EXTERNAL
        self._reach_result(number, call, Carried(rest, value.form, mask, sure))
        if written in _CALLBACKS:
            self._pass_to_functions(number, call, value)

    def _reach_result(self, number: int, call: int, value: Carried) -> None:
        step = self.steps[number]
        key = (int(PlaceKind.RESULT), call, "")
        self.push(Step(step.function, key, step.stack, value, number, CallPlace(step.function, call)))

    def _enter_own(self, number: int, call: int, slot: str, value: Carried) -> bool:
        """Enter the functions of the repository that a call likely runs; return whether there are some."""
        function = self.steps[number].function
        found = [
            each
            for each in self._table.functions[function].targets.get(call, ())
            if each.confidence >= _MIN_TARGET and not each.symbol.startswith(EXTERNAL_PREFIX)
        ]
        for target in found[:_MAX_CALLEES]:
            self._enter(number, call, target, slot, value)
        methods = [] if found else self._methods_of_object(function, call)
        for method in methods[:_MAX_CALLEES]:
            inner = value._replace(confidence=value.confidence * _EXTERNAL)
            self._enter_function(number, call, _Entry(method), slot, inner)
        return bool(found or methods)

    def _methods_of_object(self, function: int, call: int) -> list[int]:
        """Return the functions that a constructor stores in its object under the name that a call has after the dot.

        `function Cart() { this.add = (item) => … }` makes no method that references could name.
        """
        if self._table.functions[function].targets.get(call):
            return []
        name = self._table.functions[function].summary.calls[call].name
        return [
            self._table.row_in_file(maker, flow.source.number)
            for _, receiver in self._table.flows_into_call(function, call)
            if receiver.target.kind is PlaceKind.RECEIVER
            for maker in self._makers_of(function, receiver.source, 0)
            for flow in self._table.functions[maker].summary.flows
            if flow.source.kind is PlaceKind.FUNCTION
            and flow.target.kind is PlaceKind.PARAMETER
            and flow.target.number == THIS
            and flow.target.fields == (name,)
        ]

    def _makers_of(self, function: int, place: Place, depth: int) -> list[int]:
        """Return the functions whose call made the object at a place."""
        table = self._table
        if place.fields or depth > _MAX_FUNCTION_DEPTH:
            return []
        if place.kind is PlaceKind.RESULT:
            return [each.function for each in self._entries(CallPlace(function, place.number))]
        if place.kind is not PlaceKind.NAME or place.number < 0:
            return []
        owner = table.row_in_file(function, place.number)
        return [
            maker
            for _, flow in table.flows_into_variable(owner, place.name)
            for maker in self._makers_of(owner, flow.source, depth + 1)
        ]

    def _enter(self, number: int, call: int, target: CallTarget, slot: str, value: Carried) -> None:
        name = ApiName(target.symbol.rpartition("::")[2], _CERTAIN)
        written = self._table.functions[self.steps[number].function].summary.calls[call]
        inner = value._replace(
            mask=value.mask & ~self._shared.cleaned((name,), written),
            confidence=value.confidence * target.confidence / _CERTAIN,
        )
        found = self._table.find_called(target.symbol)
        if found is not None:
            self._enter_function(number, call, _Entry(*found), slot, inner)
        elif slot.isidentifier() and slot != RECEIVER_SLOT:
            # A class without a constructor of its own keeps what it gets by the name of the field.
            self._reach_result(number, call, inner._replace(fields=(slot, *inner.fields)))

    def _enter_function(self, number: int, call: int, entry: _Entry, slot: str, value: Carried) -> None:
        step, table = self.steps[number], self._table
        place = CallPlace(step.function, call)
        around = (*step.stack, place)
        if len(step.stack) >= _MAX_STACK or any(each.function == entry.function for each in around):
            return
        passes_object = entry.is_constructor or has_receiver(table, place)
        bound = bind_argument(table, entry.function, slot, value.fields, passes_object=passes_object)
        for parameter, fields in bound:
            key = (int(PlaceKind.PARAMETER), parameter, "")
            self.push(Step(entry.function, key, around, value._replace(fields=fields), number, place))

    def _enter_callbacks(self, number: int, call: int, slot: str, value: Carried) -> bool:
        """Enter the functions that a called parameter or variable holds; return whether there are some."""
        step = self.steps[number]
        inner = value._replace(confidence=value.confidence * _EXTERNAL)
        has_some = False
        for _, flow in self._table.flows_into_call(step.function, call):
            if flow.target.kind is not PlaceKind.CALLEE:
                continue
            for callee in self._functions_at(step.function, flow.source, step.stack, 0):
                has_some = True
                self._enter_function(number, call, _Entry(callee), slot, inner)
        return has_some

    def _functions_at(
        self, function: int, place: Place, stack: tuple[CallPlace, ...], depth: int
    ) -> list[int]:
        """Return the functions that a place holds: a lambda, or what the caller passes."""
        table = self._table
        if place.fields or depth > _MAX_FUNCTION_DEPTH:
            return []
        if place.kind is PlaceKind.FUNCTION:
            return [table.row_in_file(function, place.number)]
        found: list[int] = []
        if place.kind is PlaceKind.NAME and place.number > 0:
            owner = table.row_in_file(function, place.number)
            for _, flow in table.flows_into_variable(owner, place.name):
                found += self._functions_at(owner, flow.source, stack, depth + 1)
        elif place.kind is PlaceKind.PARAMETER:
            calls = [each for each in stack if self._runs(each, function)] or table.callers(function)
            for caller in calls[:_MAX_CALLEES]:
                for source in self._passed_at(caller, function, place.number):
                    found += self._functions_at(caller.function, source, (), depth + 1)
        return list(dict.fromkeys(found))[:_MAX_CALLEES]

    def _passed_at(self, caller: CallPlace, function: int, parameter: int) -> list[Place]:
        """Return the sources of what a call passes as a parameter."""
        table = self._table
        slots = slots_of_parameter(table, function, parameter, passes_object=has_receiver(table, caller))
        return [
            flow.source
            for _, flow in table.flows_into_call(caller.function, caller.call)
            if flow.target.kind is PlaceKind.ARGUMENT and flow.target.name in slots
        ]

    def _runs(self, place: CallPlace, function: int) -> bool:
        return any(found.function == function for found in self._entries(place))

    def _entries(self, place: CallPlace) -> list[_Entry]:
        targets = self._table.functions[place.function].targets.get(place.call, ())
        return [_Entry(*found) for each in targets if (found := self._table.find_called(each.symbol))]

    def _pass_to_functions(self, number: int, call: int, value: Carried) -> None:
        """Pass the elements of an object to the functions that its method gets: `items.map((item) => …)`."""
        function = self.steps[number].function
        is_element = value.fields[:1] in {(ELEMENT,), (ANY_MEMBER,)}
        inner = value._replace(
            fields=value.fields[1:] if is_element else value.fields,
            confidence=value.confidence * _EXTERNAL,
        )
        for _, flow in self._table.flows_into_call(function, call):
            if flow.target.kind is PlaceKind.ARGUMENT and flow.source.kind is PlaceKind.FUNCTION:
                callee = self._table.row_in_file(function, flow.source.number)
                self._enter_function(number, call, _Entry(callee), "0", inner)

    # What leaves a function

    def _leave(self, number: int, value: Carried) -> None:
        """Return a value to the call that it came in by, or to all callers."""
        step = self.steps[number]
        if step.stack:
            callers, stack = [step.stack[-1]], step.stack[:-1]
        else:
            callers, stack = self._table.callers(step.function)[:_MAX_CALLERS], ()
        for caller in callers:
            key = (int(PlaceKind.RESULT), caller.call, "")
            self.push(Step(caller.function, key, stack, value, number, caller))

    def _reach_variable(self, number: int, flow: Flow, value: Carried) -> None:
        """Reach the functions that read a variable: inner functions, and for one of the file, other files too."""
        step, table, target = self.steps[number], self._table, flow.target
        for reader in table.readers(step.function, target.number, target.name):
            is_own = reader == step.function
            self.push(
                Step(
                    reader,
                    _key(target),
                    step.stack if is_own else (),
                    value,
                    number,
                    None,
                    stored_at=flow.stored_at if is_own else 0,
                )
            )
        if target.number == MODULE_FUNCTION:
            for reader, flow_number in table.readers_elsewhere(step.function, target.name):
                source = table.functions[reader].summary.flows[flow_number].source
                self.push(Step(reader, _key(source), (), value, number, None))

    def _change_object(self, number: int, flow: Flow, value: Carried) -> None:
        """Reach what sees a field that is stored in an object of the caller: what follows here, and other functions."""
        step, table, target = self.steps[number], self._table, flow.target
        self.push(
            Step(step.function, _key(target), step.stack, value, number, None, stored_at=flow.stored_at)
        )
        is_self = target.number == table.self_parameter(step.function)
        if step.stack:
            self._change_argument(number, target.number, value, step.stack, is_self=is_self)
            return
        for caller in table.callers(step.function)[:_MAX_CALLERS]:
            self._change_argument(number, target.number, value, (caller,), is_self=is_self)
        if is_self:
            inner = value._replace(confidence=value.confidence * _SIBLING)
            for method in table.sibling_methods(step.function):
                key = (int(PlaceKind.PARAMETER), table.self_parameter(method), "")
                self.push(Step(method, key, (), inner, number, None))

    def _change_argument(
        self,
        number: int,
        parameter: int,
        value: Carried,
        calls: tuple[CallPlace, ...],
        *,
        is_self: bool,
    ) -> None:
        """Reach the field of what the last of some nested calls passed, in the function that calls."""
        step, table = self.steps[number], self._table
        caller, stack = calls[-1], calls[:-1]
        if is_self and any(each.is_constructor for each in self._entries(caller)):
            places = [Place(PlaceKind.RESULT, caller.call)]
        elif is_self:
            into = table.flows_into_call(caller.function, caller.call)
            places = [flow.source for _, flow in into if flow.target.kind is PlaceKind.RECEIVER]
        else:
            places = self._passed_at(caller, step.function, parameter)
        called_at = table.functions[caller.function].summary.calls[caller.call].end
        for place in places:
            inner = value._replace(fields=(*place.fields, *value.fields))
            stored_at = 0 if place.kind is PlaceKind.RESULT else called_at
            self.push(Step(caller.function, _key(place), stack, inner, number, caller, stored_at=stored_at))

    # Sinks

    def _check_sinks(self, number: int, call: int, slot: str, value: Carried) -> None:
        function, sinks = self.steps[number].function, self._rules.sinks
        joined = self._table.functions[function]
        summary = joined.summary.calls[call]
        lasts = (summary.name, *(each.symbol.rpartition(".")[2] for each in joined.targets.get(call, ())))
        if not any(map(sinks.may_name, lasts)):
            return
        constants = dict(summary.constants)
        for placed, name in sinks.find(self._names.of_call(function, call)):
            sink = placed.sink
            if (
                value.mask & placed.bit
                and (slot in sink.arguments or ANY_ARGUMENT in sink.arguments)
                and _is_in(value.fields, sink.fields)
                and value.form in {FORMS[each] for each in sink.forms}
                and self._table.languages[function] in sink.languages
                and all(constants.get(key) == constant for key, constant in sink.constants.items())
                and not any(
                    self._passes_one_of(function, call, slot, values) for slot, values in sink.unless.items()
                )
            ):
                sure = value.confidence * sink.confidence * name.confidence / _CERTAIN
                if sure >= MIN_CONFIDENCE:
                    self.hits.append(
                        SinkHit(placed, function, call, slot, name.name, sure, number, self._read)
                    )

    def _passes_one_of(self, function: int, call: int, slot: str, values: tuple[str, ...]) -> bool:
        """Whether a call has one of some constants or names as an argument."""
        summary = self._table.functions[function].summary.calls[call]
        if any(key == slot and text in values for key, text in summary.constants):
            return True
        return any(
            name.name in values
            for number, flow in self._table.flows_into_call(function, call)
            if flow.target.kind is PlaceKind.ARGUMENT and flow.target.name == slot
            for name in self._names.of_source(function, number, flow)
        )


def _fields_read_by(call: FlowCall, fields: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return in which fields of the result of a method the value is that is in some fields of its object; None if it is not there."""
    if not fields:
        return ()
    first, *others = fields
    is_element = first in {ELEMENT, ANY_MEMBER}
    if call.name in READ_METHODS:
        key = dict(call.constants).get("0")
        return tuple(others) if is_element or key in {None, member_of_field(first)} else None
    if call.name in _FIELDS_OF_ALL_MEMBERS:
        return (*_FIELDS_OF_ALL_MEMBERS[call.name], *others)
    if call.name in _COPYING_METHODS:
        return fields
    return () if is_element and not others else None


def _key(place: Place) -> SourceKey:
    return int(place.kind), place.number, place.name


def _rest(read: tuple[str, ...], reached: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return what a flow that reads a field carries on of a value in another field; None if they are different fields."""
    if all(map(may_be_same_field, read, reached)):
        return reached[len(read) :]
    return None


def _sureness_of_field(read: tuple[str, ...], reached: tuple[str, ...]) -> float:
    """Return how sure it is that a field that is read is the one with the value, which may be another one."""
    sure = 1.0
    for one, other in zip(read, reached, strict=False):
        if one != other and not member_of_field(one).isdecimal() and not member_of_field(other).isdecimal():
            sure *= _ANY_FIELD
    return sure


def _is_in(fields: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a sink is about these fields of its argument."""
    if not wanted:
        return not fields
    return ANY_ARGUMENT in wanted or (bool(fields) and member_of_field(fields[0]) in wanted)
