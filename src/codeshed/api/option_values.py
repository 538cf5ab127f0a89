"""Options that are one of several words."""

import enum
from typing import TypeVar

from codeshed.errors import InvalidOptionError

_Choice = TypeVar("_Choice", bound=enum.Enum)


def choose(choices: type[_Choice], name: str, option: str) -> _Choice:
    """Return the member with a value; another value is an error that lists them."""
    by_name = {str(each.value): each for each in choices}
    require_one_of(option, name, tuple(by_name))
    return by_name[name]


def require_one_of(option: str, name: str, names: tuple[str, ...]) -> None:
    """Raise an error unless a name is one of those that an option takes."""
    if name not in names:
        raise InvalidOptionError(f"no {option} is called {name!r}", hint=f"choose one of {', '.join(names)}")
