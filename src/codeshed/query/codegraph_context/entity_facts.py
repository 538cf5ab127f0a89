"""What a document says of an entity.

Turns: a candidate → ContextEntity: its interface, how it is tested, and what a language server would say of it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import methods_of_type
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.answers.answer_nodes_and_edges import kind_name, visibility_name
from codeshed.graph.data.arrays import Longs
from codeshed.graph.data.code_graph import MUTABILITIES, CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.seeds.signature_text import rename_types, short_type
from codeshed.model.isgl1_keys import module_path
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    Document,
    ParamDef,
    ParameterKind,
    TypeKind,
)
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR, dotted_name, last_name, qualified_name
from codeshed.query.codegraph_context.candidates import MIN_CONFIDENCE, NO_USES, Candidate
from codeshed.query.codegraph_context.documents import (
    ContextEntity,
    EntitySignature,
    FieldSignature,
    InterfaceSignature,
    Level,
    LineRange,
    LspMetadata,
    ParameterSignature,
    SemanticTokens,
    TddClassification,
    TraitImplementations,
    TypeInformation,
    UsageAnalysis,
)
from codeshed.query.codegraph_context.written_types import (
    is_constant_function,
    read_alias,
    read_signature,
    read_variable_type,
)

DocumentOf = Callable[[str], Document | None]
CoverageOf = Callable[[str, int, int], float | None]
"""Which share of some lines of a file ran when its tests did, None if nothing is recorded of the file."""

_MAX_NAMED = 10
_FROM_TEST = 0.9
_PER_STEP = 0.8
"""The estimate for what a test uses itself, and what is left of it at each further step."""

_SIMPLE, _COMPLEX = 5, 15
_SMALL, _LARGE = 1000, 5000
_FEW_USERS, _MANY_USERS = 3, 10
_WELL_TESTED = 0.5

_BORROWED_MUTABLY = re.compile(r"&\s*(?:'\w+\s+)?mut\b|[*]mut\b|[*](?!const\b)|(?:ref(?!\s+readonly)|out)\s")
"""Mutable references: `&mut T`, `*mut T`, a pointer in Go, `ref` and `out` in C#."""
_BORROWED = re.compile(r"&|[*]const\b|(?:in|ref\s+readonly)\s")
_REFERENCE = re.compile(r"[^&]*[^&\s]\s*[*&](?:\s*const)?(?:[.]{3})?")
"""References and pointers of C, C++ and PHP; `T&&` is none, since it takes what it gets."""
_TYPE_WORDS = {
    TypeKind.CLASS: "class",
    TypeKind.INTERFACE: "interface",
    TypeKind.STRUCT: "struct",
    TypeKind.ENUM: "enum",
    TypeKind.TYPE_ALIAS: "type_alias",
    TypeKind.UNION: "union",
    TypeKind.INTERSECTION: "intersection",
    TypeKind.TYPE_VAR: "type_parameter",
}
_TOKEN_BY_ENTITY = {
    "field": "property",
    "type_alias": "type",
    "union": "type",
    "intersection": "type",
    "module": "namespace",
}
_PATTERN_BY_KIND = {
    ParameterKind.POSITIONAL_ONLY: "positional_only",
    ParameterKind.VARIADIC_POSITIONAL: "variadic",
    ParameterKind.KEYWORD_ONLY: "keyword_only",
    ParameterKind.VARIADIC_KEYWORD: "variadic_keyword",
}


def no_coverage(_: str, __: int, ___: int) -> float | None:
    """Know of no coverage."""
    return None


class EntityFacts:
    """Describes entities of one graph."""

    def __init__(
        self,
        graph: CodeGraph,
        candidates: Sequence[Candidate],
        document_of: DocumentOf,
        coverage_of: CoverageOf = no_coverage,
    ) -> None:
        self._graph = graph
        self._document_of = document_of
        self._coverage_of = coverage_of
        self._definitions: dict[str, Mapping[str, Definition]] = {}
        self._imports_by_file: dict[str, tuple[str, ...]] = {}
        self._test_steps = _steps_from_tests(graph)
        self._working_sets = _working_sets(graph, [each.row for each in candidates])

    def describe(self, candidate: Candidate) -> ContextEntity:
        """Return everything that is known of an entity."""
        graph, row = self._graph, candidate.row
        nodes = graph.nodes
        symbol = nodes.symbols[row]
        path = graph.file_path(row) or ""
        definition = self._definition(path, symbol)
        entity_type = self._entity_type(row)
        span = nodes.spans[row].tolist()
        lines = LineRange(start=max(1, int(span[0])), end=max(1, int(span[2])))
        return ContextEntity(
            isgl1_key=candidate.key,
            interface_signature=InterfaceSignature(
                entity_type=entity_type,
                name=nodes.names[row],
                visibility=visibility_name(graph, row),
                file_path=path,
                line_range=lines,
                signature=self._signature(row, definition),
                module_path=module_path(path),
                documentation=None if definition is None else definition.documentation,
            ),
            tdd_classification=self._classification(candidate, path, lines),
            lsp_metadata=LspMetadata(
                type_information=self._type_information(row),
                usage_analysis=self._usage(row),
                semantic_tokens=SemanticTokens(
                    type=_TOKEN_BY_ENTITY.get(entity_type, entity_type), modifier=self._modifiers(row)
                ),
            ),
            relevance_score=candidate.relevance,
            dependency_level=candidate.level,
        )

    def _definition(self, path: str, symbol: str) -> Definition | None:
        if path not in self._definitions:
            document = self._document_of(path)
            self._definitions[path] = (
                {} if document is None else {each.symbol_id: each for each in document.definitions}
            )
        return self._definitions[path].get(symbol)

    def _entity_type(self, row: int) -> str:
        details = self._graph.nodes.details[row]
        if (
            self._graph.nodes.kinds[row] == NodeKind.TYPE
            and details is not None
            and details.type_kind is not None
        ):
            return _TYPE_WORDS[details.type_kind]
        return kind_name(self._graph, row)

    # The interface

    def _signature(self, row: int, definition: Definition | None) -> EntitySignature:
        nodes = self._graph.nodes
        details = nodes.details[row] or DefinitionDetails()
        text = "" if definition is None else definition.signature or ""
        match NodeKind(int(nodes.kinds[row])):
            case NodeKind.FUNCTION:
                return self._function_signature(row, details, text)
            case NodeKind.TYPE:
                alias = read_alias(text) if details.type_kind is TypeKind.TYPE_ALIAS else None
                return EntitySignature(
                    fields=tuple(self._field(each) for each in self._fields(row)),
                    generics=_generics(details),
                    traits=tuple(dict.fromkeys((*self._bases(row), *self._decorators(row)))),
                    type=UNSET if alias is None else alias,
                )
            case NodeKind.VARIABLE:
                mutability = MUTABILITIES[int(nodes.mutability[row])]
                return EntitySignature(
                    type=read_variable_type(text, nodes.names[row]) or _short_or_none(details.var_type),
                    mutability=mutability.value.lower(),
                )
            case NodeKind.MODULE:
                return EntitySignature()

    def _function_signature(self, row: int, details: DefinitionDetails, text: str) -> EntitySignature:
        parameters = details.parameters or ()
        written = read_signature(text, self._graph.nodes.names[row], [each.name for each in parameters])
        head = () if written is None else tuple(written.head.split())
        is_constructor = bool(int(self._graph.nodes.flags[row]) & NodeFlag.CONSTRUCTOR)
        returned = None if written is None or is_constructor else written.returned
        inferred = " | ".join(map(short_type, details.return_types or ())) or None
        marks_kinds = traits_of(self._language(row)).marks_parameter_kinds
        return EntitySignature(
            generics=_generics(details),
            parameters=tuple(
                _parameter(each, {} if written is None else written.types, marks_kinds=marks_kinds)
                for each in parameters
            ),
            return_type=returned or inferred,
            is_async=bool(details.modifiers and details.modifiers.is_async),
            unsafe="unsafe" in head,
            const=written is not None and is_constant_function(written),
        )

    def _language(self, row: int) -> str | None:
        return language_of_path(self._graph.file_path(row) or "")

    def _fields(self, row: int) -> list[int]:
        nodes = self._graph.nodes
        return [
            each for each in self._targets(row, EdgeKind.CONTAINS) if nodes.kinds[each] == NodeKind.VARIABLE
        ]

    def _field(self, row: int) -> FieldSignature:
        details = self._graph.nodes.details[row]
        name, symbol = self._graph.nodes.names[row], self._graph.nodes.symbols[row]
        definition = self._definition(self._graph.file_path(row) or "", symbol)
        written = (
            read_variable_type(definition.signature, name) if definition and definition.signature else None
        )
        return FieldSignature(
            name=name,
            type=written or _short_or_none(None if details is None else details.var_type),
            visibility=visibility_name(self._graph, row),
        )

    def _bases(self, row: int) -> list[str]:
        return [_short(self._graph.nodes.symbols[each]) for each in self._targets(row, EdgeKind.INHERITS)]

    def _decorators(self, row: int) -> list[str]:
        return [_short(self._graph.nodes.symbols[each]) for each in self._targets(row, EdgeKind.ANNOTATES)]

    def _targets(self, row: int, kind: EdgeKind) -> list[int]:
        edges = self._graph.edges
        begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
        found: list[int] = edges.targets[begin:end][edges.kinds[begin:end] == kind].tolist()
        return found

    # How it is tested

    def _classification(self, candidate: Candidate, path: str, lines: LineRange) -> TddClassification:
        row = candidate.row
        complexity = self._complexity(row)
        coverage = self._coverage_of(path, lines.start, lines.end)
        estimate = self._test_reach(row) if coverage is None else coverage
        n_shared_writes = len(self._targets(row, EdgeKind.WRITE))
        size = self._working_sets.get(row, 0)
        return TddClassification(
            testability=_testability(complexity, size, n_shared_writes),
            complexity=_level(complexity, _SIMPLE, _COMPLEX),
            dependencies=self._n_dependencies(row),
            test_coverage_estimate=round(estimate, 2),
            test_coverage_source="test_reach" if coverage is None else "coverage_file",
            critical_path=candidate.is_on_critical_path,
            change_risk=_change_risk(candidate.n_users, complexity, estimate),
        )

    def _complexity(self, row: int) -> int:
        """Return the cyclomatic complexity of a function, or that of the most complex method of a type."""
        parts = self._parts(row)
        return max((int(self._graph.nodes.complexity[each]) for each in parts), default=1) or 1

    def _test_reach(self, row: int) -> float:
        """Return how near tests are: the mean over the functions that an entity stands for."""
        steps = [int(self._test_steps[each]) for each in self._parts(row)]
        reached = [_FROM_TEST * _PER_STEP ** (step - 1) for step in steps if step > 0]
        is_test = bool(int(self._graph.nodes.flags[row]) & NodeFlag.TEST)
        return 1.0 if is_test else sum(reached) / max(1, len(steps))

    def _parts(self, row: int) -> Sequence[int]:
        if self._graph.nodes.kinds[row] == NodeKind.TYPE:
            return methods_of_type(self._graph, row) or (row,)
        return (row,)

    def _n_dependencies(self, row: int) -> int:
        edges = self._graph.edges
        found: set[int] = set()
        for part in {row, *self._parts(row)}:
            begin, end = int(edges.out_starts[part]), int(edges.out_starts[part + 1])
            kinds = edges.kinds[begin:end]
            is_use = ~np.isin(kinds, NO_USES) & (edges.confidence[begin:end] >= MIN_CONFIDENCE * 100)
            found |= set(edges.targets[begin:end][is_use].tolist())
        return len(found - {row, *self._parts(row)})

    # What a language server would say

    def _type_information(self, row: int) -> TypeInformation:
        nodes = self._graph.nodes
        details = nodes.details[row]
        types: dict[str, str] = {}
        if details is not None:
            types |= {
                each.name: self._resolved(each.param_type)
                for each in details.parameters or ()
                if each.param_type
            }
            if details.return_types:
                types["return"] = " | ".join(map(self._resolved, details.return_types))
            if nodes.kinds[row] == NodeKind.VARIABLE and details.var_type:
                types[nodes.names[row]] = self._resolved(details.var_type)
        if nodes.kinds[row] != NodeKind.TYPE:
            return TypeInformation(resolved_types=types)
        for field in self._fields(row):
            of_field = nodes.details[field]
            if of_field is not None and of_field.var_type:
                types[nodes.names[field]] = self._resolved(of_field.var_type)
        return TypeInformation(resolved_types=types, trait_impls=self._trait_impls(row))

    def _resolved(self, type_id: str) -> str:
        """Return a type with the full names of what it names; a type parameter has only one name."""
        return rename_types(type_id, self._full_name)

    def _full_name(self, symbol: str) -> str:
        if SEPARATOR not in symbol:
            return dotted_name(symbol) if symbol.startswith(EXTERNAL_PREFIX) else symbol
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        is_parameter = row is None or (details is not None and details.type_kind is TypeKind.TYPE_VAR)
        return last_name(symbol) if is_parameter else dotted_name(symbol)

    def _trait_impls(self, row: int) -> TraitImplementations | UnsetType:
        edges = self._graph.edges
        inferred: list[str] = []
        explicit: list[str] = []
        for edge in range(int(edges.out_starts[row]), int(edges.out_starts[row + 1])):
            if edges.kinds[edge] == EdgeKind.INHERITS:
                is_declared = edges.provenance[edge] == ProvenanceCode.DECLARED
                name = dotted_name(self._graph.nodes.symbols[int(edges.targets[edge])])
                (explicit if is_declared else inferred).append(name)
        return TraitImplementations(inferred=tuple(inferred), explicit=tuple(explicit))

    def _usage(self, row: int) -> UsageAnalysis:
        edges = self._graph.edges
        incoming = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        kinds = edges.kinds[incoming]
        users = incoming[~np.isin(kinds, NO_USES)]
        files = {
            path
            for source in edges.sources[users].tolist()
            if (path := self._graph.file_path(int(source))) is not None
        }
        return UsageAnalysis(
            references=int(edges.n_sites[users].sum()),
            call_sites=tuple(sorted(files)[:_MAX_NAMED]),
            imports=self._imports(row),
        )

    def _imports(self, row: int) -> tuple[str, ...]:
        """Return what an entity uses of what its file imports from other packages."""
        symbols = self._graph.nodes.symbols
        imported = self._imported(self._graph.file_path(row) or "")
        names = {
            symbols[each]
            for part in {row, *self._parts(row)}
            for each in self._outgoing(part)
            if int(self._graph.nodes.flags[each]) & NodeFlag.EXTERNAL
        }
        known = (
            name
            for name in names
            if "(" not in name and any(each == name or name.startswith(f"{each}.") for each in imported)
        )
        return tuple(sorted(name.removeprefix(EXTERNAL_PREFIX) for name in known)[:_MAX_NAMED])

    def _imported(self, path: str) -> tuple[str, ...]:
        """Return the external symbols that a file imports."""
        if path not in self._imports_by_file:
            row = self._graph.find_row(path)
            symbols = self._graph.nodes.symbols
            imported = [] if row is None else self._targets(row, EdgeKind.IMPORT)
            self._imports_by_file[path] = tuple(
                symbols[each] for each in imported if symbols[each].startswith(EXTERNAL_PREFIX)
            )
        return self._imports_by_file[path]

    def _outgoing(self, row: int) -> list[int]:
        edges = self._graph.edges
        found: list[int] = edges.targets[int(edges.out_starts[row]) : int(edges.out_starts[row + 1])].tolist()
        return found

    def _modifiers(self, row: int) -> tuple[str, ...]:
        nodes = self._graph.nodes
        details = nodes.details[row]
        modifiers = None if details is None else details.modifiers
        visibility = visibility_name(self._graph, row)
        found = [visibility or "", "declaration"]
        if modifiers is not None:
            found += [
                name
                for name, is_set in (
                    ("abstract", modifiers.is_abstract),
                    ("async", modifiers.is_async),
                    ("static", modifiers.is_static or modifiers.is_class_method),
                )
                if is_set
            ]
        if details is not None and (details.is_final or (modifiers is not None and modifiers.is_final)):
            found.append("readonly")
        return tuple(filter(None, found))


def _parameter(parameter: ParamDef, written: Mapping[str, str], *, marks_kinds: bool) -> ParameterSignature:
    is_typed = parameter.param_type is not None or parameter.kind is not ParameterKind.KEYWORD_ONLY
    type_text = written.get(parameter.name) if is_typed else None
    return ParameterSignature(
        name=parameter.name,
        type=type_text or _short_or_none(parameter.param_type),
        pattern=_pattern(parameter, type_text or "", marks_kinds=marks_kinds),
    )


def _pattern(parameter: ParamDef, type_text: str, *, marks_kinds: bool) -> str:
    """Return how a parameter gets its value: taken apart, as one of several, by keyword only, by reference, or as its own."""
    if parameter.name[:1] in {"{", "[", "("}:
        return "destructured"
    if parameter.kind in _PATTERN_BY_KIND and (
        marks_kinds or parameter.kind is not ParameterKind.POSITIONAL_ONLY
    ):
        return _PATTERN_BY_KIND[parameter.kind]
    if _BORROWED_MUTABLY.match(type_text):
        return "borrowed_mut"
    if _BORROWED.match(type_text):
        return "borrowed"
    if _REFERENCE.fullmatch(type_text):
        return "borrowed" if re.match(r"(?:\w+\s+)*const\b", type_text) else "borrowed_mut"
    return "owned"


def _generics(details: DefinitionDetails) -> tuple[str, ...]:
    return tuple(
        f"{each.name}: {short_type(each.bound)}" if each.bound else each.name
        for each in details.type_params or ()
    )


def _short_or_none(type_id: str | None) -> str | None:
    return short_type(type_id) if type_id else None


def _short(symbol: str) -> str:
    return (
        qualified_name(symbol).rpartition(".")[2]
        if symbol.startswith(EXTERNAL_PREFIX)
        else qualified_name(symbol)
    )


def _level(value: int, low: int, high: int) -> Level:
    return "low" if value <= low else "high" if value > high else "medium"


def _testability(complexity: int, size: int, n_shared_writes: int) -> Level:
    if complexity > _COMPLEX or size > _LARGE:
        return "low"
    is_easy = complexity <= _SIMPLE and size <= _SMALL and not n_shared_writes
    return "high" if is_easy else "medium"


def _change_risk(n_users: int, complexity: int, coverage: float) -> Level:
    """Return the risk: users and complexity raise it, tests lower it."""
    points = (
        (n_users > _FEW_USERS) + (n_users > _MANY_USERS) + (complexity > _SIMPLE) + (complexity > _COMPLEX)
    )
    points += 1 if coverage < _WELL_TESTED and points else 0
    return "low" if points <= 1 else "medium" if points <= 2 else "high"  # noqa: PLR2004 - points of five


def _steps_from_tests(graph: CodeGraph) -> Longs:
    """Return by how many uses the nearest test leads to each node; 0 where none does, and for tests."""
    edges, nodes = graph.edges, graph.nodes
    is_use = (edges.kinds != EdgeKind.CONTAINS) & (edges.kinds != EdgeKind.DATAFLOW)
    is_use &= (edges.kinds != EdgeKind.IMPORT) & (edges.confidence >= MIN_CONFIDENCE * 100)
    sources, targets = edges.sources[is_use], edges.targets[is_use]
    steps = np.zeros(len(nodes), dtype=np.int64)
    frontier = (nodes.flags & int(NodeFlag.TEST)) != 0
    seen = frontier.copy()
    step = 0
    while frontier.any():
        step += 1
        reached = np.zeros(len(nodes), dtype=np.bool_)
        reached[targets[frontier[sources]]] = True
        frontier = reached & ~seen
        steps[frontier] = step
        seen |= frontier
    return steps


def _working_sets(graph: CodeGraph, rows: Iterable[int]) -> dict[int, int]:
    functions = [row for row in rows if graph.nodes.kinds[row] == NodeKind.FUNCTION]
    if not functions:
        return {}
    totals = FootprintSolver(graph, FootprintOptions()).totals(functions)
    return dict(zip(functions, totals, strict=True))


class EntityForm(msgspec.Struct, frozen=True, kw_only=True):
    """How much of an entity is written: what each step of truncation leaves of it."""

    has_low_metadata: bool = True
    has_long_signature: bool = True
    has_long_documentation: bool = True


_MAX_FIELDS = 12
_MAX_SENTENCE = 80
_SENTENCE = re.compile(r"(.*?[.!?])(?:\s|\Z)", re.DOTALL)


def in_form(entity: ContextEntity, form: EntityForm) -> ContextEntity:
    """Return an entity with no more than a form allows; base entities keep their signatures."""
    interface, metadata = entity.interface_signature, entity.lsp_metadata
    if not form.has_low_metadata:
        usage = msgspec.structs.replace(metadata.usage_analysis, imports=())
        metadata = msgspec.structs.replace(metadata, semantic_tokens=UNSET, usage_analysis=usage)
    if not form.has_long_signature and entity.dependency_level:
        interface = msgspec.structs.replace(interface, signature=_compressed(interface.signature))
        usage = msgspec.structs.replace(
            metadata.usage_analysis, call_sites=metadata.usage_analysis.call_sites[:3]
        )
        metadata = msgspec.structs.replace(metadata, type_information=TypeInformation(), usage_analysis=usage)
    if not form.has_long_documentation:
        interface = msgspec.structs.replace(interface, documentation=_first_sentence(interface.documentation))
    return msgspec.structs.replace(entity, interface_signature=interface, lsp_metadata=metadata)


def _compressed(signature: EntitySignature) -> EntitySignature:
    """Shorten a signature: few fields, and no parameters of types beyond their names."""
    fields = signature.fields if isinstance(signature.fields, UnsetType) else signature.fields[:_MAX_FIELDS]
    parameters = signature.parameters
    if not isinstance(parameters, UnsetType):
        parameters = tuple(
            msgspec.structs.replace(each, type=_without_arguments(each.type)) for each in parameters
        )
    returned = signature.return_type
    return msgspec.structs.replace(
        signature,
        fields=fields,
        parameters=parameters,
        return_type=returned if isinstance(returned, UnsetType) else _without_arguments(returned),
    )


def _without_arguments(type_text: str | None) -> str | None:
    return None if type_text is None else type_text.partition("[")[0].partition("<")[0] or type_text


def _first_sentence(documentation: str | None) -> str | None:
    if documentation is None:
        return None
    text = " ".join(documentation.split())
    match = _SENTENCE.match(text)
    sentence = match[1] if match else text
    return sentence if len(sentence) <= _MAX_SENTENCE else sentence[: _MAX_SENTENCE - 1] + "…"
