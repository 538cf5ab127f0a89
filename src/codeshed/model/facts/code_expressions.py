"""The unresolved types and expressions in CodeFacts: a small tree language for all languages but Python.

It keeps what name resolution and type inference need, and nothing else: operators and literals are `OtherExpr`.
Positions are byte offsets.
"""

from typing import TypeAlias

import msgspec


class TypeRef(msgspec.Struct, frozen=True, gc=False, array_like=True):
    r"""A type as written: its dotted name and its type arguments.

    | written | name | arguments |
    |---|---|---|
    | `A.B<C>` | `A.B` | `C` |
    | `*A`, `&A`, `A?` | `A` | |
    | `A[]` | `[]` | `A` |
    | `(A, B)` | `()` | `A`, `B` |
    | `A \| B` | `\|` | `A`, `B` |
    | `(a: A) => B` | `->` | `B`, `A` |
    | `{ a: A }` | `{}` | `a` applied to `A` |
    | `A["b"]` | `.` | `A`, `b` |
    | `"a"` | `"a"` | |

    A type that can't be named has an empty name. A leading dot means the global namespace: `\A\B` in PHP, `global::A.B` in C#.
    """

    name: str
    arguments: tuple["TypeRef", ...] = ()
    is_from_documentation: bool = False
    """It is from a doc comment, so that a name in it that nothing defines is no type at all."""
    element_names: tuple[str, ...] = ()
    """The element names of a tuple, empty for one without: `(A a, B b)` in C#."""


ARRAY = "[]"
TUPLE = "()"
UNION = "|"
RESULT_PREFIX = "#"
"""Before a number, as the name of a member: one of several results of a call. `b` in `a, b = f()` is `#1` of the call."""
ELEMENT_PREFIX = "@"
"""Before a number, as the name of a member: the element at an index. `b` in `[a, b] = list` is `@1` of the list."""
WHOLE_ARGUMENT = -1
"""As the number of a parameter: the argument itself. As the number of an argument: an assignment, not a call."""
LOADED_MODULE_PREFIX = "require "
"""Before the name of a module that an expression loads, as `require("a").run()`: no identifier of a program begins so."""
FUNCTION_TYPE = "->"
"""The name of function types; the arguments are the return type and the parameter types."""
TYPE_OF = "typeof"
"""The name of a type query; the argument is the value's name: `typeof a`."""
CALL_SUFFIX = "()"
"""Behind a function's name in a type query: what a call of it returns, `ReturnType<typeof f>`."""
OBJECT_TYPE = "{}"
"""The name of object types; the arguments are the fields, each a name applied to its type."""

INDEXED_TYPE = "."
"""The name of indexed access types: the type, then the names of the members. `A["b" | "c"]` in TypeScript."""
ELEMENT_KEY = "[]"
"""In place of a member's name in an indexed access type: the elements of a list. `A[number]`."""
TYPE_GUARD = "is"
"""The name of results of type guards: the type of the result itself, the parameter, and the type that it has then.
`v is Cat` in TypeScript."""
GUARDED_TYPE = "is()"
"""The name of a type that a type guard gives a variable, if the function is one: the function, and the index of the argument."""
LITERAL_TYPE_QUOTE = '"'
"""Around the name of the type of a string literal: `"open" | "closed"`."""


class NameExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="name"):
    """An unqualified name."""

    begin: int
    end: int
    name: str
    is_value: bool = False
    """It can be no type or module: `a` in `a.b` in C++."""
    is_function_reference: bool = False
    """It is the function itself and no call: `run _` in Scala."""
    n_type_arguments: int = 0
    """The number of type arguments, where types are overloaded by arity: `A<B>` in C#."""
    is_earlier_definition: bool = False
    """It is the function as defined before this position, not after it: `alias` in Ruby."""
    switch_subject: "CodeExpression | None" = None
    """The switch subject; if that is of an enum, the name is one of its constants: `case RED` in Java."""
    type_arguments: tuple[TypeRef, ...] = ()
    """The type arguments, in languages that read them."""


class ReceiverExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="receiver"):
    """The receiver of the running method (`this`, `self`), or with `is_parent` the same as an instance of its base (`super`).

    With `is_type` it is the type itself, as `this` in a static method of JavaScript.
    """

    begin: int
    end: int
    is_parent: bool = False
    is_type: bool = False


class MemberExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="member"):
    """`value.name`, `value->name` or `value::name`; `begin` and `end` span the whole expression."""

    begin: int
    end: int
    value: "CodeExpression"
    name: str
    is_function_reference: bool = False
    """Only a function can be meant: `A::run` in Java."""
    is_dereferenced: bool = False
    """The value is dereferenced first, by a pointer or an overloaded `->`."""
    is_statically_dispatched: bool = False
    """Statically dispatched: the named type's own function runs, no override: `A::run()` in C++."""
    is_value: bool = False
    """Only a field can be meant, no method: `(a.run)()` in Rust."""


class CallExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="call"):
    """A call; its type arguments are the explicit ones: `f<A>()`."""

    begin: int
    end: int
    function: "CodeExpression"
    type_arguments: tuple[TypeRef, ...] = ()


class NewExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="new"):
    """A new instance: `new A()`, `A{…}`. `A::new` is a CallExpr."""

    begin: int
    end: int
    type_ref: TypeRef
    outer: "CodeExpression | None" = None
    """The instance of the outer class: `a.new B()` in Java."""
    is_implicit: bool = False
    """A declaration alone creates it, if its type has a constructor: `A b;` in C++."""
    same_type_as: "CodeExpression | None" = None
    """The target whose type it takes: `a = new()` in C#."""


class CastExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="cast"):
    """A cast or type assertion: `(A) x`, `x as A`, `x.(A)`."""

    begin: int
    end: int
    type_ref: TypeRef
    value: "CodeExpression"


class ItemExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="item"):
    """An element of a container: `value[…]`, the variable of a loop over it, or with `is_awaited` its awaited result."""

    begin: int
    end: int
    value: "CodeExpression"
    is_awaited: bool = False


class ContextualParameterExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="given"):
    """The value of an anonymous function's parameter, as the call says to which that function is passed.

    In `items.map(each => …)`, `each` is parameter 0 of argument 0 of the call. `list_index` is the number of the argument list, in
    languages with several. With `WHOLE_ARGUMENT` as `parameter` it is the expected type of the argument itself; with `WHOLE_ARGUMENT` as
    `argument`, `call` is not a call but the target that the function is assigned to.
    """

    begin: int
    end: int
    call: "CodeExpression"
    argument: int
    parameter: int
    list_index: int = 0


class ChoiceExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="choice"):
    """One of several expressions: `c ? a : b`, `a ?? b`."""

    begin: int
    end: int
    choices: tuple["CodeExpression", ...]


class OtherExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="other"):
    """Any other expression; `type_name` is the type of a literal, as the language calls it."""

    begin: int
    end: int
    type_name: str = ""


class ObjectLiteralExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="record"):
    """An object literal: its fields by name, with `...` for a spread (`{ ...rest, a: 1 }`). Methods have a name and no value.

    With `is_receiver` it is the receiver of a method in the literal: `this` in JavaScript.
    """

    begin: int
    end: int
    fields: tuple[tuple[str, "CodeExpression"], ...]
    is_receiver: bool = False


CodeExpression: TypeAlias = (
    NameExpr
    | ReceiverExpr
    | MemberExpr
    | CallExpr
    | NewExpr
    | CastExpr
    | ItemExpr
    | ContextualParameterExpr
    | ChoiceExpr
    | OtherExpr
    | ObjectLiteralExpr
)

SPREAD_FIELDS = "..."

UNINFORMATIVE_LITERAL_TYPES = frozenset({"null", "undefined", "nil", "nullptr_t"})
"""Types of literals that say nothing of a variable's type: `let a = null`."""
