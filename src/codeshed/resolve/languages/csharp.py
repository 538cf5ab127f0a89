"""How files of C# find each other.

Turns: namespaces and using directives as written → spaces and Bindings. Namespaces are shared by files and say nothing of
where these lie, so no directive leads to a file by itself, and projects of one solution need no manifest.
"""

from collections.abc import Iterator

from codeshed.model.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.languages.layout import Layout
from codeshed.resolve.languages.spaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target

_ANY_NAME = r"\w+"
_TYPE_NAME = r"[A-Z]\w*"

ROOT = "csharp:global"
"""The namespace that all others lie in, by the name that the language gives it."""


class CSharpNamespaces:
    """Files see their own namespace and those around it, and all by their full names."""

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the key of the namespace that a file declares as a whole; those of blocks come behind it."""
        del path, layout
        return _space(facts.space)

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> tuple[str, ...]:
        """Return the namespaces that a file sees: of several in one file only those around them all."""
        del path, layout
        blocks = sorted({_joined(facts.space, each.space) for each in facts.definitions})
        own = blocks[0] if len(blocks) == 1 else facts.space
        return tuple(map(_space, _with_outer(own)))

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return what a directive means: a namespace, all members of a type, or another name for either."""
        del path, layout
        words = each.detail.split()
        is_global = "global" in words
        if "extern" in words:
            return Binding(targets=(ExternalTarget(each.module),), alias=each.alias)
        names = [each.module]
        if "inner" in words:
            names += [_joined(outer, each.module) for outer in _around(facts) if outer]
        if each.form is ImportForm.MODULE:
            targets = [target for name in names for target in (SpaceTarget(_space(name)), *_types(name))]
        elif "static" in words:
            targets = [target for name in names for target in _types(name)]
        else:
            targets = [SpaceTarget(_space(name)) for name in names]
        return Binding(
            targets=(*targets, ExternalTarget(each.module)),
            alias=each.alias,
            is_all=each.form is ImportForm.ALL,
            outside_names=_ANY_NAME if "static" in words else _TYPE_NAME,
            is_passed_on=is_global,
        )


def _space(namespace: str) -> str:
    return f"{ROOT}.{namespace}" if namespace else ROOT


def _joined(outer: str, inner: str) -> str:
    return ".".join(filter(None, (outer, inner)))


def _with_outer(namespace: str) -> Iterator[str]:
    """Yield a namespace and those around it, the root last."""
    while namespace:
        yield namespace
        namespace = namespace.rpartition(".")[0]
    yield ""


def _around(facts: CodeFacts) -> tuple[str, ...]:
    """Return all namespaces that code of a file stands in, the innermost first."""
    own = sorted({_joined(facts.space, each.space) for each in facts.definitions}) or [facts.space]
    return tuple(dict.fromkeys(outer for each in own for outer in _with_outer(each)))


def _types(dotted: str) -> Iterator[Target]:
    """Yield the types that a full name may mean, those that lie in no other first."""
    parts = dotted.split(".")
    for number in range(len(parts) - 1, -1, -1):
        yield NameTarget(_space(".".join(parts[:number])), ".".join(parts[number:]))
