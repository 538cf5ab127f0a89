"""The JSON of the engine's report (pyrefly's Pysa format), as far as it is read.

Types and call targets stay raw: most of them occur many times, and equal bytes are decoded once (`FactCache`).
"""

from typing import TypeAlias

import msgspec

FORMAT_VERSION = 1


class VersionEntry(msgspec.Struct, frozen=True):
    """The first field of every file of the report."""

    format_version: int


class ModuleEntry(msgspec.Struct, frozen=True):
    """A module; the key of `source_path` is the kind of source (`FileSystem`, bundled stubs), its value the path there."""

    module_id: int
    module_name: str
    source_path: dict[str, str]
    info_filename: str | None = None
    is_internal: bool = False
    is_interface: bool = False
    failed_to_load: bool = False


class IndexEntry(msgspec.Struct, frozen=True):
    """The file `pyrefly.pysa.json`, written last."""

    modules: dict[str, ModuleEntry]


class ClassReference(msgspec.Struct, frozen=True, gc=False):
    """A class, by its id in its module."""

    module_id: int
    class_id: int
    class_name: str


class ClassInType(msgspec.Struct, frozen=True):
    """A class in a type; modifiers are `Optional`, `Type`, `Awaitable`, `Coroutine` and such."""

    reference: ClassReference = msgspec.field(name="class")
    modifiers: tuple[str, ...] = ()


class ClassesOfType(msgspec.Struct, frozen=True):
    """The classes in a type; with `is_exhaustive`, all of them."""

    classes: tuple[ClassInType, ...] = ()
    is_exhaustive: bool = False


class TypeEntry(msgspec.Struct, frozen=True):
    """A type: its text, and its classes if it has any."""

    string: str
    class_names: ClassesOfType = ClassesOfType()
    is_enum: bool = False


class FunctionReference(msgspec.Struct, frozen=True, gc=False):
    """A function, by its id in its module: `F:3`, or `CF:1:2` if it is synthesized, without a `def`."""

    module_id: int
    function_id: str
    function_name: str


class TargetFunction(msgspec.Struct, frozen=True):
    """The function itself, or it and all that override it."""

    function: FunctionReference | None = msgspec.field(name="Function", default=None)
    overrides: FunctionReference | None = msgspec.field(name="Overrides", default=None)


class TargetEntry(msgspec.Struct, frozen=True):
    """One target of a call; a plain string is a target that is no function."""

    target: TargetFunction | str
    receiver_class: ClassReference | None = None


class CallEntry(msgspec.Struct, frozen=True):
    """The targets of a call. With `unresolved`, there may be more."""

    call_targets: tuple[TargetEntry, ...] = ()
    init_targets: tuple[TargetEntry, ...] = ()
    new_targets: tuple[TargetEntry, ...] = ()
    unresolved: dict[str, str] | str | None = None


class AttributeAccessEntry(msgspec.Struct, frozen=True):
    """The properties that an attribute access runs."""

    property_getters: tuple[TargetEntry, ...] = ()
    property_setters: tuple[TargetEntry, ...] = ()


class FormatStringEntry(msgspec.Struct, frozen=True):
    """What converts a value in an f-string: `__str__`, `__format__`."""

    targets: tuple[TargetEntry, ...] = ()


class ExpressionEntry(msgspec.Struct, frozen=True):
    """The targets of an expression: one of these, or of a kind that is not read."""

    call: CallEntry | None = msgspec.field(name="Call", default=None)
    member: AttributeAccessEntry | None = msgspec.field(name="AttributeAccess", default=None)
    text: FormatStringEntry | None = msgspec.field(name="FormatStringStringify", default=None)


class CallGraphsEntry(msgspec.Struct, frozen=True):
    """A file of `call_graphs/`: for each function its expressions, by location."""

    call_graphs: dict[str, dict[str, msgspec.Raw]]


class TypedScopeEntry(msgspec.Struct, frozen=True):
    """The types of a function's expressions: locations map to indexes of the type table."""

    type_table: list[msgspec.Raw]
    locations: dict[str, int]


class TypesEntry(msgspec.Struct, frozen=True):
    """A file of `type_of_expressions/`."""

    functions: dict[str, TypedScopeEntry]


Parent: TypeAlias = dict[str, dict[str, int]] | str
"""The enclosing scope of a definition: `{"Class": {"class_id": 3}}`, `{"Function": …}` or `"TopLevel"`."""


class ParameterEntry(msgspec.Struct, frozen=True):
    """A parameter and its type; one that is not required has a default or takes any number of arguments."""

    annotation: msgspec.Raw
    name: str | None = None
    required: bool = False


class SignatureEntry(msgspec.Struct, frozen=True):
    """A signature; parameters are a string if they are no list (`...`). The key of a parameter is its kind."""

    parameters: dict[str, list[dict[str, ParameterEntry]]] | str
    return_annotation: msgspec.Raw


class FunctionEntry(msgspec.Struct, frozen=True):
    """A function; overloads are several signatures of one."""

    undecorated_signatures: tuple[SignatureEntry, ...]
    name_location: str | None = None


class FieldEntry(msgspec.Struct, frozen=True):
    """A field of a class; a synthesized one has no location."""

    type: msgspec.Raw
    location: str | None = None
    explicit_annotation: str | None = None


class ClassEntry(msgspec.Struct, frozen=True):
    """A class; an `mro` that is no list is a string. It has neither the class itself nor `object`."""

    name_location: str
    mro: dict[str, tuple[ClassReference, ...]] | str
    fields: dict[str, FieldEntry] = {}


class VariableEntry(msgspec.Struct, frozen=True):
    """A variable of the module."""

    type: msgspec.Raw = msgspec.Raw()


class DefinitionsEntry(msgspec.Struct, frozen=True):
    """A file of `definitions/`, for the types of definitions."""

    function_definitions: dict[str, FunctionEntry]
    class_definitions: dict[str, ClassEntry]
    global_variables: dict[str, VariableEntry]


class SignaturesEntry(msgspec.Struct, frozen=True):
    """A file of `definitions/`, only for signatures, of which few are needed."""

    function_definitions: dict[str, msgspec.Raw]


class NameEntry(msgspec.Struct, frozen=True):
    """A definition, only for its name and scope."""

    name: str
    parent: Parent
    name_location: str | None = None


class NamesEntry(msgspec.Struct, frozen=True):
    """A file of `definitions/`, only for names and scopes."""

    function_definitions: dict[str, NameEntry]
    class_definitions: dict[str, NameEntry]


VERSION = msgspec.json.Decoder(VersionEntry)
INDEX = msgspec.json.Decoder(IndexEntry)
TYPE = msgspec.json.Decoder(TypeEntry)
EXPRESSION = msgspec.json.Decoder(ExpressionEntry)
CALL_GRAPHS = msgspec.json.Decoder(CallGraphsEntry)
TYPES = msgspec.json.Decoder(TypesEntry)
DEFINITIONS = msgspec.json.Decoder(DefinitionsEntry)
NAMES = msgspec.json.Decoder(NamesEntry)
SIGNATURES = msgspec.json.Decoder(SignaturesEntry)
FUNCTION = msgspec.json.Decoder(FunctionEntry)
