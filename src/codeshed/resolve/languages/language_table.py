"""The language rules of all languages except Python, one entry each."""

from codeshed.model.facts.code_expressions import FUNCTION_TYPE, OBJECT_TYPE
from codeshed.model.languages.common_members import ECMASCRIPT_METHODS
from codeshed.model.languages.standard_names import RUBY_TYPES
from codeshed.resolve.generic.language_rules import EntryPointRules, LanguageRules, SelfType, WrapperTypes
from codeshed.resolve.generic.types.library_names import LibraryNames
from codeshed.resolve.languages.c.c_files import (
    C_KEYWORDS,
    LINKAGE_NAMESPACE,
    TRANSLATION_UNIT_PATTERN,
    CModules,
)
from codeshed.resolve.languages.c.c_library import C_LIBRARY, C_MACROS
from codeshed.resolve.languages.c.c_names import C_NAMES
from codeshed.resolve.languages.cpp.cpp_files import CPP_POINTERS, CppModules
from codeshed.resolve.languages.cpp.cpp_library import CPP_LIBRARY
from codeshed.resolve.languages.cpp.cpp_names import CPP_NAMES
from codeshed.resolve.languages.cpp.std_names import STD_NAMES
from codeshed.resolve.languages.csharp import csharp_files as csharp
from codeshed.resolve.languages.csharp.csharp_library import CSHARP_LIBRARY, KNOWN_BASES, KNOWN_METHODS
from codeshed.resolve.languages.csharp.csharp_names import CSHARP_TYPES, KNOWN_TYPES, NAMESPACE_BY_TYPE
from codeshed.resolve.languages.ecmascript.ecmascript_files import JavaScriptModules
from codeshed.resolve.languages.ecmascript.ecmascript_globals import ECMASCRIPT_GLOBALS, ECMASCRIPT_NAMESPACES
from codeshed.resolve.languages.ecmascript.ecmascript_library import ECMASCRIPT_LIBRARY
from codeshed.resolve.languages.ecmascript.ecmascript_members import ECMASCRIPT_MEMBERS
from codeshed.resolve.languages.ecmascript.ecmascript_types import ECMASCRIPT_TYPES
from codeshed.resolve.languages.ecmascript.react_functions import REACT_FUNCTIONS
from codeshed.resolve.languages.ecmascript.utility_types import UTILITY_TYPES
from codeshed.resolve.languages.go import go_build_constraints as go_systems
from codeshed.resolve.languages.go.go_packages import GoModules
from codeshed.resolve.languages.java.java_files import (
    FINAL_TYPES,
    IMPLICIT_BASES,
    JAVA_LANG,
    LIBRARY_PATTERN,
    PRIMITIVES,
    STANDARD_LIBRARY_PATTERN,
    TYPE_NAME_PATTERN,
    JavaPackages,
)
from codeshed.resolve.languages.java.java_interfaces import JAVA_INTERFACES
from codeshed.resolve.languages.java.java_library import JAVA_LIBRARY
from codeshed.resolve.languages.java.java_names import JAVA_NAMES
from codeshed.resolve.languages.jvm.jvm_packages import ROOT_PACKAGE as JVM_ROOT
from codeshed.resolve.languages.lua.lua_globals import LUA_GLOBALS as LUA_NAMES
from codeshed.resolve.languages.lua.lua_globals import LUA_MEMBERS
from codeshed.resolve.languages.lua.lua_modules import GLOBAL_NAMESPACE as LUA_GLOBALS
from codeshed.resolve.languages.lua.lua_modules import LuaModules
from codeshed.resolve.languages.php.php_files import CASE_INSENSITIVE_NAMES, GLOBAL_NAMESPACE, PhpModules
from codeshed.resolve.languages.php.php_global_names import PHP_GLOBALS
from codeshed.resolve.languages.php.php_interfaces import PHP_INTERFACES, PHP_LIBRARY, PHP_ROOTS
from codeshed.resolve.languages.ruby.ruby_core import (
    KERNEL_FUNCTIONS,
    MEMBERS_OF_ALL_OBJECTS,
    MEMBERS_OF_ALL_TYPES,
    MIXIN_MEMBERS,
)
from codeshed.resolve.languages.ruby.ruby_files import GLOBAL_NAMESPACE as RUBY_SPACE
from codeshed.resolve.languages.ruby.ruby_files import RubyModules
from codeshed.resolve.languages.ruby.ruby_globals import RUBY_GLOBALS
from codeshed.resolve.languages.ruby.ruby_methods import (
    ALL_RUBY_METHODS,
    METHODS_OF_EVERY_OBJECT,
    RUBY_METHODS,
)
from codeshed.resolve.languages.rust.rust_library import (
    RUST_CRATE_TRAITS,
    RUST_MEMBERS,
    RUST_NAMES,
    RUST_TRAITS,
    RUST_WRAPPER_TYPES,
)
from codeshed.resolve.languages.rust.rust_modules import RustModules
from codeshed.resolve.languages.scala import scala_builds
from codeshed.resolve.languages.scala.scala_files import JAVA_LANG_NAMES, SCALA_NAMES, ScalaPackages
from codeshed.resolve.languages.scala.scala_files import LIBRARY_PATTERN as SCALA_LIBRARIES
from codeshed.resolve.languages.scala.scala_library import (
    SCALA_CLOSED_TYPES,
    SCALA_LIBRARY,
    SCALA_MARKERS,
    SCALA_MEMBERS,
    SCALA_PACKAGES,
)

_JVM_SPACES = frozenset({"com", "java", "javax", "net", "org"})
_CSHARP = csharp.CSharpNamespaces()
_MAIN = EntryPointRules(names=frozenset({"main"}))
_C_MAIN = EntryPointRules(
    names=frozenset({"WinMain", "main", "wWinMain", "wmain"}),
    loader_hooks=r"(?:PyInit|Init|luaopen|Java)_\w+|JNI_On(?:Unl|L)oad|DllMain|LLVMFuzzerTestOneInput",
)
_GO_BUILTINS = frozenset({
    "any", "append", "bool", "byte", "cap", "chan", "clear", "close", "comparable", "complex", "complex128", "complex64",
    "copy", "delete", "error", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "len", "make",
    "max", "min", "new", "panic", "print", "println", "real", "recover", "rune", "string", "uint", "uint16", "uint32",
    "uint64", "uint8", "uintptr",
})  # fmt: skip

_SCALA_BUILTINS = frozenset({
    "assert", "assume", "classOf", "identity", "implicitly", "locally", "print", "println", "require", "summon",
})  # fmt: skip
_OBJECT_MEMBERS = frozenset({
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
})  # fmt: skip
_ECMASCRIPT = LanguageRules(
    module_system=JavaScriptModules(),
    builtin_namespace="javascript",
    can_fields_override_methods=True,
    is_super_class_only=True,
    has_separate_statics=True,
    external_names=ECMASCRIPT_GLOBALS,
    are_unknown_paths_unresolved=True,
    members_by_namespace=ECMASCRIPT_NAMESPACES,
    array_type="javascript.Array",
    type_by_global_object={
        "javascript.document": "Document",
        "javascript.navigator": "Navigator",
        "javascript.self": "Window",
        "javascript.window": "Window",
    },
    global_scope_objects=frozenset(
        {
            "javascript.global",
            "javascript.globalThis",
            "javascript.self",
            "javascript.window",
        }
    ),
    exports_names=("exports", "javascript.module.exports"),
    are_types_first_class=True,
    are_variables_callees=True,
    list_factories={
        "javascript.Array.from": True,
        "javascript.Array.of": False,
        "javascript.Object.values": True,
    },
    invoke_methods=frozenset({"apply", "call"}),
    bind_methods=frozenset({"bind"}),
    future_types=frozenset({"Promise", "PromiseLike"}),
    wrapper_types=WrapperTypes(
        map_types={
            "Record": _OBJECT_MEMBERS,
            "RefObject": _OBJECT_MEMBERS,
            "MutableRefObject": _OBJECT_MEMBERS,
        },
    ),
    type_operators=UTILITY_TYPES,
    wrapping_functions=REACT_FUNCTIONS,
    literal_type="string",
    nameless_bounds={FUNCTION_TYPE: "Function", OBJECT_TYPE: "Record"},
    common_builtin_methods=ECMASCRIPT_METHODS,
    library=ECMASCRIPT_LIBRARY,
    members_by_external_type=ECMASCRIPT_MEMBERS,
    global_library_types=ECMASCRIPT_TYPES,
    self_types=dict.fromkeys(("this", "this.constructor"), SelfType.RECEIVER),
    iterable_type="javascript.Iterable",
    iterator_methods=("[Symbol.iterator]", "[Symbol.asyncIterator]"),
    has_structural_typing=True,
)

RULES_BY_LANGUAGE: dict[str, LanguageRules] = {
    "c": LanguageRules(
        module_system=CModules(),
        builtin_namespace="c",
        entry_points=_C_MAIN,
        translation_unit_pattern=TRANSLATION_UNIT_PATTERN,
        linkage_namespace=LINKAGE_NAMESPACE,
        standard_functions=C_LIBRARY,
        standard_macros=C_MACROS,
        external_names=C_NAMES,
        keywords=C_KEYWORDS,
        has_pointer_indexing=True,
        has_unseen_writes=True,
    ),
    "cpp": LanguageRules(
        module_system=CppModules(),
        calls_base_constructor_implicitly=True,
        builtin_namespace="cpp",
        entry_points=_C_MAIN,
        has_implicit_receiver=True,
        has_injected_class_names=True,
        has_external_free_functions=True,
        has_separate_declarations=True,
        may_convert_any_argument=True,
        language_namespaces=frozenset({"std"}),
        library_names=LibraryNames(names_by_owner=STD_NAMES),
        translation_unit_pattern=TRANSLATION_UNIT_PATTERN,
        linkage_namespace=LINKAGE_NAMESPACE,
        standard_functions=C_LIBRARY,
        standard_macros=C_MACROS,
        external_names=C_NAMES | CPP_NAMES,
        keywords=C_KEYWORDS,
        root_namespace=LINKAGE_NAMESPACE,
        smart_pointers=CPP_POINTERS,
        library=CPP_LIBRARY,
        wrapper_types=WrapperTypes(
            variant_arguments={"first": 0, "second": 1},
            tuple_types=frozenset({"cpp.std.pair", "cpp.std.tuple"}),
        ),
        iterable_type="cpp.std.iterable",
        pointee_methods=frozenset({"get", "lock", "release", "value"}),
        call_operator="operator()",
        arrow_operator="operator->",
        index_method="operator[]",
        has_pointer_indexing=True,
        has_unseen_writes=True,
        do_initializers_fix_types=True,
    ),
    "csharp": LanguageRules(
        module_system=_CSHARP,
        invoke_methods=frozenset({"Invoke"}),
        calls_base_constructor_implicitly=True,
        find_implicit_imports=_CSHARP.find_implicit_imports,
        do_wildcards_skip_namespaces=True,
        builtin_namespace="",
        entry_points=EntryPointRules(
            names=frozenset({"Main"}), is_static_method=True, argument_type="string"
        ),
        index_method="Item",
        has_implicit_receiver=True,
        external_names=CSHARP_TYPES,
        builtin_namespace_by_name=NAMESPACE_BY_TYPE,
        known_external_types=KNOWN_TYPES,
        do_initializers_fix_types=True,
        builtins=csharp.BUILTINS,
        closed_library_pattern=csharp.LIBRARY_PATTERN,
        standard_library_pattern=csharp.LIBRARY_PATTERN,
        primitives=csharp.PRIMITIVES,
        optional_type="Nullable",
        final_types=csharp.FINAL_TYPES,
        has_types_overloaded_by_arity=True,
        has_inherited_overloads=True,
        prefers_derived_overloads=True,
        has_nested_namespace_scopes=True,
        infers_types_from_arguments_only=True,
        implicit_bases=csharp.IMPLICIT_BASES,
        root_namespace=csharp.GLOBAL_NAMESPACE,
        decorator_suffix="Attribute",
        library=CSHARP_LIBRARY,
        known_bases=KNOWN_BASES,
        known_methods=KNOWN_METHODS,
        function_types=csharp.FUNCTION_TYPES,
        function_types_with_result=frozenset({"Func"}),
        interface_name_pattern=r"I[A-Z]\w*",
        keywords=csharp.KEYWORDS,
        external_root_namespaces=frozenset({"Microsoft", "System"}),
        are_all_functions_methods=True,
        hides_interface_members=True,
        is_super_class_only=True,
        sequence_methods=csharp.SEQUENCE_METHODS,
    ),
    "go": LanguageRules(
        module_system=GoModules(),
        builtin_namespace="go",
        entry_points=EntryPointRules(
            names=frozenset({"main"}), package_pattern="main", runtime_hooks=frozenset({"init"})
        ),
        builtins=_GO_BUILTINS,
        allocation_builtin="new",
        predeclared_values=frozenset({"false", "iota", "true"}),
        has_bracket_type_arguments=True,
        unconstraining_bounds=frozenset({"any", "comparable"}),
        do_initializers_fix_types=True,
        has_structural_interfaces=True,
        wrapper_types=WrapperTypes(receive_operator="<-", channel_type="chan"),
        are_never_built_together=go_systems.exclude_each_other,
    ),
    "java": LanguageRules(
        module_system=JavaPackages(),
        do_wildcards_skip_namespaces=True,
        has_functional_interfaces=True,
        calls_base_constructor_implicitly=True,
        builtin_namespace="java.lang",
        entry_points=EntryPointRules(
            names=frozenset({"main"}), is_static_method=True, argument_type="String"
        ),
        has_implicit_receiver=True,
        builtins=JAVA_LANG,
        has_function_namespace=True,
        has_overload_phases=True,
        has_package_private_access=True,
        do_initializers_fix_types=True,
        has_inherited_overloads=True,
        implicit_bases=IMPLICIT_BASES,
        library=JAVA_LIBRARY,
        library_names=LibraryNames(names_by_owner=JAVA_NAMES),
        closed_library_pattern=LIBRARY_PATTERN,
        standard_library_pattern=STANDARD_LIBRARY_PATTERN,
        final_types=FINAL_TYPES,
        primitives=PRIMITIVES,
        members_by_external_type=JAVA_INTERFACES,
        keywords=frozenset({*PRIMITIVES, "class"}),
        root_namespace=JVM_ROOT,
        has_unsplit_packages=True,
        external_root_namespaces=_JVM_SPACES,
        are_all_functions_methods=True,
        is_super_class_only=True,
    ),
    "javascript": _ECMASCRIPT,
    "lua": LanguageRules(
        module_system=LuaModules(),
        builtin_namespace="lua",
        external_names=LUA_NAMES,
        members_by_namespace=LUA_MEMBERS,
        globals_namespace=LUA_GLOBALS,
        are_classes_prototypes=True,
        has_monkey_patching=True,
        prefers_members_of_own_file=True,
    ),
    "php": LanguageRules(
        module_system=PhpModules(),
        operator_base="ArrayAccess",
        builtin_namespace="php",
        members_by_external_type=PHP_INTERFACES,
        implicit_bases=PHP_ROOTS,
        library=PHP_LIBRARY,
        keywords=frozenset({"class"}),
        is_super_class_only=True,
        inherits_parameter_types=True,
        has_global_function_fallback=True,
        callable_types=frozenset({"php.callable", "php.Closure", "Closure"}),
        external_names=PHP_GLOBALS,
        case_insensitive_pattern=CASE_INSENSITIVE_NAMES,
        self_types={"self": SelfType.TYPE, "static": SelfType.RECEIVER, "parent": SelfType.PARENT},
        root_namespace=GLOBAL_NAMESPACE,
    ),
    "ruby": LanguageRules(
        module_system=RubyModules(),
        are_capitalised_names_constants=True,
        field_sigil="@",
        builtin_namespace="ruby",
        has_implicit_receiver=True,
        are_classes_objects=True,
        type_of_method="class",
        method_missing="method_missing",
        factory_methods=frozenset({"new"}),
        factory_method_by_base={"Singleton": "instance"},
        builtins=RUBY_TYPES,
        external_names=RUBY_GLOBALS,
        are_external_names_unqualified=True,
        are_types_first_class=True,
        library_names=LibraryNames(
            names_by_owner=RUBY_METHODS,
            names_of_every_owner=METHODS_OF_EVERY_OBJECT,
            members_of_results=ALL_RUBY_METHODS,
        ),
        universal_methods=MEMBERS_OF_ALL_OBJECTS,
        universal_class_methods=MEMBERS_OF_ALL_TYPES,
        universal_functions=KERNEL_FUNCTIONS,
        has_calls_without_parentheses=True,
        nested_type_visibility=TYPE_NAME_PATTERN,
        root_type="Object",
        root_mixins=("Kernel",),
        all_tests_block="RSpec.configure",
        own_tests_block="RSpec.describe",
        implemented_member_pattern=r"[^A-Z].*",
        ignores_unknown_mixins=True,
        members_by_external_base=MIXIN_MEMBERS,
        may_be_extended_externally=True,
        root_namespace=RUBY_SPACE,
    ),
    "rust": LanguageRules(
        module_system=RustModules(),
        builtin_namespace="std",
        entry_points=_MAIN,
        external_names=RUST_NAMES,
        do_initializers_fix_types=True,
        members_by_external_base={**RUST_TRAITS, **RUST_CRATE_TRAITS},
        external_members=RUST_MEMBERS,
        wrapper_types=RUST_WRAPPER_TYPES,
        has_traits=True,
        index_method="index",
        has_isolated_modules=True,
        factory_method_by_base={"std.Default": "default"},
    ),
    "scala": LanguageRules(
        module_system=ScalaPackages(),
        has_functional_interfaces=True,
        are_never_built_together=scala_builds.exclude_each_other,
        has_scoped_imports=True,
        calls_base_constructor_implicitly=True,
        builtin_namespace="scala",
        builtin_namespace_by_name=JAVA_LANG_NAMES,
        variadic_type="scala.Seq",
        entry_points=EntryPointRules(
            names=frozenset({"main"}),
            is_static_method=True,
            argument_type="String",
            decorators=frozenset({"main"}),
            base_types=frozenset({"ext:scala.App"}),
        ),
        has_implicit_receiver=True,
        builtins=_SCALA_BUILTINS,
        external_names=SCALA_NAMES,
        closed_library_pattern=SCALA_LIBRARIES,
        library=SCALA_LIBRARY,
        external_members=SCALA_MEMBERS,
        do_initializers_fix_types=True,
        apply_method="apply",
        has_auto_tupling=True,
        has_nested_namespace_scopes=True,
        copy_method="copy",
        members_by_external_base=SCALA_MARKERS,
        members_by_external_type=SCALA_CLOSED_TYPES,
        language_namespaces=SCALA_PACKAGES,
        root_namespace=JVM_ROOT,
        root_namespace_name="_root_",
        has_unsplit_packages=True,
        external_root_namespaces=_JVM_SPACES | {"scala"},
        library_names=LibraryNames(names_by_owner=JAVA_NAMES),
    ),
    "typescript": _ECMASCRIPT,
}
