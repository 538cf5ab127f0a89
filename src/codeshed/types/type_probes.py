"""Probe modules: generated modules of `reveal_type` calls, for the types that the report widens.

Turns: the texts of files → probe modules for what these files define; the engine's output → texts of types by path and
qualified name.

The report has `str` for `Literal["a"]` and `C` for `Self`. A probe imports a module and calls `reveal_type` on its
members, which gives the types that other modules see:

    import shop.cart as module_0
    Receiver_0 = TypeVar("Receiver_0", bound=module_0.Cart)
    def ask_Receiver_0(value: Receiver_0):
        reveal_type(value.total)

The names to probe are found by a regular expression over lines, so that the engine does not have to wait for the parser.
Answers for names that turn out to be something else are not used.
"""

import keyword
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import msgspec

PROBE_FOLDER = "inquiry"
"""The folder of the probe modules in that of a run."""

RECEIVER_PREFIX = "Receiver_"
"""How the receivers' type variables begin: a receiver may be of a subclass, so that `Self` differs from the class."""

_MAX_LINES = 400
"""A probe module of so many lines is followed by another one: the engine checks modules in parallel."""
_LINE = re.compile(
    rb"^([ \t]*)(?:(?:async[ \t]+)?(def|class)[ \t]+([A-Za-z_]\w*)(?=(.*))"
    rb"|((?:self|cls)\.[A-Za-z_]\w*(?:,[ \t]*(?:self|cls)\.[A-Za-z_]\w*)*)[ \t]*(?::[^=\n]*)?(?:[-+*/%|&^]|//|\*\*)?=(?!=))"
    rb"|\b(?:return|yield)\b",
    re.MULTILINE,
)
_FIELD = re.compile(rb"\.(\w+)")
_DECLARES = re.compile(rb"\)[ \t]*->")
_SUFFIX = ".py"
_INIT = "__init__"
_PREFIX = "revealed type: "


class TypeProbes(msgspec.Struct, frozen=True):
    """Probe modules: their texts, the path and name probed on each line of each, and the module names of paths."""

    texts: tuple[str, ...] = ()
    probed_names: tuple[dict[int, tuple[str, str]], ...] = ()
    module_by_path: Mapping[str, str] = {}


class _Error(msgspec.Struct):
    """A diagnostic of the engine, one of which is each revealed type."""

    line: int
    path: str
    name: str
    description: str


class _Output(msgspec.Struct):
    """The diagnostics of a run."""

    errors: list[_Error]


_decode = msgspec.json.Decoder(_Output).decode


def make_type_probes(text_by_path: Mapping[str, bytes], module_by_path: Mapping[str, str]) -> TypeProbes:
    """Make probe modules for files, by the module names by which these can be imported."""
    modules = [_ProbeModule()]
    for path, text in sorted(text_by_path.items()):
        if path in module_by_path:
            if len(modules[-1].lines) >= _MAX_LINES:
                modules.append(_ProbeModule())
            modules[-1].probe(path, module_by_path[path], members_by_class(text))
    filled = [module for module in modules if module.probed_names]
    return TypeProbes(
        tuple("\n".join((*module.lines, "")) for module in filled),
        tuple(module.probed_names for module in filled),
        module_by_path,
    )


class _ProbeModule:
    """A probe module under construction."""

    def __init__(self) -> None:
        self.lines = ["from typing import TypeVar"]
        self.probed_names: dict[int, tuple[str, str]] = {}
        self._n_modules = 0
        self._n_receivers = 0

    def probe(self, path: str, module: str, members: Mapping[str, list[str]]) -> None:
        """Add `reveal_type` calls for the functions of a file and the members of its classes."""
        if not members:
            return
        name = f"module_{self._n_modules}"
        self._n_modules += 1
        self.lines.append(f"import {module} as {name}")
        for owner, found in members.items():
            value, indentation = name, ""
            if owner:
                receiver = f"{RECEIVER_PREFIX}{self._n_receivers}"
                self._n_receivers += 1
                self.lines.append(f'{receiver} = TypeVar("{receiver}", bound={name}.{owner})')
                self.lines.append(f"def ask_{receiver}(value: {receiver}):")
                value, indentation = "value", "    "
            for member in found:
                self.lines.append(f"{indentation}reveal_type({value}.{member})")
                self.probed_names[len(self.lines)] = (path, f"{owner}.{member}" if owner else member)


def members_by_class(text: bytes) -> dict[str, list[str]]:
    """Return likely functions with undeclared return types, and likely fields, by their class; `""` for module level."""
    found: dict[str, dict[str, None]] = {}
    around: list[tuple[int, str, bool]] = []
    for match in _LINE.finditer(text):
        indentation, kind, name, rest, fields = match.groups()
        if kind is not None:
            while around and around[-1][0] >= len(indentation):
                around.pop()
            is_declared = kind == b"def" and _DECLARES.search(rest) is not None
            around.append((len(indentation), "" if is_declared else name.decode(), kind == b"class"))
            continue
        classes = [each for _, each, _ in takewhile(lambda each: each[2], around)]
        if len(classes) == len(around):
            continue
        if fields is None:
            members = [around[len(classes)][1]]
        else:
            members = [each.decode() for each in _FIELD.findall(fields)] if classes else []
        found.setdefault(".".join(classes), {}).update(dict.fromkeys(filter(None, members)))
    return {owner: list(names) for owner, names in sorted(found.items()) if names}


def importable_names(
    paths: tuple[str, ...], search_roots: tuple[str, ...], package_name: str
) -> Iterator[tuple[str, str]]:
    """Yield paths with the module names by which these files, and no others, can be imported."""
    roots = [root.strip("/").removeprefix(".") for root in search_roots]
    firsts = Counter(
        name
        for root in {*roots}
        for name in {_first_name(path, root) for path in paths if _is_below(path, root)}
    )
    stubs = {path.removesuffix("i") for path in paths if path.endswith(".pyi")}
    for path in paths:
        root = "" if package_name else next((root for root in roots if _is_below(path, root)), None)
        if root is None or not path.endswith(_SUFFIX) or path in stubs:
            continue
        first = _first_name(path, root)
        inner = path[len(root) :].strip("/").removesuffix(_SUFFIX).removesuffix(_INIT).strip("/")
        names = [*([package_name] if package_name else []), *filter(None, inner.split("/"))]
        is_only_one = package_name not in firsts if package_name else firsts[first] == 1
        if names and is_only_one and names[0] not in sys.stdlib_module_names and all(map(_is_name, names)):
            yield path, ".".join(names)


def _is_below(path: str, root: str) -> bool:
    return not root or path.startswith(f"{root}/")


def _first_name(path: str, root: str) -> str:
    """Return the top-level module or package, below a search root, that a file is or is in."""
    first = path[len(root) :].strip("/").split("/", 1)[0]
    return first.removesuffix("i").removesuffix(_SUFFIX)


def _is_name(name: str) -> bool:
    return name.isidentifier() and name.isascii() and not keyword.iskeyword(name)


def read_probe_answers(inquiry: TypeProbes, output: Path) -> dict[str, dict[str, str]]:
    """Return the revealed types by path and qualified name."""
    try:
        errors = _decode(output.read_bytes()).errors
    except (OSError, msgspec.MsgspecError):
        return {}
    folder = output.parent
    number_by_path = {folder / probe_path(number): number for number in range(len(inquiry.texts))}
    found: dict[str, dict[str, str]] = {}
    for error in errors:
        number = number_by_path.get(folder / error.path)
        if number is None or not error.description.startswith(_PREFIX):
            continue
        probed_name = inquiry.probed_names[number].get(error.line)
        if probed_name is not None:
            found.setdefault(probed_name[0], {})[probed_name[1]] = error.description.removeprefix(_PREFIX)
    return found


def probe_path(number: int) -> str:
    """Return the path of a probe module in the folder of a run."""
    return f"{PROBE_FOLDER}/codeshed_inquiry_{number}.py"
