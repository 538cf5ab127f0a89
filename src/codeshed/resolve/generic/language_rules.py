"""Language rules: the scoping, typing and dispatch rules of one language, as data for the generic resolver.

Each language is one `LanguageRules` value in `resolve/languages/language_table.py`. The resolver reads its fields and never
asks for a language by name. `External` means: defined outside of the repository.
"""

import enum
import re
from collections.abc import Callable, Mapping

import msgspec

from codeshed.model.facts.code_expressions import ARRAY
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.names.namespaces import Binding, ModuleSystem
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.generic.types.library_names import LibraryNames
from codeshed.resolve.generic.types.library_types import Library

NO_LIBRARY = Library()

_ANY = r".+"


class SelfType(enum.Enum):
    """What a keyword for the current type denotes. PHP: `self` is TYPE, `static` is RECEIVER (late bound), `parent` is PARENT."""

    TYPE = "type"
    RECEIVER = "receiver"
    PARENT = "parent"


class WrapperTypes(msgspec.Struct, frozen=True, kw_only=True):
    """Wrapper types of a language, and the methods that wrap and unwrap. `Rc<T>`, `Option<T>` are examples in Rust.

    Names of types are last names (`Rc`) unless said otherwise; the element type is a type argument of the wrapper.
    """

    auto_deref_types: frozenset[str] = frozenset()
    """Types that auto-dereference: their members are those of the element type. Rust: `Rc`, `Box`."""
    own_members_of_wrappers: frozenset[str] = frozenset()
    """Members that these types have themselves, found without dereferencing. Rust: `Rc::clone`."""
    optional_methods: frozenset[str] = frozenset()
    """Methods whose result is `optional_type` of the element type. Rust: `first`, `next`."""
    unconditional_methods: frozenset[str] = frozenset()
    """`Type.method` of those that return the element itself all the same."""
    optional_type: str = ""
    """The full name of the type of a value or nothing. Rust: `std.Option`."""
    unwrap_methods: frozenset[str] = frozenset()
    """Methods that return the element. Rust: `unwrap`, `borrow`."""
    first_argument_types: frozenset[str] = frozenset()
    """Types whose element type is their first type argument, not their last. Rust: `Result<T, E>`."""
    rewrapped_results: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Full names of unwrapping methods whose result is wrapped again, with the type that wraps it. Rust: `Mutex.lock` returns a `Result`."""
    deref_methods: frozenset[str] = frozenset()
    """Unwrapping methods that belong to the pointer itself and are not looked up behind it. Rust: `deref`."""
    wrapper_factories: frozenset[str] = frozenset()
    """Factory functions (`Type.function`) whose result wraps their argument. Rust: `Rc.new`."""
    identity_methods: frozenset[str] = frozenset()
    """Methods that return the receiver itself, unless the repository defines them."""
    variant_arguments: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Enum variants and fields that patterns take apart, with the index of the type argument. Rust: `Ok` 0, `Err` 1."""
    tuple_types: frozenset[str] = frozenset()
    """Full names of types whose type arguments are the types of tuple elements. C++: `std.pair`."""
    deref_target: str = ""
    """The associated type that names what a repository type dereferences to. Rust: `Target` of `Deref`."""
    await_method: str = ""
    """The method that awaits a repository type, and `await_result` the associated type of its result. Rust: `await`, `Output`."""
    await_result: str = ""
    receive_operator: str = ""
    """The operator that receives from a channel. Go: `<-`."""
    channel_type: str = ""
    """The channel type. Go: `chan`."""
    map_types: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Types any member of which is an element, with the members that they have themselves. TypeScript: `Record<K, V>`."""


class TypeOperator(enum.Enum):
    """What an external generic type makes of its first type argument. TypeScript's utility types."""

    SAME_MEMBERS = "same members"
    """The members stay: `Readonly<T>`."""
    WITHOUT_MEMBERS = "without members"
    """The members that the second argument names are left out: `Omit<T, "a">`."""
    ONLY_MEMBERS = "only members"
    """Only the members that the second argument names stay: `Pick<T, "a">`."""
    AWAITED = "awaited"
    """What awaiting the type gives: `Awaited<T>`."""
    RESULT = "result"
    """What a function type returns: `ReturnType<T>`."""
    PARAMETERS = "parameters"
    """The parameters of a function type as a tuple: `Parameters<T>`."""


class Primitive(msgspec.Struct, frozen=True):
    """A primitive type: the types that it widens to, and the class that boxes it. Java: `int` widens to `long`; `Integer`."""

    widens_to: tuple[str, ...] = ()
    boxed_type: str = ""


class ImplicitBase(msgspec.Struct, frozen=True):
    """An external base that all types of some kinds have implicitly (all types, if no kinds are given). Java: `Object`."""

    name: str
    members: frozenset[str]
    kinds: frozenset[TypeKind] = frozenset()


class EntryPointRules(msgspec.Struct, frozen=True, kw_only=True):
    """Which definitions are entry points of a program. Java: `static void main(String[])`."""

    names: frozenset[str] = frozenset()
    """Names of the functions that a program starts with."""
    package_pattern: str = r".*"
    """Pattern of the packages that may hold them. Go: `main`."""
    is_static_method: bool = False
    """They are static methods."""
    argument_type: str = ""
    """The element type of the array that they take, if they take anything. Java: `String`."""
    runtime_hooks: frozenset[str] = frozenset()
    """Functions that the runtime calls. Go: `init`."""
    loader_hooks: str = ""
    """Pattern of the functions that a program calls by name when it loads a library. C: `PyInit_cart`."""
    decorators: frozenset[str] = frozenset()
    """A function with one of these decorators is an entry point. Scala: `@main`."""
    base_types: frozenset[str] = frozenset()
    """An object with one of these external bases is an entry point. Scala: `object X extends App`."""


class SequenceMethods(msgspec.Struct, frozen=True, kw_only=True):
    """Methods that an external library gives to every sequence. C#: System.Linq on `IEnumerable<T>`."""

    base_type: str = ""
    """The last name of the base type of all sequences."""
    element_methods: frozenset[str] = frozenset()
    """Methods that return one element: `First`."""
    sequence_results: frozenset[str] = frozenset()
    """Methods that return a sequence of the same element type: `Where`."""
    callback_methods: frozenset[str] = frozenset()
    """Methods that pass an element to the callback: `Select(x => …)`."""


class LanguageRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one language. The default of each field is the rule of a language without that feature."""

    module_system: ModuleSystem
    """How its files find each other: which namespace a file declares into, and what its imports mean."""
    builtin_namespace: str
    """The namespace of builtins. Java: `java.lang`."""
    builtin_namespace_by_name: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The namespace of those builtins that come from another language. Scala: `String` is of `java.lang`."""
    has_implicit_receiver: bool = False
    """An unqualified name may be a member of the enclosing type. Java: `run()` for `this.run()`; not in JavaScript."""
    has_injected_class_names: bool = False
    """C++ injected class names: a type's name is in scope in the type itself and in types that inherit from it."""
    are_classes_objects: bool = False
    """Ruby: a class is an object with singleton methods; instance methods cannot be called on it."""
    has_separate_statics: bool = False
    """JavaScript: static and instance members may share a name, and each kind is inherited by itself."""
    are_classes_prototypes: bool = False
    """Lua: a class is a table like its instances; a method that returns its receiver, called on the class, returns an instance."""
    type_of_method: str = ""
    """The method of every object that returns its type. Ruby: `class`."""
    method_missing: str = ""
    """The method that is called if no method of the name exists. Ruby: `method_missing`."""
    factory_methods: frozenset[str] = frozenset()
    """Methods of every type that create an instance. Ruby: `new`."""
    factory_method_by_base: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Factory methods that types get from an external base or trait, by its name. Rust: `std.Default`: `default`."""
    list_factories: Mapping[str, bool] = msgspec.field(default_factory=dict)
    """External functions that create a list: of the elements of their one argument if true, else of their arguments. `Array.of(a, b)`: false."""
    invoke_methods: frozenset[str] = frozenset()
    """Methods of every function that call it. JavaScript: `apply`, `call`; C#: `Invoke`."""
    bind_methods: frozenset[str] = frozenset()
    """Methods of every function that return a bound function. JavaScript: `bind`."""
    future_types: frozenset[str] = frozenset()
    """Last names of types whose values are awaited. JavaScript: `Promise`."""
    builtins: frozenset[str] = frozenset()
    """Builtin names, which lie in `builtin_namespace`."""
    linkage_namespace: str = ""
    """The namespace of symbols that files share by linkage alone, declared or not. C: non-static functions."""
    globals_namespace: str = ""
    """The namespace of globals that all files see; those that only tests define are visible to tests only. Lua."""
    standard_functions: frozenset[str] = frozenset()
    """Functions of the standard library that may be called like symbols of `linkage_namespace`. C: `strlen`."""
    standard_macros: frozenset[str] = frozenset()
    """Macros of the standard library. C: `assert`."""
    translation_unit_pattern: str = ""
    """Pattern of the paths of translation units: they declare or include all that they name. C: `.c` but not `.h`."""
    external_names: frozenset[str] = frozenset()
    """Names besides `builtins` that are external if they resolve to nothing; any other such name is unknown. JavaScript: its globals."""
    known_external_types: frozenset[str] = frozenset()
    """Full names of types of other packages: of several wildcard imports, one with such a type brings its name. C#: `System.DateTime`."""
    array_type: str = ""
    """The external type that `string[]` is short for. TypeScript: `javascript.Array`."""
    are_unknown_paths_unresolved: bool = False
    """A dotted type whose first name is unknown is unknown too, as it names no package. JavaScript: `Gone.Options`."""
    members_by_namespace: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """All members of external objects that are namespaces, by full names: any other member is unknown. JavaScript: `Math`."""
    type_by_global_object: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The external types of external objects, by full names: a repository may declare more members of them. `window`: `Window`."""
    global_scope_objects: frozenset[str] = frozenset()
    """The external objects whose members are the globals, by full names; of them only `external_names` are external. JavaScript: `window`."""
    case_insensitive_pattern: str = ""
    """Pattern of the names of functions and types that are case-insensitive. PHP."""
    are_external_names_unqualified: bool = False
    """An unresolved name becomes an external symbol of just that name, not one of `builtin_namespace`. Ruby."""
    exports_names: tuple[str, ...] = ()
    """Names for the exports of the current file; a dotted one is a member of something external. CommonJS: `exports`."""
    are_types_first_class: bool = False
    """Functions can be constructors, and variables can hold types. JavaScript: `const Base = class {}`."""
    are_variables_callees: bool = False
    """A call of a variable is a call of it, besides one of the function that it holds. JavaScript."""
    common_builtin_methods: frozenset[str] = frozenset()
    """Methods of builtin types: a call of such a name on an unknown receiver has no candidates. JavaScript: `map`."""
    do_initializers_fix_types: bool = False
    """The initializer fixes the static type of a local. C#: `var`; not in JavaScript."""
    has_function_namespace: bool = False
    """Functions have a namespace of their own: a field and a method may share a name, and only methods are called. Java."""
    can_fields_override_methods: bool = False
    """A field that holds a function may override a method of a base. JavaScript: `run = () => {}`."""
    has_bracket_type_arguments: bool = False
    """Type arguments are in brackets: `f[A]()` calls `f`. Go."""
    has_structural_interfaces: bool = False
    """A type that has all methods of an interface implements it. Go."""
    has_structural_typing: bool = False
    """Structural typing: a value with the members of an interface is assignable to it; implementing is only shown by use. TypeScript."""
    has_functional_interfaces: bool = False
    """A function is assignable to an interface with one abstract method. Java: functional interfaces."""
    has_types_overloaded_by_arity: bool = False
    """Types are overloaded by arity. C#: `Func<T>` and `Func<T, R>` are two types."""
    has_inherited_overloads: bool = False
    """Functions are overloaded by their parameters, those of bases included. Java; not in JavaScript."""
    has_auto_tupling: bool = False
    """As `has_inherited_overloads`, but one tuple may be passed for several parameters, and implicit ones may be passed explicitly. Scala."""
    infers_types_from_arguments_only: bool = False
    """Type arguments are inferred from arguments only, never from the expected result type. C#."""
    has_separate_declarations: bool = False
    """A function is declared in one place and defined in another; parameter types say which belong together. C++."""
    may_convert_any_argument: bool = False
    """Any argument may be converted implicitly, so that no type mismatch rules out a candidate. C++."""
    calls_base_constructor_implicitly: bool = False
    """A constructor without a call of a base constructor runs the one without parameters. Java."""
    has_overload_phases: bool = False
    """Overload resolution has phases: candidates without conversions come before boxing and variadic ones. Java."""
    prefers_derived_overloads: bool = False
    """An applicable overload of a type is preferred to those of its bases, however well these match. C#."""
    has_traits: bool = False
    """Methods of an imported trait are methods of all values that have none of that name. Rust."""
    implicit_bases: tuple[ImplicitBase, ...] = ()
    """Implicit bases, the nearest first. Java: `java.lang.Object`."""
    global_library_types: frozenset[str] = frozenset()
    """Global external types that a doc comment may name, or that a file may add members to; others are unknown. JavaScript."""
    library_names: LibraryNames = LibraryNames()
    """All names in namespaces and types of the library: another name there is made up. C++: `std`."""
    library: Library = NO_LIBRARY
    """Signatures of generic external types."""
    variadic_type: str = ""
    """The external type of a variadic parameter inside of its function, if that is no array. Scala: `scala.Seq`."""
    iterable_type: str = ""
    """The external base of all types that a loop can iterate over; its type argument is the element type. `javascript.Iterable`."""
    iterator_methods: tuple[str, ...] = ()
    """Methods that return the iterator, whose first type argument is the element type. `[Symbol.iterator]`."""
    are_never_built_together: Callable[[str, str], bool] | None = None
    """Whether two files are in no build together, so that neither sees the other. Go: `_linux.go` and `_windows.go`."""
    external_members: frozenset[str] = frozenset()
    """Members that external types have themselves: no conversion or trait is looked for. Rust: `push`."""
    closed_library_pattern: str = ""
    """Pattern of the names of closed libraries, which return repository objects only if such were passed in.

    If it is set, anything that another external function returns may be a repository object."""
    standard_library_pattern: str = ""
    """Pattern of the names of the standard library, none of whose types derives from one of a repository."""
    final_types: frozenset[str] = frozenset()
    """External types without subtypes and without implicit conversions to them. Java: `java.lang.String`."""
    primitives: Mapping[str, Primitive] = msgspec.field(default_factory=dict)
    """Primitive types, which have no members."""
    optional_type: str = ""
    """The last name of the external type of a primitive or nothing. C#: `Nullable`."""
    members_by_external_base: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """All members of an external base, by its last name; any other base may have any member. Rust: `Clone`, and `Copy` with none."""
    members_by_external_type: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """All members of an external type, by its full name."""
    find_implicit_imports: Callable[[str, RepositoryLayout], tuple[Binding, ...]] | None = None
    """Returns the imports that a file has without writing them: wildcard imports or aliases. C#: global usings."""
    field_sigil: str = ""
    """The sigil before a name that means a field of the receiver, never a function or an accessor. Ruby: `@`."""
    copy_method: str = ""
    """The method that copies an object by its primary constructor. Scala: `copy` of a case class."""
    are_capitalised_names_constants: bool = False
    """A name that begins with a capital is a constant, not only one in upper case. Ruby."""
    has_unseen_writes: bool = False
    """Code may write a variable without naming it: through pointers and macros. C."""
    entry_points: EntryPointRules = EntryPointRules()
    """Which definitions are entry points."""
    keywords: frozenset[str] = frozenset()
    """Reserved words, which are never member names. Java: `class` in `A.class`."""
    external_root_namespaces: frozenset[str] = frozenset()
    """External top-level namespaces that every file sees. Java: `java`, `org`."""
    are_all_functions_methods: bool = False
    """Every function is a member of a type: an unresolved call can only come from a static import. Java."""
    has_external_free_functions: bool = False
    """There are free functions outside, so that an unresolved call need not be an inherited member. C++."""
    hides_interface_members: bool = False
    """Members of an external interface are accessible through the interface type only, not in classes that implement it. C#."""
    inherits_parameter_types: bool = False
    """A method takes its parameter types from the method of the generic base that it overrides, whatever it declares. PHP."""
    is_super_class_only: bool = False
    """`super` and `base_type` denote the base class only, never an implemented interface. Java."""
    ignores_unknown_mixins: bool = False
    """An unqualified name is a member of an external mixin only if that is known to have it. Ruby: `include Foo`."""
    has_scoped_imports: bool = False
    """An import in a function or type is visible in that scope only. Scala."""
    has_nested_namespace_scopes: bool = False
    """Scopes of nested namespaces: any definition in the inner one shadows those of the outer one, in whatever file. C#."""
    has_isolated_modules: bool = False
    """An inner module sees no names of the enclosing module unless it imports them. Rust: `mod`."""
    has_global_function_fallback: bool = False
    """An unqualified type is of the current namespace; functions fall back to the global one. PHP."""
    type_operators: Mapping[str, TypeOperator] = msgspec.field(default_factory=dict)
    """External generic types that stand for what they make of their first type argument, by full names. `javascript.Omit`."""
    wrapping_functions: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The generic types of what external functions make of their first type argument, or else of their first argument.

    By their full names. React: `useRef<T>()` gives a `react.RefObject<T>`."""
    literal_type: str = ""
    """The type of string literals, where these can be types. TypeScript: `string`."""
    nameless_bounds: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The names of bounds that are written as a function or an object. TypeScript: `Function`."""
    wrapper_types: WrapperTypes = WrapperTypes()
    """Wrapper types and how they are unwrapped."""
    apply_method: str = ""
    """The method that `x()` calls on an object, where the parentheses of a call may also be missing: `f` may be a call of `f`. Scala: `apply`."""
    self_types: Mapping[str, SelfType] = msgspec.field(default_factory=dict)
    """Keywords for the enclosing type. PHP: `self`, `static`."""
    root_namespace: str = ""
    """The root namespace, in which a name with a leading separator is looked up. C++: `::name`."""
    root_namespace_name: str = ""
    """The name of that namespace in code. Scala: `_root_`."""
    has_package_private_access: bool = False
    """Package-private access: a member with default access is visible in its own namespace only. Java."""
    has_unsplit_packages: bool = False
    """No split packages: a namespace that the repository defines anything in has no external part. Java."""
    smart_pointers: frozenset[str] = frozenset()
    """Last names of external smart pointers, whose members are those of the pointee. C++: `unique_ptr`."""
    pointee_methods: frozenset[str] = frozenset()
    """Members of smart pointers that return the pointee. C++: `get`."""
    has_pointer_indexing: bool = False
    """A pointer may be indexed like an array. C: `p[i]`."""
    allocation_builtin: str = ""
    """The builtin that allocates a value, given a type or a value that looks like one. Go: `new(T)`."""
    predeclared_values: frozenset[str] = frozenset()
    """Predeclared identifiers that are values and not types, as arguments of that builtin. Go: `true`."""
    language_namespaces: frozenset[str] = frozenset()
    """Namespaces of the language that a repository may add to. C++: `std`."""
    universal_methods: frozenset[str] = frozenset()
    """Builtin methods of every object, unless its type overrides them. Ruby: `nil?`."""
    universal_class_methods: frozenset[str] = frozenset()
    """Builtin methods of every class object. Ruby: `attr_reader`."""
    universal_functions: frozenset[str] = frozenset()
    """Builtin functions that are callable everywhere by an unqualified name. Ruby: `puts`."""
    has_calls_without_parentheses: bool = False
    """A name alone calls the function, and external calls can return anything. Ruby: `user` is `user()`."""
    nested_type_visibility: str = _ANY
    """Pattern of the members of an outer type that a nested type sees unqualified. Ruby: constants only."""
    implemented_member_pattern: str = _ANY
    """Pattern of the members that a type gets from what it implements. Ruby: an `extend`ed module gives no constants."""
    do_wildcards_skip_namespaces: bool = False
    """A wildcard import does not bring in nested namespaces. Java: `import a.*` leaves `a.b` out."""
    may_be_extended_externally: bool = False
    """Types and namespaces may have more members that external code adds. Ruby."""
    unconstraining_bounds: frozenset[str] = frozenset()
    """Type bounds that imply no members. Go: `any`."""
    root_type: str = ""
    """The last base of every type, written or not. Ruby: `Object`."""
    root_mixins: tuple[str, ...] = ()
    """External mixins of that type. Ruby: `Kernel`."""
    has_monkey_patching: bool = False
    """Monkey patching: any file can add members to external types, visible everywhere. Lua."""
    prefers_members_of_own_file: bool = False
    """Where several files define a member of a type, that in the file of the type is preferred. Lua."""
    all_tests_block: str = ""
    """The call in whose block modules are mixed into all tests. Ruby: `RSpec.configure`."""
    own_tests_block: str = ""
    """The call in whose block modules are mixed into the tests of the file. Ruby: `RSpec.describe`."""
    decorator_suffix: str = ""
    """The suffix that the name of a decorator may lack. C#: `[Obsolete]` is `ObsoleteAttribute`."""
    call_operator: str = ""
    """The method that `x()` calls on an object, where a call always has parentheses. C++: `operator()`."""
    arrow_operator: str = ""
    """The method that `x->y` calls on an object. C++: `operator->`."""
    operator_base: str = ""
    """The last name of the external base that a type needs for overloaded operators. PHP: `ArrayAccess`."""
    index_method: str = ""
    """The member that `x[i]` accesses. C++: `operator[]`; C#: `Item`."""
    sequence_methods: SequenceMethods = SequenceMethods()
    """Methods that every external sequence has."""
    function_types: frozenset[str] = frozenset()
    """Last names of external types that only functions are assignable to. C#: delegates."""
    function_types_with_result: frozenset[str] = frozenset()
    """Last names of function types whose last type argument is the result. C#: `Func<T, R>`."""
    callable_types: frozenset[str] = frozenset()
    """External types of function values; their type argument is the result, unknown if missing. PHP: `Closure`."""
    interface_name_pattern: str = ""
    """Pattern of the last names of external interfaces. C#: `IDisposable`."""
    known_bases: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Bases of external types, by last names."""
    known_methods: Mapping[str, Mapping[str, frozenset[int]]] = msgspec.field(default_factory=dict)
    """Methods of external types that no extension method of the repository replaces, with their numbers of arguments."""

    def qualify_builtin(self, name: str) -> str:
        """Return the full name of a builtin: `String` → `java.lang.String`."""
        outside = self.builtin_namespace_by_name.get(name, self.builtin_namespace)
        return f"{outside}.{name}" if outside else name

    def spell_external(self, name: str) -> str:
        """Return the one spelling of an external's name: a member of `string[]` is one of its array type."""
        is_of_array = self.array_type and name.startswith(f"{ARRAY}.")
        return f"{self.array_type}{name.removeprefix(ARRAY)}" if is_of_array else name

    def is_known_external_type(self, name: str) -> bool:
        """Whether the tables have an external type of this full name."""
        tables = (
            self.known_external_types,
            self.library.types,
            self.members_by_external_type,
            self.final_types,
        )
        return self.library_names.has_type(name) or any(name in each for each in tables)

    def is_external_name(self, name: str) -> bool:
        """Whether a name that resolves to nothing in the repository is external."""
        return name in self.external_names or name in self.language_namespaces

    def is_of_language(self, name: str) -> bool:
        """Whether the language or its standard library has a name without any import of this repository."""
        return any(
            name in names
            for names in (
                self.primitives,
                self.builtins,
                self.standard_functions,
                self.standard_macros,
                self.language_namespaces,
                self.external_root_namespaces,
            )
        )

    def is_case_insensitive(self, name: str) -> bool:
        """Whether the name of a function or type is case-insensitive."""
        return (
            bool(self.case_insensitive_pattern)
            and re.fullmatch(self.case_insensitive_pattern, name) is not None
        )

    def is_implemented_member(self, name: str) -> bool:
        """Whether a type can get a member of this name from what it implements."""
        return (
            self.implemented_member_pattern == _ANY
            or re.fullmatch(self.implemented_member_pattern, name) is not None
        )

    def is_visible_in_nested_types(self, name: str) -> bool:
        """Whether a nested type sees a member of its outer types unqualified."""
        return (
            self.nested_type_visibility == _ANY or re.fullmatch(self.nested_type_visibility, name) is not None
        )
