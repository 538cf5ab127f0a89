"""Problems of manifests.

Turns: the path and bytes of a manifest → what is wrong with it. Readers treat a manifest that they can't read
as missing; this module says why.
"""

import json
import posixpath
import tomllib
from collections.abc import Callable

from codeshed.resolve.generic.names.lenient_json import MAX_MANIFEST_BYTES, load_lenient
from codeshed.resolve.languages.c_family.includes import MAX_DATABASE_BYTES
from codeshed.resolve.languages.go.go_packages import declared_module

_MAX_MESSAGE = 160
_TOO_DEEP = "it is nested too deep"
_Check = Callable[[bytes], str]


def manifest_problem(path: str, content: bytes) -> str:
    """Return what is wrong with a manifest, "" if it can be read or is of a kind that always can; a blank one is fine."""
    check = _check_of(posixpath.basename(path))
    if check is None or not content.strip():
        return ""
    try:
        return check(content)
    except json.JSONDecodeError as error:
        return f"it is no JSON ({error.msg}, line {error.lineno})"
    except tomllib.TOMLDecodeError as error:
        return f"it is no TOML ({str(error)[:_MAX_MESSAGE]})"
    except RecursionError:
        return _TOO_DEEP


def _check_of(name: str) -> _Check | None:
    if name in _CHECKS:
        return _CHECKS[name]
    is_config = name.startswith(("tsconfig", "jsconfig")) and name.endswith(".json")
    return _lenient_object if is_config else None


def _lenient_object(content: bytes) -> str:
    if len(content) > MAX_MANIFEST_BYTES:
        return "it is too large"
    return "" if isinstance(load_lenient(content), dict) else "it holds no object"


def _object(content: bytes) -> str:
    return "" if isinstance(json.loads(_text(content)), dict) else "it holds no object"


def _commands(content: bytes) -> str:
    if len(content) > MAX_DATABASE_BYTES:
        return "it is too large"
    return "" if isinstance(json.loads(_text(content)), list) else "it holds no list of commands"


def _toml(content: bytes) -> str:
    tomllib.loads(_text(content))
    return ""


def _go_module(content: bytes) -> str:
    return "" if declared_module(content) else "it names no module"


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig", "replace")


_CHECKS: dict[str, _Check] = {
    "package.json": _lenient_object,
    "composer.json": _object,
    "composer.lock": _object,
    "compile_commands.json": _commands,
    "Cargo.toml": _toml,
    "pyproject.toml": _toml,
    "go.mod": _go_module,
    ".luarc.json": _lenient_object,
    ".emmyrc.json": _lenient_object,
}
"""The checks by manifest name; TypeScript's have more names."""
