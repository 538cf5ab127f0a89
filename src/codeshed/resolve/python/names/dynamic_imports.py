"""Imports by functions: `importlib.import_module("shop.cart")` and `__import__("shop.cart")`.

Turns: a call with a constant text → the module that it imports.
"""

from codeshed.model.facts.python_facts import Call, Expression, Literal, Name
from codeshed.resolve.python.names.module_resolution import MissingModule, NamespacePackage
from codeshed.resolve.python.names.program import Program

IMPORT_FUNCTIONS = frozenset({"importlib.import_module", "builtins.__import__"})
_INIT = "__init__.py"


def find_dynamic_import(
    program: Program, file: int, call: Call
) -> "int | NamespacePackage | MissingModule | str | None":
    """Return what a call imports, an external by its name; None if the call does not say."""
    text = _text_argument(call, 0, "name")
    if text is None:
        return None
    module = text.lstrip(".")
    if not all(part.isidentifier() for part in module.split(".")):
        return None
    level = len(text) - len(module)
    if not level:
        found = program.find_module_by_text(file, module)
        return module if found is None else found
    folder = _package_folder(program, file, _argument(call, 1, "package"))
    for _ in range(level - 1):
        folder = None if not folder else folder.rpartition("/")[0]
    if folder is None:
        return None
    below = program.find_module_below(folder, module)
    return MissingModule() if below is None else below


def _package_folder(program: Program, file: int, package: Expression | None) -> str | None:
    """Return the folder of the package that a relative name starts from."""
    path = program.files[file].path
    folder, _, name = path.rpartition("/")
    if isinstance(package, Name):
        is_own = package.name == "__package__" or (package.name == "__name__" and name == _INIT)
        return folder if is_own else None
    if not isinstance(package, Literal) or package.type_name != "str" or not package.text:
        return None
    found = program.find_module_by_text(file, package.text)
    if isinstance(found, NamespacePackage):
        return found.path
    if not isinstance(found, int):
        return None
    folder, _, name = program.files[found].path.rpartition("/")
    return folder if name == _INIT else None


def _text_argument(call: Call, index: int, keyword: str) -> str | None:
    value = _argument(call, index, keyword)
    return value.text if isinstance(value, Literal) and value.type_name == "str" else None


def _argument(call: Call, index: int, keyword: str) -> Expression | None:
    for number, argument in enumerate(call.arguments):
        if argument.keyword == keyword or (number == index and argument.keyword is None):
            return argument.value
    return None
