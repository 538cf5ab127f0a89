"""Types too common to be evidence of data flow, each with the reason why.

That one function returns a `str` and another takes one relates them in no way. A repository adds types of its own
with the setting `excluded_types`. Document parts are built without the shipped ones, so an index is built anew with another list: a digest covers it.
"""

from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR, last_name

_TEXT = "text is in every signature"
_NUMBER = "numbers are in every signature"
_TRUTH = "a yes or no says nothing of where it comes from"
_NOTHING = "there is no value that could flow"
_ANYTHING = "everything is one, so it tells nothing apart"
_RECEIVER = "it is the type around, not one that was handed over"
_CONTAINER = "what it holds is the type that flows"
_VIEW = "a way to see a container; what it holds is the type that flows"
_WRAPPER = "what it wraps is the type that flows"
_LATER = "the value that comes later is the type that flows"
_FAILURE = "failures of all kinds are one"
_CODE = "code that is handed over is no data of the types that it names"
_CONSTANT = "a few constants, mostly texts and numbers"

EXCLUDED_TYPES = {
    **dict.fromkeys(("str", "string", "String", "&str", "char", "bytes", "bytearray"), _TEXT),
    **dict.fromkeys(("int", "integer", "long", "short", "byte", "uint", "usize", "isize", "number"), _NUMBER),
    **dict.fromkeys(("i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128"), _NUMBER),
    **dict.fromkeys(("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"), _NUMBER),
    **dict.fromkeys(("float", "double", "f32", "f64", "float32", "float64", "complex"), _NUMBER),
    **dict.fromkeys(("bool", "boolean"), _TRUTH),
    **dict.fromkeys(("void", "None", "NoneType", "null", "nil", "undefined", "unit", "Unit"), _NOTHING),
    **dict.fromkeys(("Never", "NoReturn", "never"), _NOTHING),
    **dict.fromkeys(
        ("any", "Any", "object", "Object", "unknown", "interface{}", "dynamic", "mixed"), _ANYTHING
    ),
    **dict.fromkeys(("self", "Self", "cls", "this"), _RECEIVER),
    **dict.fromkeys(
        ("list", "dict", "tuple", "set", "frozenset", "Vec", "List", "Dict", "HashMap"), _CONTAINER
    ),
    **dict.fromkeys(
        ("array", "Array", "Map", "Set", "Tuple", "FrozenSet", "HashSet", "defaultdict"), _CONTAINER
    ),
    **dict.fromkeys(("Iterable", "Iterator", "Sequence", "Collection", "Mapping", "Generator"), _VIEW),
    **dict.fromkeys(("MutableSequence", "MutableMapping", "MutableSet", "AbstractSet"), _VIEW),
    **dict.fromkeys(("Option", "Optional", "Union", "Result", "Box", "Rc", "Arc", "Annotated"), _WRAPPER),
    **dict.fromkeys(("Awaitable", "Coroutine", "AsyncIterator", "AsyncIterable", "AsyncGenerator"), _LATER),
    **dict.fromkeys(("Promise", "Future"), _LATER),
    **dict.fromkeys(("Error", "Exception", "BaseException", "Throwable"), _FAILURE),
    **dict.fromkeys(("Callable", "Function", "type", "Type"), _CODE),
    **dict.fromkeys(("Literal", "LiteralString"), _CONSTANT),
    # What the other languages call the same things.
    **dict.fromkeys(("Char", "Character", "CharSequence", "rune", "wchar_t", "string_view"), _TEXT),
    **dict.fromkeys(("Integer", "Long", "Short", "Byte", "Double", "Float", "Number", "Int"), _NUMBER),
    **dict.fromkeys(("int8_t", "int16_t", "int32_t", "int64_t", "intptr_t", "ptrdiff_t", "off_t"), _NUMBER),
    **dict.fromkeys(("uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t"), _NUMBER),
    **dict.fromkeys(("size_t", "ssize_t", "unsigned", "signed", "uintptr", "bigint"), _NUMBER),
    **dict.fromkeys(
        ("sbyte", "ushort", "ulong", "nint", "nuint", "decimal", "complex64", "complex128"), _NUMBER
    ),
    **dict.fromkeys(("Boolean", "Bool", "_Bool", "true", "false"), _TRUTH),
    **dict.fromkeys(("Void", "Nothing", "Null"), _NOTHING),
    **dict.fromkeys(("AnyRef", "AnyVal", "stdClass", "auto"), _ANYTHING),
    **dict.fromkeys(
        ("vector", "map", "unordered_map", "unordered_set", "deque", "initializer_list"), _CONTAINER
    ),
    **dict.fromkeys(("Dictionary", "IDictionary", "IList", "ICollection", "ISet", "ArrayList"), _CONTAINER),
    **dict.fromkeys(
        ("LinkedHashMap", "TreeMap", "BTreeMap", "BTreeSet", "VecDeque", "Vector", "Seq"), _CONTAINER
    ),
    **dict.fromkeys(
        ("SortedMap", "SortedSet", "ArraySeq", "LazyList", "ReadonlyArray", "Record"), _CONTAINER
    ),
    **dict.fromkeys(("IEnumerable", "IEnumerator", "IReadOnlyList", "IReadOnlyCollection"), _VIEW),
    **dict.fromkeys(("iterable", "Traversable"), _VIEW),
    **dict.fromkeys(
        ("Nullable", "optional", "unique_ptr", "shared_ptr", "Pin", "Cow", "Either", "Try"), _WRAPPER
    ),
    **dict.fromkeys(("Mutex", "RwLock", "RefCell", "NonNull", "Readonly"), _WRAPPER),
    **dict.fromkeys(("Task", "ValueTask", "CompletableFuture", "CompletionStage"), _LATER),
    **dict.fromkeys(("error", "exception"), _FAILURE),
    **dict.fromkeys(("Class", "function", "callable", "Closure", "Func"), _CODE),
}
"""Type names, with the reason why they are no evidence. They are types of languages and libraries."""

_SHORTEST = 2


def is_excluded_type(type_id: str) -> bool:
    """Whether a type is excluded by default: its name is in the list, or a single letter (a type parameter).

    A type that the repository defines is never excluded, whatever its name.
    """
    before, separator, _ = type_id.partition(SEPARATOR)
    if separator and ("." in before or "/" in before):
        return False
    name = last_name(type_id.removeprefix(EXTERNAL_PREFIX))
    return name in EXCLUDED_TYPES or len(name) < _SHORTEST
