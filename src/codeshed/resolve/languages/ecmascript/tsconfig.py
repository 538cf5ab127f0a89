"""Module paths of `tsconfig.json` and `jsconfig.json`.

Turns: configurations with what they extend and reference → the paths that a module name may denote in a file.
"""

import posixpath
from collections.abc import Callable, Iterator

import msgspec

from codeshed.resolve.generic.names.lenient_json import get_object, read_object, strings_of
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

_NAMES = ("tsconfig.json", "jsconfig.json")
_CONFIG_FOLDER = "${configDir}"
_MAX_DEPTH = 20
_MAX_CONFIGS = 50

FindPackage = Callable[[str, str], str | None]
"""Maps the name of a package, and the path of the configuration that names it, to the package's folder."""


class _Options(msgspec.Struct, frozen=True):
    """The options of a configuration, inherited ones included, each with the folder that it is relative to."""

    base: str | None = None
    base_folder: str = ""
    paths: dict[str, object] | None = None
    paths_folder: str = ""
    sources: str | None = None
    sources_folder: str = ""
    outputs: str | None = None
    outputs_folder: str = ""


class PathRules(msgspec.Struct, frozen=True):
    """The path mapping of a configuration: patterns with targets, most specific first, and the base folder of bare names."""

    patterns: tuple[tuple[str, tuple[str, ...]], ...]
    base: str | None

    def iter_paths(self, module: str) -> Iterator[str]:
        """Yield the paths that a name may denote, the likeliest first."""
        for pattern, targets in self.patterns:
            before, star, behind = pattern.partition("*")
            if not star:
                fits = module == pattern
            else:
                fits = (
                    len(module) >= len(before) + len(behind)
                    and module.startswith(before)
                    and module.endswith(behind)
                )
            if fits:
                middle = module[len(before) : len(module) - len(behind)] if star else ""
                yield from (target.replace("*", middle) for target in targets)
                break
        if self.base is not None:
            path = join_path(self.base, module)
            if path is not None:
                yield path


class TypeScriptConfigs:
    """The configurations of a repository."""

    def __init__(self, layout: RepositoryLayout, find_package: FindPackage) -> None:
        self._layout = layout
        self._find_package = find_package
        self._rules_by_config: dict[str, tuple[PathRules, ...]] = {}
        self._read: dict[str, dict[str, object]] = {}
        self._options_by_config: dict[str, _Options] = {}

    def rules_for(self, path: str) -> tuple[PathRules, ...]:
        """Return the rules for a file: those of the nearest configuration and of its references."""
        found = [each for name in _NAMES if (each := self._layout.nearest_manifest(path, name))]
        if not found:
            return ()
        nearest = max(found, key=lambda each: each.count("/"))
        if nearest not in self._rules_by_config:
            self._rules_by_config[nearest] = tuple(map(self._rules, self._configs_with(nearest)))
        return self._rules_by_config[nearest]

    def source_of(self, path: str) -> str | None:
        """Return the source of a build output, if a configuration names both folders."""
        for name in _NAMES:
            nearest = self._layout.nearest_manifest(path, name)
            options = _Options() if nearest is None else self._options(nearest)
            if nearest is None or options.sources is None or options.outputs is None:
                continue
            own = posixpath.dirname(nearest)
            sources = _placed(options.sources, options.sources_folder, own)
            outputs = _placed(options.outputs, options.outputs_folder, own)
            if sources is not None and outputs and path.startswith(f"{outputs}/"):
                return posixpath.join(sources, path.removeprefix(f"{outputs}/"))
        return None

    def _configs_with(self, nearest: str) -> tuple[str, ...]:
        """Return a configuration, its references, and the others in its folder."""
        configs: dict[str, None] = {}
        pending = [nearest, *self._siblings(posixpath.dirname(nearest))]
        while pending and len(configs) < _MAX_CONFIGS:
            config = pending.pop(0)
            if config not in configs:
                configs[config] = None
                pending[:0] = self._references(config)
        return tuple(configs)

    def _siblings(self, folder: str) -> list[str]:
        """Return other configurations in a folder, such as those of tests or tools."""
        return sorted(
            path
            for path in self._layout.manifests
            if posixpath.dirname(path) == folder
            and posixpath.basename(path).startswith(("tsconfig", "jsconfig"))
        )

    def _object(self, config: str) -> dict[str, object]:
        if config not in self._read:
            self._read[config] = read_object(self._layout.manifests.get(config, b""))
        return self._read[config]

    def _references(self, config: str) -> list[str]:
        """Return the referenced configurations in the same folder; others hold only for their own folders."""
        listed = self._object(config).get("references")
        folder = posixpath.dirname(config)
        found: list[str] = []
        for each in listed if isinstance(listed, list) else ():
            written = each.get("path") if isinstance(each, dict) else None
            path = join_path(folder, written) if isinstance(written, str) else None
            if path is not None:
                found += [
                    name for name in (path, posixpath.join(path, _NAMES[0])) if name in self._layout.manifests
                ]
        return [name for name in found if posixpath.dirname(name) == folder]

    def _rules(self, config: str) -> PathRules:
        options = self._options(config)
        own = posixpath.dirname(config)
        base = None if options.base is None else _placed(options.base, options.base_folder, own)
        targets_folder = options.paths_folder if base is None else base
        patterns = []
        for pattern, targets in (options.paths or {}).items():
            placed = (_placed(each, targets_folder, own) for each in strings_of(targets))
            patterns.append((pattern, tuple(each for each in placed if each is not None)))
        patterns.sort(key=lambda each: ("*" in each[0], -len(each[0].partition("*")[0]), each[0]))
        return PathRules(tuple(patterns), base)

    def _options(self, config: str, depth: int = 0) -> _Options:
        """Return the options of a configuration; a cycle of `extends` adds nothing."""
        if config not in self._options_by_config:
            self._options_by_config[config] = _Options()
            self._options_by_config[config] = self._read_options(config, depth)
        return self._options_by_config[config]

    def _read_options(self, config: str, depth: int) -> _Options:
        written = self._object(config)
        options = _Options()
        for each in strings_of(written.get("extends")) if depth < _MAX_DEPTH else ():
            parent = self._extended(each, config)
            if parent is not None:
                options = _merged(options, self._options(parent, depth + 1))
        folder = posixpath.dirname(config)
        compiler = get_object(written, "compilerOptions")
        base, paths = compiler.get("baseUrl"), compiler.get("paths")
        sources, outputs = compiler.get("rootDir"), compiler.get("outDir")
        return _merged(
            options,
            _Options(
                base=base if isinstance(base, str) else None,
                base_folder=folder,
                paths=paths if isinstance(paths, dict) else None,
                paths_folder=folder,
                sources=sources if isinstance(sources, str) else None,
                sources_folder=folder,
                outputs=outputs if isinstance(outputs, str) else None,
                outputs_folder=folder,
            ),
        )

    def _extended(self, written: str, config: str) -> str | None:
        """Return the configuration that another extends: a path, or one in a package of the repository."""
        if written.startswith("."):
            path = join_path(posixpath.dirname(config), written)
        else:
            parts = written.split("/")
            n_name = 2 if written.startswith("@") else 1
            folder = self._find_package("/".join(parts[:n_name]), config)
            path = None if folder is None else posixpath.join(folder, *parts[n_name:])
        names = () if path is None else (path, f"{path}.json", posixpath.join(path, _NAMES[0]))
        return next((name for name in names if name in self._layout.manifests), None)


def _merged(parent: _Options, own: _Options) -> _Options:
    """Merge options; later ones override earlier ones."""
    base = parent if own.base is None else own
    paths = parent if own.paths is None else own
    sources = parent if own.sources is None else own
    outputs = parent if own.outputs is None else own
    return _Options(
        base=base.base,
        base_folder=base.base_folder,
        paths=paths.paths,
        paths_folder=paths.paths_folder,
        sources=sources.sources,
        sources_folder=sources.sources_folder,
        outputs=outputs.outputs,
        outputs_folder=outputs.outputs_folder,
    )


def _placed(written: str, folder: str, config_folder: str) -> str | None:
    if written.startswith(_CONFIG_FOLDER):
        return join_path(config_folder, written.removeprefix(_CONFIG_FOLDER).lstrip("/") or ".")
    return join_path(folder, written)
