"""Tasks: what a context is needed for, and the values of its parts for each task.

Turns: the name of a task → Preferences. `docs/reference/context.md` has them as a table.
"""

import enum

import msgspec


class Task(enum.StrEnum):
    """What the user wants to do with the seed."""

    WRITE = "write"
    EDIT = "edit"
    REVIEW = "review"
    TEST = "test"
    EXPLAIN = "explain"


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """Values of pieces, relative to the line of a symbol that the seed is known to use, which has value 1.

    | field | of what |
    |---|---|
    | `caller`, `test`, `override` | the line of one of these |
    | `body` | the rest of a text that a footprint must read if it is used; eight times that if it is known to be used |
    | `other_body` | the rest of any other text |
    | `documentation` | the first line of documentation |
    | `changed`, `changed_body` | the line of a function that certainly changes together with the seed, and what the rest is worth more |
    | `first_test` | a factor for the first test. Above 1, indirect tests are searched if none uses the seed directly |

    With `shows_calls`, a caller is shown with the line that uses the seed.
    """

    caller: float
    test: float
    override: float
    body: float
    other_body: float
    documentation: float
    changed: float = 0.0
    changed_body: float = 0.0
    shows_calls: bool = True
    first_test: float = 1.0


PREFERENCES = {
    Task.WRITE: Preferences(
        caller=0.05, test=0.03, override=0.1, body=0.1, other_body=0.01, documentation=0.05, shows_calls=False
    ),
    Task.EDIT: Preferences(
        caller=1.0,
        test=0.4,
        override=0.6,
        body=0.2,
        other_body=0.1,
        documentation=0.1,
        changed=1.0,
        changed_body=0.1,
    ),
    Task.REVIEW: Preferences(
        caller=0.6, test=0.3, override=0.4, body=0.25, other_body=0.15, documentation=0.15
    ),
    Task.TEST: Preferences(
        caller=0.3, test=1.8, override=0.1, body=0.15, other_body=0.3, documentation=0.15, first_test=8.0
    ),
    Task.EXPLAIN: Preferences(
        caller=0.2, test=0.05, override=0.3, body=0.4, other_body=0.2, documentation=0.3
    ),
}
"""Without a task, the seed is to be written or completed: what it uses or may use comes first."""
