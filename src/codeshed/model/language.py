"""Languages by name and suffix, and what little the language-independent half must know of them."""

import enum
import re

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
    """What a language is like: what ends a signature, and what its classes say of themselves.

    With `methods_stand_apart` a method may be written outside of its class, so that a class may be known by the names
    of its methods alone. Where a language `has_overloads`, methods of one name are told apart by what they take, and so
    are those that override each other. Where `constructors_are_methods`, one overrides another like any method. Where
    `interfaces_are_structural`, a type implements an interface by having its methods; where `types_fit_by_shape`, it only
    may be given for one so. No method replaces a private one of a class whose name begins with `private_prefix`, if there
    is one. A line that begins with
    `line_comment` is a comment, if it is no order to a compiler. `standard_names` are the first names of what the
    language brings along. A folder with a file called `package_file` is a package, and everybody imports what is in it
    by the folders from the outermost package on; of other languages paths alone do not tell how files are imported.
    """

    signature_end: SignatureEnd = SignatureEnd.BRACE
    methods_stand_apart: bool = False
    has_overloads: bool = False
    constructors_are_methods: bool = False
    interfaces_are_structural: bool = False
    types_fit_by_shape: bool = False
    private_prefix: str | None = None
    bases_declared_by: BaseDeclaration = BaseDeclaration.ALL
    line_comment: str = "//"
    standard_names: frozenset[str] = frozenset()
    package_file: str = ""


_EVERYTHING_IS_DECLARED = LanguageTraits()
_C_NAMES = C_HEADERS | C_FOLDERS
_ECMASCRIPT_NAMES = NODE_MODULES | ECMASCRIPT_GLOBALS
_TRAITS_BY_LANGUAGE = {
    "python": LanguageTraits(
        signature_end=SignatureEnd.COLON,
        line_comment="#",
        constructors_are_methods=True,
        standard_names=PYTHON_LIBRARY,
        package_file="__init__.py",
    ),
    # A function with methods on its prototype is a class that no statement declares.
    "javascript": LanguageTraits(
        methods_stand_apart=True,
        private_prefix="#",
        bases_declared_by=BaseDeclaration.CLASS_STATEMENTS,
        standard_names=_ECMASCRIPT_NAMES,
    ),
    "typescript": LanguageTraits(
        types_fit_by_shape=True, private_prefix="#", standard_names=_ECMASCRIPT_NAMES
    ),
    # An `impl` may lie in another file than its type; traits are declared.
    "rust": LanguageTraits(methods_stand_apart=True, standard_names=RUST_LIBRARY),
    # A method names its receiver; embedding is declared.
    "go": LanguageTraits(methods_stand_apart=True, interfaces_are_structural=True, standard_names=GO_LIBRARY),
    "java": LanguageTraits(has_overloads=True, standard_names=JVM_LIBRARY),
    "csharp": LanguageTraits(has_overloads=True, standard_names=CSHARP_LIBRARY),
    "ruby": LanguageTraits(line_comment="#", standard_names=RUBY_TYPES | RUBY_LIBRARY),
    "php": LanguageTraits(private_prefix="", standard_names=PHP_LIBRARY),
    # Classes are tables, and bases are set at run time.
    "lua": LanguageTraits(
        methods_stand_apart=True,
        bases_declared_by=BaseDeclaration.NONE,
        line_comment="--",
        standard_names=LUA_LIBRARY,
    ),
    "scala": LanguageTraits(has_overloads=True, standard_names=JVM_LIBRARY | {"scala"}),
    # Structs and functions by convention.
    "c": LanguageTraits(
        methods_stand_apart=True, bases_declared_by=BaseDeclaration.NONE, standard_names=_C_NAMES
    ),
    # `void Cart::total()` stands apart from its class, which declares its bases.
    "cpp": LanguageTraits(
        methods_stand_apart=True, has_overloads=True, standard_names=_C_NAMES | CPP_HEADERS
    ),
}
"""Of an unknown language nothing is guessed: it counts as one that declares everything."""

_LANGUAGE_BY_SUFFIX = {
    "py": "python",
    "pyi": "python",
    "ipynb": "python",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "typescript",
    "rs": "rust",
    "go": "go",
    "java": "java",
    "cs": "csharp",
    "rb": "ruby",
    "php": "php",
    "lua": "lua",
    "scala": "scala",
    "sc": "scala",
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cxx": "cpp",
    "hh": "cpp",
    "hpp": "cpp",
    "hxx": "cpp",
    "inl": "cpp",
    "ipp": "cpp",
    "ixx": "cpp",
    "tcc": "cpp",
    "tpp": "cpp",
    "txx": "cpp",
    "cppm": "cpp",
}

SUFFIXES = frozenset(_LANGUAGE_BY_SUFFIX)
"""The suffixes of all files of code, without their dots."""

PYTHON = "python"
"""The language that is read by a reader of its own."""

LANGUAGES = frozenset(_LANGUAGE_BY_SUFFIX.values())
"""All languages that are read, by name."""

MANIFEST_NAMES = frozenset({
    "pyproject.toml", "setup.cfg", "package.json", "tsconfig.json", "jsconfig.json", "pnpm-workspace.yaml",
    "go.mod", "go.work", "Cargo.toml", "composer.json", "compile_commands.json",
    "Directory.Build.props", "Directory.Build.targets", ".luarc.json", ".emmyrc.json",
})  # fmt: skip
"""Files that say what packages offer and how files find each other."""

_TEST_FOLDERS = frozenset({"test", "tests", "testing", "__tests__", "spec", "specs"})
_TEST_FILE = re.compile(
    r"""
      (test_.*|.*_tests?|conftest)\.(py|pyi|ipynb)
    | .*\.(test|spec)\.[cm]?[jt]sx?
    | .*_test\.(go|rs|cc|cpp|c)
    | (Test.*|.*(Test|Tests|IT|Spec))\.(java|cs|scala|php|kt)
    | .*_(test|spec)\.(rb|lua)
    """,
    re.VERBOSE,
)


def language_of_path(path: str) -> str | None:
    """Return the language that a file's suffix stands for."""
    return _LANGUAGE_BY_SUFFIX.get(path.rsplit(".", 1)[-1].lower()) if "." in path else None


def is_manifest(path: str) -> bool:
    """Whether a file is a manifest; configurations of TypeScript may have any middle in their names, projects any name."""
    name = path.rpartition("/")[2]
    return (
        name in MANIFEST_NAMES
        or name.endswith((".csproj", ".rockspec"))
        or (name.startswith(("tsconfig.", "tsconfig-", "jsconfig.")) and name.endswith(".json"))
    )


def is_python(path: str) -> bool:
    """Whether a file is read as Python: sources, stubs and notebooks."""
    return language_of_path(path) == PYTHON


def traits_of(language: str | None) -> LanguageTraits:
    """Return what a language is like."""
    return (
        _EVERYTHING_IS_DECLARED
        if language is None
        else _TRAITS_BY_LANGUAGE.get(language, _EVERYTHING_IS_DECLARED)
    )


def is_standard_name(name: str, language: str) -> bool:
    """Whether a dotted name belongs to what a language brings along: `json.dumps` in Python, `fs/promises` in JavaScript.

    What is seen everywhere is named behind its language: `lua.string.format`.
    """
    first, _, rest = name.partition(".")
    known = traits_of(language).standard_names
    firsts = (first, rest.partition(".")[0]) if first in LANGUAGES else (first,)
    return any(each.partition("/")[0] in known for each in firsts)


def is_test_path(path: str) -> bool:
    """Whether a file holds tests, by the customs of its language."""
    folders, _, name = path.rpartition("/")
    return not _TEST_FOLDERS.isdisjoint(folders.split("/")) or _TEST_FILE.fullmatch(name) is not None
