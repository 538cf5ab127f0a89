"""Receivers of signals: Django's, Celery's and those of blinker, which Flask uses.

Turns: `@receiver(post_save)` and `post_save.connect(f)` → a signal `post_save`.
"""

from codeshed.model.facts.python_facts import Attribute, Expression, Name
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    FrameworkFamily,
    FrameworkUse,
    called_argument,
)
from codeshed.resolve.python.names.expression_text import collection_elements, text_of

_SIGNALS = (
    *(
        "django:Signal()",
        "django:ModelSignal()",
        "blinker:signal()",
        "blinker:Signal()",
        "blinker:NamedSignal()",
    ),
    *("blinker:Namespace().signal()", "celery:Signal()", "celery:Celery().on_after_configure"),
    *("celery:Celery().on_after_finalize", "celery:Celery().on_configure", "celery:Celery().on_init"),
)
_STATIC = ("django:connect", "celery:connect", "flask:connect", "blinker:connect")
"""Signals that a package defines, such as `django.db.models.signals.post_save`."""


def _received(use: FrameworkUse) -> EntryDetail:
    """Return the signal, or the signals, of `@receiver`."""
    value = use.argument(0, "signal")
    return EntryDetail(
        None
        if value is None
        else ", ".join(_last_name(each) for each in collection_elements(value) or (value,))
    )


def _connected(use: FrameworkUse) -> EntryDetail:
    return EntryDetail(None if use.receiver is None else _last_name(use.receiver))


def _last_name(value: Expression) -> str:
    return value.name if isinstance(value, Name | Attribute) else text_of(value)


_CONNECT = [f"{signal}.connect" for signal in _SIGNALS]
_CONNECT_VIA = [f"{signal}.connect_via" for signal in _SIGNALS]

SIGNALS = FrameworkFamily(
    decorators={
        "django:receiver": DecoratorRule(EntryKind.SIGNAL, _received),
        **dict.fromkeys(
            (*_CONNECT, *_CONNECT_VIA, *_STATIC, "flask:connect_via"),
            DecoratorRule(EntryKind.SIGNAL, _connected),
        ),
    },
    calls=dict.fromkeys(
        (*_CONNECT, *_STATIC), CallRule(EntryKind.SIGNAL, called_argument(0, "receiver", _connected))
    ),
)
