"""What the code is wanted for, and what is worth more then.

Turns: the name of a task → Preferences. `docs/reference/context.md` has them as a table.
"""

import enum

import msgspec


class Task(enum.StrEnum):
    """What somebody wants to do with the seed."""

    WRITE = "write"
    EDIT = "edit"
    REVIEW = "review"
    TEST = "test"
    EXPLAIN = "explain"


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What things are worth beside the line of something that the seed is known to use, which is worth 1.

    `caller`, `test` and `override` are the lines of these; `body` is the rest of what the footprint says must be read if it
    is used at all, and eight times that if it is known to be used; `other_body` is the rest of anything else, `words` the
    first line of its documentation. `shows_calls` says that the line where a caller uses the seed is shown beside it.
    `first_test` is by how much the first test is worth more than that; where it is, tests farther away are looked for if none
    uses the seed itself.
    """

    caller: float
    test: float
    override: float
    body: float
    other_body: float
    words: float
    shows_calls: bool = True
    first_test: float = 1.0


PREFERENCES = {
    Task.WRITE: Preferences(
        caller=0.05, test=0.03, override=0.1, body=0.1, other_body=0.01, words=0.05, shows_calls=False
    ),
    Task.EDIT: Preferences(caller=0.8, test=0.4, override=0.6, body=0.2, other_body=0.1, words=0.1),
    Task.REVIEW: Preferences(caller=0.6, test=0.3, override=0.4, body=0.25, other_body=0.15, words=0.15),
    Task.TEST: Preferences(
        caller=0.3, test=1.8, override=0.1, body=0.15, other_body=0.3, words=0.15, first_test=8.0
    ),
    Task.EXPLAIN: Preferences(caller=0.2, test=0.05, override=0.3, body=0.4, other_body=0.2, words=0.3),
}
"""Without a task the seed is to be written or completed: what it uses or may use comes first."""
