"""The flow graph of one file: which abstract values each node holds, given what the other files send.

Turns: the facts of a file, SymbolTables and values from other files → values for other files; once nothing changes
any more, the values at each site. The worklist (`worklist.py`) calls `start` first, then `receive` for each step in
which other files send something, then the certainty methods.
"""

from collections.abc import Iterable

from codeshed.model.facts.type_facts import FileTypes
from codeshed.resolve.python.fixtures.fixture_lookup import NO_PARAMETER
from codeshed.resolve.python.flow.annotation_values import AnnotationValues
from codeshed.resolve.python.flow.call_flow import CallBinder, LibraryModels
from codeshed.resolve.python.flow.certainty import NodeCertainty
from codeshed.resolve.python.flow.container_values import is_item
from codeshed.resolve.python.flow.engine_types import EngineTypes
from codeshed.resolve.python.flow.file_boundary import KeyTranslator
from codeshed.resolve.python.flow.flow_records import NOTHING_SENT, PostedValues, StepMessages
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.flow.library_models.container_methods import call_container_method
from codeshed.resolve.python.flow.library_models.model_table import call_external
from codeshed.resolve.python.flow.statements.definition_statements import complete_decorated
from codeshed.resolve.python.flow.statements.expression_kinds import READERS
from codeshed.resolve.python.flow.statements.signature_parameters import declare_signature
from codeshed.resolve.python.flow.statements.statement_kinds import read_scope
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.flow.type_values import DeclaredTypeValues
from codeshed.resolve.python.flow.value_members import AttributeLookup
from codeshed.resolve.python.flow.value_sets import (
    NO_VALUES,
    PackedValues,
    difference_of,
    pack_values,
    sorted_values,
    union_of,
)
from codeshed.resolve.python.names.interface_trace import InterfaceTrace
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

CERTAIN: ValueKey = (99, "certain", 0, ())
"""Sent instead of a value when a node that another file asked about is certain."""

_CERTAINTY_PREFIX = "t"


class FileFlow:
    """One file while values flow."""

    def __init__(self, tables: SymbolTables, file: int, types: FileTypes | None) -> None:
        self.trace = InterfaceTrace()
        tables.program.tracker.current = self.trace
        state = FlowState(tables, file)
        self.state = state
        self.types = types
        self.members = AttributeLookup(state)
        self.calls = CallBinder(state, self.members, LibraryModels(call_external, call_container_method))
        type_values = DeclaredTypeValues(state)
        checked = EngineTypes(state.program, type_values)
        if types is not None:
            checked.add_class_names(types.class_by_dotted_name)
        self._reader = StatementReader(
            calls=self.calls,
            annotations=AnnotationValues(state.assigned_types, type_values),
            checked=checked,
            types=types,
            readers=READERS,
        )
        state.declare = self._declare
        self._border = KeyTranslator(self.calls)
        self._key_by_node: dict[int, NodeKey] = state.foreign_keys
        self._node_by_key: dict[NodeKey, int] = {}
        self._already_sent: dict[int, PackedValues] = {}
        self._requested_certainty: set[int] = set()
        self._pending_certainty: dict[NodeKey, int] = {}
        self.certainty = NodeCertainty(state, self.members, self._reader.origins)

    def close(self) -> None:
        """Drop all references at once, so no garbage collection is needed; the graph cannot be used afterwards."""
        self.state.close()

    @property
    def n_nodes(self) -> int:
        """The number of nodes, by which memory is estimated."""
        return self.state.graph.n_nodes

    @property
    def sites(self) -> FileSites:
        """The sites of the file."""
        return self._reader.sites

    def activate_trace(self) -> None:
        """Attribute all lookups in the symbol tables from now on to this file."""
        self.state.program.tracker.current = self.trace

    def start(self) -> StepMessages:
        """Read the statements of the file into nodes and edges, and let its own values flow."""
        self.activate_trace()
        state = self.state
        for number in state.program.functions_of(state.file):
            state.functions[number]
        module = state.program.files[state.file]
        for index in range(len(module.facts.scopes)):
            read_scope(self._reader, module.first_scope + index)
        self._reader.finish()
        self._provide_fixtures()
        return self._run()

    def complete_decorated(self) -> StepMessages:
        """After values stopped flowing, take decorators without known result to return what they decorate."""
        self.activate_trace()
        return self._run() if complete_decorated(self._reader) else NOTHING_SENT

    @property
    def has_decorated_functions(self) -> bool:
        """Whether any function is decorated."""
        return bool(self._reader.decorated)

    @property
    def stored_names(self) -> set[str]:
        """Names of fields that the file assigns on something else than a method's own receiver."""
        return self._reader.origins.stored_names

    def start_certainty(self, stored_names: frozenset[str]) -> StepMessages:
        """Determine which nodes at sites are certain; `stored_names` are those of all files."""
        self.activate_trace()
        self.state.graph.forget_listeners()
        self._already_sent = {}
        self.certainty.stored_names = stored_names
        sites = self.sites
        for call in sites.calls:
            self.certainty.is_certain(call.callee)
            for node in call.arguments:
                self.certainty.is_certain(node)
        for decorator in sites.decorators:
            self.certainty.is_certain(decorator.call.callee)
        for member in sites.members:
            self.certainty.is_certain(member.receiver)
        for operation in sites.operations:
            self.certainty.is_certain(operation.receiver)
            self.certainty.is_certain(operation.left)
        return self._send_certainty()

    def _send_certainty(self) -> StepMessages:
        """Ask other files about nodes not asked about yet, and report own nodes that became certain."""
        requested = []
        for node in self.certainty.needed_foreign_nodes:
            if node not in self._requested_certainty:
                self._requested_certainty.add(node)
                requested.append(_certainty_key(self.state.foreign_keys[node]))
        posted: PostedValues = {}
        for key, node in self._pending_certainty.items():
            if self.certainty.is_certain_for_others(node, key[2]):
                posted[key] = (CERTAIN,)
        for key in posted:
            del self._pending_certainty[key]
        return StepMessages(tuple(requested), posted)

    def receive_certainty(self, posted: PostedValues) -> StepMessages:
        """Take note that nodes of other files are certain."""
        self.activate_trace()
        nodes = [
            self.state.find_foreign_node((key[0].removeprefix(_CERTAINTY_PREFIX), *key[1:])) for key in posted
        ]
        self.certainty.assume_certain(node for node in nodes if node is not None)
        return self._send_certainty()

    def share_certainty(self, keys: Iterable[NodeKey]) -> PostedValues:
        """Report whether own nodes are certain, now or once they become so.

        What that depends on in other files is asked for with the next step.
        """
        self.activate_trace()
        posted: PostedValues = {}
        for key in keys:
            node = self._node_of((key[0].removeprefix(_CERTAINTY_PREFIX), *key[1:]))
            if node is not None and self.certainty.is_certain_for_others(node, key[2]):
                posted[key] = (CERTAIN,)
            elif node is not None:
                self._pending_certainty[key] = node
        return posted

    def receive(self, posted: PostedValues) -> StepMessages:
        """Add values from other files to nodes, and let them flow."""
        self.activate_trace()
        for key in sorted(posted):
            node = self._node_of(key)
            if node is None:
                continue
            known = []
            for each in posted[key]:
                value = self._border.value_of(each)
                if value is not None:
                    known.append(value)
                    self.state.graph.add_value(node, value)
            self._already_sent[node] = union_of(
                self._already_sent.get(node, NO_VALUES), pack_values(frozenset(known))
            )
        return self._run()

    def share(self, keys: Iterable[NodeKey]) -> PostedValues:
        """Report what own nodes hold to other files from now on; return what they hold already.

        What follows from sharing within the file is done with the next step.
        """
        self.activate_trace()
        posted: PostedValues = {}
        # Items come last: sharing one may create it, which adds a key to its container with the next step.
        for key in sorted(keys, key=is_item):
            node = self._node_of(key)
            if node is not None:
                self.state.graph.share(node)
                new = self._take_unsent(node, self.state.graph.packed_values(node))
                if new:
                    posted[key] = new
        return posted

    @property
    def has_values_to_send(self) -> bool:
        """Whether the next step has work to do while values flow."""
        return self.state.graph.has_work

    @property
    def has_certainty_to_ask(self) -> bool:
        """Whether the next step has work to do while certainty is determined."""
        return len(self.certainty.needed_foreign_nodes) > len(self._requested_certainty)

    def _declare(self, number: int) -> None:
        declare_signature(self._reader, number)

    def _run(self) -> StepMessages:
        graph = self.state.graph
        graph.run()
        requested = [self.state.foreign_keys[node] for node in graph.take_requested()]
        posted: PostedValues = {}
        for node, values in graph.take_new_shared_values().items():
            new = self._take_unsent(node, values)
            if new:
                posted[self._key_by_node[node]] = new
        return StepMessages(tuple(requested), posted)

    def _take_unsent(self, node: int, held: PackedValues) -> tuple[ValueKey, ...]:
        """Return the values of a node that other files do not know yet, and remember them as sent."""
        sent_before = self._already_sent.get(node, NO_VALUES)
        new = difference_of(held, sent_before)
        if new is NO_VALUES:
            return ()
        self._already_sent[node] = union_of(sent_before, new)
        return tuple(sorted(map(self._border.key_of, sorted_values(new))))

    def _node_of(self, key: NodeKey) -> int | None:
        """Return the node of a key: the node that stands for another file's node, or an own node."""
        node = self._node_by_key.get(key)
        if node is None:
            node = self.state.find_foreign_node(key)
            if node is None:
                node = self._border.node_of(key)
            if node is None:
                return None
            self._node_by_key[key] = node
            self._key_by_node.setdefault(node, key)
        return node

    def _provide_fixtures(self) -> None:
        """Connect what pytest fixtures return to the parameters of tests with their names."""
        state = self.state
        for use in state.tables.fixtures_of(state.file):
            if use.parameter == NO_PARAMETER:
                continue
            is_generator = state.functions[use.provider].is_generator
            node = state.parameter_node(use.consumer, use.parameter)
            if node not in self._reader.closed_nodes:
                provided = state.yield_node(use.provider) if is_generator else state.result_node(use.provider)
                state.graph.add_edge(provided, node)


def _certainty_key(key: NodeKey) -> NodeKey:
    """Return the key under which the certainty of a node is asked for."""
    return (f"{_CERTAINTY_PREFIX}{key[0]}", *key[1:])
