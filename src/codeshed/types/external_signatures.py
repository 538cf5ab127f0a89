"""Reads the signatures of external functions: of the standard library and of packages.

Turns: the external functions that a file runs → ExternalSignatures. They are in the report about the modules that define
them, which the engine writes from the stubs that it carries. The stubs have no documentation.
"""

import msgspec

from codeshed.model.facts.type_facts import ExternalSignature, SignatureParameter
from codeshed.model.semantic import ParameterKind
from codeshed.types.engine_report_index import ReportedModule, ReportIndex
from codeshed.types.engine_symbols import EngineSymbolTable
from codeshed.types.pysa_json import FUNCTION, SIGNATURES, TYPE, SignatureEntry
from codeshed.types.type_text import normalized_type_text

_LIST = "List"
_KINDS = {
    "PosOnly": ParameterKind.POSITIONAL_ONLY,
    "Pos": ParameterKind.POSITIONAL_OR_KEYWORD,
    "VarArg": ParameterKind.VARIADIC_POSITIONAL,
    "KwOnly": ParameterKind.KEYWORD_ONLY,
    "Kwargs": ParameterKind.VARIADIC_KEYWORD,
}
_VARIADIC = frozenset({ParameterKind.VARIADIC_POSITIONAL, ParameterKind.VARIADIC_KEYWORD})
_NAMELESS = "_"
_UNKNOWN = "Unknown"
_RECEIVERS = frozenset({"self", "cls"})
"""Their types are written nowhere."""


class ExternalSignatureReader:
    """Reads signatures from the report of one run; each module is read once."""

    def __init__(self, index: ReportIndex, symbols: EngineSymbolTable) -> None:
        self._folder = index.workspace.report / "definitions"
        self._symbols = symbols
        self._functions_by_file: dict[str, dict[str, msgspec.Raw]] = {}
        self._signatures_by_symbol: dict[str, tuple[ExternalSignature, ...]] = {}

    def signatures_of(self, symbol: str) -> tuple[ExternalSignature, ...]:
        """Return the overloads of an external function, none if the report does not define it."""
        known = self._signatures_by_symbol.get(symbol)
        if known is None:
            known = self._signatures_by_symbol[symbol] = self._read(symbol)
        return known

    def _read(self, symbol: str) -> tuple[ExternalSignature, ...]:
        found = self._symbols.external_definition(symbol)
        if found is None:
            return ()
        module, function_id = found
        written = self._functions_of(module).get(function_id)
        if written is None:
            return ()
        try:
            entry = FUNCTION.decode(written)
            return tuple(
                _signature(each, is_declared=module.is_stub) for each in entry.undecorated_signatures
            )
        except msgspec.MsgspecError:
            return ()

    def _functions_of(self, module: ReportedModule) -> dict[str, msgspec.Raw]:
        file = module.file or ""
        if file not in self._functions_by_file:
            try:
                found = SIGNATURES.decode((self._folder / file).read_bytes()).function_definitions
            except (OSError, msgspec.MsgspecError):
                found = {}
            self._functions_by_file[file] = found
        return self._functions_by_file[file]


def _signature(entry: SignatureEntry, *, is_declared: bool) -> ExternalSignature:
    parameters: tuple[SignatureParameter, ...] | None = None
    if not isinstance(entry.parameters, str):
        parameters = tuple(
            SignatureParameter(
                each.name or _NAMELESS,
                _UNKNOWN if each.name in _RECEIVERS else _text(each.annotation),
                kind,
                has_default=not each.required and kind not in _VARIADIC,
            )
            for kinds in entry.parameters.get(_LIST, ())
            for name, each in kinds.items()
            if (kind := _KINDS.get(name)) is not None
        )
    return ExternalSignature(parameters, _text(entry.return_annotation), is_declared)


def _text(annotation: msgspec.Raw) -> str:
    return normalized_type_text(TYPE.decode(annotation).string)
