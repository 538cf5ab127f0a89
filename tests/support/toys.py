"""Toy codebases for property tests: a few nodes, any edges, every attribute that a rule asks for.

A toy becomes a SemanticData document and goes through the real builder; the naive solvers read the toy itself.
"""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ExternalSymbol,
    Modifiers,
    Mutability,
    ParamDef,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeKind,
    TypeParamDef,
    VariableKind,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span

ROLES = ("call", "read", "write", "override", "decorate")
"""Edges that a toy may have. An override makes the target's own type inherit from the source's."""


@dataclass(frozen=True, slots=True)
class ToyNode:
    """A function or variable with all that decides about it.

    `signature` is `none`, `typevar` (typed, but by an unrestricted type variable) or `full`.
    """

    symbol: str
    is_variable: bool
    size: int
    score: float
    signature: str
    returns_abstract: bool
    is_abstract: bool
    is_constructor: bool
    is_external: bool
    mutability: str


@dataclass(frozen=True, slots=True)
class Toy:
    """Nodes, and edges as (source, target, role) by position."""

    nodes: tuple[ToyNode, ...]
    edges: tuple[tuple[int, int, str], ...]

    def shuffled(self, order: list[int]) -> "Toy":
        """Return the same codebase with its nodes and edges written down in another order."""
        position = {old: new for new, old in enumerate(order)}
        edges = tuple((position[s], position[t], role) for s, t, role in reversed(self.edges))
        return Toy(tuple(self.nodes[old] for old in order), edges)

    def renamed(self, names: list[str]) -> "Toy":
        """Return the same codebase with other symbols."""
        return Toy(
            tuple(replace(node, symbol=name) for node, name in zip(self.nodes, names, strict=True)),
            self.edges,
        )

    def graph(self) -> CodeGraph:
        """Build the graph of this codebase."""
        return build_graph(
            self.document(), TextSourceReader({"toy.py": self.source()}), measure=Words(), scorer=Told()
        )

    def document(self) -> SemanticData:
        """Return the document of this codebase."""
        types = (_type("toy.py::Abstract", TypeKind.CLASS), _type("toy.py::T", TypeKind.TYPE_VAR))
        owners = [self._owner(target) for target, node in enumerate(self.nodes) if not node.is_variable]
        definitions = [
            _definition(node, line) for line, node in enumerate(self.nodes, start=1) if not node.is_external
        ]
        references = [
            Reference(
                enclosing_symbol=self.nodes[source].symbol,
                target_symbol=self.nodes[target].symbol,
                role=ReferenceRole(role.capitalize()),
                # All references of a node are on its line, which is their statement.
                span=Span(source + 1, 0, source + 1, 1),
            )
            for source, target, role in self.edges
            if role != "override"
        ]
        return SemanticData(
            documents=(
                Document(
                    path="toy.py", definitions=(*types, *owners, *definitions), references=tuple(references)
                ),
            ),
            external_symbols=tuple(_external(node) for node in self.nodes if node.is_external),
        )

    def _owner(self, position: int) -> Definition:
        """Every function is the one method of a type of its own, which inherits as the overrides say.

        Those of functions that are typed by a type variable have a type parameter, all of the same name.
        """
        bases = [
            f"{self.nodes[source].symbol}.type"
            for source, target, role in self.edges
            if role == "override" and target == position != source
        ]
        return Definition(
            symbol_id=f"{self.nodes[position].symbol}.type",
            name="type",
            kind=DefinitionKind.TYPE,
            span=Span(1, 0, 1, 0),
            details=DefinitionDetails(
                type_kind=TypeKind.CLASS,
                inherits=tuple(bases),
                type_params=(TypeParamDef(name="U"),)
                if self.nodes[position].signature == "typevar"
                else None,
            ),
        )

    def source(self) -> str:
        """Return the text of this codebase: a line for each node, as long as it is large."""
        return "".join("word " * node.size + "\n" for node in self.nodes)


class Words:
    """Counts words, so that a toy's sizes are what it says."""

    name = "toy words"

    def measure(self, text: str) -> int:
        """Return the number of words."""
        return text.count("word")


class Told:
    """Takes the documentation for the score."""

    name = "toy scores"

    def score(self, definition: Definition | ExternalSymbol) -> float:
        """Return the number that the documentation is."""
        return float(definition.documentation or 0)

    def best(self, definition: Definition | ExternalSymbol) -> float:
        """Return 1, whatever the signature: a toy's scores are plain."""
        return 1.0 if definition.symbol_id else 0.0


def _type(symbol: str, kind: TypeKind) -> Definition:
    return Definition(
        symbol_id=symbol,
        name=symbol,
        kind=DefinitionKind.TYPE,
        span=Span(1, 0, 1, 0),
        documentation="1.0",
        details=DefinitionDetails(type_kind=kind, is_abstract=kind is TypeKind.CLASS),
    )


def _details(node: ToyNode) -> DefinitionDetails:
    if node.is_variable:
        return DefinitionDetails(mutability=Mutability(node.mutability), variable_kind=VariableKind.GLOBAL)
    types = {"none": None, "typevar": "toy.py::T", "full": "int"}
    returned = "toy.py::Abstract" if node.returns_abstract else "int"
    return DefinitionDetails(
        parameters=(ParamDef(name="x", param_type=types[node.signature]),),
        return_types=() if node.signature == "none" else (returned,),
        modifiers=Modifiers(is_abstract=node.is_abstract, is_constructor=node.is_constructor),
    )


def _kind(node: ToyNode) -> DefinitionKind:
    return DefinitionKind.VARIABLE if node.is_variable else DefinitionKind.FUNCTION


def _definition(node: ToyNode, line: int) -> Definition:
    return Definition(
        symbol_id=node.symbol,
        name="m",
        kind=_kind(node),
        enclosing_symbol=None if node.is_variable else f"{node.symbol}.type",
        span=Span(line, 0, line, 5 * node.size),
        documentation=str(node.score),
        details=_details(node),
    )


def _external(node: ToyNode) -> ExternalSymbol:
    return ExternalSymbol(
        symbol_id=node.symbol,
        name="m",
        kind=_kind(node),
        enclosing_symbol=None if node.is_variable else f"{node.symbol}.type",
        documentation=str(node.score),
        details=_details(node),
        signature="word " * node.size,
    )


@st.composite
def toys(draw: st.DrawFn, *, variables_use: bool, max_nodes: int = 8) -> Toy:
    """Draw a toy; `variables_use` says whether variables may have outgoing edges."""
    n_nodes = draw(st.integers(1, max_nodes))
    names = draw(st.permutations([f"n{i}" for i in range(n_nodes)]))
    nodes = tuple(
        ToyNode(
            symbol=name,
            is_variable=draw(st.integers(0, 3)) == 0,
            size=draw(st.integers(1, 9)),
            score=draw(st.sampled_from((0.0, 0.5, 0.7, 0.8, 1.0))),
            signature=draw(st.sampled_from(("none", "typevar", "full", "full"))),
            returns_abstract=draw(st.integers(0, 4)) == 0,
            is_abstract=draw(st.integers(0, 4)) == 0,
            is_constructor=draw(st.integers(0, 4)) == 0,
            is_external=draw(st.integers(0, 5)) == 0,
            mutability=draw(st.sampled_from(("Mutable", "Mutable", "Const", "Immutable"))),
        )
        for name in names
    )
    sources = [i for i, node in enumerate(nodes) if variables_use or not node.is_variable]
    if not sources:
        return Toy(nodes, ())
    edge = st.tuples(st.sampled_from(sources), st.integers(0, n_nodes - 1), st.sampled_from(ROLES))
    edges = draw(st.lists(edge, max_size=3 * n_nodes))
    return Toy(nodes, tuple(each for each in edges if _is_possible(nodes, each)))


def _is_possible(nodes: tuple[ToyNode, ...], edge: tuple[int, int, str]) -> bool:
    source, target, role = edge
    is_between_functions = not nodes[source].is_variable and not nodes[target].is_variable
    return role != "override" or (is_between_functions and source != target)
