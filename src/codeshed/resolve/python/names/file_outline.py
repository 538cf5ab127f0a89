"""What must be known of every file before anything can be looked up in one: how much it holds, and what joins it to others.

Turns: FileInterface → FileOutline. Outlines are small and kept beside the interfaces, so that after an edit only the
interfaces of files that matter to it are read.
"""

import msgspec

from codeshed.model.facts import Assign, ScopeKind
from codeshed.model.file_interface import FileInterface
from codeshed.resolve.python.names.expression_text import constant_text, listed
from codeshed.resolve.python.names.value_keys import FunctionKey

FUNCTION_KINDS = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA})


class FileTraits(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the interfaces of all files together say of one of them; classes go by their symbols."""

    imports: tuple[str, ...] = ()
    """What each of its imports means: a path, a folder, or nothing."""
    ancestors: dict[str, tuple[str, ...]] = {}
    """What each of its classes inherits from, classes of the project and dotted names of others."""
    protocols: dict[str, dict[str, int]] = {}
    """Its protocols that a class can be told to fit by its methods, and the number of parameters of each of these."""
    implemented: dict[str, tuple[str, ...]] = {}
    """The protocols that its classes fit without naming them."""
    fixtures: tuple[tuple[FunctionKey, int, FunctionKey], ...] = ()
    """Tests, their parameters, and the fixtures that provide these."""


class FileOutline(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One file in outline."""

    key: bytes
    """That of its interface."""
    n_scopes: int
    n_functions: int
    classes: tuple[str, ...] = ()
    """The qualified names of its classes, in their order."""
    methods: tuple[tuple[str, int], ...] = ()
    """The functions that stand in bodies of classes: the name of each, and its place among the file's functions."""
    lambda_methods: tuple[str, ...] = ()
    """Names that lambdas are bound to in bodies of classes."""
    stored_names: tuple[str, ...] = ()
    """Names that are stored on any object."""
    imports: tuple[tuple[str, int], ...] = ()
    """The modules that are imported anywhere in it, with the number of leading dots."""
    plugins: tuple[str, ...] = ()
    """The modules that a variable `pytest_plugins` names."""
    traits: FileTraits = FileTraits()


def outline_of(interface: FileInterface) -> FileOutline:
    """Return the outline of a file, without what other files say of it."""
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
            texts = [constant_text(part) for part in listed(statement.value) or (statement.value,)]
            found += [text for text in texts if text]
    return tuple(found)
