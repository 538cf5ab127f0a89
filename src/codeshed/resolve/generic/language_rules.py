"""Customs: what the names of a language mean beyond what is written.

A language is told by data alone: Customs say how its files find each other, and by which rules its names, types and
values are understood. The one resolver reads them and asks for no language by its name.
"""

import enum
import re
from collections.abc import Callable, Mapping

import msgspec

from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.names.namespaces import Binding, ModuleSystem
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.generic.types.library_types import Library

NO_LIBRARY = Library()

_ANY = r".+"


class OwnType(enum.Enum):
    """What a word for a type means in the code of a type: itself, that of the object whose method runs, or its parent."""

    TYPE = "type"
    RECEIVER = "receiver"
    PARENT = "parent"


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """How a language reaches what values hold.

    The members of a type that is `seen_through` are those of what it holds, but for those that all such types have
    themselves. A method that is `offering` gives an object of the type `optional` that holds what its object holds, but for
    those of some types that are `certain`. One that is `opening` gives what its object holds, the last of its type arguments but for those types
    that it is the `first_of`, unless it is `wrapped` in an object of another type, by its full name; one of the `derefs` is
    the pointer's own. `makers` are functions whose result holds what they are given; a `keeping` one gives the object itself, unless the repository defines it.
    `variants` are taken apart by patterns, each with the place of its type argument; `tuples` are types whose arguments are
    those of several things that are given together. A type of the repository says in its
    inner type `target` what else it is seen as, and in `awaited` what it gives when it is waited for, by the method `wait`.
    A method that is `receiving` gives what its object carries if that is a `carrier`, else nothing. Any member of a type
    that is `keyed` is what it holds, but for some that it has itself.
    """

    seen_through: frozenset[str] = frozenset()
    own_members: frozenset[str] = frozenset()
    offering: frozenset[str] = frozenset()
    certain: frozenset[str] = frozenset()
    optional: str = ""
    opening: frozenset[str] = frozenset()
    first_of: frozenset[str] = frozenset()
    wrapped: Mapping[str, str] = msgspec.field(default_factory=dict)
    derefs: frozenset[str] = frozenset()
    makers: frozenset[str] = frozenset()
    keeping: frozenset[str] = frozenset()
    variants: Mapping[str, int] = msgspec.field(default_factory=dict)
    tuples: frozenset[str] = frozenset()
    target: str = ""
    wait: str = ""
    awaited: str = ""
    receiving: str = ""
    carrier: str = ""
    keyed: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)


class Primitive(msgspec.Struct, frozen=True):
    """A type that is no object: those that it is turned into where they are wanted, and the type of an object for it."""

    wider: tuple[str, ...] = ()
    box: str = ""


class Root(msgspec.Struct, frozen=True):
    """A type outside that all types of some kinds inherit from without saying so, with its members; no kinds are all."""

    name: str
    members: frozenset[str]
    kinds: frozenset[TypeKind] = frozenset()


class Starts(msgspec.Struct, frozen=True, kw_only=True):
    """How programs of a language start: by functions of some `names`, in files whose package `spaces` fits.

    They are members of a type itself if that `is_in_type`, and take nothing or an array of `arguments` if there is such a
    type. `hooks` are functions that the language calls. What has one of the `decorators` is a start, too, and so is an object
    with one of the `bases` outside.
    """

    names: frozenset[str] = frozenset()
    spaces: str = r".*"
    is_in_type: bool = False
    arguments: str = ""
    hooks: frozenset[str] = frozenset()
    decorators: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()


class SequenceMethods(msgspec.Struct, frozen=True, kw_only=True):
    """Methods of all sequences of a library: they give one item, give items again, or call a function with an item."""

    base: str = ""
    """The last name of the type that all sequences have as a base."""
    of_one: frozenset[str] = frozenset()
    of_same: frozenset[str] = frozenset()
    with_item: frozenset[str] = frozenset()


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """What the names of a language mean beyond what is written."""

    system: ModuleSystem
    """How its files find each other."""
    outside: str
    """Where the names lie that belong to the language itself."""
    outside_by_name: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Where those lie that it has from another language."""
    has_implicit_receiver: bool = False
    """A plain name may be a member of the type around it."""
    are_types_members: bool = False
    """The name of a type is one of its members, which types that inherit from it have too."""
    are_types_objects: bool = False
    """A type is an object itself, with methods of its own: those of its objects can't be called on it."""
    are_statics_apart: bool = False
    """A static method and one of the objects may have one name: a type and its objects each inherit their own."""
    are_types_tables: bool = False
    """A type is a table like its objects: a method that returns what it is called on gives one of these."""
    type_getter: str = ""
    """The method of every object that gives its type."""
    catch_all: str = ""
    """The method that runs where there is none of a name."""
    makers: frozenset[str] = frozenset()
    """Methods that every type has and that make an object of it."""
    makers_by_base: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Methods that make an object of a type with a base outside, by the name of that base."""
    listers: Mapping[str, bool] = msgspec.field(default_factory=dict)
    """Functions outside that make a list: of what the one thing that they are given holds, or else of all that they are given."""
    invokers: frozenset[str] = frozenset()
    """Methods that every function has and that call it."""
    binders: frozenset[str] = frozenset()
    """Methods that every function has and that give a function that calls it."""
    futures: frozenset[str] = frozenset()
    """The last names of types whose objects are awaited."""
    builtins: frozenset[str] = frozenset()
    """Names that belong to the language itself."""
    linked_space: str = ""
    """The space of what files see of each other by names alone."""
    untested_space: str = ""
    """The space of what all files see, but what only tests define is seen by tests alone."""
    library_functions: frozenset[str] = frozenset()
    """Functions outside that all files may see so."""
    whole_files: str = ""
    """Fits the paths of files that have in them, or bring in as a whole, a declaration of all that they name."""
    unknown: str = ""
    """Fits names that lie outside if they are not found: the language wants all names to be declared."""
    caseless: str = ""
    """Fits the names of functions and types that may be written in upper or lower case as one likes."""
    are_unknown_elsewhere: bool = False
    """Such a name is only its own: libraries define names without saying theirs."""
    own_module: tuple[str, ...] = ()
    """Names under which a file has what it gives to others; a dotted one is a member of something outside."""
    are_types_values: bool = False
    """Functions can make objects, and variables can hold types."""
    common_methods: frozenset[str] = frozenset()
    """Methods that types of the language itself have: their names say nothing of what they are called on."""
    do_locals_keep_types: bool = False
    """What a local is first given says its type for good, as with `var` in C#."""
    are_functions_apart: bool = False
    """Variables may have the same names as functions: only functions are called."""
    are_fields_methods: bool = False
    """A field takes the place of a method of its name that a base has."""
    brackets_hold_types: bool = False
    """`f[A]()` is a call of `f`."""
    are_interfaces_structural: bool = False
    """A type that has all methods of an interface implements it."""
    do_types_fit_by_shape: bool = False
    """What has the members of an interface can be given for it; whether it ever is, only the code tells that does so."""
    are_functions_objects: bool = False
    """A function can be given for an interface that leaves one method to others."""
    are_types_overloaded: bool = False
    """Types of one name are told apart by how many type parameters they have."""
    has_overloads: bool = False
    """Functions of one name are told apart by what they take, those of a type and of its bases alike."""
    are_arguments_packed: bool = False
    """So it is where one tuple may stand for several arguments, and where unsaid ones may be written."""
    must_arguments_tell_types: bool = False
    """What a type parameter of a function stands for is written or told by the arguments; a result tells nothing."""
    are_bodies_apart: bool = False
    """Functions of one name that take other types are others, and each may be declared in one place and have its body in another."""
    are_conversions_open: bool = False
    """Any argument may be turned into what a function takes, without a word."""
    are_bases_made: bool = False
    """A constructor that names none of its base runs the one that takes nothing."""
    has_phases: bool = False
    """Functions that take arguments as they are come before those that convert them or take any number."""
    are_nearer_first: bool = False
    """A function of a type that takes the arguments comes before those of its bases, however well these take them."""
    has_traits: bool = False
    """Methods of a trait that a file imports are methods of all values that have none of that name."""
    roots: tuple[Root, ...] = ()
    """Bases that no type names, the nearest first."""
    library_types: frozenset[str] = frozenset()
    """Types outside that a comment can name, or that a file can give members; others that nothing defines are not known."""
    library_names: frozenset[str] = frozenset()
    """The full names of other types outside, of which no more is known."""
    library: Library = NO_LIBRARY
    """What generic types outside give."""
    sequence: str = ""
    """The type outside of what one parameter takes any number of, if that is no array."""
    iterable: str = ""
    """The type of the library that all have as a base over which a loop goes: it is one of what the loop gives."""
    iterators: tuple[str, ...] = ()
    """The methods whose result says by its first type argument what a loop gives."""
    exclude_each_other: Callable[[str, str], bool] | None = None
    """Whether two files are never built together, so that none sees what the other defines."""
    library_members: frozenset[str] = frozenset()
    """What objects of types outside have themselves: none of them is turned into another one for that, or has it from a trait."""
    libraries: str = ""
    """Fits the beginning of names outside whose library is known: it has nothing of the repository but what it is given.

    Where there are such, what all else outside gives may be an object of the repository."""
    own_library: str = ""
    """Fits the beginning of names of the language's own library, none of whose types derives from one of a repository."""
    final_types: frozenset[str] = frozenset()
    """Types outside that no other derives from, and that nothing is turned into without a word."""
    primitives: Mapping[str, Primitive] = msgspec.field(default_factory=dict)
    """Types that have no members."""
    optional: str = ""
    """The last name of the type outside whose objects are values of such a type, or nothing."""
    markers: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The last names of bases outside whose members are known, with these: of most there are none that a type is called by."""
    closed_types: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The same by the full names of types."""
    implied: Callable[[str, Layout], tuple[Binding, ...]] | None = None
    """Gives the imports that a file has without writing them: of all names of something, or of something by another name."""
    copier: str = ""
    """The method by which an object gives another one of its type, unless the type says what it does."""
    starts: Starts = Starts()
    """How programs start."""
    keywords: frozenset[str] = frozenset()
    """Words that mean the same everywhere: no member is called so."""
    root_spaces: frozenset[str] = frozenset()
    """Spaces outside that every file sees by their plain names."""
    are_functions_members: bool = False
    """Every function is a member of a type: what is only known by a plain name that is called lies in one that is imported."""
    are_functions_free: bool = False
    """A plain name that is called may be that of a function outside which no type has."""
    are_interfaces_silent: bool = False
    """A class sees members of interfaces outside only through objects of these."""
    are_parameters_inherited: bool = False
    """What a generic base says of a method's parameters holds for the methods that override it, whatever these say."""
    are_parents_classes: bool = False
    """What a type implements is no parent of it."""
    are_mixins_vague: bool = False
    """A plain name is no member of what a type only mixes in from outside, unless that is known to have it."""
    are_imports_local: bool = False
    """An import in a function or type holds in that alone."""
    are_blocks_nested: bool = False
    """A namespace lies in another: what any file defines in the inner one comes before what this file has in the outer one."""
    are_spaces_closed: bool = False
    """Code in a block of a namespace sees none of the names around the block but those that are imported there."""
    are_types_apart: bool = False
    """A type that is not imported lies in the namespace around; functions may lie in that without a name, too."""
    contents: Contents = Contents()
    """How what values hold is reached."""
    applied: str = ""
    """The method that a call of an object runs; where there is one, functions are called by their names alone, too."""
    own_types: Mapping[str, OwnType] = msgspec.field(default_factory=dict)
    """Words for the type around."""
    root: str = ""
    """The space in which a name with a dot before it begins."""
    root_name: str = ""
    """The name of that space."""
    are_internals_of_space: bool = False
    """What is neither public nor private is for the code of its own space alone."""
    are_spaces_whole: bool = False
    """A space in which the repository defines something lies in it as a whole; others below the root may lie outside too."""
    pointers: frozenset[str] = frozenset()
    """The last names of generic types outside that stand for what they hold where a member is taken through them."""
    pointed: frozenset[str] = frozenset()
    """The members of pointers that give what they hold."""
    are_pointers_arrays: bool = False
    """An object that a name stands for may be the first of many."""
    value_maker: str = ""
    """The function of the language that makes an object of a type, or of a value that is written like one."""
    value_words: frozenset[str] = frozenset()
    """Words that are such values."""
    own_spaces: frozenset[str] = frozenset()
    """Namespaces of the language itself, which a repository may open too."""
    members_of_all: frozenset[str] = frozenset()
    """Methods that every object has from the language itself, unless its type defines them."""
    members_of_types: frozenset[str] = frozenset()
    """Methods that every type has itself from the language, where a type is an object."""
    functions_of_all: frozenset[str] = frozenset()
    """Functions that can be called everywhere, by their plain names alone."""
    are_names_calls: bool = False
    """The plain name of a function is a call of it, and calls of what lies outside can give anything."""
    seen_from_within: str = _ANY
    """Fits the members that the code of a type within the type sees by their plain names."""
    implemented_members: str = _ANY
    """Fits the members that a type takes from what it implements."""
    are_inner_spaces_left: bool = False
    """An import of all names of a space brings none of the spaces within it."""
    are_spaces_open: bool = False
    """A type or space may have more members outside of the repository."""
    bare_bounds: frozenset[str] = frozenset()
    """Bounds of type parameters that say nothing of members."""
    root_type: str = ""
    """The type that every other has as its last base, whether that is written or not."""
    root_mixins: tuple[str, ...] = ()
    """Types of the language that are mixed into that one."""
    are_members_added: bool = False
    """Any file can give members to what lies outside, and all files have them then."""
    are_members_replaced: bool = False
    """A member that another file gives to a type only stands in for one that its own file gives it."""
    all_tests: str = ""
    """The name under which code says what all tests can call by plain names, as members of a type that it names."""
    own_tests: str = ""
    """The name under which a file says so of its own tests."""
    decorator_ending: str = ""
    """What the name of a decorator may lack at its end."""
    call_operator: str = ""
    """The method that runs where an object is called as a function."""
    arrow: str = ""
    """The method of a type whose objects act as pointers."""
    operators_of: str = ""
    """The last name of the base outside that a type must have so that signs stand for methods of it."""
    indexer: str = ""
    """The member that gives what stands behind an object in brackets."""
    sequence_methods: SequenceMethods = SequenceMethods()
    """What all has that is known to be a sequence."""
    function_types: frozenset[str] = frozenset()
    """The last names of types outside that only functions have."""
    returning: frozenset[str] = frozenset()
    """The last names of those that are applied to what their functions take, and last to what these give."""
    callables: frozenset[str] = frozenset()
    """Types outside whose objects are functions: what these give is the type's argument, and is not known without one."""
    interface_names: str = ""
    """Fits the last names of interfaces outside."""
    known_bases: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Bases of types outside, by their last names."""
    known_methods: Mapping[str, Mapping[str, frozenset[int]]] = msgspec.field(default_factory=dict)
    """Methods of types outside that no function of the repository takes the place of, with how many arguments they take."""

    def outer(self, name: str) -> str:
        """Return the full name of something that belongs to the language itself."""
        outside = self.outside_by_name.get(name, self.outside)
        return f"{outside}.{name}" if outside else name

    def knows(self, name: str) -> bool:
        """Whether a full name is known to be one of a type outside."""
        tables = (self.library.types, self.library_names, self.closed_types, self.final_types)
        return any(name in each for each in tables)

    def is_outside(self, name: str) -> bool:
        """Whether a name that was not found must lie outside of the repository."""
        return bool(self.unknown) and re.fullmatch(self.unknown, name) is not None

    def is_caseless(self, name: str) -> bool:
        """Whether the name of a function or type may be written with other letters of upper and lower case."""
        return bool(self.caseless) and re.fullmatch(self.caseless, name) is not None

    def is_implemented(self, name: str) -> bool:
        """Whether a member may come from what its type implements."""
        return self.implemented_members == _ANY or re.fullmatch(self.implemented_members, name) is not None

    def is_seen_from_within(self, name: str) -> bool:
        """Whether a member's plain name can be used in the code of a type within its type."""
        return self.seen_from_within == _ANY or re.fullmatch(self.seen_from_within, name) is not None
