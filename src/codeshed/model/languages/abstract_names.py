"""Names by which people mark types that others inherit from: `AbstractAnimal`, `BaseService`, `IRepository`, `UserMixin`."""

_PREFIXES = ("Abstract", "Base")
_INTERFACE_PREFIX = "I"
_SUFFIXES = ("Base", "Mixin", "Interface", "Protocol", "Trait", "ABC", "Abstract")


def is_abstract_name(name: str) -> bool:
    """Whether a type's name marks it as a base type; `Image` and `Baseline` do not, nor does `Base` alone."""
    if name.startswith(_INTERFACE_PREFIX) and name[1:2].isupper():
        return True
    return any(name.startswith(each) and name[len(each) :][:1].isupper() for each in _PREFIXES) or any(
        name.endswith(each) and name != each for each in _SUFFIXES
    )
