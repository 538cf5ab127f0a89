"""Labels of targets and files in BUILD files.

Turns: a string in an argument of a rule, and the rule's folder → the absolute label: `//app:lib` in Bazel, `app:lib` in
Pants. The label of all targets of a folder is `//app:all`, in Pants `app:`.
"""

import posixpath

_MAX_LABEL = 1000
"""A longer string is no label."""

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
"""Arguments in which a string without `:` and `//` is a label in the same Bazel package."""


def bazel_label(text: str, folder: str, argument: str) -> str | None:
    """Return the absolute label of a string in a rule; None if it is no label, or one of another repository."""
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


def split_pants_address(text: str, folder: str) -> tuple[str, str] | None:
    """Split a Pants address into the path of a folder or file, and the target name, which may be empty."""
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
    """Return the Pants address of a target; without a name it has that of its folder."""
    return f"{folder or '//'}:{name or last_part(folder)}"


def package_of_label(label: str) -> str:
    """Return the folder of an absolute label."""
    return label.removeprefix("//").rpartition(":")[0]


def is_whole_package(label: str) -> bool:
    """Whether a label means all targets of a folder."""
    return label.endswith(":") or (label.startswith("//") and label.endswith(":all"))


def last_part(path: str) -> str:
    """Return the last name of a path."""
    return path.rpartition("/")[2]
