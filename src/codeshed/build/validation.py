"""Validates a SemanticData document: reports all problems at once, each with its place and its remedy.

Turns: SemanticDataFile (+ sources) → ValidationReport.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
import numpy as np

from codeshed.build.source_slices import SourceText
from codeshed.graph.data.components import condense
from codeshed.model.document_problem import ERROR, WARNING, DocumentProblem
from codeshed.model.facts.type_expression import head_of
from codeshed.model.foreign_dialect import (
    ForeignDefinition,
    ForeignReference,
    definition_from_foreign,
    external_from_foreign,
    reference_from_foreign,
)
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Document,
    ExternalSymbol,
    Reference,
    SemanticData,
)
from codeshed.model.semantic_json import DocumentShell, SemanticDataFile, make_path_absolute
from codeshed.model.source_reader import SourceReader
from codeshed.model.span import Span
from codeshed.model.symbol_ids import (
    COMMAND_PREFIX,
    EXTERNAL_PREFIX,
    SEPARATOR,
    is_relative_posix_path,
    member_symbol,
)
from codeshed.model.unknown_fields import iter_unknown_fields

_Item = TypeVar("_Item")
_FUNCTION_FIELDS = frozenset(
    {"parameters", "return_types", "return_type_source", "modifiers", "inherits", "implements", "type_params"}
)
_VARIABLE_FIELDS = frozenset({"var_type", "type_source", "mutability", "variable_kind", "is_final"})
_TYPE_FIELDS = frozenset(
    {
        "type_kind",
        "is_abstract",
        "inherits",
        "implements",
        "has_unknown_base",
        "bound",
        "constraints",
        "type_params",
        "is_final",
    }
)
_FIELDS_BY_KIND = {
    DefinitionKind.FUNCTION: _FUNCTION_FIELDS,
    DefinitionKind.VARIABLE: _VARIABLE_FIELDS,
    DefinitionKind.TYPE: _TYPE_FIELDS,
}
_KIND_FIELDS = sorted(_FUNCTION_FIELDS | _VARIABLE_FIELDS | _TYPE_FIELDS)


class ValidationReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was read of a document, and all problems found in it."""

    is_valid: bool
    dialect: str
    n_documents: int
    n_definitions: int
    n_references: int
    n_external_symbols: int
    problems: tuple[DocumentProblem, ...]


def validate(file: SemanticDataFile, sources: SourceReader | None = None) -> ValidationReport:
    """Validate a document; with sources, also check that its spans lie within its files."""
    checker = _Checker(file, sources)
    checker.check_top_level()
    checker.check_definitions()
    checker.check_externals()
    checker.check_enclosing_symbols()
    checker.check_bases()
    checker.check_references()
    return ValidationReport(
        is_valid=not any(problem.severity == ERROR for problem in checker.problems),
        dialect="context-footprint" if file.is_foreign else "codeshed",
        n_documents=len(file.raw_documents),
        n_definitions=checker.n_definitions,
        n_references=checker.n_references,
        n_external_symbols=checker.n_externals,
        problems=tuple(checker.problems),
    )


class _Checker:
    """Goes through a document in the builder's order: definitions first, then references."""

    def __init__(self, file: SemanticDataFile, sources: SourceReader | None) -> None:
        self._file = file
        self._sources = sources
        self.problems: list[DocumentProblem] = []
        self.n_definitions = 0
        self.n_references = 0
        self.n_externals = 0
        self._references: list[tuple[str, str | None, msgspec.Raw]] = []
        self._paths: set[str] = set()
        self._enclosing: dict[str, str | None] = {}
        self._places: dict[str, str] = {}
        self._bases: dict[str, list[str]] = {}
        self._parameters: set[str] = set()
        self._parameter_names: set[str] = set()

    def check_top_level(self) -> None:
        """Check the top-level fields of the document."""
        if not self._file.is_foreign:
            for name in self._file.field_names:
                if name not in SemanticData.__struct_fields__:
                    self._report_unknown_field(f"$.{name}")

    def check_definitions(self) -> None:
        """Check every document's head and definitions; its references are kept for `check_references`."""
        for index, raw in enumerate(self._file.raw_documents):
            where = f"$.documents[{index}]"
            try:
                shell = msgspec.json.decode(raw, type=DocumentShell)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                self._report_shape(where, str(error))
                continue
            path = shell.relative_path if shell.path is None else shell.path
            self._check_path(where, path)
            if not self._file.is_foreign:
                self._check_fields(raw, Document, where)
            source = self._source(path)
            self._check_source(where, path, source)
            self._references.append((where, path, shell.references))
            for place, definition in self._definitions(shell.definitions, f"{where}.definitions"):
                self.n_definitions += 1
                self._add_symbol(place, definition)
                self._check_details(place, definition)
                self._check_span(f"{place}.span", definition.span, source)

    def check_externals(self) -> None:
        """Check the external symbols."""
        for place, external in self._externals(self._file.raw_external_symbols, "$.external_symbols"):
            self.n_externals += 1
            self._add_symbol(place, external)

    def check_enclosing_symbols(self) -> None:
        """Check that enclosing symbols are defined, and that none encloses itself."""
        for symbol, enclosing in self._enclosing.items():
            if enclosing is not None and not self._is_known(enclosing):
                self._report_enclosing(self._places[symbol], enclosing)
        parents = {symbol: [each] if each else [] for symbol, each in self._enclosing.items()}
        for symbol in find_names_on_cycles(parents):
            self._report(
                f"{self._places[symbol]}.enclosing_symbol",
                "enclosing_cycle",
                f"{symbol!r} is enclosed by itself",
                "let each definition name the one directly around it, the outermost the document's path",
            )

    def check_bases(self) -> None:
        """Check that base types are defined, and that no type inherits from itself."""
        for symbol, bases in self._bases.items():
            for base in bases:
                if (SEPARATOR in base or base.startswith(EXTERNAL_PREFIX)) and not self._is_known(
                    head_of(base)
                ):
                    self._report(
                        f"{self._places[symbol]}.details",
                        "unknown_base",
                        f"no type is called {base!r}",
                        "define the type, or list it in external_symbols",
                        WARNING,
                    )
        for symbol in find_names_on_cycles(self._bases):
            self._report(
                f"{self._places[symbol]}.details",
                "inheritance_cycle",
                f"{symbol!r} inherits from itself",
                "no language allows it: correct the bases",
                WARNING,
            )

    def check_references(self) -> None:
        """Check that references name symbols that are defined."""
        for where, path, raw in self._references:
            source = self._source(path)
            for place, reference in self._decoded_references(raw, f"{where}.references"):
                self.n_references += 1
                self._check_reference(place, reference, source)

    def _check_reference(self, place: str, reference: Reference, source: SourceText | None) -> None:
        if not self._is_known(reference.enclosing_symbol):
            # The other dialect puts code outside any function into its package; here it belongs to the module.
            severity = WARNING if self._file.is_foreign else ERROR
            self._report_enclosing(place, reference.enclosing_symbol, severity)
        if reference.span is not None:
            self._check_span(f"{place}.span", reference.span, source)
        named = [("target_symbol", reference.target_symbol)]
        named += [(f"candidates[{i}].symbol", each.symbol) for i, each in enumerate(reference.candidates)]
        for field, symbol in named:
            if symbol is not None and not self._is_known(symbol) and not symbol.startswith(COMMAND_PREFIX):
                self._report(
                    f"{place}.{field}",
                    "dangling_reference",
                    f"no definition or external symbol is called {symbol!r}",
                    "add it to external_symbols if it lies outside the repository, or leave the target out and give a reason",
                )
        for field, variable in (("receiver", reference.receiver), ("assigned_to", reference.assigned_to)):
            is_bare_receiver = field == "receiver" and variable in self._parameter_names
            if variable is not None and not is_bare_receiver and not self._is_variable(variable):
                self._report(
                    f"{place}.{field}",
                    "unknown_variable",
                    f"nothing defines {variable!r}, so its type stays unknown",
                    "define the variable (locals too), or name a parameter as `function.parameter`",
                    WARNING,
                )

    def _check_path(self, where: str, path: str | None) -> None:
        if path is None:
            self._report(
                where, "missing_path", "the document has no path", "give the file's path from the root"
            )
            return
        if not is_relative_posix_path(path):
            self._report(
                f"{where}.path",
                "invalid_path",
                f"{path!r} is not a relative POSIX path",
                "give the path from the source root, with '/' and without '..'",
            )
        if path in self._paths:
            self._report(
                f"{where}.path",
                "duplicate_document",
                f"{path!r} is here twice",
                "put all that a file defines and uses into one document",
            )
        self._paths.add(path)

    def _source(self, path: str | None) -> SourceText | None:
        text = None if self._sources is None or path is None else self._sources.read(path)
        return None if text is None else SourceText.of(text)

    def _check_source(self, where: str, path: str | None, source: SourceText | None) -> None:
        if self._sources is not None and path is not None and source is None:
            self._report(
                f"{where}.path",
                "source_missing",
                f"{path!r} cannot be read below the source root",
                "check --source-root; without the source, sizes count signatures only",
            )

    def _check_span(self, place: str, span: Span, source: SourceText | None) -> None:
        start, end = (span.start_line, span.start_column), (span.end_line, span.end_column)
        if span.start_line < 1 or span.start_column < 0 or end < start:
            self._report(
                place,
                "invalid_span",
                f"a span cannot run from {start} to {end}",
                "count lines from 1 and columns from 0; the end comes behind the start",
            )
        elif source is not None and not source.contains_span(span):
            self._report(
                place,
                "span_outside_file",
                f"the span {start} to {end} does not lie within its file of {source.n_lines} lines",
                "extract the file again, or give the sources that the document was made from",
            )

    def _check_details(self, place: str, definition: Definition) -> None:
        allowed = _FIELDS_BY_KIND[definition.kind]
        for field in _KIND_FIELDS:
            if field not in allowed and getattr(definition.details, field) is not None:
                self._report(
                    f"{place}.details.{field}",
                    "foreign_detail",
                    f"a {definition.kind.value} has no {field}",
                    "leave it out, or correct the kind",
                    WARNING,
                )

    def _add_symbol(self, place: str, item: Definition | ExternalSymbol) -> None:
        symbol = item.symbol_id
        if symbol in self._places or symbol in self._paths:
            first = self._places.get(symbol, "a document's path")
            self._report(
                f"{place}.symbol_id",
                "duplicate_symbol",
                f"{symbol!r} is defined before, at {first}",
                "give a second definition of a name in one scope the suffix '#2'",
            )
            return
        self._places[symbol] = place
        self._enclosing[symbol] = item.enclosing_symbol
        if item.kind is DefinitionKind.TYPE or item.details.inherits:
            self._bases[symbol] = [*(item.details.inherits or ()), *(item.details.implements or ())]
        for parameter in item.details.parameters or ():
            self._parameters.add(member_symbol(symbol, parameter.name))
            self._parameter_names.add(parameter.name)

    def _is_known(self, symbol: str) -> bool:
        return symbol in self._places or symbol in self._paths

    def _is_variable(self, symbol: str) -> bool:
        return symbol in self._places or symbol in self._parameters

    def _definitions(self, raw: msgspec.Raw, where: str) -> Iterator[tuple[str, Definition]]:
        if not self._file.is_foreign:
            yield from self._items(raw, where, Definition)
            return
        for place, item in self._items(raw, where, ForeignDefinition):
            yield (
                place,
                definition_from_foreign(item, has_exclusive_end_lines=self._file.has_exclusive_end_lines),
            )

    def _externals(self, raw: msgspec.Raw, where: str) -> Iterator[tuple[str, ExternalSymbol]]:
        if not self._file.is_foreign:
            for place, item in self._raw_items(raw, where):
                self._check_fields(item, ExternalSymbol, place)
                yield from self._decoded_item(item, place, ExternalSymbol)
            return
        for place, foreign in self._items(raw, where, ForeignDefinition):
            yield place, external_from_foreign(foreign)

    def _decoded_references(self, raw: msgspec.Raw, where: str) -> Iterator[tuple[str, Reference]]:
        if not self._file.is_foreign:
            yield from self._items(raw, where, Reference)
            return
        for place, item in self._items(raw, where, ForeignReference):
            yield place, reference_from_foreign(item)

    def _items(self, raw: msgspec.Raw, where: str, item_type: type[_Item]) -> Iterator[tuple[str, _Item]]:
        """Decode a list item by item, so that an invalid item does not hide the problems of the others."""
        for place, item in self._raw_items(raw, where):
            yield from self._decoded_item(item, place, item_type)

    def _decoded_item(
        self, raw: msgspec.Raw, place: str, item_type: type[_Item]
    ) -> Iterator[tuple[str, _Item]]:
        try:
            yield place, msgspec.json.decode(raw, type=item_type)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._report_shape(place, str(error))

    def _raw_items(self, raw: msgspec.Raw, where: str) -> Iterator[tuple[str, msgspec.Raw]]:
        try:
            items = msgspec.json.decode(raw, type=list[msgspec.Raw])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._report_shape(where, str(error))
            return
        for index, item in enumerate(items):
            yield f"{where}[{index}]", item

    def _check_fields(self, raw: msgspec.Raw, struct: type[msgspec.Struct], where: str) -> None:
        for path in iter_unknown_fields(msgspec.json.decode(raw), struct, where):
            self._report_unknown_field(path)

    def _report_unknown_field(self, path: str) -> None:
        self._report(
            path,
            "unknown_field",
            "the contract has no such field; it is ignored",
            "check its spelling against docs/reference/semantic-data.md",
            WARNING,
        )

    def _report_shape(self, where: str, message: str) -> None:
        self._report(
            make_path_absolute(message, where).rsplit("`", 2)[-2],
            "wrong_shape",
            message.split(" - at `", maxsplit=1)[0],
            "see the JSON Schema in docs/reference/schemas/semantic-data.json",
        )

    def _report_enclosing(self, place: str, symbol: str, severity: str = ERROR) -> None:
        self._report(
            f"{place}.enclosing_symbol",
            "unknown_enclosing_symbol",
            f"no definition or document is called {symbol!r}",
            "name the definition around it; for code outside any function, the document's path",
            severity,
        )

    def _report(self, path: str, code: str, message: str, remedy: str, severity: str = ERROR) -> None:
        self.problems.append(
            DocumentProblem(path=path, code=code, severity=severity, message=message, remedy=remedy)
        )


def find_names_on_cycles(targets_by_name: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names that lie on a cycle of the mapping, in its order."""
    position = {name: index for index, name in enumerate(targets_by_name)}
    edges = [
        (position[name], position[target])
        for name, targets in targets_by_name.items()
        for target in targets
        if target in position
    ]
    pairs = np.array(edges, dtype=np.int64).reshape(-1, 2)
    component_of = condense(len(position), pairs[:, 0], pairs[:, 1]).component_of
    sizes = np.bincount(component_of, minlength=1)
    own = {name for name, targets in targets_by_name.items() if name in targets}
    return [name for name, index in position.items() if sizes[component_of[index]] > 1 or name in own]
