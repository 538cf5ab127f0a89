"""Which special methods an operator, a builtin or a statement calls."""

_BINARY = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "@": "matmul",
    "**": "pow",
    "<<": "lshift",
    ">>": "rshift",
    "&": "and",
    "|": "or",
    "^": "xor",
}
_COMPARISONS = {
    "==": ("__eq__", "__eq__"),
    "!=": ("__ne__", "__ne__"),
    "<": ("__lt__", "__gt__"),
    ">": ("__gt__", "__lt__"),
    "<=": ("__le__", "__ge__"),
    ">=": ("__ge__", "__le__"),
}
_UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
TRUTH = ("__bool__", "__len__")
CONTAINS = ("__contains__", "__iter__", "__getitem__")
ITERATION = ("__iter__", "__getitem__")
HASH = ("__hash__",)

OBJECT_METHODS = frozenset(
    {
        *(
            "__bool__",
            "__copy__",
            "__deepcopy__",
            "__dir__",
            "__eq__",
            "__format__",
            "__ge__",
            "__getattribute__",
        ),
        *("__gt__", "__hash__", "__le__", "__lt__", "__ne__", "__reduce_ex__", "__repr__", "__str__"),
    }
)
"""Methods that no operation needs: every object has them, or the operation does without."""

METHODS_BY_BUILTIN = {
    "builtins.len": ("__len__",),
    "builtins.str": ("__str__", "__repr__"),
    "builtins.repr": ("__repr__",),
    "builtins.ascii": ("__repr__",),
    "builtins.print": ("__str__", "__repr__"),
    "builtins.format": ("__format__", "__str__"),
    "builtins.bool": TRUTH,
    "builtins.int": ("__int__", "__index__"),
    "builtins.float": ("__float__", "__index__"),
    "builtins.complex": ("__complex__",),
    "builtins.bytes": ("__bytes__", "__iter__"),
    "builtins.abs": ("__abs__",),
    "builtins.hash": ("__hash__",),
    "builtins.round": ("__round__",),
    "builtins.divmod": ("__divmod__",),
    "builtins.iter": ITERATION,
    "builtins.aiter": ("__aiter__",),
    "builtins.next": ("__next__",),
    "builtins.anext": ("__anext__",),
    "builtins.reversed": ("__reversed__", "__len__"),
    "builtins.dir": ("__dir__",),
    "builtins.list": ITERATION,
    "builtins.tuple": ITERATION,
    "builtins.set": ITERATION,
    "builtins.frozenset": ITERATION,
    "builtins.dict": ("keys", "__iter__"),
    "builtins.sorted": ITERATION,
    "builtins.str.join": ITERATION,
    "builtins.bytes.join": ITERATION,
    "builtins.list.extend": ITERATION,
    "builtins.set.update": ITERATION,
    "builtins.sum": ITERATION,
    "builtins.min": ITERATION,
    "builtins.max": ITERATION,
    "builtins.any": ITERATION,
    "builtins.all": ITERATION,
    "builtins.enumerate": ITERATION,
    "builtins.zip": ITERATION,
    "builtins.map": ITERATION,
    "builtins.filter": ITERATION,
    "copy.copy": ("__copy__", "__reduce_ex__"),
    "copy.deepcopy": ("__deepcopy__", "__reduce_ex__"),
    "math.floor": ("__floor__",),
    "math.ceil": ("__ceil__",),
    "math.trunc": ("__trunc__",),
    "operator.index": ("__index__",),
    "os.fspath": ("__fspath__",),
}
"""Special methods that a builtin calls on its arguments: the first that the argument's class has."""

LENGTH_HINT = ("__len__",)
LENGTH_HINTS = frozenset(
    {
        *("builtins.list", "builtins.tuple", "builtins.sorted"),
        *("builtins.list.extend", "builtins.str.join", "builtins.bytes.join"),
    }
)
"""Builtins that ask what they iterate over for its length, if it has one."""

ELEMENT_METHODS_BY_BUILTIN = {
    "builtins.sorted": ("__lt__", "__gt__"),
    "builtins.min": ("__lt__", "__gt__"),
    "builtins.max": ("__gt__", "__lt__"),
    "builtins.list.sort": ("__lt__", "__gt__"),
    "builtins.sum": ("__add__", "__radd__"),
    "builtins.any": ("__bool__", "__len__"),
    "builtins.all": ("__bool__", "__len__"),
    "builtins.set": ("__hash__",),
    "builtins.frozenset": ("__hash__",),
    "builtins.set.add": ("__hash__",),
    "builtins.list.index": ("__eq__",),
    "builtins.list.remove": ("__eq__",),
    "builtins.list.count": ("__eq__",),
}
"""Special methods that a builtin calls on the elements of its argument, or of its receiver."""

ITERABLE_OR_ELEMENTS = frozenset({"builtins.min", "builtins.max"})
"""Builtins that take either an iterable, or the elements themselves."""

ALL_ARGUMENTS = frozenset({"builtins.print", "builtins.zip"})
"""Builtins that do so with every positional argument; others with the first."""

SECOND_ARGUMENT = frozenset({"builtins.map", "builtins.filter"})
"""Builtins that do so with the second argument."""


def binary_methods(operator: str) -> tuple[str, str] | None:
    """Return the method of the left operand and the reflected one of the right."""
    name = _BINARY.get(operator)
    return None if name is None else (f"__{name}__", f"__r{name}__")


def augmented_methods(operator: str) -> tuple[str, ...]:
    """Return the methods that `+=` tries on its target, in order."""
    name = _BINARY.get(operator.removesuffix("="))
    return () if name is None else (f"__i{name}__", f"__{name}__")


def comparison_methods(operator: str) -> tuple[str, str] | None:
    """Return the method of the left operand and the reflected one of the right."""
    return _COMPARISONS.get(operator)


def unary_method(operator: str) -> str | None:
    """Return the method of a unary operator."""
    return _UNARY.get(operator)
