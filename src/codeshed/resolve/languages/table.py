"""The customs of languages other than Python, one entry each."""

from codeshed.resolve.languages.c import CModules
from codeshed.resolve.languages.csharp import CSharpNamespaces
from codeshed.resolve.languages.go import GoModules
from codeshed.resolve.languages.java import JavaPackages
from codeshed.resolve.languages.spaces import Customs

CUSTOMS: dict[str, Customs] = {
    "c": Customs(system=CModules(), outside="c", unknown=r"\w+"),
    "csharp": Customs(system=CSharpNamespaces(), outside="csharp", has_implicit_receiver=True),
    "go": Customs(
        system=GoModules(),
        outside="go",
        builtins=frozenset(
            {
                "any",
                "append",
                "bool",
                "byte",
                "cap",
                "clear",
                "close",
                "comparable",
                "complex",
                "complex128",
                "complex64",
                "copy",
                "delete",
                "error",
                "float32",
                "float64",
                "imag",
                "int",
                "int16",
                "int32",
                "int64",
                "int8",
                "len",
                "make",
                "max",
                "min",
                "new",
                "panic",
                "print",
                "println",
                "real",
                "recover",
                "rune",
                "string",
                "uint",
                "uint16",
                "uint32",
                "uint64",
                "uint8",
                "uintptr",
            }
        ),
    ),
    "java": Customs(
        system=JavaPackages(), outside="java.lang", has_implicit_receiver=True, unknown=r"[A-Z]\w*"
    ),
}
