"""Which files and definitions imports lead to.

Turns: the imports of a file, and what else it refers to → References, one for each file or definition.
"""

import re
from collections.abc import Callable, Iterator

from codeshed.model.code_expressions import CodeExpression, MemberExpr, NameExpr, NewExpr
from codeshed.model.code_facts import CodeImport, ImportForm
from codeshed.model.identity import EXTERNAL_PREFIX, SEPARATOR
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import Definition, Provenance, Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, SpaceTarget
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined, Outside, Space

MAX_UNUSED = 8
"""How many files of a namespace are named, if nothing of it is used."""

_EXPORTS = frozenset({ImportForm.EXPORT_ALL, ImportForm.EXPORT_MODULE, ImportForm.EXPORT_NAME})


class ImportedFiles:
    """Finds what the imports of one file lead to."""

    def __init__(
        self, program: Program, evaluation: Evaluation, file: ParsedCode, span_of: Callable[[int, int], Span]
    ) -> None:
        self._program = program
        self._evaluation = evaluation
        self._view = program.files[file.path]
        self._facts = file.facts
        self._span = span_of

    def written(self) -> list[Reference]:
        """Return what each import names: files, and the very things."""
        bindings = (each.binding for each in self._view.imports)
        return [
            made
            for written, binding in zip(self._facts.imports, bindings, strict=True)
            for made in self._import(written, binding)
        ]

    def _import(self, written: CodeImport, binding: Binding | None) -> Iterator[Reference]:
        """Yield what an import leads to: the file or files, and the very thing if one is named."""
        if binding is None or binding.is_silent or binding.passed_on_in:
            return
        own = self._view.path
        whole = () if binding.is_of_package else binding.files
        built = self._program.built_with(own, whole)
        targets = [path for path in whole if path != own and path in built]
        spaces = self._evaluation.names.spaces
        meant = spaces.of_binding(binding)
        meanings = self._evaluation.types.type_names.plainest(
            spaces.objects_first(meant) if binding.is_all else meant
        )
        defined = {each.entity.path for each in meanings if isinstance(each, Defined)}
        seen = self._program.built_with(own, self._in_sight(defined))
        for meaning in meanings:
            if isinstance(meaning, Defined):
                if meaning.entity.path not in seen:
                    continue
                is_elsewhere = not binding.files and meaning.entity.path != own
                targets += [meaning.entity.path] * is_elsewhere
                targets.append(self._program.symbol(meaning.entity))
            elif isinstance(meaning, Outside):
                targets.append(f"{EXTERNAL_PREFIX}{meaning.name}")
        for target in dict.fromkeys(targets):
            yield self._import_of(written, target)

    def _in_sight(self, paths: set[str]) -> set[str]:
        """Return those files that this one is given as a whole, where files are: bodies elsewhere are not imported.

        If it is given none of them, all count.
        """
        if not self._program.customs_at(self._view.path).whole_files:
            return paths
        own = self._view.path
        return {path for path in paths if path == own or self._program.brings_in(self._view, path)} or paths

    def of_spaces(self, found: list[Reference], definitions: tuple[Definition, ...]) -> Iterator[Reference]:
        """Yield which files imports of whole namespaces lead to: those of what is used from them, bases included."""
        symbols = {each.target_symbol for each in found if each.target_symbol}
        for definition in definitions:
            symbols.update(definition.details.inherits or (), definition.details.implements or ())
        named = (symbol.partition(SEPARATOR)[0] for symbol in symbols)
        used = {path for path in named if path in self._program.files and path != self._view.path}
        types_apart = self._program.customs_at(self._view.path).are_types_apart
        names = sorted(set(self._dotted_names())) if types_apart else []
        for written, each in zip(self._facts.imports, self._view.imports, strict=True):
            binding = each.binding
            if binding is None:
                continue
            for target in sorted(self._named_through(binding, names)):
                yield self._import_of(written, target)
            if binding.is_of_package:
                targets = self._files_of_package(binding, used, found)
            elif binding.files or not (binding.is_all or binding.is_of_space):
                continue
            else:
                targets = self._in_sight(self._files_of_spaces(binding, used))
            for target in sorted(targets):
                yield self._import_of(written, target)

    def _dotted_names(self) -> Iterator[str]:
        """Yield the names with dots that the file writes: of types, of what it makes, calls and reads."""
        yield from (each.type.name for each in self._facts.type_uses)
        for definition in self._facts.definitions:
            yield from (each.name for each in (*definition.inherits, *definition.implements))
            yield from (each.type.name for each in definition.mixins)
        for reference in self._facts.references:
            yield _dotted(reference.expression)

    def _named_through(self, binding: Binding, names: list[str]) -> set[str]:
        """Return the files of what is named through an import of a type that a namespace has the name of, too."""
        begin = f"{binding.alias}."
        behind = [name.removeprefix(begin) for name in names if binding.alias and name.startswith(begin)]
        meant = self._evaluation.names.spaces.of_binding(binding) if behind and binding.is_of_space else ()
        if not any(isinstance(each, Defined) for each in meant):
            return set()
        spaces = [each.key for each in meant if isinstance(each, Space)]
        found = {path for space in spaces for name in behind for path in self._files_behind(space, name)}
        return found - {self._view.path}

    def _files_behind(self, space: str, name: str) -> set[str]:
        """Return the files that define what a dotted name means in a namespace; members of types come behind that."""
        while name:
            outer, _, last = name.rpartition(".")
            entities = self._program.own_names(f"{space}.{outer}" if outer else space, last)
            if entities:
                return {each.path for each in entities}
            name = outer
        return set()

    def _files_of_package(self, binding: Binding, used: set[str], found: list[Reference]) -> set[str]:
        """Return the files of a package of which something is used, or may be; all of them if nothing is known."""
        files = {path for path in binding.files if path != self._view.path}
        if used & files:
            return used & files
        candidates = {
            each.symbol.partition(SEPARATOR)[0] for reference in found for each in reference.candidates
        }
        return candidates & files or files

    def _files_of_spaces(self, binding: Binding, used: set[str]) -> set[str]:
        """Return the files of the spaces that an import names, if possible only used ones; or what lies outside."""
        spaces = [target.space for target in binding.targets if isinstance(target, SpaceTarget)]
        meant = self._evaluation.names.spaces.of_binding(binding)
        is_space = bool(meant) and all(isinstance(each, Space) for each in meant)
        if not binding.is_all:
            spaces = [each.key for each in meant if isinstance(each, Space)] if is_space else []
        paths = {path for space in spaces for path in self._program.paths_of(space)}
        within = {path for space in spaces for path in self._program.paths_within(space)}
        inner = within if not (binding.is_all and paths) else set()
        if used & paths or not (binding.is_of_space and is_space):
            return used & (paths | inner)
        outside = [target.name for target in binding.targets if isinstance(target, ExternalTarget)]
        # That a file adds types or a namespace to one of the library makes that no namespace of ours.
        customs = self._program.customs_at(self._view.path)
        libraries = customs.own_library if paths else customs.libraries
        is_of_library = bool(libraries) and any(re.match(libraries, f"{name}.") for name in outside)
        if binding.is_all and (is_of_library or not (paths or inner)):
            return {f"{EXTERNAL_PREFIX}{name}" for name in outside}
        unused = (paths or inner) - {self._view.path}
        return used & inner or (unused if len(unused) <= MAX_UNUSED else set())

    def _import_of(self, written: CodeImport, target: str) -> Reference:
        """Return that an import leads to something."""
        return Reference(
            enclosing_symbol=self._view.path,
            target_symbol=target,
            role=ReferenceRole.EXPORT if written.form in _EXPORTS else ReferenceRole.IMPORT,
            span=self._span(written.begin, written.end),
            provenance=Provenance.DECLARED,
            confidence=1.0,
        )


def _dotted(expression: CodeExpression) -> str:
    """Return the name that an expression is, with dots; nothing if it is more than a name."""
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
