"""Bindings as listings: one line for each import."""

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.facts.code_facts import CodeFacts
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    ModuleSystem,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout


def facts_of(source: str, grammar: Grammar) -> CodeFacts:
    """Return the facts of a source."""
    return extract_code(DecodedSource(content=source.encode()), grammar)


def bound(source: str, grammar: Grammar, system: ModuleSystem, *paths: str) -> list[str]:
    """Return `alias = targets | files` of each import of the first file."""
    facts = facts_of(source, grammar)
    layout = RepositoryLayout(frozenset(paths), {})
    return [_line(system.bind_import(paths[0], facts, each, layout)) for each in facts.imports]


def _line(binding: Binding | None) -> str:
    if binding is None:
        return "nothing"
    targets = " ".join(map(_target, binding.targets))
    words = [binding.alias or "-"] + ["all"] * binding.is_wildcard + ["passed on"] * binding.is_reexported
    return f"{' '.join(words)} = {targets}" + f" | {' '.join(binding.files)}" * bool(binding.files)


def _target(target: ImportTarget) -> str:
    if isinstance(target, ExternalTarget):
        return f"external({target.name})"
    return f"{target.namespace}/{target.name}" if isinstance(target, NameTarget) else target.namespace
