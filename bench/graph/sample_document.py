"""One document of the sample: its source text line by line, with the definitions and references that stand in it."""

from dataclasses import dataclass
from random import Random

import msgspec

from bench.graph.sample_names import (
    N_BODIES,
    N_EXTERNALS,
    N_FIELDS_BY_TYPE,
    N_FUNCTIONS,
    N_GLOBALS,
    N_LOCALS,
    N_METHODS_BY_TYPE,
    N_TYPES,
    any_function,
    any_variable,
    external_symbol,
    method_name,
    near_document,
    path_of,
    type_symbol,
)
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    Modifiers,
    Mutability,
    ParamDef,
    Reference,
    ReferenceRole,
    TypeKind,
    TypeSource,
    VariableKind,
)
from codeshed.model.span import Span

N_IMPORTS = 20

_WEIGHT_BY_ROLE = {
    ReferenceRole.CALL: 58,
    ReferenceRole.READ: 26,
    ReferenceRole.WRITE: 8,
    ReferenceRole.USE: 6,
    ReferenceRole.DECORATE: 2,
}
_ROLES = tuple(_WEIGHT_BY_ROLE)
_ROLE_WEIGHTS = tuple(_WEIGHT_BY_ROLE.values())

_UNRESOLVED_SHARE = 0.15
_EXTERNAL_SHARE = 0.15
_ASSIGNED_SHARE = 0.25
_TYPED_SHARE = 0.7
_DOCUMENTED_SHARE = 0.6
_INTERFACE_SHARE = 0.1
_INHERITING_SHARE = 0.4
_N_METHOD_NAMES = 7
"""More names than any type has methods, so that some calls stay unresolved."""

_DOCUMENTATION = """Work out this step from the item.

Args:
    item: What to begin with.
    amount: How much of it is there."""


def make_document(
    random: Random, number: int, n_documents: int, *, n_references: int
) -> tuple[Document, str]:
    """Return a document and the text of its file."""
    n_per_body, n_more = divmod(n_references - N_IMPORTS, N_BODIES)
    lengths = iter([n_per_body + (body < n_more) for body in range(N_BODIES)])
    writer = _Writer(random, number, n_documents)
    writer.write_head()
    for type_number in range(N_TYPES):
        writer.write_type(type_number, [next(lengths) for _ in range(N_METHODS_BY_TYPE[type_number])])
    for function in range(N_FUNCTIONS):
        local = f"{writer.path}::function_{function}.value" if function < N_LOCALS else None
        scope = _Scope(symbol=f"{writer.path}::function_{function}", owner=None, local=local, indent="")
        writer.write_function(scope, next(lengths))
    document = Document(
        path=writer.path,
        language="python",
        definitions=tuple(writer.definitions),
        references=tuple(writer.references),
    )
    return document, "\n".join(writer.lines) + "\n"


def _short(symbol: str) -> str:
    """Return the last name of a symbol id."""
    return symbol.rsplit("::", 1)[-1].rsplit(".", 1)[-1]


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _parameter_text(parameter: ParamDef) -> str:
    return (
        parameter.name
        if parameter.param_type is None
        else f"{parameter.name}: {_short(parameter.param_type)}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scope:
    """A function that is being written: its id, its type if it is a method, the id of its local if it has one."""

    symbol: str
    owner: str | None
    local: str | None
    indent: str


class _Writer:
    """Writes a file from top to bottom, and notes what stands where."""

    def __init__(self, random: Random, number: int, n_documents: int) -> None:
        self.path = path_of(number)
        self.lines: list[str] = []
        self.definitions: list[Definition] = []
        self.references: list[Reference] = []
        self._random = random
        self._number = number
        self._n_documents = n_documents

    def write_head(self) -> None:
        """Write the module's docstring, its imports and its variables."""
        self.lines.append(f'"""Part {self._number} of the sample."""')
        for _ in range(N_IMPORTS):
            target = any_function(self._random, self._near())
            module, name = target.split("::")
            name = name.split(".")[0]
            self.lines.append(f"from {module.removesuffix('.py').replace('/', '.')} import {name}")
            self._refer(
                Reference(enclosing_symbol=self.path, target_symbol=target, role=ReferenceRole.IMPORT), name
            )
        for number in range(N_GLOBALS):
            self._write_variable(f"{self.path}::global_{number}", None, VariableKind.GLOBAL)

    def write_type(self, number: int, lengths: list[int]) -> None:
        """Write a class with its fields and its methods."""
        random = self._random
        symbol = type_symbol(self._number, number)
        bases = (self._near_type(),) if random.random() < _INHERITING_SHARE else ()
        details = DefinitionDetails(
            type_kind=TypeKind.INTERFACE if random.random() < _INTERFACE_SHARE else TypeKind.CLASS,
            inherits=bases,
        )
        documentation = f"Holds what step {number} of part {self._number} needs to know."
        begin = len(self.lines) + 1
        self.lines.append(f"class Type{number}({', '.join(_short(base) for base in bases)}):")
        self.lines.append(f'    """{documentation}"""')
        for field in range(N_FIELDS_BY_TYPE[number]):
            self._write_variable(f"{symbol}.field_{field}", symbol, VariableKind.CLASS_FIELD)
        for method, length in enumerate(lengths):
            scope = _Scope(symbol=f"{symbol}.{method_name(method)}", owner=symbol, local=None, indent="    ")
            self.write_function(scope, length)
        self._define(symbol, None, DefinitionKind.TYPE, begin, details, documentation=documentation)

    def write_function(self, scope: _Scope, n_references: int) -> None:
        """Write a function or method with a line for each of its references."""
        indent = scope.indent
        begin = len(self.lines) + 1
        details = self._signature(scope)
        parameters = ", ".join(_parameter_text(parameter) for parameter in details.parameters or ())
        returned = "".join(f" -> {_short(type_id)}" for type_id in details.return_types or ())
        self.lines.append(f"{indent}def {_short(scope.symbol)}({parameters}){returned}:")
        documentation = _DOCUMENTATION if self._random.random() < _DOCUMENTED_SHARE else None
        if documentation is not None:
            quoted = f'"""{documentation}"""'
            self.lines.extend(f"{indent}    {line}".rstrip() for line in quoted.split("\n"))
        for _ in range(n_references):
            self._write_statement(scope)
        if scope.local is not None:
            self.lines.append(f"{indent}    value = amount")
            local_details = DefinitionDetails(mutability=Mutability.MUTABLE, variable_kind=VariableKind.LOCAL)
            last = len(self.lines)
            self._define(scope.local, scope.symbol, DefinitionKind.VARIABLE, last, local_details)
        self._define(
            scope.symbol, scope.owner, DefinitionKind.FUNCTION, begin, details, documentation=documentation
        )

    def _write_statement(self, scope: _Scope) -> None:
        random = self._random
        (role,) = random.choices(_ROLES, _ROLE_WEIGHTS)
        if role is ReferenceRole.CALL:
            self._write_call(scope)
            return
        if role in {ReferenceRole.READ, ReferenceRole.WRITE}:
            target = any_variable(random, self._near())
        elif role is ReferenceRole.USE:
            target = self._near_type()
        else:
            target = any_function(random, self._near())
        name = _short(target)
        number = random.randrange(100)
        is_write = role is ReferenceRole.WRITE
        statement = f"{name} = amount + {number}" if is_write else f"total_{number} = {name} + amount"
        self.lines.append(f"{scope.indent}    {statement}")
        self._refer(Reference(enclosing_symbol=scope.symbol, target_symbol=target, role=role), name)

    def _write_call(self, scope: _Scope) -> None:
        random = self._random
        assigned_to = scope.local if random.random() < _ASSIGNED_SHARE else None
        target: str | None = None
        receiver: str | None = None
        called: str | None = None
        chance = random.random()
        if chance < _UNRESOLVED_SHARE:
            called = f"method_{random.randrange(1, _N_METHOD_NAMES)}"
            receiver = scope.local or ("self" if scope.owner is not None and random.randrange(2) else "item")
        elif chance < _UNRESOLVED_SHARE + _EXTERNAL_SHARE:
            target = external_symbol(random.randrange(N_EXTERNALS))
        else:
            target = any_function(random, self._near())
        name = called if target is None else _short(target)
        prefix = ("value = " if assigned_to else "") + (f"{_short(receiver)}." if receiver else "")
        self.lines.append(f"{scope.indent}    {prefix}{name}(item, amount, {random.randrange(100)})")
        reference = Reference(
            enclosing_symbol=scope.symbol,
            target_symbol=target,
            role=ReferenceRole.CALL,
            receiver=receiver,
            method_name=called,
            assigned_to=assigned_to,
        )
        self._refer(reference, name or "")

    def _write_variable(self, symbol: str, owner: str | None, kind: VariableKind) -> None:
        random = self._random
        indent = "" if owner is None else "    "
        self.lines.append(f"{indent}{_short(symbol)}: int = {random.randrange(1000)}")
        details = DefinitionDetails(
            var_type="int",
            type_source=TypeSource.ANNOTATION,
            mutability=Mutability.MUTABLE if random.randrange(2) else Mutability.CONST,
            variable_kind=kind,
        )
        self._define(symbol, owner, DefinitionKind.VARIABLE, len(self.lines), details)

    def _signature(self, scope: _Scope) -> DefinitionDetails:
        random = self._random
        is_typed = random.random() < _TYPED_SHARE
        is_constructor = _short(scope.symbol) == "__init__"
        returned = self._near_type() if random.randrange(2) else "int"
        parameters = (
            ParamDef(name="item", param_type=self._near_type() if is_typed else None),
            ParamDef(name="amount", param_type="int" if is_typed else None),
        )
        return DefinitionDetails(
            parameters=parameters if scope.owner is None else (ParamDef(name="self"), *parameters),
            return_types=("None" if is_constructor else returned,) if is_typed else None,
            modifiers=Modifiers(is_constructor=is_constructor),
        )

    def _near(self) -> int:
        return near_document(self._random, self._number, self._n_documents)

    def _near_type(self) -> str:
        return type_symbol(self._near(), self._random.randrange(N_TYPES))

    def _refer(self, reference: Reference, name: str) -> None:
        """Note a reference whose name stands in the last line written so far."""
        line = self.lines[-1]
        begin = line.rindex(name)
        span = Span(len(self.lines), begin, len(self.lines), begin + len(name))
        self.references.append(msgspec.structs.replace(reference, span=span))

    def _define(
        self,
        symbol: str,
        owner: str | None,
        kind: DefinitionKind,
        begin: int,
        details: DefinitionDetails,
        *,
        documentation: str | None = None,
    ) -> None:
        """Note a definition from its first line to the last line written so far."""
        self.definitions.append(
            Definition(
                symbol_id=symbol,
                name=_short(symbol),
                kind=kind,
                span=Span(begin, _indentation(self.lines[begin - 1]), len(self.lines), len(self.lines[-1])),
                documentation=documentation,
                enclosing_symbol=owner,
                details=details,
            )
        )
