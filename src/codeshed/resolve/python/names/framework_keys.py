"""The keys of framework functions and classes.

Turns: a dotted name → a key. A key is the package, a colon, and the last part of the dotted name. So it does not
matter from which module of its package something is imported: `flask.app.Flask` and `flask.Flask` are `flask:Flask`.
"""

_SAME_PACKAGE = {
    **dict.fromkeys(("_pytest", "pytest_asyncio", "pytest_trio"), "pytest"),
    **dict.fromkeys(("rich_click", "asyncclick"), "click"),
    "quart": "flask",
    "django_rq": "rq",
}
"""Packages that replace another one and offer the same names."""


def key_of_external(dotted_name: str) -> str:
    """Return the key of a function, class or variable of another package: `flask:Flask` for `flask.app.Flask`."""
    return f"{package_of(dotted_name)}:{dotted_name.rsplit('.', 1)[-1]}"


def package_of(dotted_name: str) -> str:
    """Return the top-level package of a dotted name, or the package that it replaces."""
    first = dotted_name.split(".", 1)[0]
    return _SAME_PACKAGE.get(first, first)
