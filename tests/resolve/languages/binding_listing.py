"""Bindings of imports as one line each: a test is a repository in one string and the expected lines."""

from textwrap import dedent

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.languages.language import MANIFEST_NAMES
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    ModuleSystem,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout

_FILE_MARK = "#- "


class Repository:
    """Files that are written in one text: `#- path` stands before each."""

    def __init__(self, grammar: Grammar, modules: ModuleSystem, text: str) -> None:
        self._modules = modules
        contents: dict[str, str] = {}
        path = ""
        for line in dedent(text).strip().splitlines():
            if line.startswith(_FILE_MARK):
                path = line.removeprefix(_FILE_MARK).strip()
                contents[path] = ""
            else:
                contents[path] += line + "\n"
        is_manifest = {path: path.rpartition("/")[2] in MANIFEST_NAMES for path in contents}
        self.facts = {
            path: extract_code(DecodedSource(content=content.encode()), grammar)
            for path, content in contents.items()
            if not is_manifest[path]
        }
        manifests = {path: text.encode() for path, text in contents.items() if is_manifest[path]}
        self.layout = RepositoryLayout(frozenset(self.facts), manifests)

    def spaces(self) -> list[str]:
        """Return `path: space` for each file."""
        return [
            f"{path}: {self._modules.namespace_of(path, facts, self.layout)}"
            for path, facts in sorted(self.facts.items())
        ]

    def bindings(self, path: str) -> list[str]:
        """Return a line for each import of a file."""
        facts = self.facts[path]
        found = (self._modules.bind_import(path, facts, each, self.layout) for each in facts.imports)
        return [_line(each) for each in found]

    def check(self, path: str, expected: str) -> None:
        """Compare the imports of a file with a listing."""
        wanted = [line.strip() for line in expected.strip().splitlines()]
        found = self.bindings(path)
        assert found == wanted, "\n".join(["found:", *found])


def _line(binding: Binding | None) -> str:
    if binding is None:
        return "nothing"
    name = "*" if binding.is_wildcard else binding.alias or "-"
    mark = "export-only " if binding.is_only_reexported else "export " if binding.is_reexported else ""
    targets = " or ".join(map(_target, binding.targets)) or "nothing" * binding.is_expected
    return f"{mark}{name} = {targets}" + (f" [{' '.join(binding.files)}]" if binding.files else "")


def _target(target: ImportTarget) -> str:
    match target:
        case NamespaceTarget():
            return target.namespace
        case NameTarget():
            return f"{target.namespace} {target.name}"
        case ExternalTarget():
            return f"ext:{target.name}"
