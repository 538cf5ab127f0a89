"""Contracts of import-linter as architecture rules.

Turns: `.importlinter`, `setup.cfg` or `pyproject.toml` + the files of the repository → ImportedRules. A rule follows chains of
imports as its contract does. What has no equal is told, not left out.
"""

import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.architecture.architecture_rules import (
    MAX_NAME,
    ArchitectureRuleV1,
    NamedGroup,
    PathSelectorV1,
    RuleException,
    RuleLayer,
)

_SECTION = re.compile(r"importlinter:contract:(.+)")
_SUFFIXES = (".py", ".pyi")

Via = Literal["direct", "transitive"]


class ImportedRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules made of those of another tool, and what could not be taken over, as sentences."""

    rules: tuple[ArchitectureRuleV1, ...]
    problems: tuple[str, ...]


def import_contracts(content: bytes, name: str, files: Sequence[str]) -> ImportedRules:
    """Return the contracts in a configuration of import-linter as rules; `files` are those of the repository."""
    settings, contracts = _read(content, name)
    roots = _as_list(settings.get("root_packages")) or _as_list(settings.get("root_package"))
    if not contracts or not roots:
        raise InvalidOptionError(f"{name} has no contracts of import-linter", hint="name another file")
    modules = _Modules(files, roots)
    for_types = "exclude" if _is_true(settings.get("exclude_type_checking_imports")) else "include"
    rules: list[ArchitectureRuleV1] = []
    problems: list[str] = []
    ids: set[str] = set()
    for position, contract in enumerate(contracts, 1):
        title = str(contract.get("name") or f"contract {position}")
        own_id = _unused(str(contract.get("id") or _slug(title)), ids)
        found: list[ArchitectureRuleV1] = []
        try:
            found = list(_iter_rules(contract, own_id, modules, problems))
        except _NoEqualError as error:
            problems.append(f"{title}: {error}")
        ignored = tuple(_exceptions(contract, modules, f"{title}: ignored by import-linter", problems))
        rules += [
            msgspec.structs.replace(
                rule,
                message=title,
                type_only=for_types,
                ignore=ignored,
                edges=None if rule.type in _FIXED else ("import",),
            )
            for rule in found
        ]
    return ImportedRules(rules=tuple(rules), problems=tuple(problems))


_FIXED = ("forbiddenImport", "bannedExternal")


class _NoEqualError(Exception):
    """A contract that no rule is equal to."""


def _read(content: bytes, name: str) -> tuple[Mapping[str, object], list[dict[str, object]]]:
    try:
        text = content.decode("utf-8-sig")
        if name.endswith(".toml"):
            table = tomllib.loads(text).get("tool", {}).get("importlinter", {})
            return table, list(table.get("contracts", ()))
        parser = configparser.ConfigParser()
        parser.read_string(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, configparser.Error) as error:
        raise InvalidOptionError(f"{name} cannot be read: {error}", hint="mend the file") from None
    settings = dict(parser["importlinter"]) if parser.has_section("importlinter") else {}
    contracts: list[dict[str, object]] = []
    for section in parser.sections():
        found = _SECTION.fullmatch(section)
        if found:
            contracts.append({"id": found[1], **parser[section]})
    return settings, contracts


def _iter_rules(
    contract: Mapping[str, object], own_id: str, modules: "_Modules", problems: list[str]
) -> Iterator[ArchitectureRuleV1]:
    kind = contract.get("type")
    via: Via = "direct" if _is_true(contract.get("allow_indirect_imports")) else "transitive"
    match kind:
        case "layers":
            yield from _layers(contract, own_id, modules)
        case "independence":
            yield _independence(contract, own_id, modules)
        case "forbidden":
            yield from _forbidden(contract, own_id, modules, via)
        case "protected":
            yield ArchitectureRuleV1(
                id=own_id,
                type="protected",
                modules=modules.selector(_as_list(contract.get("protected_modules"))),
                allowed_from=modules.selector(_as_list(contract.get("allowed_importers"))),
            )
        case "acyclic_siblings":
            if contract.get("depth"):
                problems.append(
                    f"{own_id}: `depth` has no equal: only the children of each ancestor are compared"
                )
            for index, ancestor in enumerate(_as_list(contract.get("ancestors"))):
                yield ArchitectureRuleV1(
                    id=own_id if not index else f"{own_id}-{index + 1}",
                    type="acyclic",
                    each=modules.glob_of_children(ancestor),
                )
        case _:
            raise _NoEqualError(f"there is no rule like a contract of type {kind!r}")


def _layers(contract: Mapping[str, object], own_id: str, modules: "_Modules") -> Iterator[ArchitectureRuleV1]:
    containers = _as_list(contract.get("containers")) or [""]
    for index, container in enumerate(containers):
        prefix = f"{container}." if container else ""
        layers = []
        for written in _as_list(contract.get("layers")):
            layer = _layer(written, prefix, modules)
            if layer is not None:
                layers.append(layer)
        exhaustive = None
        if _is_true(contract.get("exhaustive")) and container:
            ignored = [f"{prefix}{each}" for each in _as_list(contract.get("exhaustive_ignores"))]
            exhaustive = modules.children_selector(container, ignored)
        yield ArchitectureRuleV1(
            id=own_id if not index else f"{own_id}-{index + 1}",
            type="layering",
            layers=tuple(layers),
            exhaustive=exhaustive,
            via="transitive",
        )


def _layer(written: str, prefix: str, modules: "_Modules") -> RuleLayer | None:
    """Return a layer: `a | b` are members that do not know each other, `a : b` may, `(a)` need not exist."""
    is_free = ":" in written
    names = [each.strip() for each in re.split(r"[|:]", written)]
    known = []
    for name in names:
        plain = name.removeprefix("(").removesuffix(")")
        if plain == name or modules.has(f"{prefix}{plain}"):
            known.append(plain)
    if not known:
        return None
    if is_free or len(known) == 1:
        return RuleLayer(
            name=_layer_name(known, " : "), match=modules.selector([f"{prefix}{each}" for each in known])
        )
    members = tuple(NamedGroup(name=each, match=modules.selector([f"{prefix}{each}"])) for each in known)
    return RuleLayer(name=_layer_name(known, " | "), members=members)


def _layer_name(members: Sequence[str], separator: str) -> str:
    """Return what a layer is called: all its members, or the first and how many more if that is too long for a name."""
    name = separator.join(members)
    return name if len(name) <= MAX_NAME else f"{members[0]} and {len(members) - 1} more"


def _independence(contract: Mapping[str, object], own_id: str, modules: "_Modules") -> ArchitectureRuleV1:
    written = _as_list(contract.get("modules"))
    if len(written) == 1 and written[0].endswith(".*"):
        each = modules.glob_of_children(written[0].removesuffix(".*"))
        return ArchitectureRuleV1(id=own_id, type="independence", each=each, via="transitive")
    members = tuple(NamedGroup(name=each, match=modules.selector([each])) for each in written)
    return ArchitectureRuleV1(id=own_id, type="independence", members=members, via="transitive")


def _forbidden(
    contract: Mapping[str, object], own_id: str, modules: "_Modules", via: Via
) -> Iterator[ArchitectureRuleV1]:
    named = _as_list(contract.get("forbidden_modules"))
    has_descendants = not _is_false(contract.get("as_packages"))
    source = modules.selector(_as_list(contract.get("source_modules")), has_descendants=has_descendants)
    inside = [each for each in named if modules.is_inside(each)]
    outside = tuple(each for each in named if not modules.is_inside(each))
    if inside:
        yield ArchitectureRuleV1(
            id=own_id,
            type="forbiddenImport",
            from_=source,
            to=modules.selector(inside, has_descendants=has_descendants),
            via=via,
        )
    if outside:
        yield ArchitectureRuleV1(
            id=f"{own_id}-packages" if inside else own_id,
            type="bannedExternal",
            from_=source,
            packages=outside,
            via=via,
        )


def _exceptions(
    contract: Mapping[str, object], modules: "_Modules", reason: str, problems: list[str]
) -> Iterator[RuleException]:
    for written in _as_list(contract.get("ignore_imports")):
        importer, arrow, imported = (each.strip() for each in written.partition("->"))
        if not arrow:
            problems.append(f"{reason}: {written!r} is no import")
            continue
        yield RuleException(
            reason=reason,
            from_=modules.selector([importer], has_descendants=False),
            to=modules.selector([imported], has_descendants=False),
        )


class _Modules:
    """Where the modules of the root packages are."""

    def __init__(self, files: Iterable[str], roots: Sequence[str]) -> None:
        self._files = frozenset(each for each in files if each.endswith(_SUFFIXES))
        self._folder_by_root = {root: self._folder_of(root) for root in roots}

    def _folder_of(self, root: str) -> str:
        """Return the folder above a root package, with a slash behind it if it is not the root of the repository."""
        first = root.replace(".", "/")
        places = [
            each[: -len(end)]
            for each in self._files
            for end in (f"{first}/__init__.py", f"{first}.py")
            if each == end or each.endswith(f"/{end}")
        ]
        if not places:
            inside = f"{first}/"
            places = [each[: each.index(inside)] for each in self._files if f"/{inside}" in f"/{each}"]
        if not places:
            raise InvalidOptionError(f"there is no package {root!r}", hint="name the repository with --repo")
        return min(places, key=lambda each: (each.count("/"), each))

    def is_inside(self, module: str) -> bool:
        """Whether a module is of a root package."""
        return self._root_of(module) is not None

    def _root_of(self, module: str) -> str | None:
        known = [root for root in self._folder_by_root if module == root or module.startswith(f"{root}.")]
        return max(known, key=len, default=None)

    def _path(self, module: str) -> str:
        root = self._root_of(module)
        folder = self._folder_by_root[root] if root is not None else ""
        return folder + module.replace(".", "/")

    def has(self, module: str) -> bool:
        """Whether a module or package is there."""
        path = self._path(module)
        return any(each.startswith((f"{path}.", f"{path}/")) for each in self._files)

    def selector(self, modules: Sequence[str], *, has_descendants: bool = True) -> PathSelectorV1:
        """Return the files of modules, and of all below them; `*` is one name, `**` several."""
        globs = [glob for each in modules for glob in self._globs(each, has_descendants=has_descendants)]
        return PathSelectorV1(any_of=tuple(globs))

    def _globs(self, module: str, *, has_descendants: bool) -> tuple[str, ...]:
        path = self._path(module)
        if "*" in module:
            end = "{.py,/**}" if has_descendants else "{.py,/__init__.py}"
            return (f"{path.removesuffix('/**')}/**",) if path.endswith("/**") else (f"{path}{end}",)
        is_package = any(each.startswith(f"{path}/") for each in self._files)
        is_module = any(f"{path}{suffix}" in self._files for suffix in _SUFFIXES)
        below = f"{path}/**" if has_descendants else f"{path}/__init__.py"
        return (*((f"{path}.py",) if is_module or not is_package else ()), *((below,) if is_package else ()))

    def glob_of_children(self, package: str) -> str:
        """Return the glob whose matches are the modules and packages right below a package."""
        return f"{self._path(package)}/*"

    def children_selector(self, package: str, ignored: Sequence[str]) -> PathSelectorV1:
        """Return the files below a package, without its `__init__` and some of its children."""
        path = self._path(package)
        without = [f"{path}/__init__.py"]
        without += [glob for each in ignored for glob in self._globs(each, has_descendants=True)]
        return PathSelectorV1(any_of=(f"{path}/**",), none_of=tuple(without))


def _as_list(value: object) -> list[str]:
    if isinstance(value, str):
        return [each.strip() for each in value.splitlines() if each.strip()]
    return [str(each).strip() for each in value] if isinstance(value, list | tuple) else []


def _is_true(value: object) -> bool:
    return value is True or str(value).strip().casefold() == "true"


def _is_false(value: object) -> bool:
    return value is False or str(value).strip().casefold() == "false"


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-") or "contract"


def _unused(name: str, known: set[str]) -> str:
    found, count = name, 1
    while found in known:
        count += 1
        found = f"{name}-{count}"
    known.add(found)
    return found
