"""Which rules does the code keep today, or nearly?

Turns: CodeGraph → ProposedRules: the layers of the folders in a folder, in the order in which the fewest imports lead upwards,
and these imports, which the rules would tell.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.architecture.architecture_rules import (
    ArchitectureRuleV1,
    NamedGroup,
    PathSelectorV1,
    RuleLayer,
)
from codeshed.model.languages.language import is_test_path
from codeshed.query.architecture.dependencies import Dependencies
from codeshed.query.architecture.file_graph import order_with_few_feedback_edges

_SUFFIX = re.compile(r"\.[^./]+$")
_PACKAGE_FILES = re.compile(r"(?:__init__|index|mod|lib|main|__main__)$")


class UpwardDependency(msgspec.Struct, frozen=True, kw_only=True):
    """A dependency that leads upwards in the proposed layers: two groups, how many imports, and the first of them."""

    source: str
    target: str
    n_imports: int
    example_source: str
    example_target: str


class ProposedRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules, and what they would have caught: what the code does today against them."""

    container: str
    rules: tuple[ArchitectureRuleV1, ...]
    upward: tuple[UpwardDependency, ...]
    n_groups: int
    n_imports: int


def propose_rules(graph: CodeGraph, container: str | None = None) -> ProposedRules:
    """Return layers for the folders and modules right below a folder, by default the one that holds the code."""
    dependencies = Dependencies(graph)
    files = dependencies.files
    folder = _container(files) if container is None else container.removeprefix("./").strip("/")
    prefix = f"{folder}/" if folder not in {"", "."} else ""
    group_of_file = {row: _group(path, prefix) for row, path in enumerate(files) if path.startswith(prefix)}
    names = sorted({each for each in group_of_file.values() if each is not None})
    index_of = {name: index for index, name in enumerate(names)}
    member_of = {row: index_of[group] for row, group in group_of_file.items() if group is not None}
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for pair in sorted(dependencies.pairs(("import",), min_confidence=0.0, type_only="exclude")):
        source, target = member_of.get(pair[0]), member_of.get(pair[1])
        if source is not None and target is not None and source != target:
            pairs.setdefault((source, target), []).append(pair)
    order = order_with_few_feedback_edges(
        range(len(names)), {edge: len(each) for edge, each in pairs.items()}
    )
    height = _heights(order, pairs)
    layers = tuple(
        _layer([names[each] for each in order if height[each] == level], prefix, files)
        for level in sorted(set(height.values()), reverse=True)
    )
    place = {each: index for index, each in enumerate(order)}
    upward = tuple(
        UpwardDependency(
            source=names[source],
            target=names[target],
            n_imports=len(each),
            example_source=files[each[0][0]],
            example_target=files[each[0][1]],
        )
        for (source, target), each in sorted(pairs.items())
        if place[source] > place[target]
    )
    rule = ArchitectureRuleV1(
        id="layers",
        type="layering",
        layers=layers,
        exhaustive=PathSelectorV1(any_of=(f"{prefix}**",), none_of=_outside_groups(files, prefix)),
        edges=("import",),
        type_only="exclude",
    )
    return ProposedRules(
        container=folder or ".",
        rules=(rule,) if names else (),
        upward=upward,
        n_groups=len(names),
        n_imports=sum(map(len, pairs.values())),
    )


def _container(files: Sequence[str]) -> str:
    """Return the folder to begin with: from the root into the folder that has more than half of the code, but tests."""
    inside = [path for path in files if not is_test_path(path)]
    folder = ""
    while True:
        sizes = Counter(
            path[len(folder) :].partition("/")[0] for path in inside if "/" in path[len(folder) :]
        )
        largest, count = max(sizes.items(), key=lambda each: (each[1], each[0]), default=("", 0))
        if 2 * count <= len(inside):
            return folder.rstrip("/")
        folder = f"{folder}{largest}/"
        inside = [path for path in inside if path.startswith(folder)]


def _group(path: str, prefix: str) -> str | None:
    """Return the folder or module right below a folder that a file belongs to; the package's own file is of none."""
    name, _, rest = path[len(prefix) :].partition("/")
    if rest:
        return name
    module = _SUFFIX.sub("", name)
    return None if _PACKAGE_FILES.fullmatch(module) else module


def _outside_groups(files: Sequence[str], prefix: str) -> tuple[str, ...]:
    return tuple(path for path in files if path.startswith(prefix) and _group(path, prefix) is None)


def _heights(order: Sequence[int], pairs: Mapping[tuple[int, int], object]) -> dict[int, int]:
    """Return how far above the bottom each group is: one more than what it uses and comes after it."""
    place = {each: index for index, each in enumerate(order)}
    targets: dict[int, list[int]] = {}
    for source, target in pairs:
        if place[source] < place[target]:
            targets.setdefault(source, []).append(target)
    height: dict[int, int] = {}
    for group in reversed(order):
        height[group] = 1 + max((height[each] for each in targets.get(group, ())), default=-1)
    return height


def _layer(names: Sequence[str], prefix: str, files: Sequence[str]) -> RuleLayer:
    groups = tuple(
        NamedGroup(name=name, match=PathSelectorV1(any_of=_globs(f"{prefix}{name}", files)))
        for name in sorted(names)
    )
    if len(groups) == 1:
        return RuleLayer(name=groups[0].name, match=groups[0].match)
    return RuleLayer(name=" | ".join(each.name for each in groups), members=groups)


def _globs(path: str, files: Sequence[str]) -> tuple[str, ...]:
    modules = tuple(each for each in files if _SUFFIX.sub("", each) == path)
    below = (f"{path}/**",) if any(each.startswith(f"{path}/") for each in files) else ()
    return (*modules, *below)
