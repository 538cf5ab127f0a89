"""Bindings as listings: one line for each import."""

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.code_facts import CodeFacts
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ModuleSystem,
    NameTarget,
    Target,
)
from codeshed.resolve.generic.names.repository_layout import Layout


def facts_of(source: str, grammar: Grammar) -> CodeFacts:
    """Return the facts of a source."""
    return extract_code(DecodedSource(content=source.encode()), grammar)


def bound(source: str, grammar: Grammar, system: ModuleSystem, *paths: str) -> list[str]:
    """Return `alias = targets | files` of each import of the first file."""
    facts = facts_of(source, grammar)
    layout = Layout(frozenset(paths), {})
    return [_line(system.bind(paths[0], facts, each, layout)) for each in facts.imports]


def _line(binding: Binding | None) -> str:
    if binding is None:
        return "nothing"
    targets = " ".join(map(_target, binding.targets))
    words = [binding.alias or "-"] + ["all"] * binding.is_all + ["passed on"] * binding.is_passed_on
    return f"{' '.join(words)} = {targets}" + f" | {' '.join(binding.files)}" * bool(binding.files)


def _target(target: Target) -> str:
    if isinstance(target, ExternalTarget):
        return f"external({target.name})"
    return f"{target.space}/{target.name}" if isinstance(target, NameTarget) else target.space
