"""What is wrong with a document, and where: the findings of `codeshed validate`."""

import msgspec

ERROR = "error"
WARNING = "warning"


class DocumentProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One place where a document breaks the contract."""

    path: str
    code: str
    severity: str
    message: str
    remedy: str


def broken(path: str, code: str, message: str, remedy: str) -> DocumentProblem:
    """Return a place where a document breaks a rule that it must keep."""
    return DocumentProblem(path=path, code=code, severity=ERROR, message=message, remedy=remedy)
