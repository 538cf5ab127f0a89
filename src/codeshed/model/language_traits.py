"""What languages are like, as far as stages must know it that read many of them: one table, one entry each.

Turns: the name of a language → its LanguageTraits. Nothing outside of this table, the modules of languages and the
table of their customs asks which language something is in.
"""

import enum

import msgspec

from codeshed.model.standard_names import (
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
    """Which classes of a language say what their bases are. Those that could and do not say that they have none.

    `CLASS_STATEMENTS` leaves out classes that no statement declares and only their methods show.
    """

    ALL = "all"
    CLASS_STATEMENTS = "class statements"
    NONE = "none"


class LanguageTraits(msgspec.Struct, frozen=True, kw_only=True):
    """What a language is like. What is not said of one is as in most."""

    family: str = ""
    """What languages have in common whose files name things of each other."""
    standard_names: frozenset[str] = frozenset()
    """The first names of what the language brings along."""

    signature_end: SignatureEnd = SignatureEnd.BRACE
    """What ends a signature."""
    is_body_unmarked: bool = False
    """Whether the end of a line ends a signature that is shown."""
    is_body_behind_equals: bool = False
    """Whether a body may stand behind an equals sign."""
    shows_positional: bool = False
    """Whether a signature says which of its parameters are given by place alone, or by name alone."""

    line_comment: str = "//"
    """What a line begins with that is a comment, if it is no order to a compiler."""
    are_comments_lexed: bool = False
    """Whether lexemes of its own tell comments from code, wherever they stand."""
    strings: bytes = STRINGS
    """Fits strings, in which nothing is a comment."""
    obeyed_comment: bytes = b""
    """Fits the beginning of a comment in a block that a program obeys."""
    is_minified: bool = False
    """Whether its code is often made short for those who load it."""
    other_start: bytes = b""
    """Fits the beginning of files that are no code, although their names end alike."""

    methods_stand_apart: bool = False
    """Whether a method may be written outside of its class, so that a class may be known by its methods' names alone."""
    has_overloads: bool = False
    """Whether methods of one name are told apart by what they take, and so are those that override each other."""
    method_mark: str = ""
    """Fits what stands behind the parameters of a method and tells it from others that take the same."""
    constructors_are_methods: bool = False
    """Whether a constructor overrides another like any method."""
    interfaces_are_structural: bool = False
    """Whether a type implements an interface by having its methods."""
    types_fit_by_shape: bool = False
    """Whether a type may be given for an interface whose methods it has."""
    private_prefix: str | None = None
    """No method replaces a private one of a class whose name begins with this, if it is given."""
    bases_declared_by: BaseDeclaration = BaseDeclaration.ALL
    """Which classes say what their bases are."""
    special_methods: str = ""
    """Fits the names of methods that the language, or its library, calls by itself."""
    are_receivers_implied: bool = False
    """Whether the members of a class, and of those above it, are named without a receiver."""
    are_enums_numbers: bool = False
    """Whether constants of enums are counted; those of others are known by their names."""
    constant_counter: bytes = b""
    """The word that stands for the place of a constant in its block."""

    package_file: str = ""
    """A folder with a file of this name is a package, and everybody imports what is in it by the folders from the
    outermost package on; of other languages paths alone do not tell how files are imported."""
    package_manifest: str = ""
    """A file of this name gives the name of a package by which others import the files below it."""
    are_folders_packages: bool = False
    """Whether an import names a folder, and leads to those of its files of which something is used."""
    are_names_imported: bool = False
    """Whether a plain name of another file stands only in files that import it, by name or with all others."""
    are_imports_passed_on: bool = False
    """Whether what a module imports can be had from it."""
    are_exports_declared: bool = False
    """Whether a file says which of the names that it has from elsewhere are meant for others."""
    do_exports_bind: bool = True
    """Whether what a file passes on from elsewhere can be named in it."""
    do_runs_bring_names: bool = False
    """Whether running another file, which names nothing of it, brings all of its names."""
    do_stars_hide: bool = False
    """Whether all names of one more module hide others; elsewhere what would be hidden goes first, or is a mistake."""


_EVERYTHING_IS_DECLARED = LanguageTraits()

_C_NAMES = C_HEADERS | C_FOLDERS
_ECMASCRIPT_NAMES = NODE_MODULES | ECMASCRIPT_GLOBALS
_ECMASCRIPT_METHODS = r"toString|toLocaleString|valueOf|toJSON|then|handleEvent|\[.*\]"
_JVM_METHODS = (
    "toString|hashCode|equals|compareTo|finalize|clone|(?:read|write)Object|readResolve|writeReplace"
)

TRAITS_BY_LANGUAGE = {
    "python": LanguageTraits(
        standard_names=PYTHON_LIBRARY,
        signature_end=SignatureEnd.COLON,
        shows_positional=True,
        line_comment="#",
        are_comments_lexed=True,
        constructors_are_methods=True,
        special_methods=r"__\w+__",
        package_file="__init__.py",
        are_names_imported=True,
        are_imports_passed_on=True,
        do_stars_hide=True,
    ),
    "javascript": LanguageTraits(
        family="ecmascript",
        standard_names=_ECMASCRIPT_NAMES,
        strings=TEMPLATES,
        is_minified=True,
        # A function with methods on its prototype is a class that no statement declares.
        methods_stand_apart=True,
        bases_declared_by=BaseDeclaration.CLASS_STATEMENTS,
        private_prefix="#",
        special_methods=_ECMASCRIPT_METHODS,
        package_manifest="package.json",
        are_names_imported=True,
        are_exports_declared=True,
        do_exports_bind=False,
    ),
    "typescript": LanguageTraits(
        family="ecmascript",
        standard_names=_ECMASCRIPT_NAMES,
        strings=TEMPLATES,
        # Translations of Qt are written as XML.
        other_start=rb"\s*<(?:\?xml\s|!DOCTYPE\s)",
        types_fit_by_shape=True,
        private_prefix="#",
        special_methods=_ECMASCRIPT_METHODS,
        are_enums_numbers=True,
        package_manifest="package.json",
        are_names_imported=True,
        are_exports_declared=True,
        do_exports_bind=False,
    ),
    "rust": LanguageTraits(
        standard_names=RUST_LIBRARY,
        strings=RUST_STRINGS,
        # An `impl` may lie in another file than its type; traits are declared.
        methods_stand_apart=True,
        are_exports_declared=True,
    ),
    "go": LanguageTraits(
        standard_names=GO_LIBRARY,
        strings=GO_STRINGS,
        # What C is to be compiled with stands in a comment.
        obeyed_comment=rb'(?s:.*?)\*/\s*import\s+(?:\(\s*)?"C"',
        # A method names its receiver; embedding is declared.
        methods_stand_apart=True,
        interfaces_are_structural=True,
        special_methods=(
            "String|GoString|Error|Format|Is|As|Unwrap|Len|Less|Swap|Read|Write|Close|Scan|Value|ServeHTTP|"
            r"(?:Unm|M)arshal(?:JSON|Text|Binary|XML|YAML)"
        ),
        constant_counter=b"iota",
        are_folders_packages=True,
    ),
    "java": LanguageTraits(
        family="jvm",
        standard_names=JVM_LIBRARY,
        strings=LONG_STRINGS,
        has_overloads=True,
        special_methods=_JVM_METHODS,
        are_receivers_implied=True,
    ),
    "csharp": LanguageTraits(
        standard_names=CSHARP_LIBRARY,
        strings=CSHARP_STRINGS,
        has_overloads=True,
        special_methods="ToString|Equals|GetHashCode|CompareTo|Finalize|Dispose|DisposeAsync",
        are_receivers_implied=True,
        are_enums_numbers=True,
    ),
    "ruby": LanguageTraits(
        standard_names=RUBY_TYPES | RUBY_LIBRARY,
        is_body_unmarked=True,
        line_comment="#",
        special_methods=(
            r"to_\w+|inspect|hash|eql\?|={2,3}|<=>|=~|coerce|each|method_missing|respond_to_missing\?|"
            "inherited|included|extended|prepended|method_added|const_missing"
        ),
        are_receivers_implied=True,
        do_runs_bring_names=True,
    ),
    "php": LanguageTraits(
        standard_names=PHP_LIBRARY,
        strings=PHP_STRINGS,
        # Annotations of frameworks and tests stand in comments.
        obeyed_comment=(
            rb"(?:[^*@]|\*(?!/)|@(?:param|returns?|throws|var|see|since|link|author|deprecated)\b)*+@"
        ),
        private_prefix="",
        special_methods=r"__\w+",
        do_runs_bring_names=True,
    ),
    "lua": LanguageTraits(
        standard_names=LUA_LIBRARY,
        is_body_unmarked=True,
        line_comment="--",
        # Classes are tables, and bases are set at run time.
        methods_stand_apart=True,
        bases_declared_by=BaseDeclaration.NONE,
        special_methods=r"__\w+",
    ),
    "scala": LanguageTraits(
        family="jvm",
        standard_names=JVM_LIBRARY | {"scala"},
        is_body_behind_equals=True,
        strings=LONG_STRINGS,
        has_overloads=True,
        special_methods=_JVM_METHODS,
        are_receivers_implied=True,
    ),
    "c": LanguageTraits(
        family="c",
        standard_names=_C_NAMES,
        # Structs and functions by convention.
        methods_stand_apart=True,
        bases_declared_by=BaseDeclaration.NONE,
        are_enums_numbers=True,
    ),
    "cpp": LanguageTraits(
        family="c",
        standard_names=_C_NAMES | CPP_HEADERS,
        strings=CPP_STRINGS,
        # `void Cart::total()` stands apart from its class, which declares its bases.
        methods_stand_apart=True,
        has_overloads=True,
        method_mark=r"(?:volatile\s+)?const\b",
        special_methods=r"~.*|operator\b.*|begin|end|swap|hash_value",
        are_receivers_implied=True,
        are_enums_numbers=True,
    ),
}
"""Of an unknown language nothing is guessed: it counts as one that declares everything."""


def traits_of(language: str | None) -> LanguageTraits:
    """Return what a language is like."""
    return (
        _EVERYTHING_IS_DECLARED
        if language is None
        else TRAITS_BY_LANGUAGE.get(language, _EVERYTHING_IS_DECLARED)
    )
