"""Modules that are used where they are loaded: `require("x").work()`.

Such a module has a name like one that is given to a variable, so that nothing else need know of it.
"""

from codeshed.model.code_expressions import LOADED


def loaded_name(module: str) -> str:
    """Return the name, which no code can write, of a module that is used where it is loaded."""
    return f"{LOADED}{module.replace('.', '·')}"
