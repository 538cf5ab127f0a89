"""CodeFacts: the syntactic facts of one file in any language but Python, before name resolution.

A file is a tree of definitions with the references and locals in them. Names, types and imports are kept as they are
written: `codeshed.resolve.generic` resolves them when all files are known. Positions are byte offsets, and definitions
are known by their numbers. Facts hold no path, so that equal files share them.
"""

import enum

import msgspec

from codeshed.model.facts.code_expressions import CodeExpression, TypeRef
from codeshed.model.semantic import (
    ArgumentKind,
    DefinitionKind,
    Modifiers,
    Mutability,
    ParameterKind,
    Problem,
    ReferenceRole,
    TypeKind,
    Visibility,
)

TOP_LEVEL = -1
"""The number of the file itself, where that of a definition is expected."""

AMBIENT_MODULE_PREFIX = "module:"
"""How the namespace of an ambient module begins: `declare module "a"` in TypeScript."""


class CodeParameter(msgspec.Struct, frozen=True, array_like=True):
    """One parameter as written, without the receiver (`self`)."""

    name: str
    type: TypeRef | None = None
    kind: ParameterKind = ParameterKind.POSITIONAL_ONLY
    has_default: bool = False
    list_index: int = 0
    """The number of its parameter list, in languages with several; a call passes the first, others may be implicit."""
    is_pointer: bool = False
    """It takes the address of an object: `A *a`."""


class CodeTypeParameter(msgspec.Struct, frozen=True, array_like=True):
    """One type parameter as written."""

    name: str
    bound: TypeRef | None = None
    default: TypeRef | None = None
    """What it stands for where no argument is given."""


class CodeOverload(msgspec.Struct, frozen=True, array_like=True):
    """A signature of a function, or of objects of a type: its return type, and how few and how many arguments it takes."""

    returns: TypeRef | None
    min_arguments: int = 0
    max_arguments: int | None = None
    type_parameters: tuple[CodeTypeParameter, ...] = ()
    """Those of this signature alone."""
    parameters: tuple[TypeRef | None, ...] = ()
    """The types of its parameters, up to a rest parameter; of a call signature of a type."""


class CodeMixin(msgspec.Struct, frozen=True, array_like=True):
    """A type that another one mixes in: `include M` in Ruby, `use T { a as b; }` in PHP."""

    type: TypeRef
    aliases: tuple[tuple[str, str], ...] = ()
    """Aliases: the new name and the method's own."""
    excluded_names: tuple[str, ...] = ()
    """Methods that are not mixed in: `insteadof` in PHP."""
    is_reached_by_super: bool = False
    """`super` reaches its members, as in Ruby."""
    is_prepended: bool = False
    """It comes before the type itself in the MRO: `prepend` in Ruby."""
    is_guessed: bool = False
    """It may be no base at all: `A` in `class B extends mix(A)` in JavaScript."""


class ValueEvidence(enum.Enum):
    """What shows that the value of a variable never changes, whether or not the variable may get another one.

    A literal or a constant of an enum; the declared type, by its name; that it is frozen, so that only what it holds may
    change: a component of a record, the result of `Object.freeze`.
    """

    VALUE = "value"
    TYPE = "type"
    FROZEN = "frozen"


class CodeDefinition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function, a type, or a variable of a file or type. Its span has its modifiers and decorators, not its comments."""

    name: str
    kind: DefinitionKind
    begin: int
    end: int
    name_begin: int
    parent: int = TOP_LEVEL
    """The definition around it, by number, or TOP_LEVEL."""
    owner: TypeRef | None = None
    """The type it is a member of, if it is written outside of that type: the receiver's type in Go, the target of `impl`."""
    extended_type: TypeRef | None = None
    """Of an extension method, the type that it extends; its first parameter is the receiver."""
    namespace: str = ""
    """The namespace that a block around it names, with dots. One with a colon is a whole key, not nested in the file's."""
    type_kind: TypeKind | None = None
    parameters: tuple[CodeParameter, ...] = ()
    returns: TypeRef | None = None
    type: TypeRef | None = None
    value: CodeExpression | None = None
    """The initializer of a variable, or the only value that a function returns."""
    inherits: tuple[TypeRef, ...] = ()
    implements: tuple[TypeRef, ...] = ()
    """The interfaces of a type; of an explicit implementation (`void IShape.Draw()` in C#), the interface that it is for."""
    bases_of_users: tuple[TypeRef, ...] = ()
    """Bases that only the types get which mix this one in or derive from it: `base.extend(M)` in an `included` hook (Ruby)."""
    mixins: tuple[CodeMixin, ...] = ()
    """Types mixed in; in the MRO they come behind the type itself and before its bases."""
    self_types: tuple[TypeRef, ...] = ()
    """Types that each instance has as well, though they are no bases: `self: A =>` in Scala."""
    type_parameters: tuple[CodeTypeParameter, ...] = ()
    outer_type_parameters: tuple[CodeTypeParameter, ...] = ()
    """The type parameters of a block of methods: `impl<T>` in Rust."""
    is_singleton: bool = False
    """It is a type and its only instance, so that its name is a value: `object` in Scala."""
    is_abstract: bool = False
    """The type is declared to have no direct instances."""
    modifiers: Modifiers | None = None
    visibility: Visibility | None = None
    mutability: Mutability | None = None
    """What the declaration says: `MUTABLE` if the variable can get another value; its value may change in any case."""
    value_evidence: ValueEvidence | None = None
    documentation: str | None = None
    signature: str = ""
    complexity: int = 1
    is_exported: bool = False
    """It is a name of its namespace even if another definition is around it: a class in a Ruby module, `export` in TypeScript."""
    is_qualified: bool = False
    """Its namespace is written before its name, so that it belongs to nothing around it: `class A::B`."""
    is_global: bool = False
    """All files see it by its name alone: `declare global`, and types of scripts, in TypeScript."""
    own_name: str = ""
    """The last part of its name, if it is a function in an object literal that no variable holds: `perform` of `register.perform`."""
    is_object_member: bool = False
    """It belongs to an object literal in the definition around it, and is no name in that scope."""
    is_module_property: bool = False
    """It is a property of the module's exports, and no name in the file: `exports.run = …` in JavaScript."""
    is_namespace: bool = False
    """What is in this type is in scope, unqualified, everywhere in it."""
    is_reopenable: bool = False
    """Its declarations of one name in one namespace are one type, in whatever files: partial classes, reopened classes."""
    is_unnameable: bool = False
    """It can't be named through its type: an explicit interface implementation, a deleted C++ function."""
    has_primary_constructor: bool = False
    """It has a constructor that takes `parameters`, besides those written in it: records, Scala classes."""
    has_companion_factory: bool = False
    """A companion function makes instances, too: `A(1)` for a case class in Scala."""
    has_accessor: bool = False
    """A function of the variable's name reads it, too: a component of a Java record."""
    is_implicit_conversion: bool = False
    """It converts other types implicitly to its result, so that they have the members of that."""
    is_mixin: bool = False
    """The type has no instances; it only gives its members to others: a module of Ruby."""
    is_static_and_instance: bool = False
    """It is a static and an instance method at once: `module_function` in Ruby."""
    is_static_of_users: bool = False
    """It is a static method of the types that mix this one in, not of this one: `included do def self.run` in Ruby."""
    visible_span: tuple[int, int] | None = None
    """The offsets between which its name is in scope, if that is less than what is around it: a function in a block."""
    specialization_arguments: tuple[str, ...] = ()
    """The template arguments of a specialization, `#0` for its own first type parameter: `template<> class Box<int>`."""
    has_no_parameter_list: bool = False
    """It has no parameter list, so that `f(1)` calls its result: `def f = …` in Scala."""
    is_conditional: bool = False
    """Only some builds include it: `#ifdef`."""
    is_optional: bool = False
    """A type without this member is assignable all the same: `run?(): void` in TypeScript."""
    using_names: tuple[str, ...] = ()
    """Names whose functions in the bases are overloads of those of this type: `using A::run` in C++."""
    is_reassigned: bool = False
    """Something else is assigned to the function's name."""
    overloads: tuple[CodeOverload, ...] = ()
    """The declared signatures of a function, where they are written apart from the implementation, and of a type whose objects
    can be called: TypeScript."""

    @property
    def all_type_parameters(self) -> tuple[CodeTypeParameter, ...]:
        """Its own type parameters, those of the block around it, and those of its signatures."""
        of_signatures = (parameter for each in self.overloads for parameter in each.type_parameters)
        return (*self.type_parameters, *self.outer_type_parameters, *of_signatures)


class CodeExtension(msgspec.Struct, frozen=True, array_like=True):
    """Bases and interfaces of a type, declared outside of the type.

    `impl Trait for A` in Rust, `var _ I = (*A)(nil)` in Go, `setmetatable(A, { __index = B })` in Lua.
    """

    begin: int
    end: int
    owner: TypeRef
    namespace: str = ""
    inherits: tuple[TypeRef, ...] = ()
    implements: tuple[TypeRef, ...] = ()
    parent: int = TOP_LEVEL
    """The number of the definition around it: a function whose local type is extended."""


class CodeLocal(msgspec.Struct, frozen=True, array_like=True):
    """A parameter or local variable, in scope from `begin` to `end`."""

    name: str
    definition: int
    begin: int
    end: int
    type: TypeRef | None = None
    value: CodeExpression | None = None
    pointer_depth: int = 0
    """How often it has to be dereferenced to get an object of the written type: 2 for `A **a`."""
    is_constant: bool = False
    """It is never assigned again, so that its initializer is its value."""


class CodeArgument(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An argument as written: its span, how it is passed, and its keyword. `...` in Ruby is two, of both kinds of spread."""

    begin: int
    end: int
    kind: ArgumentKind = ArgumentKind.POSITIONAL
    keyword: str | None = None


class CodeReference(msgspec.Struct, frozen=True, array_like=True):
    """One occurrence of a name, unresolved: the definition around it, the role, and the expression.

    Of a call, `expression` is the callee; of a constructor call it is a NewExpr.
    """

    definition: int
    role: ReferenceRole
    expression: CodeExpression
    begin: int
    end: int
    argument_count: int | None = None
    keyword_names: tuple[str, ...] = ()
    assigned_to: str | None = None
    """The local or field that a call's result is assigned to."""
    arguments: tuple[CodeExpression, ...] = ()
    """Only in languages whose overload resolution needs the types of arguments."""
    type_arguments: tuple[TypeRef, ...] = ()
    is_implicit: bool = False
    """Implicit: it is a call only if a matching function exists, as for `a + b`, or for a name in a string."""
    argument_pointer_depths: tuple[int | None, ...] = ()
    """For each argument, the pointer levels added to its operand: 1 for `&a`, -1 for `*a`, None if unknown."""
    mutator: CodeExpression | None = None
    """Of a write through a method that changes its receiver, the method: `reg.push` writes `reg`, unless it is one of the repository."""
    written_arguments: tuple[CodeArgument, ...] = ()
    """Of a call, all that it passes; a block is no argument."""


class CodeContextualValue(msgspec.Struct, frozen=True, array_like=True):
    """An object literal or anonymous function with a contextual type: the type that its surroundings expect.

    It is passed as `argument` number so and so of the `call` with this span, or assigned to `target`; if it is neither, the
    function around it returns it. In `run({ done() {} })` the parameter of `run` says which interface `done` implements.
    """

    definition: int
    value: CodeExpression
    call: tuple[int, int] | None = None
    argument: int = 0
    target: CodeExpression | None = None


class CodeTypeUse(msgspec.Struct, frozen=True, array_like=True):
    """A type name in an annotation, a cast or a type argument; type arguments have uses of their own."""

    definition: int
    begin: int
    end: int
    type: TypeRef


class ImportForm(enum.Enum):
    """What an import binds in a file.

    A module under a name; one name of a module; all its names (wildcard); no name, as the file is only run or included.
    The `EXPORT` forms are re-exports.
    """

    MODULE = "module"
    NAME = "name"
    ALL = "all"
    NOTHING = "nothing"
    EXPORT_NAME = "export name"
    EXPORT_ALL = "export all"
    EXPORT_MODULE = "export module"


class CodeImport(msgspec.Struct, frozen=True, array_like=True):
    """One imported or re-exported name: the module as written, the name in it, and the local name."""

    begin: int
    end: int
    definition: int
    form: ImportForm
    module: str
    name: str = ""
    alias: str = ""
    is_for_types: bool = False
    detail: str = ""
    """What else a language needs: `system` for `#include <a.h>`, `static` for `import static`."""
    namespace: str = ""
    """The namespace that a block around it names: names are bound, and re-exported, there."""
    visible_span: tuple[int, int] | None = None
    """The offsets between which it binds names, if that is less than what is around it."""


class CodeFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One file. `namespace` is the package or namespace of the whole file, as `package a.b`."""

    language: str
    documentation: str | None = None
    is_generated: bool = False
    line_starts: tuple[int, ...]
    namespace: str = ""
    imports: tuple[CodeImport, ...] = ()
    definitions: tuple[CodeDefinition, ...] = ()
    extensions: tuple[CodeExtension, ...] = ()
    locals: tuple[CodeLocal, ...] = ()
    references: tuple[CodeReference, ...] = ()
    type_uses: tuple[CodeTypeUse, ...] = ()
    contextual_values: tuple[CodeContextualValue, ...] = ()
    written_names: tuple[str, ...] = ()
    """The names of what it writes, changes through a method, or gives the address of, sorted."""
    initializer_spans: tuple[tuple[int, int], ...] = ()
    """The spans of code in type bodies that runs for each new instance: initializers of fields, init blocks."""
    statement_lines: tuple[tuple[int, int], ...] | None = None
    """The first and last lines of statements of several lines; None where the language's statements are not known."""
    flows: bytes = b""
    """The data-flow summaries of its functions in languages that have them, as `pack_summaries` encodes them."""
    problems: tuple[Problem, ...] = ()
