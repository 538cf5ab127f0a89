"""References of imports to files and definitions.

Turns: the imports of a file and its other references → one Reference for each file or definition that an import refers to.
"""

import re
from collections.abc import Callable, Iterator

from codeshed.model.facts.code_expressions import CodeExpression, MemberExpr, NameExpr, NewExpr
from codeshed.model.facts.code_facts import CodeImport, ImportForm
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Definition, Provenance, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import DefinitionValue, External, Namespace

MAX_UNUSED = 8
"""An unused import of a namespace with more files than this has no references."""

_EXPORTS = frozenset({ImportForm.EXPORT_ALL, ImportForm.EXPORT_MODULE, ImportForm.EXPORT_NAME})


class ImportReferences:
    """Resolves the imports of one file to references."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        evaluator: Evaluator,
        file: ParsedCode,
        span_of: Callable[[int, int], Span],
    ) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._view = symbol_table.files[file.path]
        self._facts = file.facts
        self._span = span_of

    def of_imports(self) -> list[Reference]:
        """Return the references of each import: to files, and to the definitions that it names."""
        bindings = (each.binding for each in self._view.imports)
        return [
            made
            for written, binding in zip(self._facts.imports, bindings, strict=True)
            for made in self._references_of(written, binding)
        ]

    def _references_of(self, written: CodeImport, binding: Binding | None) -> Iterator[Reference]:
        """Yield the references of an import: to its files, and to the definition if it names one."""
        if binding is None or binding.has_no_edge or binding.declared_in:
            return
        own = self._view.path
        whole = () if binding.is_package else binding.files
        built = self._symbol_table.keep_built_together(own, whole)
        targets = [path for path in whole if path != own and path in built]
        lookup = self._evaluator.names.namespaces
        resolved = lookup.resolve_binding(binding)
        values = self._evaluator.types.type_names.without_type_arguments(
            lookup.prefer_objects(resolved) if binding.is_wildcard else resolved
        )
        defined = {each.entity.path for each in values if isinstance(each, DefinitionValue)}
        seen = self._symbol_table.keep_built_together(own, self._included_only(defined))
        for value in values:
            if isinstance(value, DefinitionValue):
                if value.entity.path not in seen:
                    continue
                is_elsewhere = not binding.files and value.entity.path != own
                targets += [value.entity.path] * is_elsewhere
                targets.append(self._symbol_table.symbol(value.entity))
            elif isinstance(value, External):
                targets.append(f"{EXTERNAL_PREFIX}{value.name}")
        for target in dict.fromkeys(targets):
            yield self._reference(written, target)
        if binding.is_expected and not targets and not whole:
            yield self._unresolved(written, UnresolvedReason.MISSING_MODULE)
        elif not targets and any(
            isinstance(each, ExternalTarget) and self._symbol_table.is_made_up(each.name)
            for each in binding.targets
        ):
            yield self._unresolved(written, UnresolvedReason.UNKNOWN_NAME)

    def _included_only(self, paths: set[str]) -> set[str]:
        """Keep the files that this one includes, in languages with includes: definitions elsewhere are not imported.

        If it includes none of them, keep all.
        """
        if not self._symbol_table.rules_at(self._view.path).translation_unit_pattern:
            return paths
        own = self._view.path
        return {
            path for path in paths if path == own or self._symbol_table.includes(self._view, path)
        } or paths

    def of_namespace_imports(
        self, found: list[Reference], definitions: tuple[Definition, ...]
    ) -> Iterator[Reference]:
        """Yield the references of namespace imports: to the files of all that is used from there, bases included."""
        symbols = {each.target_symbol for each in found if each.target_symbol}
        for definition in definitions:
            symbols.update(definition.details.inherits or (), definition.details.implements or ())
        named = (symbol.partition(SEPARATOR)[0] for symbol in symbols)
        used = {path for path in named if path in self._symbol_table.files and path != self._view.path}
        types_apart = self._symbol_table.rules_at(self._view.path).has_global_function_fallback
        names = sorted(set(self._dotted_names())) if types_apart else []
        for written, each in zip(self._facts.imports, self._view.imports, strict=True):
            binding = each.binding
            if binding is None:
                continue
            for target in sorted(self._files_behind_alias(binding, names)):
                yield self._reference(written, target)
            if binding.is_package:
                targets = self._files_of_package(binding, used, found)
            elif binding.files or not (binding.is_wildcard or binding.may_be_namespace):
                continue
            else:
                targets = self._included_only(self._files_of_namespaces(binding, used))
            for target in sorted(targets):
                yield self._reference(written, target)

    def _dotted_names(self) -> Iterator[str]:
        """Yield the dotted names in the file: of types, and in calls and reads."""
        yield from (each.type.name for each in self._facts.type_uses)
        for definition in self._facts.definitions:
            yield from (each.name for each in (*definition.inherits, *definition.implements))
            yield from (each.type.name for each in definition.mixins)
        for reference in self._facts.references:
            yield _dotted(reference.expression)

    def _files_behind_alias(self, binding: Binding, names: list[str]) -> set[str]:
        """Return the files of names behind an imported alias that denotes both a type and a namespace; PHP."""
        begin = f"{binding.alias}."
        behind = [name.removeprefix(begin) for name in names if binding.alias and name.startswith(begin)]
        resolved = (
            self._evaluator.names.namespaces.resolve_binding(binding)
            if behind and binding.may_be_namespace
            else ()
        )
        if not any(isinstance(each, DefinitionValue) for each in resolved):
            return set()
        namespaces = [each.key for each in resolved if isinstance(each, Namespace)]
        found = {
            path
            for namespace in namespaces
            for name in behind
            for path in self._files_of_dotted_name(namespace, name)
        }
        return found - {self._view.path}

    def _files_of_dotted_name(self, namespace: str, name: str) -> set[str]:
        """Return the files that define a dotted name, or its longest prefix: the rest are members of a type."""
        while name:
            outer, _, last = name.rpartition(".")
            entities = self._symbol_table.find_definitions(
                f"{namespace}.{outer}" if outer else namespace, last
            )
            if entities:
                return {each.path for each in entities}
            name = outer
        return set()

    def _files_of_package(self, binding: Binding, used: set[str], found: list[Reference]) -> set[str]:
        """Return the used files of a package, or those of candidates of calls; all of them if there are none."""
        files = {path for path in binding.files if path != self._view.path}
        if used & files:
            return used & files
        candidates = {
            each.symbol.partition(SEPARATOR)[0] for reference in found for each in reference.candidates
        }
        return candidates & files or files

    def _files_of_namespaces(self, binding: Binding, used: set[str]) -> set[str]:
        """Return the files of the namespaces that an import names, used ones if there are any; or external symbols."""
        namespaces = [target.namespace for target in binding.targets if isinstance(target, NamespaceTarget)]
        resolved = self._evaluator.names.namespaces.resolve_binding(binding)
        is_space = bool(resolved) and all(isinstance(each, Namespace) for each in resolved)
        if not binding.is_wildcard:
            namespaces = [each.key for each in resolved if isinstance(each, Namespace)] if is_space else []
        paths = {
            path for namespace in namespaces for path in self._symbol_table.files_of_namespace(namespace)
        }
        within = {
            path
            for namespace in namespaces
            for path in self._symbol_table.files_of_nested_namespaces(namespace)
        }
        inner = within if not (binding.is_wildcard and paths) else set()
        if used & paths or not (binding.may_be_namespace and is_space):
            return used & (paths | inner)
        outside = [target.name for target in binding.targets if isinstance(target, ExternalTarget)]
        # A namespace of a library stays external even if the repository adds types or namespaces to it.
        rules = self._symbol_table.rules_at(self._view.path)
        libraries = rules.standard_library_pattern if paths else rules.closed_library_pattern
        is_of_library = bool(libraries) and any(re.match(libraries, f"{name}.") for name in outside)
        if binding.is_wildcard and (is_of_library or not (paths or inner)):
            return {f"{EXTERNAL_PREFIX}{name}" for name in outside}
        unused = (paths or inner) - {self._view.path}
        return used & inner or (unused if len(unused) <= MAX_UNUSED else set())

    def _unresolved(self, written: CodeImport, reason: UnresolvedReason) -> Reference:
        """Make the reference of an import of what is not there: a module of the repository, a name of the library."""
        return Reference(
            enclosing_symbol=self._view.path,
            role=_role(written),
            span=self._span(written.begin, written.end),
            reason=reason,
        )

    def _reference(self, written: CodeImport, target: str) -> Reference:
        """Make the reference of an import to a target."""
        return Reference(
            enclosing_symbol=self._view.path,
            target_symbol=target,
            role=_role(written),
            span=self._span(written.begin, written.end),
            provenance=Provenance.DECLARED,
            confidence=1.0,
            is_type_only=written.is_for_types or None,
        )


def _role(written: CodeImport) -> ReferenceRole:
    return ReferenceRole.EXPORT if written.form in _EXPORTS else ReferenceRole.IMPORT


def _dotted(expression: CodeExpression) -> str:
    """Return the dotted name that an expression consists of; "" if it is anything else."""
    match expression:
        case NameExpr(name=name):
            return name
        case NewExpr(type_ref=type_ref):
            return type_ref.name
        case MemberExpr(value=value, name=name):
            outer = _dotted(value)
            return f"{outer}.{name}" if outer else ""
        case _:
            return ""
