"""What the engine is asked for beside its report: types in full, which the report shortens.

Turns: the texts of files → modules of ours that reveal the types of what those files define; what the engine says of
these modules → texts of types by path and name.

The report has `str` for `Literal["a"]` and `C` for `Self`. A module that imports another and has `reveal_type` in it
gets the type as others see it. Which names to ask for is read from the text line by line, so that an engine does not
have to wait for a parser. A name that is no such thing gets an answer that nobody asks for.
"""

import keyword
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import msgspec

FOLDER = "inquiry"
"""The folder of our modules in that of a run."""

RECEIVER = "Receiver_"
"""How the type of whoever a member is asked of begins: it may be a subclass, so that `Self` is told from the class."""

_MAX_LINES = 400
"""How long a module of ours may become before another one begins: the engine has several threads."""
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


class Inquiry(msgspec.Struct, frozen=True):
    """Modules of ours, for each of them which name of which file is asked for on which line, and how they call files."""

    texts: tuple[str, ...] = ()
    asked: tuple[dict[int, tuple[str, str]], ...] = ()
    module_by_path: Mapping[str, str] = {}


class _Error(msgspec.Struct):
    """One thing that the engine has to say."""

    line: int
    path: str
    name: str
    description: str


class _Output(msgspec.Struct):
    """All that the engine has to say."""

    errors: list[_Error]


_decode = msgspec.json.Decoder(_Output).decode


def make_inquiry(text_by_path: Mapping[str, bytes], module_by_path: Mapping[str, str]) -> Inquiry:
    """Return what to ask about files, given the names by which these can be imported."""
    modules = [_Module()]
    for path, text in sorted(text_by_path.items()):
        if path in module_by_path:
            if len(modules[-1].lines) >= _MAX_LINES:
                modules.append(_Module())
            modules[-1].ask(path, module_by_path[path], members_by_class(text))
    filled = [module for module in modules if module.asked]
    return Inquiry(
        tuple("\n".join((*module.lines, "")) for module in filled),
        tuple(module.asked for module in filled),
        module_by_path,
    )


class _Module:
    """A module of ours in the making."""

    def __init__(self) -> None:
        self.lines = ["from typing import TypeVar"]
        self.asked: dict[int, tuple[str, str]] = {}
        self._n_modules = 0
        self._n_receivers = 0

    def ask(self, path: str, module: str, members: Mapping[str, list[str]]) -> None:
        """Ask for members of a file's classes, and for its functions."""
        if not members:
            return
        name = f"module_{self._n_modules}"
        self._n_modules += 1
        self.lines.append(f"import {module} as {name}")
        for owner, found in members.items():
            value, indentation = name, ""
            if owner:
                receiver = f"{RECEIVER}{self._n_receivers}"
                self._n_receivers += 1
                self.lines.append(f'{receiver} = TypeVar("{receiver}", bound={name}.{owner})')
                self.lines.append(f"def ask_{receiver}(value: {receiver}):")
                value, indentation = "value", "    "
            for member in found:
                self.lines.append(f"{indentation}reveal_type({value}.{member})")
                self.asked[len(self.lines)] = (path, f"{owner}.{member}" if owner else member)


def members_by_class(text: bytes) -> dict[str, list[str]]:
    """Return what looks like functions with results that are not declared, and like fields, by the class around it.

    Functions outside of classes have no name as their class.
    """
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


def module_names(
    paths: tuple[str, ...], search_roots: tuple[str, ...], package_name: str
) -> Iterator[tuple[str, str]]:
    """Yield paths and the names by which these files, and no others, can be imported."""
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
    """Return the name of the module or package, below a root, that a file is or lies in."""
    first = path[len(root) :].strip("/").split("/", 1)[0]
    return first.removesuffix("i").removesuffix(_SUFFIX)


def _is_name(name: str) -> bool:
    return name.isidentifier() and name.isascii() and not keyword.iskeyword(name)


def read_answers(inquiry: Inquiry, output: Path) -> dict[str, dict[str, str]]:
    """Return the texts of types by path and name, as far as the engine gave any."""
    try:
        errors = _decode(output.read_bytes()).errors
    except (OSError, msgspec.MsgspecError):
        return {}
    folder = output.parent
    number_by_path = {folder / inquiry_path(number): number for number in range(len(inquiry.texts))}
    found: dict[str, dict[str, str]] = {}
    for error in errors:
        number = number_by_path.get(folder / error.path)
        if number is None or not error.description.startswith(_PREFIX):
            continue
        asked = inquiry.asked[number].get(error.line)
        if asked is not None:
            found.setdefault(asked[0], {})[asked[1]] = error.description.removeprefix(_PREFIX)
    return found


def inquiry_path(number: int) -> str:
    """Return the path of a module of ours in the folder of a run."""
    return f"{FOLDER}/codeshed_inquiry_{number}.py"
