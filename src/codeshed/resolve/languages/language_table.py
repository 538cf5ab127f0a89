"""The language rules of all languages except Python, one entry each."""

from codeshed.model.standard_names import RUBY_TYPES
from codeshed.resolve.generic.language_rules import Contents, Customs, OwnType, Starts
from codeshed.resolve.languages.c.c_files import LINKED_SPACE, NO_KEYWORD, SOURCE_FILES, CModules
from codeshed.resolve.languages.c.c_library import C_LIBRARY
from codeshed.resolve.languages.cpp.cpp_files import CPP_POINTERS, CppModules
from codeshed.resolve.languages.cpp.cpp_library import CPP_LIBRARY
from codeshed.resolve.languages.csharp import csharp_files as csharp
from codeshed.resolve.languages.csharp.csharp_library import CSHARP_LIBRARY, KNOWN_BASES, KNOWN_METHODS
from codeshed.resolve.languages.ecmascript.ecmascript_files import JavaScriptModules
from codeshed.resolve.languages.ecmascript.ecmascript_library import ECMASCRIPT_LIBRARY
from codeshed.resolve.languages.ecmascript.ecmascript_types import ECMASCRIPT_TYPES
from codeshed.resolve.languages.go import go_build_constraints as go_systems
from codeshed.resolve.languages.go.go_packages import GoModules
from codeshed.resolve.languages.java.java_files import (
    FINAL_TYPES,
    JAVA_LANG,
    LIBRARIES,
    OWN_LIBRARY,
    PRIMITIVES,
    ROOTS,
    TYPE_NAME,
    JavaPackages,
)
from codeshed.resolve.languages.java.java_interfaces import JAVA_INTERFACES
from codeshed.resolve.languages.java.java_library import JAVA_LIBRARY
from codeshed.resolve.languages.java.java_names import JAVA_NAMES
from codeshed.resolve.languages.jvm.jvm_packages import ROOT as JVM_ROOT
from codeshed.resolve.languages.lua.lua_modules import GLOBAL_SPACE as LUA_GLOBALS
from codeshed.resolve.languages.lua.lua_modules import LuaModules
from codeshed.resolve.languages.php.php_files import CASELESS, GLOBAL_SPACE, PhpModules
from codeshed.resolve.languages.php.php_interfaces import PHP_INTERFACES, PHP_LIBRARY, PHP_ROOTS
from codeshed.resolve.languages.ruby.ruby_core import (
    FUNCTIONS_OF_ALL,
    MEMBERS_OF_ALL,
    MEMBERS_OF_TYPES,
    MIXED_MEMBERS,
)
from codeshed.resolve.languages.ruby.ruby_files import GLOBAL_SPACE as RUBY_SPACE
from codeshed.resolve.languages.ruby.ruby_files import RubyModules
from codeshed.resolve.languages.rust.rust_library import (
    RUST_CONTENTS,
    RUST_CRATE_TRAITS,
    RUST_MEMBERS,
    RUST_NAMES,
    RUST_TRAITS,
)
from codeshed.resolve.languages.rust.rust_modules import RustModules
from codeshed.resolve.languages.scala import scala_builds
from codeshed.resolve.languages.scala.scala_files import LIBRARIES as SCALA_LIBRARIES
from codeshed.resolve.languages.scala.scala_files import NAMES_OF_JAVA, ScalaPackages
from codeshed.resolve.languages.scala.scala_library import (
    SCALA_CLOSED_TYPES,
    SCALA_LIBRARY,
    SCALA_MARKERS,
    SCALA_MEMBERS,
    SCALA_SPACES,
)

_ANY_NAME = r"\w+"
_JVM_SPACES = frozenset({"com", "java", "javax", "net", "org"})
_CSHARP = csharp.CSharpNamespaces()
_MAIN = Starts(names=frozenset({"main"}))
_C_MAIN = Starts(names=frozenset({"WinMain", "main", "wWinMain", "wmain"}))
_GO_BUILTINS = frozenset({
    "any", "append", "bool", "byte", "cap", "chan", "clear", "close", "comparable", "complex", "complex128", "complex64",
    "copy", "delete", "error", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "len", "make",
    "max", "min", "new", "panic", "print", "println", "real", "recover", "rune", "string", "uint", "uint16", "uint32",
    "uint64", "uint8", "uintptr",
})  # fmt: skip

_SCALA_BUILTINS = frozenset({
    "assert", "assume", "classOf", "identity", "implicitly", "locally", "print", "println", "require", "summon",
})  # fmt: skip
_ECMASCRIPT_METHODS = frozenset({
    "add", "addEventListener", "append", "at", "apply", "bind", "call", "catch", "charAt", "charCodeAt", "clear",
    "codePointAt", "concat", "delete", "emit", "endsWith", "entries", "every", "exec", "fill", "filter", "finally",
    "find", "findIndex", "flat", "flatMap", "forEach", "get", "has", "hasOwnProperty", "includes", "indexOf", "join",
    "keys", "lastIndexOf", "localeCompare", "map", "match", "matchAll", "next", "normalize", "off", "on", "once",
    "padEnd", "padStart", "pop", "push", "reduce", "reduceRight", "remove", "removeEventListener", "repeat",
    "replace", "replaceAll", "return", "reverse", "set", "shift", "slice", "some", "sort", "splice", "split",
    "startsWith", "substr", "substring", "test", "then", "throw", "toFixed", "toISOString", "toJSON",
    "toLocaleString", "toLowerCase", "toString", "toUpperCase", "trim", "trimEnd", "trimStart", "unshift", "valueOf",
    "values",
})  # fmt: skip
_OBJECT_MEMBERS = frozenset({
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
})  # fmt: skip
_ECMASCRIPT = Customs(
    system=JavaScriptModules(),
    outside="javascript",
    are_fields_methods=True,
    are_parents_classes=True,
    are_statics_apart=True,
    unknown=r"(?!(?:any|unknown|never|object)$).+",
    own_module=("exports", "javascript.module.exports"),
    are_types_values=True,
    listers={"javascript.Array.from": True, "javascript.Array.of": False},
    invokers=frozenset({"apply", "call"}),
    binders=frozenset({"bind"}),
    futures=frozenset({"Promise", "PromiseLike"}),
    contents=Contents(
        seen_through=frozenset({"NonNullable", "Omit", "Partial", "Pick", "Readonly", "Required"}),
        keyed={"Record": _OBJECT_MEMBERS},
    ),
    common_methods=_ECMASCRIPT_METHODS,
    library=ECMASCRIPT_LIBRARY,
    library_types=ECMASCRIPT_TYPES,
    own_types=dict.fromkeys(("this", "this.constructor"), OwnType.RECEIVER),
    iterable="javascript.Iterable",
    iterators=("[Symbol.iterator]", "[Symbol.asyncIterator]"),
    do_types_fit_by_shape=True,
)

CUSTOMS: dict[str, Customs] = {
    "c": Customs(
        system=CModules(),
        outside="c",
        starts=_C_MAIN,
        whole_files=SOURCE_FILES,
        linked_space=LINKED_SPACE,
        library_functions=C_LIBRARY,
        unknown=NO_KEYWORD,
        are_pointers_arrays=True,
    ),
    "cpp": Customs(
        system=CppModules(),
        are_bases_made=True,
        outside="cpp",
        starts=_C_MAIN,
        has_implicit_receiver=True,
        are_types_members=True,
        are_functions_free=True,
        are_bodies_apart=True,
        are_conversions_open=True,
        own_spaces=frozenset({"std"}),
        whole_files=SOURCE_FILES,
        linked_space=LINKED_SPACE,
        library_functions=C_LIBRARY,
        unknown=NO_KEYWORD,
        root=LINKED_SPACE,
        pointers=CPP_POINTERS,
        library=CPP_LIBRARY,
        contents=Contents(
            variants={"first": 0, "second": 1}, tuples=frozenset({"cpp.std.pair", "cpp.std.tuple"})
        ),
        iterable="cpp.std.iterable",
        pointed=frozenset({"get", "lock", "release", "value"}),
        call_operator="operator()",
        arrow="operator->",
        indexer="operator[]",
        are_pointers_arrays=True,
        do_locals_keep_types=True,
    ),
    "csharp": Customs(
        system=_CSHARP,
        invokers=frozenset({"Invoke"}),
        are_bases_made=True,
        implied=_CSHARP.implied,
        are_inner_spaces_left=True,
        outside="",
        starts=Starts(names=frozenset({"Main"}), is_in_type=True, arguments="string"),
        indexer="Item",
        has_implicit_receiver=True,
        unknown=TYPE_NAME,
        do_locals_keep_types=True,
        builtins=csharp.BUILTINS,
        libraries=csharp.LIBRARIES,
        own_library=csharp.LIBRARIES,
        primitives=csharp.PRIMITIVES,
        optional="Nullable",
        final_types=csharp.FINAL_TYPES,
        are_types_overloaded=True,
        has_overloads=True,
        are_nearer_first=True,
        are_blocks_nested=True,
        must_arguments_tell_types=True,
        roots=csharp.ROOTS,
        root=csharp.ROOT,
        decorator_ending="Attribute",
        library=CSHARP_LIBRARY,
        known_bases=KNOWN_BASES,
        known_methods=KNOWN_METHODS,
        function_types=csharp.FUNCTION_TYPES,
        returning=frozenset({"Func"}),
        interface_names=r"I[A-Z]\w*",
        keywords=csharp.KEYWORDS,
        root_spaces=frozenset({"Microsoft", "System"}),
        are_functions_members=True,
        are_interfaces_silent=True,
        are_parents_classes=True,
        sequence_methods=csharp.SEQUENCE_METHODS,
    ),
    "go": Customs(
        system=GoModules(),
        outside="go",
        starts=Starts(names=frozenset({"main"}), spaces="main", hooks=frozenset({"init"})),
        builtins=_GO_BUILTINS,
        value_maker="new",
        value_words=frozenset({"false", "iota", "true"}),
        brackets_hold_types=True,
        bare_bounds=frozenset({"any", "comparable"}),
        do_locals_keep_types=True,
        are_interfaces_structural=True,
        contents=Contents(receiving="<-", carrier="chan"),
        exclude_each_other=go_systems.exclude_each_other,
    ),
    "java": Customs(
        system=JavaPackages(),
        are_inner_spaces_left=True,
        are_functions_objects=True,
        are_bases_made=True,
        outside="java.lang",
        starts=Starts(names=frozenset({"main"}), is_in_type=True, arguments="String"),
        has_implicit_receiver=True,
        builtins=JAVA_LANG,
        unknown=TYPE_NAME,
        are_functions_apart=True,
        has_phases=True,
        are_internals_of_space=True,
        do_locals_keep_types=True,
        has_overloads=True,
        roots=ROOTS,
        library=JAVA_LIBRARY,
        library_names=JAVA_NAMES,
        libraries=LIBRARIES,
        own_library=OWN_LIBRARY,
        final_types=FINAL_TYPES,
        primitives=PRIMITIVES,
        closed_types=JAVA_INTERFACES,
        keywords=frozenset({*PRIMITIVES, "class"}),
        root=JVM_ROOT,
        are_spaces_whole=True,
        root_spaces=_JVM_SPACES,
        are_functions_members=True,
        are_parents_classes=True,
    ),
    "javascript": _ECMASCRIPT,
    "lua": Customs(
        system=LuaModules(),
        outside="lua",
        unknown=_ANY_NAME,
        untested_space=LUA_GLOBALS,
        are_types_tables=True,
        are_members_added=True,
        are_members_replaced=True,
    ),
    "php": Customs(
        system=PhpModules(),
        operators_of="ArrayAccess",
        outside="php",
        closed_types=PHP_INTERFACES,
        roots=PHP_ROOTS,
        library=PHP_LIBRARY,
        keywords=frozenset({"class"}),
        are_parents_classes=True,
        are_parameters_inherited=True,
        are_types_apart=True,
        callables=frozenset({"php.callable", "php.Closure", "Closure"}),
        unknown=r"(?!(?:mixed|object)$)\w+",
        caseless=CASELESS,
        own_types={"self": OwnType.TYPE, "static": OwnType.RECEIVER, "parent": OwnType.PARENT},
        root=GLOBAL_SPACE,
    ),
    "ruby": Customs(
        system=RubyModules(),
        outside="ruby",
        has_implicit_receiver=True,
        are_types_objects=True,
        type_getter="class",
        catch_all="method_missing",
        makers=frozenset({"new"}),
        makers_by_base={"Singleton": "instance"},
        builtins=RUBY_TYPES,
        unknown=r"\w+[?!]?",
        are_unknown_elsewhere=True,
        are_types_values=True,
        members_of_all=MEMBERS_OF_ALL,
        members_of_types=MEMBERS_OF_TYPES,
        functions_of_all=FUNCTIONS_OF_ALL,
        are_names_calls=True,
        seen_from_within=TYPE_NAME,
        root_type="Object",
        root_mixins=("Kernel",),
        all_tests="RSpec.configure",
        own_tests="RSpec.describe",
        implemented_members=r"[^A-Z].*",
        are_mixins_vague=True,
        markers=MIXED_MEMBERS,
        are_spaces_open=True,
        root=RUBY_SPACE,
    ),
    "rust": Customs(
        system=RustModules(),
        outside="std",
        starts=_MAIN,
        unknown=RUST_NAMES,
        do_locals_keep_types=True,
        markers={**RUST_TRAITS, **RUST_CRATE_TRAITS},
        library_members=RUST_MEMBERS,
        contents=RUST_CONTENTS,
        has_traits=True,
        indexer="index",
        are_spaces_closed=True,
        makers_by_base={"std.Default": "default"},
    ),
    "scala": Customs(
        system=ScalaPackages(),
        are_functions_objects=True,
        exclude_each_other=scala_builds.exclude_each_other,
        are_imports_local=True,
        are_bases_made=True,
        outside="scala",
        outside_by_name=NAMES_OF_JAVA,
        sequence="scala.Seq",
        starts=Starts(
            names=frozenset({"main"}),
            is_in_type=True,
            arguments="String",
            decorators=frozenset({"main"}),
            bases=frozenset({"ext:scala.App"}),
        ),
        has_implicit_receiver=True,
        builtins=_SCALA_BUILTINS,
        unknown=TYPE_NAME,
        libraries=SCALA_LIBRARIES,
        library=SCALA_LIBRARY,
        library_members=SCALA_MEMBERS,
        do_locals_keep_types=True,
        applied="apply",
        are_arguments_packed=True,
        are_blocks_nested=True,
        copier="copy",
        markers=SCALA_MARKERS,
        closed_types=SCALA_CLOSED_TYPES,
        own_spaces=SCALA_SPACES,
        root=JVM_ROOT,
        root_name="_root_",
        are_spaces_whole=True,
        root_spaces=_JVM_SPACES | {"scala"},
    ),
    "typescript": _ECMASCRIPT,
}
