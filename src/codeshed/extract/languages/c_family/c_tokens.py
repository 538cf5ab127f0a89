"""Tokens of C and C++ files, and preprocessor conditionals that split a statement.

Turns: bytes → Tokens with matching brackets. Of a conditional whose branches the grammar can't parse
together, only the first branch is kept.
"""

import re
from collections.abc import Sequence

import msgspec

_TOKEN = re.compile(
    rb"""
      (?P<string>R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<comment>//(?:[^\n\\]|\\\r?\n|\\)*|/\*.*?\*/)
    | (?P<directive>^[ \t]*\#(?:/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|[^\n\\/]|\\\r?\n|\\|/(?!/)|//[^\n]*)*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<number>\.?\d[\w.']*)
    | (?P<sign>->\*|->|::|\.\.\.|\.\*|&&|\|\||\+\+|--|<<|[<>=!+\-*/%&|^]=|\S)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_CONDITION = re.compile(rb"\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b")
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}
_DEPTH = {b"(": 1, b"[": 1, b"{": 1, b")": -1, b"]": -1, b"}": -1}
_COMPLETE = frozenset({b"", b";", b"{", b"}", b":", b")"})
"""The last tokens of a statement, or of a macro in place of one."""

_CONTINUING = frozenset({b"{", b")", b"&&", b"||", b"?", b".", b"->"})
"""Tokens that continue a statement."""

_COMMENT_WITHIN = re.compile(rb"/\*(?:[^*\\\n]|\\\r?\n|\\|\*(?!/))*\*/(?=[^\n]*\\\r?\n)")
_NOT_CONTINUED = re.compile(rb"(?!\\\r?\n)[^\n\r]")
_HAS_INCLUDE = re.compile(rb"__has_(?:include|include_next|warning|embed)\s*\((?:[^()\n]|\([^()\n]*\))*\)")

MAX_BRANCH_TOKENS = 60
"""A longer branch is no part of a statement, whatever its last token."""

NON_LINE_BREAK = re.compile(rb"[^\n\r]")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A token: its kind, text and offset."""

    kind: str
    text: bytes
    begin: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.begin + len(self.text)


class TokenSource:
    """The tokens of a file without comments, and its bytes, in which some are blanked."""

    def __init__(self, content: bytes) -> None:
        self.content = bytearray(content)
        self.tokens = [
            Token(kind, match.group(), match.start())
            for match in _TOKEN.finditer(content)
            if (kind := match.lastgroup or "") != "comment"
        ]
        for token in self.tokens:
            if token.kind == "directive":
                self._repair_directive(token)
        self._resolve_conditions()
        self.partners = _match_brackets(self.tokens)
        self.openings = {closing: opening for opening, closing in self.partners.items()}

    def text(self, index: int) -> bytes:
        """Return the text of a token; "" outside of the file."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else b""

    def kind(self, index: int) -> str:
        """Return the kind of a token."""
        return self.tokens[index].kind if 0 <= index < len(self.tokens) else "end"

    def blank(self, first: int, last: int) -> None:
        """Blank everything from one token to another."""
        self.blank_bytes(self.tokens[first].begin, self.tokens[last].end)

    def blank_bytes(self, begin: int, end: int) -> None:
        """Blank a span except its line breaks."""
        self.content[begin:end] = NON_LINE_BREAK.sub(b" ", bytes(self.content[begin:end]))

    def overwrite(self, offset: int, text: bytes) -> None:
        """Overwrite with a text of the same length."""
        self.content[offset : offset + len(text)] = text

    def _repair_directive(self, token: Token) -> None:
        """Blank comments in a definition of several lines, and `__has_include` and the like, which have a string in them."""
        if b"/*" in token.text and b"\\\n" in token.text:
            for match in _COMMENT_WITHIN.finditer(token.text):
                self.content[token.begin + match.start() : token.begin + match.end()] = _NOT_CONTINUED.sub(
                    b" ", match.group()
                )
        for match in _HAS_INCLUDE.finditer(token.text):
            self.overwrite(token.begin + match.start(), b"1".ljust(len(match.group())))

    def _resolve_conditions(self) -> None:
        """Reduce conditionals in the middle of a statement, or with unbalanced branches, to one branch."""
        dropped: set[int] = set()
        pending: list[_Condition] = []
        depth, before = 0, b""
        for index, token in enumerate(self.tokens):
            if token.kind != "directive":
                depth += _DEPTH.get(token.text, 0)
                before = token.text
                if pending and depth < pending[-1].depth:
                    pending[-1].branches[-1].is_open = True
                continue
            match = _CONDITION.match(token.text)
            word = b"" if match is None else match.group(1)
            if word.startswith(b"if"):
                pending.append(_Condition(depth, before))
                pending[-1].begin_branch(index)
            elif pending and word:
                condition = pending[-1]
                condition.end_branch(index, depth, before)
                if word != b"endif":
                    condition.begin_branch(index)
                    depth, before = condition.depth, condition.before
                    continue
                kept = pending.pop().kept(self.tokens, index)
                depth, before = (depth, before) if kept is None else (kept.depth, kept.before)
                dropped.update(self._tokens_to_drop(condition, kept, index))
            elif not word and before in {b",", b"=", b"(", b"+", b"|", b"&&", b"||", b"?"}:
                dropped.add(index)
        for index in dropped:
            self.blank(index, index)
        if dropped:
            self.tokens = [each for index, each in enumerate(self.tokens) if index not in dropped]

    def _tokens_to_drop(self, condition: "_Condition", kept: "_Branch | None", end: int) -> set[int]:
        """Return the tokens of a conditional's directives, and of all branches but one."""
        if kept is None:
            return set()
        found = {end}
        is_list = condition.is_list(self.tokens)
        for branch in condition.branches:
            found.add(branch.begin)
            if branch is not kept and not is_list:
                found.update(range(branch.begin, branch.end))
        return found


class _Branch(msgspec.Struct):
    """One branch of a conditional: its directive, the next one, and the bracket depth and last token at its end."""

    begin: int
    end: int = 0
    depth: int = 0
    before: bytes = b""
    is_open: bool = False
    """Whether it closes brackets that were opened before it."""


class _Condition:
    """A conditional: the bracket depth and the last token before it."""

    def __init__(self, depth: int, before: bytes) -> None:
        self.depth = depth
        self.before = before
        self.branches: list[_Branch] = []

    def begin_branch(self, index: int) -> None:
        """Begin a branch at a directive."""
        self.branches.append(_Branch(index))

    def end_branch(self, index: int, depth: int, before: bytes) -> None:
        """End the current branch."""
        branch = self.branches[-1]
        branch.end, branch.depth, branch.before = index, depth, before

    def kept(self, tokens: Sequence[Token], end: int) -> _Branch | None:
        """Return the branch to keep; None if the grammar can parse all of them."""
        is_whole = self.before in _COMPLETE and all(
            branch.depth == self.depth
            and not branch.is_open
            and (branch.before in _COMPLETE or branch.end - branch.begin > MAX_BRANCH_TOKENS)
            for branch in self.branches
        )
        following = tokens[end + 1].text if end + 1 < len(tokens) else b""
        if is_whole and not self._continues(tokens) and following not in _CONTINUING:
            return None
        return next((each for each in self.branches if each.end > each.begin + 1), self.branches[0])

    def is_list(self, tokens: Sequence[Token]) -> bool:
        """Whether the branches are list items, which may all stay."""
        return self.before in {b",", b"{"} and all(
            branch.end == branch.begin + 1 or tokens[branch.end - 1].text == b"," for branch in self.branches
        )

    def _continues(self, tokens: Sequence[Token]) -> bool:
        """Whether a branch continues the statement before the conditional."""
        if self.before != b")":
            return False
        firsts = (tokens[each.begin + 1].text for each in self.branches if each.end > each.begin + 1)
        return any(first in _CONTINUING or first in {b":", b",", b"__attribute__"} for first in firsts)


def _match_brackets(tokens: Sequence[Token]) -> dict[int, int]:
    """Map opening brackets to their closing ones; mismatched ones are left out."""
    found: dict[int, int] = {}
    pending: list[int] = []
    for index, token in enumerate(tokens):
        if token.text in _CLOSING:
            pending.append(index)
        elif token.text in {b")", b"]", b"}"}:
            while pending and _CLOSING[tokens[pending[-1]].text] != token.text:
                if token.text != b"}":
                    break
                pending.pop()
            else:
                if pending:
                    found[pending.pop()] = index
    return found
