"""Methods that every Ruby program has without loading anything.

Every object has those of Kernel and Object, and the body of a class or module those of Module and Class. A
call of one by its plain name is external, unless an enclosing type defines the name. Kernel's methods are
private and so never follow a dot. A repository may reopen core types; what it does not define is still
external.
"""

KERNEL_FUNCTIONS = frozenset({
    "Array", "BigDecimal", "Complex", "Float", "Hash", "Integer", "JSON", "Pathname", "Rational", "String", "URI", "__callee__", "__dir__",
    "__method__", "abort", "at_exit", "autoload", "autoload?", "binding", "block_given?", "caller", "caller_locations",
    "catch", "eval", "exec", "exit", "exit!", "fail", "fork", "format", "gem", "getc", "gets", "global_variables",
    "lambda", "load", "local_variables", "loop", "p", "pp", "print", "printf", "proc", "putc", "puts", "raise", "rand",
    "readline", "readlines", "require", "require_relative", "sleep", "spawn", "sprintf", "srand", "syscall", "system",
    "throw", "trap", "warn",
})  # fmt: skip

_OBJECT = frozenset({
    "__id__", "__send__", "class", "clone", "define_singleton_method", "dup", "enum_for", "eql?", "equal?", "extend",
    "freeze", "frozen?", "inspect", "instance_eval", "instance_exec", "instance_of?", "instance_variable_defined?",
    "instance_variable_get", "instance_variable_set", "instance_variables", "is_a?", "itself", "kind_of?", "method",
    "methods", "nil?", "object_id", "public_method", "public_send", "remove_instance_variable", "respond_to?", "send",
    "singleton_class", "singleton_method", "singleton_methods", "tap", "then", "to_enum", "to_s", "yield_self",
})  # fmt: skip

_MODULE = frozenset({
    "alias_method", "allocate", "ancestors", "attr", "attr_accessor", "attr_reader", "attr_writer", "class_eval",
    "class_exec", "class_variable_defined?", "class_variable_get", "class_variable_set", "class_variables",
    "const_defined?", "const_get", "const_missing", "const_set", "const_source_location", "constants", "define_method",
    "include", "included_modules", "instance_method", "instance_methods", "method_defined?", "module_eval",
    "module_exec", "module_function", "prepend", "private", "private_class_method", "private_constant",
    "private_instance_methods", "private_method_defined?", "protected", "public", "public_class_method",
    "public_instance_method", "public_method_defined?", "refine", "remove_const", "remove_method", "ruby2_keywords",
    "superclass", "undef_method", "using",
})  # fmt: skip

MEMBERS_OF_ALL_OBJECTS = _OBJECT | _MODULE
"""Methods of every object, or of every class and module."""

MEMBERS_OF_ALL_TYPES = MEMBERS_OF_ALL_OBJECTS | {"attached_object", "hash", "name", "new", "subclasses"}
"""Methods of every class and module."""

_FORWARDING = frozenset({
    "def_delegator", "def_delegators", "def_instance_delegator", "def_instance_delegators", "delegate", "instance_delegate",
})  # fmt: skip

MIXIN_MEMBERS = {
    "Comparable": frozenset({"between?", "clamp"}),
    "Concern": frozenset({"class_methods", "included", "prepended"}),
    "Enumerable": frozenset({
        "all?", "any?", "chain", "chunk", "chunk_while", "collect", "collect_concat", "compact", "count", "cycle", "detect",
        "drop", "drop_while", "each_cons", "each_entry", "each_slice", "each_with_index", "each_with_object", "entries",
        "filter", "filter_map", "find", "find_all", "find_index", "first", "flat_map", "grep", "grep_v", "group_by",
        "include?", "inject", "lazy", "map", "max", "max_by", "member?", "min", "min_by", "minmax", "minmax_by", "none?",
        "one?", "partition", "reduce", "reject", "reverse_each", "select", "slice_after", "slice_before", "slice_when",
        "sort", "sort_by", "sum", "take", "take_while", "tally", "to_a", "to_h", "to_set", "uniq", "zip",
    }),
    "FileUtils": frozenset({
        "cd", "chdir", "chmod", "chown", "copy", "cp", "cp_r", "install", "ln", "ln_s", "ln_sf", "makedirs", "mkdir",
        "mkdir_p", "mv", "pwd", "remove", "rm", "rm_f", "rm_r", "rm_rf", "rmdir", "touch",
    }),
    "Forwardable": _FORWARDING,
    "MonitorMixin": frozenset({"mon_enter", "mon_exit", "mon_initialize", "mon_synchronize", "mon_try_enter", "new_cond", "synchronize"}),
    "Singleton": frozenset({"instance"}),
}  # fmt: skip
"""Known members of library modules that types mix in, by unqualified name."""
