"""What the imports and exports of a file bind, as written.

Turns: the facts of a file → ImportedNames → ImportBindings. Import targets are not resolved: two revisions of a file are
compared by their text.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from codeshed.model.facts.code_facts import CodeImport, ImportForm
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import Import, ScopeKind
from codeshed.model.languages.language_traits import traits_of

ALL = "*"

_EXPORTS = frozenset({ImportForm.EXPORT_NAME, ImportForm.EXPORT_MODULE, ImportForm.EXPORT_ALL})
_WIDE = frozenset({ImportForm.ALL, ImportForm.EXPORT_ALL})
_WORD = re.compile(r"\w+")
_N_LAST_PARTS = 2
_RENAMED = "as"

Sources = Mapping[str, frozenset[tuple[str, ...]]]
"""The sources of each name: (module, name in it, detail), as written; several if a condition decides."""


class ImportedName(msgspec.Struct, frozen=True, kw_only=True):
    """A name and its source: a name of a module, the module itself if `name` is empty, or the wildcard `*`.

    It is bound in the file itself (`is_inside`), perhaps only in a function or type of it (`is_nested`), and exported to
    importers of the file (`is_outside`).
    """

    module: str
    name: str
    local: str
    line: int
    is_inside: bool
    is_outside: bool
    is_nested: bool = False
    detail: str = ""


class ImportBindings(msgspec.Struct, frozen=True, kw_only=True):
    """Names that imports bind in a file (`inside`), and names that others can import from it (`outside`).

    `wildcard_imports` are its wildcard imports, `reexported_modules` the modules of which it re-exports all names.
    """

    inside: Sources
    outside: Sources
    wildcard_imports: frozenset[tuple[str, ...]] = frozenset()
    reexported_modules: frozenset[tuple[str, ...]] = frozenset()


def find_imported_names(file: ParsedFile | ParsedCode) -> tuple[ImportedName, ...]:
    """Return all imports and exports of a file."""
    return tuple(_python_imports(file) if isinstance(file, ParsedFile) else _code_imports(file))


def import_bindings(file: ParsedFile | ParsedCode) -> ImportBindings:
    """Return the bindings at module level, and those that importers of the file see."""
    found = [each for each in find_imported_names(file) if each.is_outside or not each.is_nested]
    named = [each for each in found if each.name != ALL]
    return ImportBindings(
        inside=_sources_by_name(each for each in named if each.is_inside),
        outside=_sources_by_name(each for each in named if each.is_outside),
        wildcard_imports=frozenset(
            _import_source(each) for each in found if each.name == ALL and each.is_inside
        ),
        reexported_modules=frozenset(
            _import_source(each) for each in found if each.name == ALL and each.is_outside
        ),
    )


def _python_imports(file: ParsedFile) -> Iterator[ImportedName]:
    facts = file.facts
    for scope in facts.scopes:
        is_nested = scope.kind is not ScopeKind.MODULE
        for each in scope.statements:
            if isinstance(each, Import):
                yield ImportedName(
                    module="." * each.level + each.module,
                    name=each.name or "",
                    local=each.alias or each.name or each.module.partition(".")[0],
                    line=bisect_right(facts.line_starts, each.begin),
                    is_inside=True,
                    is_outside=not is_nested,
                    is_nested=is_nested,
                    # `import a.b as a` binds `a` to another module than `import a.b`.
                    detail=_RENAMED if each.alias and not each.name and "." in each.module else "",
                )


def _code_imports(file: ParsedCode) -> Iterator[ImportedName]:
    facts = file.facts
    traits = traits_of(facts.language)
    for each in facts.imports:
        is_export = each.form in _EXPORTS
        is_wide = each.form in _WIDE or (each.form is ImportForm.NOTHING and traits.does_loading_import_names)
        for local in (ALL,) if is_wide else _local_names(each):
            yield ImportedName(
                module=each.module,
                name=ALL if is_wide else each.name,
                local=local,
                line=bisect_right(facts.line_starts, each.begin),
                is_inside=not (is_export and not (traits.do_reexports_bind and each.module)),
                is_outside=is_export and (not traits.do_reexports_bind or bool(each.module)),
                is_nested=each.definition >= 0,
                detail=f"{each.detail} {each.namespace}".strip(),
            )


def _local_names(statement: CodeImport) -> Iterator[str]:
    """Yield the local name of an import; a module import without an alias may bind any of the last words of its path."""
    if statement.alias or statement.name:
        yield statement.alias or statement.name
    elif statement.form is ImportForm.MODULE:
        for part in statement.module.split("/")[-_N_LAST_PARTS:]:
            yield from _WORD.findall(part)


def _import_source(imported: ImportedName) -> tuple[str, ...]:
    return (imported.module, imported.name, imported.detail)


def _sources_by_name(names: Iterable[ImportedName]) -> Sources:
    found: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for each in names:
        found[each.local].add(_import_source(each))
        if not each.name and not each.detail and each.module.startswith(f"{each.local}."):
            # `import a.b` binds `a` to the package `a`, whichever submodules are loaded too.
            found[each.local].add((each.local, "", ""))
    return {name: frozenset(sources) for name, sources in found.items()}
