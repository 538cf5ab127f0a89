"""CodeFacts: what one file of a language without a deep reader says by itself.

Definitions lie within each other, references and locals lie in definitions, and imports are as they are written: what
they mean is found out when all files are known. Places are byte offsets. Facts hold no path, so that equal files share
them.
"""

import enum

import msgspec

from codeshed.model.code_expressions import CodeExpression, TypeRef
from codeshed.model.semantic import (
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
"""In the place of a definition: the file itself."""

AMBIENT = "module:"
"""How the space of a module begins that is only declared: `declare module "a"` in TypeScript."""


class CodeParameter(msgspec.Struct, frozen=True, array_like=True):
    """One parameter as written; that of the receiver, where a language writes it, is none.

    Of a function with several lists of parameters `list` is the number of its list; a call gives those of the first, and
    what it need not give lies in a later one. One that `is_pointer` takes the place of an object, and not the object.
    """

    name: str
    type: TypeRef | None = None
    kind: ParameterKind = ParameterKind.POSITIONAL_ONLY
    has_default: bool = False
    list: int = 0
    is_pointer: bool = False


class CodeTypeParameter(msgspec.Struct, frozen=True, array_like=True):
    """One type parameter as written."""

    name: str
    bound: TypeRef | None = None


class CodeOverload(msgspec.Struct, frozen=True, array_like=True):
    """One of several signatures of a function: what it gives, and how many arguments it takes at least and at most."""

    returns: TypeRef | None
    n_least: int = 0
    n_most: int | None = None


class CodeMixin(msgspec.Struct, frozen=True, array_like=True):
    """A type whose members are put into another one: methods under other names too, and those that are left out."""

    type: TypeRef
    renamed: tuple[tuple[str, str], ...] = ()
    """The new name and the method's own."""
    left_out: tuple[str, ...] = ()
    is_parent: bool = False
    """The type itself speaks of its members as of those of a parent, as by `super` in Ruby."""
    is_first: bool = False
    """Its members come before those of the type itself, as with `prepend` in Ruby."""
    is_guessed: bool = False
    """It may be no parent at all, as what a call is given that makes the parent in JavaScript."""


class CodeDefinition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function, a variable of a file or type, or a type. Its span includes its modifiers and decorators, not its comments.

    `parent` is the definition around it, or TOP_LEVEL. `owner` is the type that it belongs to where that stands
    elsewhere, as a method's receiver in Go or the target of an `impl` block. A function that `extends` a type may be called
    as if it were a method of it: its first parameter is the object. `space` is the namespace that a block
    around it names, with dots; one with a colon is the whole key of a space, and not one within the file's. What
    `is_exported` lies in its space even if another definition is around it, as a class in a module of Ruby; what `is_qualified`
    is written with its space before its name, as `class A::B`, and belongs to nothing around it. A type that
    `is_open` is one with all open types of its name in the same space, in any file. The members of `mixins` come behind
    its own and before those of its parents. What `is_hidden` can't be named through its type, as the explicit
    implementation of an interface, which is what a function `implements`. `value` is what a variable is first given, or the one thing that a function returns.
    What `is_member` belongs to an object that is written in the definition around it, and is no name there. What lies in a
    type that `is_namespace` is a name in all of it. What `is_of_module` is a property of what the file gives to others, and no
    name in the file, as `exports.run = …` in JavaScript. `outer_type_parameters` are those of a block of methods, as `impl<T>`
    in Rust. What `is_object` is the one object of its type: its name is that of a value, as `object` in Scala. A type that
    `has_primary` has a constructor besides those in it, which takes its `parameters`; one that `has_maker` is also made by
    a function of that kind in its companion, as a case class in Scala. A variable that `has_accessor` is
    read by a function of its name, too, as the component of a record. What `is_conversion` turns objects of other types
    into those of its own without a word, so that they have its members. `self_types` are types that every object of a type
    is as well, though the type itself has other bases. `seen_in` is from which offset to which it is a name, if that is not
    all of what it lies in, as of a function in a block. `applied_to` is what a template is written again for; in these texts
    `#0` is the first of its own type parameters. A type that `is_abstract` is declared as one without objects of its own; one
    that `is_mixin` only gives members to others, as a module of Ruby. A static function that `is_of_both` belongs to the
    objects of its type, too, and one that `is_for_users` to the types that mix in its own. A function that `is_bare` has
    no brackets: what a call gives is for its result. Of what a type `implements`, what is `given_to_users` is there for those
    alone that mix it in or derive from it. What `is_conditional` is there in some builds only. A member that
    `is_optional` need not be there in what fits its type, as `run?(): void` in TypeScript. The functions of the names that a
    type has `shown` count beside its own, though they are those of its bases, as by `using A::run` in C++.
    The name of a function that `is_replaced` is given something else, too. `overloads` are the signatures by which a
    function is called, where these stand apart from that of its body.
    """

    name: str
    kind: DefinitionKind
    begin: int
    end: int
    name_begin: int
    parent: int = TOP_LEVEL
    owner: TypeRef | None = None
    extends: TypeRef | None = None
    space: str = ""
    type_kind: TypeKind | None = None
    parameters: tuple[CodeParameter, ...] = ()
    returns: TypeRef | None = None
    type: TypeRef | None = None
    value: CodeExpression | None = None
    inherits: tuple[TypeRef, ...] = ()
    implements: tuple[TypeRef, ...] = ()
    given_to_users: tuple[TypeRef, ...] = ()
    mixins: tuple[CodeMixin, ...] = ()
    self_types: tuple[TypeRef, ...] = ()
    type_parameters: tuple[CodeTypeParameter, ...] = ()
    outer_type_parameters: tuple[CodeTypeParameter, ...] = ()
    is_object: bool = False
    is_abstract: bool = False
    modifiers: Modifiers | None = None
    visibility: Visibility | None = None
    mutability: Mutability | None = None
    documentation: str | None = None
    signature: str = ""
    complexity: int = 1
    is_exported: bool = False
    is_qualified: bool = False
    is_member: bool = False
    is_of_module: bool = False
    is_namespace: bool = False
    is_open: bool = False
    is_hidden: bool = False
    has_primary: bool = False
    has_maker: bool = False
    has_accessor: bool = False
    is_conversion: bool = False
    is_mixin: bool = False
    is_of_both: bool = False
    is_for_users: bool = False
    seen_in: tuple[int, int] | None = None
    applied_to: tuple[str, ...] = ()
    is_bare: bool = False
    is_conditional: bool = False
    is_optional: bool = False
    shown: tuple[str, ...] = ()
    is_replaced: bool = False
    overloads: tuple[CodeOverload, ...] = ()

    @property
    def all_type_parameters(self) -> tuple[CodeTypeParameter, ...]:
        """Its own type parameters, and behind them those of the block that it stands in."""
        return (*self.type_parameters, *self.outer_type_parameters)


class CodeExtension(msgspec.Struct, frozen=True, array_like=True):
    """What code says of a type that stands elsewhere: its parents, and the interfaces that it implements.

    `impl Trait for A` in Rust, `var _ I = (*A)(nil)` in Go, `setmetatable(A, { __index = B })` in Lua.
    """

    begin: int
    end: int
    owner: TypeRef
    space: str = ""
    inherits: tuple[TypeRef, ...] = ()
    implements: tuple[TypeRef, ...] = ()


class CodeLocal(msgspec.Struct, frozen=True, array_like=True):
    """A parameter or local variable: where it can be seen, and what is known of its type.

    `n_pointers` is how many pointers lead to an object of the type that is written, where a language writes them. What
    `is_constant` holds nothing but what it is first given.
    """

    name: str
    definition: int
    begin: int
    end: int
    type: TypeRef | None = None
    value: CodeExpression | None = None
    n_pointers: int = 0
    is_constant: bool = False


class CodeReference(msgspec.Struct, frozen=True, array_like=True):
    """A use of something: who uses it, how, and what is written there.

    Of a call `expression` is what is called; of a constructor call it is a NewExpr. `assigned_to` is the local or field
    that a call's result goes to. `arguments` are only there in languages where their types choose what is called. A use
    that `is_unsaid` is one only if there is such a function, as `a + b`, or the text of a name. `n_pointers` are how many
    pointers each argument has more than what it is written with, `&a` one and `*a` one less; None if nothing is known of it.
    """

    definition: int
    role: ReferenceRole
    expression: CodeExpression
    begin: int
    end: int
    argument_count: int | None = None
    keyword_names: tuple[str, ...] = ()
    assigned_to: str | None = None
    arguments: tuple[CodeExpression, ...] = ()
    type_arguments: tuple[TypeRef, ...] = ()
    is_unsaid: bool = False
    n_pointers: tuple[int | None, ...] = ()


class CodeGiven(msgspec.Struct, frozen=True, array_like=True):
    """An object, or a function without a name, that is given to something whose type may be declared elsewhere.

    It is the `argument` of a `call`, which is known by where it begins and ends, or assigned to a `target`; what is neither
    is returned by the function around it. Arguments that calls have anyway are not here.
    """

    definition: int
    value: CodeExpression
    call: tuple[int, int] | None = None
    argument: int = 0
    target: CodeExpression | None = None


class CodeTypeUse(msgspec.Struct, frozen=True, array_like=True):
    """The name of a type where one is written: of a parameter, a result, a variable, an argument of another type, a cast.

    What it is applied to is written there too, and has uses of its own.
    """

    definition: int
    begin: int
    end: int
    type: TypeRef


class ImportForm(enum.Enum):
    """What an import brings into a file.

    A module under a name; one thing of it; all of it; nothing, as it only runs or includes it. `EXPORT` forms pass
    things on to whoever imports this file.
    """

    MODULE = "module"
    NAME = "name"
    ALL = "all"
    NOTHING = "nothing"
    EXPORT_NAME = "export name"
    EXPORT_ALL = "export all"
    EXPORT_MODULE = "export module"


class CodeImport(msgspec.Struct, frozen=True, array_like=True):
    """One thing that is imported or passed on: the module as written, the name in it, and the name here.

    `detail` is what else a language must know, as `system` for `#include <a.h>` and `static` for `import static`. `space`
    is the namespace that a block around it names: what it brings in is seen, and passed on, there. `seen_in` is from which
    offset to which it brings something in, if that is not all of what it lies in.
    """

    begin: int
    end: int
    definition: int
    form: ImportForm
    module: str
    name: str = ""
    alias: str = ""
    is_for_types: bool = False
    detail: str = ""
    space: str = ""
    seen_in: tuple[int, int] | None = None


class CodeFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One file. `space` is the package or namespace that it declares as a whole.

    `initializers` are from where to where code stands directly in types that runs when an object of them is made.
    """

    language: str
    documentation: str | None = None
    is_generated: bool = False
    line_starts: tuple[int, ...]
    space: str = ""
    imports: tuple[CodeImport, ...] = ()
    definitions: tuple[CodeDefinition, ...] = ()
    extensions: tuple[CodeExtension, ...] = ()
    locals: tuple[CodeLocal, ...] = ()
    references: tuple[CodeReference, ...] = ()
    type_uses: tuple[CodeTypeUse, ...] = ()
    given: tuple[CodeGiven, ...] = ()
    initializers: tuple[tuple[int, int], ...] = ()
    problems: tuple[Problem, ...] = ()
