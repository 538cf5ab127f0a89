"""The customs of languages other than Python, one entry each."""

from codeshed.resolve.languages.c import CModules
from codeshed.resolve.languages.cpp import CppModules
from codeshed.resolve.languages.csharp import CSharpNamespaces
from codeshed.resolve.languages.go import GoModules
from codeshed.resolve.languages.java import JavaPackages
from codeshed.resolve.languages.javascript import JavaScriptModules
from codeshed.resolve.languages.lua import LuaModules
from codeshed.resolve.languages.php import PhpModules
from codeshed.resolve.languages.ruby import RubyModules
from codeshed.resolve.languages.rust import RustModules
from codeshed.resolve.languages.scala import ScalaPackages
from codeshed.resolve.languages.spaces import Customs

_ANY_NAME = r"\w+"
_TYPE_NAME = r"[A-Z]\w*"
_CPP_POINTERS = frozenset({
    "unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic", "observer_ptr", "not_null",
    "scoped_refptr", "intrusive_ptr", "scoped_ptr", "auto_ptr", "RefCountedPtr", "OrphanablePtr", "QPointer",
    "QSharedPointer", "QScopedPointer",
})  # fmt: skip
_GO_BUILTINS = frozenset({
    "any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64",
    "copy", "delete", "error", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "len", "make",
    "max", "min", "new", "panic", "print", "println", "real", "recover", "rune", "string", "uint", "uint16", "uint32",
    "uint64", "uint8", "uintptr",
})  # fmt: skip

_RUST_MARKERS = frozenset({
    "Clone", "Copy", "Debug", "Default", "Deref", "DerefMut", "Display", "Drop", "Eq", "Hash", "Ord", "PartialEq",
    "PartialOrd", "Send", "Sync", "Unpin",
})  # fmt: skip
_SCALA_BUILTINS = frozenset({
    "assert", "assume", "classOf", "identity", "implicitly", "locally", "print", "println", "require", "summon",
})  # fmt: skip
_JAVASCRIPT = JavaScriptModules()

CUSTOMS: dict[str, Customs] = {
    "c": Customs(system=CModules(), outside="c", unknown=_ANY_NAME, are_pointers_arrays=True),
    "cpp": Customs(
        system=CppModules(),
        outside="cpp",
        has_implicit_receiver=True,
        unknown=_ANY_NAME,
        builtins=frozenset({"std"}),
        pointers=_CPP_POINTERS,
        are_pointers_arrays=True,
        pointed=frozenset({"get", "lock", "release", "value"}),
    ),
    "csharp": Customs(system=CSharpNamespaces(), outside="csharp", has_implicit_receiver=True),
    "go": Customs(system=GoModules(), outside="go", builtins=_GO_BUILTINS),
    "java": Customs(
        system=JavaPackages(), outside="java.lang", has_implicit_receiver=True, unknown=_TYPE_NAME
    ),
    "javascript": Customs(system=_JAVASCRIPT, outside="javascript", unknown=r".+", are_types_values=True),
    "lua": Customs(system=LuaModules(), outside="lua", unknown=_ANY_NAME),
    "php": Customs(system=PhpModules(), outside="php", unknown=_ANY_NAME),
    "ruby": Customs(system=RubyModules(), outside="ruby", has_implicit_receiver=True, unknown=_TYPE_NAME),
    "rust": Customs(system=RustModules(), outside="std", unknown=r"(?![A-Z]\d?$)\w+", markers=_RUST_MARKERS),
    "scala": Customs(
        system=ScalaPackages(),
        outside="scala",
        has_implicit_receiver=True,
        builtins=_SCALA_BUILTINS,
        unknown=_TYPE_NAME,
        markers=frozenset({"AnyVal", "Product", "Serializable"}),
    ),
    "typescript": Customs(system=_JAVASCRIPT, outside="javascript", unknown=r".+", are_types_values=True),
}
