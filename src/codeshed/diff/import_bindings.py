"""Which names the imports and exports of a file stand for, as written.

Turns: the facts of a file → ImportedNames → Bindings. Nothing is looked up: two states of a file are compared by what they
say.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from codeshed.model.code_facts import CodeImport, ImportForm
from codeshed.model.facts import Import, ScopeKind
from codeshed.model.language_traits import traits_of
from codeshed.model.parsed_files import ParsedCode, ParsedFile

ALL = "*"

_EXPORTS = frozenset({ImportForm.EXPORT_NAME, ImportForm.EXPORT_MODULE, ImportForm.EXPORT_ALL})
_WIDE = frozenset({ImportForm.ALL, ImportForm.EXPORT_ALL})
_WORD = re.compile(r"\w+")
_N_LAST_PARTS = 2
_RENAMED = "as"

Sources = Mapping[str, frozenset[tuple[str, ...]]]
"""What a name stands for: modules and names in them, as written; several where a condition decides."""


class ImportedName(msgspec.Struct, frozen=True, kw_only=True):
    """A name and what it stands for: something of a module, the module itself if `name` is empty, or `*`.

    The file itself may name it so (`is_inside`), or only a function or type of it (`is_nested`), and others that import the
    file (`is_outside`).
    """

    module: str
    name: str
    local: str
    line: int
    is_inside: bool
    is_outside: bool
    is_nested: bool = False
    detail: str = ""


class Bindings(msgspec.Struct, frozen=True, kw_only=True):
    """Names that imports bring into a file; names under which others get something from it.

    `wide` is what it takes all names of, `passed_on` what others get all names of from it.
    """

    inside: Sources
    outside: Sources
    wide: frozenset[tuple[str, ...]] = frozenset()
    passed_on: frozenset[tuple[str, ...]] = frozenset()


def imported_in(file: ParsedFile | ParsedCode) -> tuple[ImportedName, ...]:
    """Return all that is imported or exported."""
    return tuple(_in_python(file) if isinstance(file, ParsedFile) else _in_code(file))


def bindings_of(file: ParsedFile | ParsedCode) -> Bindings:
    """Return what names stand for in a file outside of all functions and types, and for those that import it."""
    found = [each for each in imported_in(file) if each.is_outside or not each.is_nested]
    named = [each for each in found if each.name != ALL]
    return Bindings(
        inside=_gathered(each for each in named if each.is_inside),
        outside=_gathered(each for each in named if each.is_outside),
        wide=frozenset(_source(each) for each in found if each.name == ALL and each.is_inside),
        passed_on=frozenset(_source(each) for each in found if each.name == ALL and each.is_outside),
    )


def _in_python(file: ParsedFile) -> Iterator[ImportedName]:
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
                    # `import a.b as a` gives another thing than `import a.b` does.
                    detail=_RENAMED if each.alias and not each.name and "." in each.module else "",
                )


def _in_code(file: ParsedCode) -> Iterator[ImportedName]:
    facts = file.facts
    traits = traits_of(facts.language)
    for each in facts.imports:
        is_export = each.form in _EXPORTS
        is_wide = each.form in _WIDE or (each.form is ImportForm.NOTHING and traits.do_runs_bring_names)
        for local in (ALL,) if is_wide else _locals(each):
            yield ImportedName(
                module=each.module,
                name=ALL if is_wide else each.name,
                local=local,
                line=bisect_right(facts.line_starts, each.begin),
                is_inside=not (is_export and not (traits.do_exports_bind and each.module)),
                is_outside=is_export and (not traits.do_exports_bind or bool(each.module)),
                is_nested=each.definition >= 0,
                detail=f"{each.detail} {each.space}".strip(),
            )


def _locals(statement: CodeImport) -> Iterator[str]:
    """Yield how a thing is called here; a module without a name may have each of the last words of its path."""
    if statement.alias or statement.name:
        yield statement.alias or statement.name
    elif statement.form is ImportForm.MODULE:
        for part in statement.module.split("/")[-_N_LAST_PARTS:]:
            yield from _WORD.findall(part)


def _source(imported: ImportedName) -> tuple[str, ...]:
    return (imported.module, imported.name, imported.detail)


def _gathered(names: Iterable[ImportedName]) -> Sources:
    found: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for each in names:
        found[each.local].add(_source(each))
        if not each.name and not each.detail and each.module.startswith(f"{each.local}."):
            # `import a.b` gives the name `a`, which stands for `a` whatever of it is loaded beside.
            found[each.local].add((each.local, "", ""))
    return {name: frozenset(sources) for name, sources in found.items()}
