"""Files that lie beside the code that needs them.

Turns: a package and a file's name → its content. The library's newer way to them loads what reads archives and makes
temporary files, for every command.
"""

import pkgutil


def packaged(package: str, name: str) -> bytes:
    """Return the content of a file of a package: `packaged("codeshed.model", "caps.json")`."""
    content = pkgutil.get_data(package, name)
    if content is None:
        raise FileNotFoundError(f"{package} has no {name}")
    return content
