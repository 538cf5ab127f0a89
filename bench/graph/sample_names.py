"""What every document of the sample defines, known by its number alone, so that any document can name another's.

A document has 4 types with 18 methods and 5 fields, 12 functions, 5 module variables and 6 locals: 50 definitions.
"""

from random import Random

N_DOCUMENTS_PER_PACKAGE = 20
N_TYPES = 4
N_METHODS_BY_TYPE = (5, 5, 4, 4)
N_FIELDS_BY_TYPE = (2, 1, 1, 1)
N_FUNCTIONS = 12
N_GLOBALS = 5
N_LOCALS = 6
"""The first functions of a document have one local each."""

N_DEFINITIONS = N_TYPES + sum(N_METHODS_BY_TYPE) + sum(N_FIELDS_BY_TYPE) + N_FUNCTIONS + N_GLOBALS + N_LOCALS
N_BODIES = sum(N_METHODS_BY_TYPE) + N_FUNCTIONS
N_EXTERNALS = 500

_SAME_DOCUMENT_SHARE = 0.55
_SAME_PACKAGE_SHARE = 0.85
_SKEW = 3


def path_of(document: int) -> str:
    """Return the path of a document."""
    return f"package_{document // N_DOCUMENTS_PER_PACKAGE:03d}/module_{document:04d}.py"


def type_symbol(document: int, number: int) -> str:
    """Return the id of a type."""
    return f"{path_of(document)}::Type{number}"


def method_name(number: int) -> str:
    """Return the name of a method; the first of every type is its constructor."""
    return "__init__" if number == 0 else f"method_{number}"


def external_symbol(number: int) -> str:
    """Return the id of a function outside the repository."""
    return f"ext:library_{number // 20:02d}.function_{number:03d}"


def near_document(random: Random, document: int, n_documents: int) -> int:
    """Choose a document to refer to: mostly the same one, else one of its package, else a much used one."""
    chance = random.random()
    if chance < _SAME_DOCUMENT_SHARE:
        return document
    if chance < _SAME_PACKAGE_SHARE:
        first = document - document % N_DOCUMENTS_PER_PACKAGE
        return min(first + random.randrange(N_DOCUMENTS_PER_PACKAGE), n_documents - 1)
    return int(n_documents * random.random() ** _SKEW)


def any_function(random: Random, document: int) -> str:
    """Return the id of a function, a method or, to be constructed, a type."""
    chance = random.randrange(N_BODIES + N_TYPES)
    if chance < N_FUNCTIONS:
        return f"{path_of(document)}::function_{chance}"
    if chance < N_FUNCTIONS + N_TYPES:
        return type_symbol(document, chance - N_FUNCTIONS)
    number = random.randrange(N_TYPES)
    return f"{type_symbol(document, number)}.{method_name(random.randrange(1, N_METHODS_BY_TYPE[number]))}"


def any_variable(random: Random, document: int) -> str:
    """Return the id of a module variable or a field."""
    if random.randrange(2):
        return f"{path_of(document)}::global_{random.randrange(N_GLOBALS)}"
    number = random.randrange(N_TYPES)
    return f"{type_symbol(document, number)}.field_{random.randrange(N_FIELDS_BY_TYPE[number])}"
