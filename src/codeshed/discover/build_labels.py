"""How the rules of a BUILD file name targets and files.

Turns: a text in an argument of a rule, and the folder of the rule → the label in full: `//app:lib` of Bazel, `app:lib` of
Pants. A label that names all targets of a folder is `//app:all`, and `app:` with Pants.
"""

import posixpath

_MAX_LABEL = 1000
"""A longer text is no label."""

_BARE_ARGUMENTS = frozenset(
    {
        "actual",
        "data",
        "deps",
        "embed",
        "exports",
        "hdrs",
        "implementation_deps",
        "library",
        "plugins",
        "resources",
        "runtime_deps",
        "srcs",
        "tests",
        "tools",
    }
)
"""Where a text without `:` and `//` names something of the same package of Bazel."""


def bazel_label(text: str, folder: str, argument: str) -> str | None:
    """Return what a text of a rule names, by its label; None if it is none, or one of another repository."""
    if len(text) > _MAX_LABEL:
        return None
    if text.startswith(("@//", "@@//")):
        text = text.lstrip("@")
    if text.startswith("//"):
        package, _, name = text[2:].partition(":")
        return f"//{package}:{name or last_part(package)}"
    if text.startswith(":"):
        return f"//{folder}:{text[1:]}"
    is_bare = argument in _BARE_ARGUMENTS and not text.startswith(("@", "!"))
    return f"//{folder}:{text}" if is_bare else None


def pants_place(text: str, folder: str) -> tuple[str, str] | None:
    """Return the path that an address of Pants begins with, of a folder or a file, and the name after it, if any."""
    if len(text) > _MAX_LABEL or text.startswith("!"):
        return None
    path, _, name = text.partition("@")[0].partition("#")[0].partition(":")
    if path.startswith("//"):
        path = path[2:]
    elif path.startswith(("./", "../")):
        path = posixpath.normpath(posixpath.join(folder, path))
    elif not path:
        path = folder
    return ("" if path == "." else path), name


def pants_label(folder: str, name: str | None) -> str:
    """Return the address of a target, which is called as its folder if it has no name."""
    return f"{folder or '//'}:{name or last_part(folder)}"


def package_of_label(label: str) -> str:
    """Return the folder that a label in full is of."""
    return label.removeprefix("//").rpartition(":")[0]


def is_whole_package(label: str) -> bool:
    """Whether a label means all targets of a folder."""
    return label.endswith(":") or (label.startswith("//") and label.endswith(":all"))


def last_part(path: str) -> str:
    """Return the last name of a path."""
    return path.rpartition("/")[2]
