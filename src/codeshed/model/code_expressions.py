"""Types and expressions as they are written, in all languages without a deep reader.

Turns nothing: facts are made of these. Places are byte offsets.
"""

from typing import TypeAlias

import msgspec


class TypeRef(msgspec.Struct, frozen=True, gc=False, array_like=True):
    r"""A type as written: its dotted name, and what it is applied to.

    `A.B<C>` is `A.B` of `C`. Pointers, references and what may be missing are left out: `*A`, `&A` and `A?` are `A`.
    `A[]` is `[]` of `A`, `(A, B)` is `()` of both, `A | B` is `|` of both. `(a: A) => B` is `->` of `B` and `A`, and
    `{ a: A }` is `{}` of `a` of `A`. What can't be named has an empty name. A name with a dot before it begins at the root of all names, as `\A\B` in PHP and
    `global::A.B` in C#. One that `is_documented` is only what a comment says: a name in it that nothing defines says nothing.
    `part_names` are those of what a tuple holds, as in `(A a, B b)` in C#; a part without one has an empty one.
    """

    name: str
    arguments: tuple["TypeRef", ...] = ()
    is_documented: bool = False
    part_names: tuple[str, ...] = ()


ARRAY = "[]"
TUPLE = "()"
UNION = "|"
PART = "#"
"""Before a number, in the place of a member's name: one of several things that a call gives."""
LISTED = "@"
"""Before a number, in the place of a member's name: what stands at a place of a list, or of what is walked through."""
WHOLE = -1
"""In the place of the number of a parameter, or of an argument: the argument itself, or what is no argument."""
LOADED = "require "
"""Before the name of a module that is used where it is loaded: no code can write such a name."""
FUNCTION = "->"
"""The type of a function without a name, as that of a lambda expression; it is one of its result and its parameters."""
TYPE_OF = "typeof"
"""The type of something that has a name; it is one of that."""
CALLED = "()"
"""Behind the name of a function, in the type of something that has a name: what a call of it gives."""
RECORD = "{}"
"""The type of an object whose fields are written out; it is one of these, each by its name."""


class NameExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="name"):
    """A plain name.

    `is_value` says that no type or module can be meant, as before the dot of `a.b` in C++.
    `is_function` says that a function itself is meant and not what it gives, as by `run _` in Scala. `n_types` is to how
    many types it is applied, where that tells types of one name apart: `A<B>` in C#. `is_earlier` says that a function is
    meant as it was before this place, and not what the file defines behind it, as by `alias` in Ruby. `switched` is what is
    compared with it: if that is of an enum, a constant of this is meant, as behind `case` in Java. `types` are those that it
    is applied to, if they are read.
    """

    begin: int
    end: int
    name: str
    is_value: bool = False
    is_function: bool = False
    n_types: int = 0
    is_earlier: bool = False
    switched: "CodeExpression | None" = None
    types: tuple[TypeRef, ...] = ()


class ReceiverExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="receiver"):
    """The object whose method runs (`this`, `self`), or the same seen as one of its parent (`super`, `parent`, `base`).

    With `is_type` it is the type itself, as in a static method of JavaScript.
    """

    begin: int
    end: int
    is_parent: bool = False
    is_type: bool = False


class MemberExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="member"):
    """`value.name`, `value->name` or `value::name`; `begin` and `end` are those of the whole.

    `is_function` says that only a function can be meant, as by `A::run` in Java.
    `is_pointed` says that it is a member of what the value points to, which may be an object that acts as a pointer.
    `is_exact` says that the type which is named has it, and that no type below takes its place, as by `A::run()` in C++.
    `is_value` says that no function can be meant, but what a field holds, as by `(a.run)()` in Rust.
    """

    begin: int
    end: int
    value: "CodeExpression"
    name: str
    is_function: bool = False
    is_pointed: bool = False
    is_exact: bool = False
    is_value: bool = False


class CallExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="call"):
    """What a call returns; type arguments are those that it names itself, as in `f<A>()`."""

    begin: int
    end: int
    function: "CodeExpression"
    type_arguments: tuple[TypeRef, ...] = ()


class NewExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="new"):
    """A new object of a type: `new A()`, `A{…}`, `A::new` is a call; with `outer`, of a type in that of an object: `a.new B()`.

    One that `is_unsaid` is made by a declaration alone, if its type has a constructor: `A b;` in C++. One that is `like` another
    value is of the type of that: `a = new()` in C#.
    """

    begin: int
    end: int
    type_ref: TypeRef
    outer: "CodeExpression | None" = None
    is_unsaid: bool = False
    like: "CodeExpression | None" = None


class CastExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="cast"):
    """A value of which the code says the type: `(A) x`, `x as A`, `x.(A)`."""

    begin: int
    end: int
    type_ref: TypeRef
    value: "CodeExpression"


class ItemExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="item"):
    """`value[…]`, what a loop over it gives, or what is there once it `is_awaited`."""

    begin: int
    end: int
    value: "CodeExpression"
    is_awaited: bool = False


class GivenExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="given"):
    """A parameter of a function without a name: what the call that the function is given to gives it.

    `argument` is the place of the function among the arguments, `parameter` that of the parameter in the function; `list`
    is the number of the list of arguments, where a call may have several. If the parameter is the WHOLE, it is what the call
    wants as an argument; if the argument is, `call` is no call but what the function is assigned to.
    """

    begin: int
    end: int
    call: "CodeExpression"
    argument: int
    parameter: int
    list: int = 0


class OtherExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="other"):
    """Anything else; of a literal the type is known, in the language's own words."""

    begin: int
    end: int
    type_name: str = ""


class RecordExpr(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="record"):
    """An object that is written out: what is known of its fields, by their names; `...` are all fields of something.

    A field that is a function has no more than its name here. One that is `seen_from_within` is what a function that is
    written in it calls itself, as `this` in JavaScript.
    """

    begin: int
    end: int
    fields: tuple[tuple[str, "CodeExpression"], ...]
    seen_from_within: bool = False


CodeExpression: TypeAlias = (
    NameExpr
    | ReceiverExpr
    | MemberExpr
    | CallExpr
    | NewExpr
    | CastExpr
    | ItemExpr
    | GivenExpr
    | OtherExpr
    | RecordExpr
)

ALL_FIELDS = "..."

NOTHING_YET = frozenset({"null", "undefined", "nil", "nullptr_t"})
"""The types of literals that say nothing of what a variable will hold."""
