"""Modules that are used where they are loaded: `require("x").work()`.

Such a module gets a synthetic name, as if it had been assigned to a variable first, so that name resolution
needs no rule of its own for it.
"""

from codeshed.model.facts.code_expressions import LOADED_MODULE_PREFIX


def inline_module_name(module: str) -> str:
    """Return the synthetic name of a module that is used where it is loaded; no code can write it."""
    return f"{LOADED_MODULE_PREFIX}{module.replace('.', '·')}"
