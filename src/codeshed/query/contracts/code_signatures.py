"""What symbols of all languages but Python may be called with.

Turns: a symbol → its Signature and those of its overloads, read from its definition.
"""

import re
from collections.abc import Iterator

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.facts.code_facts import CodeDefinition, CodeParameter
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import Arity, LanguageTraits, traits_of
from codeshed.model.semantic import DefinitionDetails, DefinitionKind, ParameterKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name, without_ordinal
from codeshed.query.contracts.code_source import CodeSource
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.signatures import Signature, SignatureParameter
from codeshed.query.contracts.written_parameters import split_parameters

_MAX_SIBLINGS = 64
_MAX_DEPTH = 20
_MAX_LIST = 20_000
_RECEIVERS = frozenset({"self", "this"})
_RECEIVER = re.compile(r"[&*\s]*(?:'\w+\s+)?(?:mut\s+)?(?:self|this)\b")
_TYPED_VARIABLE = re.compile(r"[\w$#]+[?!]?\s*:(?!:)")
_ALIAS = re.compile(r"alias(?:_method)?[\s(]")
_WORD = re.compile(r"[\w$]+")
_REST = SignatureParameter(name="...", kind=ParameterKind.VARIADIC_POSITIONAL)
_REST_NAMES = SignatureParameter(name="...", kind=ParameterKind.VARIADIC_KEYWORD)
_NAMELESS = {
    "*": (_REST,),
    "**": (_REST_NAMES,),
    "...": (_REST, _REST_NAMES),
    "**nil": (),
    "&": (),
    "void": (),
}
"""Parameters without a name, by their text."""


class CodeSignatures:
    """The signatures of a project's symbols, each found once."""

    def __init__(self, graph: CodeGraph, sources: ContractSources) -> None:
        self._graph = graph
        self._sources = sources
        self._found: dict[str, Signature] = {}

    def of_symbol(self, symbol: str) -> tuple[Signature, ...]:
        """Return what a symbol may be called with: its own signature, then those of its overloads."""
        if traits_of_symbol(symbol).arity is Arity.OPEN:
            return (Signature(uncheckable="no_fixed_arity"),)
        overloads = (self.of_one(each) for each in self._overloads(symbol))
        return (self.of_one(symbol), *overloads, *self._overload_signatures(symbol))

    def of_one(self, symbol: str) -> Signature:
        """Return the signature of one definition."""
        if symbol not in self._found:
            self._found[symbol] = self._find(symbol)
        return self._found[symbol]

    def _find(self, symbol: str) -> Signature:
        row = self._graph.find_row(symbol)
        source = self._sources.code(symbol.partition("::")[0])
        definition = None if source is None else source.definitions.get(symbol)
        if row is None or source is None or definition is None or not _has_parameters(definition):
            return Signature(uncheckable="no_signature")
        parameters = self._parameters(symbol, source, definition)
        if parameters is None:
            return Signature(uncheckable="no_signature")
        details = self._graph.nodes.details[row]
        is_bound = bool(parameters) and parameters[0].name in _RECEIVERS
        is_extension = definition.extended_type is not None and bool(details and details.parameters)
        return Signature(
            parameters=parameters,
            n_bound=int(is_bound or is_extension),
            allows_extra=traits_of_symbol(symbol).arity is Arity.AT_LEAST,
        )

    def _overload_signatures(self, symbol: str) -> Iterator[Signature]:
        """Yield the signatures that a function has besides that of its symbol: TypeScript writes them before it."""
        source = self._sources.code(symbol.partition("::")[0])
        definition = None if source is None else source.definitions.get(symbol)
        for each in () if definition is None else definition.overloads:
            n_named = each.min_arguments if each.max_arguments is None else each.max_arguments
            yield Signature(
                parameters=(
                    *(_nameless(number >= each.min_arguments) for number in range(n_named)),
                    *((_REST,) if each.max_arguments is None else ()),
                )
            )

    def _parameters(
        self, symbol: str, source: CodeSource, definition: CodeDefinition
    ) -> tuple[SignatureParameter, ...] | None:
        """Return the parameters of the first list; None if what is written is not what was read."""
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        known = {each.name: each for each in (() if details is None else details.parameters or ())}
        read = [each for each in definition.parameters if not each.list_index]
        behind = definition.name_begin + len(definition.name.encode())
        text = source.content[behind : min(definition.end, behind + _MAX_LIST)].decode("utf-8", "replace")
        written = split_parameters(text)
        found = _own_parameters(read) if written is None else _matched_parameters(read, written)
        if found is None:
            return None
        return tuple(
            SignatureParameter(
                name=each.name.lstrip("$"),
                kind=each.kind,
                # A default may be written at a declaration in another file.
                has_default=each.has_default or (each.name in known and bool(known[each.name].has_default)),
                declared=known[each.name].param_type if each.name in known else None,
            )
            for each in found
        )

    def _overloads(self, symbol: str) -> Iterator[str]:
        """Yield other functions of a symbol's name in its scope and in the bases of its type, of a type its constructors."""
        first = without_ordinal(symbol)
        name = last_name(symbol)
        owner = first[: -len(name) - 1] if first.endswith(f".{name}") else None
        scopes = [None] if owner is None else [owner, *self.bases(owner)]
        bases = [first if scope is None else f"{scope}.{name}" for scope in scopes]
        if self._is_type(symbol):
            constructors = (f"{first}.{name}", f"{first}.this", f"{first}.apply")
            bases = list(constructors if self._has_primary_constructor(symbol) else ())
        elif owner is not None and last_name(owner) == name and self._has_primary_constructor(owner):
            yield owner
        for base in bases:
            for ordinal in range(1, _MAX_SIBLINGS):
                each = base if ordinal == 1 else f"{base}#{ordinal}"
                if self._graph.find_row(each) is None:
                    break
                if each != symbol:
                    yield each

    def bases(self, owner: str, depth: int = 0) -> Iterator[str]:
        """Yield the bases of a type that are in the repository, those of bases included."""
        details = self._details(owner)
        if details is None or depth > _MAX_DEPTH:
            return
        for each in (*(details.inherits or ()), *(details.implements or ())):
            name = re.split(r"[<\[]", each, maxsplit=1)[0]
            if not name.startswith(EXTERNAL_PREFIX):
                yield name
                yield from self.bases(name, depth + 1)

    def is_extension(self, symbol: str) -> bool:
        """Whether a function is an extension method."""
        source = self._sources.code(symbol.partition("::")[0])
        definition = None if source is None else source.definitions.get(symbol)
        return definition is not None and definition.extended_type is not None

    def has_imported_overloads(self, symbol: str) -> bool:
        """Whether the type of a method takes overloads of its name over from a base: `using Base::append` in C++."""
        first = without_ordinal(symbol)
        source = self._sources.code(symbol.partition("::")[0])
        owner = None if source is None else source.definitions.get(first.rpartition(".")[0])
        return owner is not None and last_name(first) in owner.using_names

    def has_unknown_overloads(self, symbol: str) -> bool:
        """Whether a base that is not in the repository may have overloads of a method, where these are inherited."""
        traits = traits_of_symbol(symbol)
        if not (traits.has_inherited_overloads or traits.has_auto_tupling):
            return False
        owner = without_ordinal(symbol).rpartition(".")[0]
        # What is around a function may be a namespace, or nothing.
        for each in (owner, *self.bases(owner)) if self._is_type(owner) and not self._is_type(symbol) else ():
            details = self._details(each)
            if details is None or details.has_unknown_base:
                return True
            if any(base.startswith(EXTERNAL_PREFIX) for base in details.inherits or ()):
                return True
        return False

    def _details(self, symbol: str) -> DefinitionDetails | None:
        row = self._graph.find_row(symbol)
        return None if row is None else self._graph.nodes.details[row]

    def _is_type(self, symbol: str) -> bool:
        row = self._graph.find_row(symbol)
        return row is not None and self._graph.nodes.kinds[row] == NodeKind.TYPE

    def _has_primary_constructor(self, symbol: str) -> bool:
        details = self._details(symbol)
        return details is not None and bool(details.has_primary_constructor)


def traits_of_symbol(symbol: str) -> LanguageTraits:
    """Return the traits of the language of a symbol's file."""
    return traits_of(language_of_path(symbol.partition("::")[0]))


def _has_parameters(definition: CodeDefinition) -> bool:
    """Whether calls of a definition pass what its parameters say.

    Not so for a function without a parameter list, whose result is called, for macros, for functions that are the value of a
    variable with a type, which may take more, for what is assigned again, and for another name of a method (`alias a b`).
    """
    if definition.has_no_parameter_list or definition.is_reassigned or definition.signature.startswith("#"):
        return False
    if definition.kind is not DefinitionKind.FUNCTION:
        return definition.has_primary_constructor
    return not _TYPED_VARIABLE.match(definition.signature) and not _ALIAS.match(definition.signature)


def _nameless(has_default: bool) -> SignatureParameter:  # noqa: FBT001 - the only thing known of it
    return SignatureParameter(name="_", kind=ParameterKind.POSITIONAL_ONLY, has_default=has_default)


def _own_parameters(read: list[CodeParameter]) -> list[SignatureParameter]:
    return [SignatureParameter(name=each.name, kind=each.kind, has_default=each.has_default) for each in read]


def _matched_parameters(
    read: list[CodeParameter], written: tuple[str, ...]
) -> list[SignatureParameter] | None:
    """Return the parameters that were read with those that have no name; None if both do not agree."""
    found: list[SignatureParameter] = []
    left = _own_parameters(read)
    for text in written:
        if text in _NAMELESS:
            found += _NAMELESS[text]
        elif text.startswith("(") and text.endswith(")"):
            # A parameter that is taken apart: `(a, b)`.
            n_names = len(_WORD.findall(text))
            left = left[n_names:]
            found.append(SignatureParameter(name=text, kind=ParameterKind.POSITIONAL_ONLY))
        elif left and left[0].name.lstrip("$") in text:
            own = left.pop(0)
            # A block is passed behind the arguments.
            if text != f"&{own.name}":
                found.append(own)
        elif _RECEIVER.match(text) is None:
            return None
    return None if left else found
