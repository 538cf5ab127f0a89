"""The flow of one file: which values each of its nodes holds, given what the other files send.

Turns: the facts of a file, Tables and values from other files → values for other files; at rest, what its places hold.
"""

from collections.abc import Iterable

from codeshed.model.type_facts import FileTypes
from codeshed.resolve.python.fixtures.fixture_lookup import NO_PARAMETER
from codeshed.resolve.python.flow.annotation_values import Annotations
from codeshed.resolve.python.flow.call_flow import Calls, Outside
from codeshed.resolve.python.flow.certainty import Certainty
from codeshed.resolve.python.flow.container_values import is_item
from codeshed.resolve.python.flow.declared_types import TypeValues
from codeshed.resolve.python.flow.engine_types import CheckedTypes
from codeshed.resolve.python.flow.file_boundary import Border
from codeshed.resolve.python.flow.flow_records import NOTHING_SENT, Posted, Sent
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.flow.library_models.container_methods import call_container_method
from codeshed.resolve.python.flow.library_models.model_table import call_external
from codeshed.resolve.python.flow.statements.definition_statements import complete_decorated
from codeshed.resolve.python.flow.statements.expression_kinds import READERS
from codeshed.resolve.python.flow.statements.signature_parameters import declare_signature
from codeshed.resolve.python.flow.statements.statement_kinds import read_scope
from codeshed.resolve.python.flow.statements.statement_reader import Reading
from codeshed.resolve.python.flow.value_members import Members
from codeshed.resolve.python.flow.value_sets import NO_VALUES, Held, as_held, joined, ordered, without
from codeshed.resolve.python.names.interface_trace import Consulted
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey
from codeshed.resolve.python.tables.symbol_tables import Tables

CERTAIN: ValueKey = (99, "certain", 0, ())
"""What is sent of a node whose certainty was asked for, once it is certain."""

_ABOUT_CERTAINTY = "t"


class Region:
    """One file while values flow."""

    def __init__(self, tables: Tables, file: int, types: FileTypes | None) -> None:
        self.consulted = Consulted()
        tables.program.tracker.current = self.consulted
        state = FlowState(tables, file)
        self.state = state
        self.types = types
        self.members = Members(state)
        self.calls = Calls(state, self.members, Outside(call_external, call_container_method))
        type_values = TypeValues(state)
        checked = CheckedTypes(state.program, type_values)
        if types is not None:
            checked.learn_names(types.class_by_dotted_name)
        self._reader = Reading(
            calls=self.calls,
            annotations=Annotations(state.program, state.static, type_values),
            checked=checked,
            types=types,
            readers=READERS,
        )
        state.declare = self._declare
        self._border = Border(self.calls)
        self._key_by_node: dict[int, NodeKey] = state.foreign_keys
        self._shared: dict[NodeKey, int] = {}
        self._told: dict[int, Held] = {}
        self._asked_certainty: set[int] = set()
        self._wanted_certainty: dict[NodeKey, int] = {}
        self.certainty = Certainty(state, self.members, self._reader.origins)

    def close(self) -> None:
        """Let go of everything at once, without a collector; no more may be asked of it."""
        self.state.close()

    @property
    def n_nodes(self) -> int:
        """How many nodes there are, which is how memory is counted."""
        return self.state.graph.n_nodes

    @property
    def sites(self) -> FileSites:
        """The places of the file."""
        return self._reader.sites

    def take_over(self) -> None:
        """Let all that is asked of the tables from now on count for this file."""
        self.state.program.tracker.current = self.consulted

    def start(self) -> Sent:
        """Read the file, and let its own values flow."""
        self.take_over()
        state = self.state
        for number in state.program.functions_of(state.file):
            state.functions[number]
        module = state.program.files[state.file]
        for index in range(len(module.facts.scopes)):
            read_scope(self._reader, module.first_scope + index)
        self._reader.finish()
        self._provide_fixtures()
        return self._run()

    def complete(self) -> Sent:
        """Let what unknown decorators leave behind be what they were given, now that nothing else comes."""
        self.take_over()
        return self._run() if complete_decorated(self._reader) else NOTHING_SENT

    @property
    def has_decorated(self) -> bool:
        """Whether there are decorated functions."""
        return bool(self._reader.decorated)

    @property
    def stored_names(self) -> set[str]:
        """Names of fields that the file stores on something else than a method's own receiver."""
        return self._reader.origins.stored_names

    def ask_certainty(self, stored_names: frozenset[str]) -> Sent:
        """Find out which nodes are certain; `stored_names` are those of all files."""
        self.take_over()
        self.state.graph.forget_listeners()
        self._told = {}
        self.certainty.stored_names = stored_names
        sites = self.sites
        for call in sites.calls:
            self.certainty.holds(call.callee)
            for node in call.arguments:
                self.certainty.holds(node)
        for member in sites.members:
            self.certainty.holds(member.receiver)
        for operation in sites.operations:
            self.certainty.holds(operation.receiver)
            self.certainty.holds(operation.left)
        return self._send_certainty()

    def _send_certainty(self) -> Sent:
        """Ask for what is not known yet, and say what became certain."""
        asked = []
        for node in self.certainty.asked:
            if node not in self._asked_certainty:
                self._asked_certainty.add(node)
                asked.append(_about_certainty(self.state.foreign_keys[node]))
        posted: Posted = {}
        for key, node in self._wanted_certainty.items():
            if self.certainty.holds_for_others(node, key[2]):
                posted[key] = (CERTAIN,)
        for key in posted:
            del self._wanted_certainty[key]
        return Sent(tuple(asked), posted)

    def receive_certainty(self, posted: Posted) -> Sent:
        """Take it that nodes of other files are certain."""
        self.take_over()
        nodes = [
            self.state.known_foreign_node((key[0].removeprefix(_ABOUT_CERTAINTY), *key[1:])) for key in posted
        ]
        self.certainty.tell(node for node in nodes if node is not None)
        return self._send_certainty()

    def share_certainty(self, keys: Iterable[NodeKey]) -> Posted:
        """Say whether some of the file's own nodes are certain, now or later; what that rests on is asked later."""
        self.take_over()
        posted: Posted = {}
        for key in keys:
            node = self._node_of((key[0].removeprefix(_ABOUT_CERTAINTY), *key[1:]))
            if node is not None and self.certainty.holds_for_others(node, key[2]):
                posted[key] = (CERTAIN,)
            elif node is not None:
                self._wanted_certainty[key] = node
        return posted

    def receive(self, posted: Posted) -> Sent:
        """Take values from other files, and let them flow."""
        self.take_over()
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
            self._told[node] = joined(self._told.get(node, NO_VALUES), as_held(frozenset(known)))
        return self._run()

    def share(self, keys: Iterable[NodeKey]) -> Posted:
        """Keep what some of the file's own nodes hold for other files from now on; return what they hold.

        What follows from it within the file is done with the next step.
        """
        self.take_over()
        posted: Posted = {}
        # Items come last: sharing one may make it, which then shows among the keys with the next step.
        for key in sorted(keys, key=is_item):
            node = self._node_of(key)
            if node is not None:
                self.state.graph.share(node)
                new = self._untold(node, self.state.graph.held(node))
                if new:
                    posted[key] = new
        return posted

    @property
    def has_values_to_send(self) -> bool:
        """Whether something waits for the next step while values flow."""
        return self.state.graph.has_work

    @property
    def has_certainty_to_ask(self) -> bool:
        """Whether something waits for the next step while it is found out what is certain."""
        return len(self.certainty.asked) > len(self._asked_certainty)

    def _declare(self, number: int) -> None:
        declare_signature(self._reader, number)

    def _run(self) -> Sent:
        graph = self.state.graph
        graph.run()
        asked = [self.state.foreign_keys[node] for node in graph.take_wanted()]
        posted: Posted = {}
        for node, values in graph.take_arrived().items():
            new = self._untold(node, values)
            if new:
                posted[self._key_by_node[node]] = new
        return Sent(tuple(asked), posted)

    def _untold(self, node: int, held: Held) -> tuple[ValueKey, ...]:
        """Return the values that the others do not know of yet to be at a node; from now on they do."""
        told = self._told.get(node, NO_VALUES)
        new = without(held, told)
        if new is NO_VALUES:
            return ()
        self._told[node] = joined(told, new)
        return tuple(sorted(map(self._border.key_of, ordered(new))))

    def _node_of(self, key: NodeKey) -> int | None:
        """Return the node of a key: that of another file's node here, or the file's own."""
        node = self._shared.get(key)
        if node is None:
            node = self.state.known_foreign_node(key)
            if node is None:
                node = self._border.node_of(key)
            if node is None:
                return None
            self._shared[key] = node
            self._key_by_node.setdefault(node, key)
        return node

    def _provide_fixtures(self) -> None:
        """Let the parameters of tests hold what the fixtures of their names give."""
        state = self.state
        for use in state.tables.fixtures_of(state.file):
            if use.parameter == NO_PARAMETER:
                continue
            is_generator = state.functions[use.provider].is_generator
            node = state.variable_of_parameter(use.consumer, use.parameter)
            if node not in self._reader.closed:
                given = state.yields_of(use.provider) if is_generator else state.result_of(use.provider)
                state.graph.add_edge(given, node)


def _about_certainty(key: NodeKey) -> NodeKey:
    """Return the key under which it is asked whether a node is certain."""
    return (f"{_ABOUT_CERTAINTY}{key[0]}", *key[1:])
