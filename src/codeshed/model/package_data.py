"""Data files of Python packages.

Turns: a package and a file name → its content. `pkgutil` is used, since `importlib.resources` loads modules for archives
and temporary files, which would slow down every command.
"""

import pkgutil


def read_package_file(package: str, name: str) -> bytes:
    """Return the content of a file of a package: `read_package_file("codeshed.model.answers", "caps.json")`."""
    content = pkgutil.get_data(package, name)
    if content is None:
        raise FileNotFoundError(f"{package} has no {name}")
    return content
