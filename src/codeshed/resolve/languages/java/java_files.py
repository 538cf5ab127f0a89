"""The module system of Java, and its primitive types and roots.

Turns: package declarations and imports → namespace keys and Bindings.
"""

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.language_rules import ImplicitBase, Primitive
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.jvm.jvm_packages import (
    ROOT_PACKAGE,
    file_namespace,
    files_of_name,
    files_of_package,
    package_namespace,
    source_root,
    targets_of_name,
    wildcard_targets,
)

PRIMITIVES = {
    "boolean": Primitive(boxed_type="java.lang.Boolean"),
    "byte": Primitive(("short", "int", "long", "float", "double"), "java.lang.Byte"),
    "short": Primitive(("int", "long", "float", "double"), "java.lang.Short"),
    "char": Primitive(("int", "long", "float", "double"), "java.lang.Character"),
    "int": Primitive(("long", "float", "double"), "java.lang.Integer"),
    "long": Primitive(("float", "double"), "java.lang.Long"),
    "float": Primitive(("double",), "java.lang.Float"),
    "double": Primitive(boxed_type="java.lang.Double"),
    "void": Primitive(),
}
TYPE_NAME_PATTERN = r"[A-Z]\w*"
_ANY_NAME = r"\w+"

JAVA_LANG = frozenset({
    "AbstractMethodError", "Appendable", "ArithmeticException", "ArrayIndexOutOfBoundsException",
    "ArrayStoreException", "AssertionError", "AutoCloseable", "Boolean", "BootstrapMethodError", "Byte", "CharSequence",
    "Character", "Class", "ClassCastException", "ClassCircularityError", "ClassFormatError", "ClassLoader",
    "ClassNotFoundException", "ClassValue", "CloneNotSupportedException", "Cloneable", "Comparable", "Deprecated",
    "Double", "Enum", "EnumConstantNotPresentException", "Error", "Exception", "ExceptionInInitializerError", "Float",
    "FunctionalInterface", "IllegalAccessError", "IllegalAccessException", "IllegalArgumentException",
    "IllegalCallerException", "IllegalMonitorStateException", "IllegalStateException", "IllegalThreadStateException",
    "IncompatibleClassChangeError", "IndexOutOfBoundsException", "InheritableThreadLocal", "InstantiationError",
    "InstantiationException", "Integer", "InternalError", "InterruptedException", "Iterable", "LayerInstantiationException",
    "LinkageError", "Long", "MatchException", "Math", "Module", "ModuleLayer", "NegativeArraySizeException",
    "NoClassDefFoundError", "NoSuchFieldError", "NoSuchFieldException", "NoSuchMethodError", "NoSuchMethodException",
    "NullPointerException", "Number", "NumberFormatException", "Object", "OutOfMemoryError", "Override", "Package",
    "Process", "ProcessBuilder", "ProcessHandle", "Readable", "Record", "ReflectiveOperationException", "Runnable",
    "Runtime", "RuntimeException", "RuntimePermission", "SafeVarargs", "ScopedValue", "SecurityException",
    "SecurityManager", "Short", "StackOverflowError", "StackTraceElement", "StackWalker", "StrictMath", "String",
    "StringBuffer", "StringBuilder", "StringIndexOutOfBoundsException", "SuppressWarnings", "System", "Thread",
    "ThreadDeath", "ThreadGroup", "ThreadLocal", "Throwable", "TypeNotPresentException", "UnknownError",
    "UnsatisfiedLinkError", "UnsupportedClassVersionError", "UnsupportedOperationException", "VerifyError",
    "VirtualMachineError", "Void", "WrongThreadException",
})  # fmt: skip
"""The types of `java.lang`, which every file sees."""

LIBRARY_PATTERN = rf"(?!java\.lang\.[A-Z])\w+\.|java\.lang\.(?:{'|'.join(sorted(JAVA_LANG))})\b"
"""Matches names of libraries: types that were imported, and those of `java.lang`; any other unknown name
may be anything.
"""

STANDARD_LIBRARY_PATTERN = rf"(?!java\.lang\.[A-Z])javax?\.|java\.lang\.(?:{'|'.join(sorted(JAVA_LANG))})\b"
"""Matches names of the standard library."""

FINAL_TYPES = frozenset({
    *(f"java.lang.{name}" for name in ("Class", "Math", "String", "StringBuffer", "StringBuilder", "System", "Void")),
    *(each.boxed_type for each in PRIMITIVES.values() if each.boxed_type),
    *(f"java.util.{name}" for name in ("Locale", "Optional", "Scanner", "StringJoiner", "UUID")),
    "java.io.Console", "java.net.URI", "java.net.URL", "java.util.regex.Matcher", "java.util.regex.Pattern",
})  # fmt: skip
"""Final classes of the standard library."""

IMPLICIT_BASES = (
    ImplicitBase(
        "java.lang.Enum",
        frozenset({
            "compareTo", "describeConstable", "getDeclaringClass", "name", "ordinal", "valueOf", "values",
        }),
        frozenset({TypeKind.ENUM}),
    ),
    ImplicitBase(
        "java.lang.Object",
        frozenset({
            "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait",
        }),
    ),
)  # fmt: skip
"""Base types of enums, and of all types."""


class JavaPackages:
    """A file sees its own package, `java.lang`, and every package by its full name."""

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace key of the declared package."""
        del path, layout
        return file_namespace(facts)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the packages that are visible without an import."""
        own = self.namespace_of(path, facts, layout)
        return tuple(dict.fromkeys((own, package_namespace("java.lang"), ROOT_PACKAGE)))

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what an import denotes: a type, a member, or all of a package or type."""
        root = source_root(path, facts.namespace)
        if each.form is ImportForm.NOTHING:
            return Binding(targets=(ExternalTarget(each.module),))
        if each.form is ImportForm.ALL:
            is_package = bool(files_of_package(each.module, layout, root))
            return Binding(
                targets=wildcard_targets(each.module),
                is_wildcard=True,
                external_name_pattern=_ANY_NAME if each.detail == "static" else TYPE_NAME_PATTERN,
                external_function_pattern=_ANY_NAME if each.detail == "static" else "",
                may_be_namespace=is_package,
                files=() if is_package else files_of_name(each.module, layout, root),
            )
        dotted = f"{each.module}.{each.name}" if each.module else each.name
        return Binding(
            targets=targets_of_name(dotted), alias=each.alias, files=files_of_name(dotted, layout, root)
        )
