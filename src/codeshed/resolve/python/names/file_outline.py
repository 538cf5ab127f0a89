"""Outlines: what must be known of every file before any name is looked up, namely its sizes and its links to others.

Turns: FileInterface → FileOutline. Outlines are small and stored next to the interfaces. So after an edit, only the
interfaces of the files that matter to it are read.
"""

import msgspec

from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.python_facts import Assign, ScopeKind
from codeshed.resolve.python.names.expression_text import collection_elements, constant_text
from codeshed.resolve.python.names.value_keys import FunctionKey

FUNCTION_KINDS = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA})


class FileTraits(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Facts about one file that depend on the interfaces of other files; classes are given by symbol."""

    imports: tuple[str, ...] = ()
    """The target of each import: a path, a folder with a trailing slash, "?" if missing, "" for an external."""
    ancestors: dict[str, tuple[str, ...]] = {}
    """The MRO of each class that has bases, itself left out: symbols, and dotted names of externals."""
    protocols: dict[str, dict[str, int]] = {}
    """Its protocols that are recognised structurally: the methods they require, with numbers of parameters."""
    implemented: dict[str, tuple[str, ...]] = {}
    """The protocols that each of its classes implements structurally, without inheriting from them."""
    fixtures: tuple[tuple[FunctionKey, int, FunctionKey], ...] = ()
    """Tests or fixtures, the index of a parameter, and the pytest fixture that provides its value."""


class FileOutline(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The outline of one file."""

    key: bytes
    """The key of its interface: equal keys, equal interfaces."""
    n_scopes: int
    n_functions: int
    classes: tuple[str, ...] = ()
    """The qualified names of its classes, in source order."""
    methods: tuple[tuple[str, int], ...] = ()
    """Its methods: the name of each, and its index among the functions of the file."""
    lambda_methods: tuple[str, ...] = ()
    """Names that class bodies bind to lambdas."""
    stored_names: tuple[str, ...] = ()
    """Names of attributes that it assigns on any object."""
    imports: tuple[tuple[str, int], ...] = ()
    """The modules that it imports, anywhere, with the number of leading dots."""
    plugins: tuple[str, ...] = ()
    """The modules named by the variable `pytest_plugins`."""
    traits: FileTraits = FileTraits()


def make_outline(interface: FileInterface) -> FileOutline:
    """Make the outline of a file, without its traits."""
    facts = interface.facts
    classes, methods, lambdas = [], [], []
    n_functions = 0
    lambda_names = dict(interface.lambda_names)
    for index, scope in enumerate(facts.scopes):
        definition = None if scope.definition is None else facts.definitions[scope.definition]
        if scope.kind is ScopeKind.CLASS and definition is not None:
            classes.append(definition.qualified_name)
        elif scope.kind in FUNCTION_KINDS:
            if scope.parent is not None and facts.scopes[scope.parent].kind is ScopeKind.CLASS:
                if definition is not None:
                    methods.append((definition.name, n_functions))
                elif index in lambda_names:
                    lambdas.append(lambda_names[index])
            n_functions += 1
    return FileOutline(
        key=interface.key,
        n_scopes=len(facts.scopes),
        n_functions=n_functions,
        classes=tuple(classes),
        methods=tuple(methods),
        lambda_methods=tuple(sorted(set(lambdas))),
        stored_names=interface.stored_names,
        imports=interface.imports,
        plugins=_plugins(interface),
    )


def _plugins(interface: FileInterface) -> tuple[str, ...]:
    found: list[str] = []
    for statement in interface.facts.scopes[0].statements if interface.facts.scopes else ():
        if (
            isinstance(statement, Assign)
            and statement.value is not None
            and any(getattr(target, "name", "") == "pytest_plugins" for target in statement.targets)
        ):
            texts = [
                constant_text(part) for part in collection_elements(statement.value) or (statement.value,)
            ]
            found += [text for text in texts if text]
    return tuple(found)
