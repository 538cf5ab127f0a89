"""What the codes of unresolved references mean, for people.

Turns: an UnresolvedReason → a phrase.
"""

from codeshed.model.semantic import UnresolvedReason

_TEXT_BY_REASON = {
    UnresolvedReason.UNKNOWN_RECEIVER: "the type of the receiver is not known",
    UnresolvedReason.UNKNOWN_BASES: "not all bases of the receiver's type are known",
    UnresolvedReason.UNKNOWN_MEMBER: "the receiver is known, and no such member was found",
    UnresolvedReason.UNKNOWN_NAME: "no scope has the name",
    UnresolvedReason.UNKNOWN_TYPE: "the type that is instantiated is not known",
    UnresolvedReason.UNKNOWN_VALUE: "the value that is called is not known",
    UnresolvedReason.MISSING_MODULE: "its module is not among the code that is read",
    UnresolvedReason.EXTERNAL_VALUE: "the value comes from another package",
    UnresolvedReason.MODULE_VALUE: "a module is called",
    UnresolvedReason.BUILTIN_MEMBER: "it is a member of a built-in type",
    UnresolvedReason.TOO_MANY_TARGETS: "too many functions are possible",
    UnresolvedReason.SEVERAL_DEFINITIONS: "several definitions have the name",
    UnresolvedReason.UNNAMED_CODE: "code without a name is passed for it",
    UnresolvedReason.SHAPE_ONLY: "only the members speak for it",
    UnresolvedReason.OTHER: "the document gives no known reason",
}


def unresolved_reason_text(reason: UnresolvedReason) -> str:
    """Return why a reference has no target, as a phrase."""
    return _TEXT_BY_REASON[reason]
