"""Types that the type engine inferred for the definitions of a file, as type ids.

Turns: the TypeFacts of functions, fields and variables → type ids.
"""

from codeshed.model.facts.type_expression import split_top_level
from codeshed.model.facts.type_facts import FileTypes, FunctionTypes
from codeshed.resolve.python.names.engine_type_ids import ANY, awaited_text, type_id_of_text

_NOTHING = "None"
_UNINFORMATIVE = frozenset({ANY, _NOTHING})


class InferredTypeIds:
    """The inferred types of one file; each text is read once."""

    def __init__(self, types: FileTypes | None) -> None:
        self._types = types
        self._id_by_text: dict[str, str | None] = {}

    def of_parameter(self, name_begin: int, name: str) -> str | None:
        """Return the type of a parameter of the function whose name begins at an offset."""
        function = self._function(name_begin)
        fact = None if function is None else function.parameters.get(name)
        return None if fact is None else self._type_id(fact.text)

    def of_return(self, name_begin: int, *, is_async: bool) -> str | None:
        """Return what a function returns; of an asynchronous one, what awaiting it gives, as it would be declared."""
        function = self._function(name_begin)
        if function is None or function.returns is None:
            return None
        text = function.returns.text
        if is_async:
            text = awaited_text(text)
        return text if text == _NOTHING else self._type_id(text)

    def of_field(self, class_name_begin: int, name: str) -> str | None:
        """Return the type of the first value of a field of a class."""
        fields = {} if self._types is None else self._types.fields_by_class.get(class_name_begin, {})
        fact = fields.get(name)
        return None if fact is None else self._type_id(fact.text)

    def of_variable(self, name: str) -> str | None:
        """Return the type of the first value of a variable of the module."""
        fact = None if self._types is None else self._types.variables.get(name)
        return None if fact is None else self._type_id(fact.text)

    def _function(self, name_begin: int) -> FunctionTypes | None:
        return None if self._types is None else self._types.function_by_name_offset.get(name_begin)

    def _type_id(self, text: str) -> str | None:
        """Return the type id of a type, None if it says nothing: `None` is mostly a first value that others replace."""
        if text not in self._id_by_text:
            names = {} if self._types is None else self._types.class_by_dotted_name
            found = type_id_of_text(text, names)
            says_something = found is not None and not _UNINFORMATIVE.issuperset(split_top_level(found, "|"))
            self._id_by_text[text] = found if says_something else None
        return self._id_by_text[text]
