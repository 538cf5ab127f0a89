"""The traits of each language that stages outside of extraction and resolution depend on: one table, one entry each.

Turns: the name of a language → its LanguageTraits. No code branches on a language's name but this table, the modules of
languages, and `resolve/languages/language_table.py` with the rules of name resolution.
"""

import enum

import msgspec

from codeshed.model.languages.common_members import ECMASCRIPT_MEMBERS, PYTHON_MEMBERS
from codeshed.model.languages.standard_names import (
    C_FOLDERS,
    C_HEADERS,
    CPP_HEADERS,
    CSHARP_LIBRARY,
    ECMASCRIPT_GLOBALS,
    GO_LIBRARY,
    JVM_LIBRARY,
    LUA_LIBRARY,
    NODE_MODULES,
    PHP_LIBRARY,
    PYTHON_LIBRARY,
    RUBY_LIBRARY,
    RUBY_TYPES,
    RUST_LIBRARY,
)
from codeshed.model.text.string_patterns import (
    CPP_STRINGS,
    CSHARP_STRINGS,
    GO_STRINGS,
    LONG_STRINGS,
    PHP_STRINGS,
    RUST_STRINGS,
    STRINGS,
    TEMPLATES,
)


class SignatureEnd(enum.Enum):
    """What ends a signature and begins a body."""

    COLON = ":"
    BRACE = "{"


class BaseDeclaration(enum.Enum):
    """Which classes declare their bases, so that one without declared bases has none.

    `CLASS_STATEMENTS`: those with a class statement do, classes that only their methods show do not.
    """

    ALL = "all"
    CLASS_STATEMENTS = "class statements"
    NONE = "none"


class Arity(enum.Enum):
    """What a declared number of parameters says of calls.

    `FIXED`: a call with another number of arguments is wrong. `AT_LEAST`: one with too few is. `OPEN`: the language, or what is
    known of its calls, does not tell.
    """

    FIXED = "fixed"
    AT_LEAST = "at least"
    OPEN = "open"


class LanguageTraits(msgspec.Struct, frozen=True, kw_only=True):
    """The traits of one language. Defaults are what most languages have; patterns are regular expressions."""

    family: str = ""
    """Languages of one family refer to each other's definitions: Java and Scala, JavaScript and TypeScript."""
    unrun_files: frozenset[str] = frozenset()
    """Names of files that tell an editor about code, and that nothing runs: calls in them call nothing."""
    standard_names: frozenset[str] = frozenset()
    """The first name of each module, package and type of the standard library."""
    dynamic_code_functions: tuple[str, ...] = ()
    """External functions that run text as code, which no analysis sees: `builtins.eval` in Python."""
    is_duck_typed: bool = False
    """Whether a call needs no declared type, only a name: `x.run()` may run any public method `run`."""

    common_members: frozenset[str] = frozenset()
    """Names of members of builtin types: on an object of unknown type they suggest no member of the repository."""

    signature_end: SignatureEnd = SignatureEnd.BRACE
    has_unmarked_body: bool = False
    """Whether a line end, and no sign, is between signature and body: Ruby, Lua."""
    is_body_behind_equals: bool = False
    """Whether a body may be behind an equals sign: `def f = 1` in Scala."""
    arity: Arity = Arity.OPEN
    """What the number of declared parameters says of calls."""
    declares_receiver: bool = False
    """Whether methods declare the object that they run on as their first parameter: `self` in Python."""
    passes_several_results: bool = False
    """Whether a call as the only argument passes all of its results: `f(g())` in Go."""
    has_inherited_overloads: bool = False
    """Whether functions of bases are overloads of those of a class; elsewhere a class's own functions hide them."""
    has_open_overloads: bool = False
    """Whether overloads may be written anywhere: free functions in C++, extension methods, implicit conversions."""
    has_implicit_conversions: bool = False
    """Whether a call that a method does not take may be one of a type that its receiver becomes: Scala."""
    has_macros: bool = False
    """Whether a name in capitals may be a macro that stands for several arguments."""
    has_auto_tupling: bool = False
    """Whether arguments may become one tuple, and none the unit value: `f(1, 2)` for `f((1, 2))` in Scala."""
    are_keywords_a_hash: bool = False
    """Whether keywords become one hash if no parameter takes keywords, and a hash may become keywords: Ruby."""
    marks_parameter_kinds: bool = False
    """Whether signatures mark positional-only and keyword-only parameters: `/` and `*` in Python."""

    line_comment: str = "//"
    """What a line comment begins with, if it is no compiler directive."""
    are_comments_lexed: bool = False
    """Whether a lexer of its own finds comments; elsewhere they are found by the patterns below."""
    strings: bytes = STRINGS
    """Matches string literals, in which nothing is a comment."""
    decorator: bytes = rb"\s*@(?:\w+[.])*(\w+)"
    """Matches the beginning of a line that decorates what is below it; the group is the decorator's name."""
    member_block: bytes = b""
    """Matches the first line of a block that adds members to a type: `impl` in Rust. Its decorators are those of its members."""
    own_import: bytes = b""
    """Matches a line at the top of a file that only binds names for that file and runs nothing: `import` in Java."""
    are_private_names_mangled: bool = False
    """Whether a private member of a class is named `_Class__name` outside of it: Python."""
    significant_comment: bytes = b""
    """Matches the beginning of a directive block comment: annotations in PHP, cgo preambles in Go."""
    may_be_minified: bool = False
    """Whether files may be minified code."""
    other_format_start: bytes = b""
    """Matches the beginning of other files with the same suffix, which are not read as code."""

    has_methods_outside_classes: bool = False
    """Whether a method may be written outside of its class, so that a class may be known only by its methods."""
    overrides_match_parameters: bool = False
    """Whether functions are overloaded by parameter types, so that overriding compares these too."""
    overload_qualifier: str = ""
    """Matches qualifiers behind the parameters that distinguish overloads: `const` in C++."""
    constructors_are_methods: bool = False
    """Whether a constructor overrides that of a base class: `__init__` in Python."""
    has_structural_interfaces: bool = False
    """Whether a type implements every interface whose methods it has: Go."""
    has_guessed_implementers: bool = False
    """Whether types whose members match an interface are shown as guesses, since only use shows that they implement it:
    TypeScript. JavaScript, which is structural too, declares no interfaces."""
    private_prefix: str | None = None
    """Private methods whose name begins with this are never overridden; `""` means all private ones, None means none."""
    bases_declared_by: BaseDeclaration = BaseDeclaration.ALL
    special_methods: str = ""
    """Matches the names of methods that the language or its library calls implicitly: `__str__`, `toString`."""
    has_implicit_receiver: bool = False
    """Whether own and inherited members are named without a receiver: `run()` for `this.run()` in Java."""
    are_enum_constants_numbered: bool = False
    """Whether enum constants are numbered by their position; elsewhere only their names matter."""
    constant_counter: bytes = b""
    """The word that counts the constants of a block: `iota` in Go."""

    package_file: str = ""
    """A folder with a file of this name is a package: its files are imported by the folders from the outermost package
    on. In languages without it, a path alone does not tell how a file is imported."""
    package_manifest: str = ""
    """A file of this name gives the package name by which the files below it are imported: `package.json`."""
    are_folders_packages: bool = False
    """Whether an import names a folder, and depends on those of its files whose names are used: Go."""
    hidden_folder: str = ""
    """What a folder of this name holds cannot be imported by other repositories: `internal` in Go."""
    are_names_imported: bool = False
    """Whether a file can use an unqualified name of another file only if it imports it, by name or by wildcard."""
    are_imports_reexports: bool = False
    """Whether every import is a re-export: `from a import B` in `c.py` makes `c.B`."""
    are_reexports_declared: bool = False
    """Whether re-exports are declared: `export { a } from "b"`, `pub use`."""
    do_reexports_bind: bool = True
    """Whether a re-exported name is in scope in the re-exporting file."""
    does_loading_import_names: bool = False
    """Whether loading another file brings all of its names into scope: `require` in Ruby, `include` in PHP."""
    do_wildcard_imports_hide: bool = False
    """Whether a wildcard import hides earlier names; elsewhere explicit names win, or the clash is an error."""


_EVERYTHING_IS_DECLARED = LanguageTraits()

_C_NAMES = C_HEADERS | C_FOLDERS
_ECMASCRIPT_NAMES = NODE_MODULES | ECMASCRIPT_GLOBALS
_ECMASCRIPT_METHODS = r"toString|toLocaleString|valueOf|toJSON|then|handleEvent|\[.*\]"
_JVM_METHODS = (
    "toString|hashCode|equals|compareTo|finalize|clone|(?:read|write)Object|readResolve|writeReplace"
)

TRAITS_BY_LANGUAGE = {
    "python": LanguageTraits(
        arity=Arity.FIXED,
        declares_receiver=True,
        standard_names=PYTHON_LIBRARY,
        dynamic_code_functions=("builtins.eval", "builtins.exec", "runpy.run_module", "runpy.run_path"),
        is_duck_typed=True,
        common_members=PYTHON_MEMBERS,
        are_private_names_mangled=True,
        signature_end=SignatureEnd.COLON,
        marks_parameter_kinds=True,
        line_comment="#",
        are_comments_lexed=True,
        constructors_are_methods=True,
        special_methods=r"__\w+__",
        package_file="__init__.py",
        are_names_imported=True,
        are_imports_reexports=True,
        do_wildcard_imports_hide=True,
    ),
    "javascript": LanguageTraits(
        family="ecmascript",
        standard_names=_ECMASCRIPT_NAMES,
        dynamic_code_functions=("javascript.eval", "javascript.Function"),
        is_duck_typed=True,
        common_members=ECMASCRIPT_MEMBERS,
        strings=TEMPLATES,
        may_be_minified=True,
        # A function with methods on its prototype is a class that no statement declares.
        has_methods_outside_classes=True,
        bases_declared_by=BaseDeclaration.CLASS_STATEMENTS,
        private_prefix="#",
        special_methods=_ECMASCRIPT_METHODS,
        package_manifest="package.json",
        are_names_imported=True,
        are_reexports_declared=True,
        do_reexports_bind=False,
    ),
    "typescript": LanguageTraits(
        arity=Arity.FIXED,
        family="ecmascript",
        standard_names=_ECMASCRIPT_NAMES,
        common_members=ECMASCRIPT_MEMBERS,
        strings=TEMPLATES,
        # Qt's translation files are XML and end in `.ts`, too.
        other_format_start=rb"\s*<(?:\?xml\s|!DOCTYPE\s)",
        has_guessed_implementers=True,
        private_prefix="#",
        special_methods=_ECMASCRIPT_METHODS,
        are_enum_constants_numbered=True,
        package_manifest="package.json",
        are_names_imported=True,
        are_reexports_declared=True,
        do_reexports_bind=False,
    ),
    "rust": LanguageTraits(
        arity=Arity.FIXED,
        standard_names=RUST_LIBRARY,
        strings=RUST_STRINGS,
        decorator=rb"\s*#\[\s*(?:\w+\s*::\s*)*(\w+)",
        member_block=rb"\s*(?:unsafe\s+)?impl\b",
        # An `impl` may lie in another file than its type; traits are declared.
        has_methods_outside_classes=True,
        are_reexports_declared=True,
    ),
    "go": LanguageTraits(
        arity=Arity.FIXED,
        passes_several_results=True,
        standard_names=GO_LIBRARY,
        strings=GO_STRINGS,
        # cgo: the C code to compile is in a comment.
        significant_comment=rb'(?s:.*?)\*/\s*import\s+(?:\(\s*)?"C"',
        # A method names its receiver; embedding is declared.
        has_methods_outside_classes=True,
        has_structural_interfaces=True,
        hidden_folder="internal",
        special_methods=(
            "String|GoString|Error|Format|Is|As|Unwrap|Len|Less|Swap|Read|Write|Close|Scan|Value|ServeHTTP|"
            r"(?:Unm|M)arshal(?:JSON|Text|Binary|XML|YAML)"
        ),
        constant_counter=b"iota",
        are_folders_packages=True,
    ),
    "java": LanguageTraits(
        has_inherited_overloads=True,
        arity=Arity.FIXED,
        family="jvm",
        standard_names=JVM_LIBRARY,
        strings=LONG_STRINGS,
        own_import=rb"import\s+(?:static\s+)?[\w.]+(?:\.\*)?\s*;",
        overrides_match_parameters=True,
        special_methods=_JVM_METHODS,
        has_implicit_receiver=True,
    ),
    "csharp": LanguageTraits(
        has_inherited_overloads=True,
        has_open_overloads=True,
        arity=Arity.FIXED,
        standard_names=CSHARP_LIBRARY,
        strings=CSHARP_STRINGS,
        own_import=rb"using\s+(?:static\s+)?[\w.]+\s*;",
        overrides_match_parameters=True,
        special_methods="ToString|Equals|GetHashCode|CompareTo|Finalize|Dispose|DisposeAsync",
        has_implicit_receiver=True,
        are_enum_constants_numbered=True,
    ),
    "ruby": LanguageTraits(
        arity=Arity.FIXED,
        are_keywords_a_hash=True,
        standard_names=RUBY_TYPES | RUBY_LIBRARY,
        dynamic_code_functions=("ruby.eval", "ruby.instance_eval", "ruby.class_eval", "ruby.module_eval"),
        is_duck_typed=True,
        has_unmarked_body=True,
        line_comment="#",
        special_methods=(
            r"to_\w+|inspect|hash|eql\?|={2,3}|<=>|=~|coerce|each|method_missing|respond_to_missing\?|"
            "inherited|included|extended|prepended|method_added|const_missing"
        ),
        has_implicit_receiver=True,
        does_loading_import_names=True,
    ),
    "php": LanguageTraits(
        arity=Arity.AT_LEAST,
        unrun_files=frozenset({".phpstorm.meta.php"}),
        standard_names=PHP_LIBRARY,
        dynamic_code_functions=("php.eval", "php.create_function"),
        is_duck_typed=True,
        strings=PHP_STRINGS,
        # Annotations of frameworks and tests are written in comments.
        significant_comment=(
            rb"(?:[^*@]|\*(?!/)|@(?:param|returns?|throws|var|see|since|link|author|deprecated)\b)*+@"
        ),
        private_prefix="",
        special_methods=r"__\w+",
        does_loading_import_names=True,
    ),
    "lua": LanguageTraits(
        standard_names=LUA_LIBRARY,
        dynamic_code_functions=("lua.load", "lua.loadstring", "lua.loadfile", "lua.dofile"),
        is_duck_typed=True,
        has_unmarked_body=True,
        line_comment="--",
        # Classes are tables, and bases are set at run time.
        has_methods_outside_classes=True,
        bases_declared_by=BaseDeclaration.NONE,
        special_methods=r"__\w+",
    ),
    "scala": LanguageTraits(
        arity=Arity.FIXED,
        has_open_overloads=True,
        has_implicit_conversions=True,
        has_auto_tupling=True,
        family="jvm",
        standard_names=JVM_LIBRARY | {"scala"},
        is_body_behind_equals=True,
        strings=LONG_STRINGS,
        overrides_match_parameters=True,
        special_methods=_JVM_METHODS,
        has_implicit_receiver=True,
    ),
    "c": LanguageTraits(
        has_open_overloads=True,
        has_macros=True,
        arity=Arity.FIXED,
        family="c",
        standard_names=_C_NAMES,
        # Structs and functions by convention.
        has_methods_outside_classes=True,
        bases_declared_by=BaseDeclaration.NONE,
        are_enum_constants_numbered=True,
    ),
    "cpp": LanguageTraits(
        arity=Arity.FIXED,
        has_open_overloads=True,
        has_macros=True,
        family="c",
        standard_names=_C_NAMES | CPP_HEADERS,
        strings=CPP_STRINGS,
        # `void Cart::total()` is written outside of its class, which declares its bases.
        has_methods_outside_classes=True,
        overrides_match_parameters=True,
        overload_qualifier=r"(?:volatile\s+)?const\b",
        special_methods=r"~.*|operator\b.*|begin|end|swap|hash_value",
        has_implicit_receiver=True,
        are_enum_constants_numbered=True,
    ),
}
"""An unknown language has the default traits: everything is declared."""


def traits_of(language: str | None) -> LanguageTraits:
    """Return the traits of a language, the default ones for an unknown language."""
    return (
        _EVERYTHING_IS_DECLARED
        if language is None
        else TRAITS_BY_LANGUAGE.get(language, _EVERYTHING_IS_DECLARED)
    )
