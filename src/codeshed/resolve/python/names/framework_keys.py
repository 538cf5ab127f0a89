"""The keys that frameworks know their functions and classes by.

Turns: a dotted name → a key. A key is the package, a colon, and the last part of the dotted name, so that it does not
matter where in its package something is imported from.
"""

_SAME_PACKAGE = {
    **dict.fromkeys(("_pytest", "pytest_asyncio", "pytest_trio"), "pytest"),
    **dict.fromkeys(("rich_click", "asyncclick"), "click"),
    "quart": "flask",
    "django_rq": "rq",
}
"""Packages that stand in for another one, with the same names."""


def key_of_external(dotted_name: str) -> str:
    """Return the key of a function, class or variable of another package: of `flask.app.Flask` it is `flask:Flask`."""
    return f"{package_of(dotted_name)}:{dotted_name.rsplit('.', 1)[-1]}"


def package_of(dotted_name: str) -> str:
    """Return the package that a dotted name begins with, or the one that it stands in for."""
    first = dotted_name.split(".", 1)[0]
    return _SAME_PACKAGE.get(first, first)
