"""The contract of every language: definitions, what they say of themselves, and who uses what."""

from functools import cache

import pytest

from codeshed.extract.languages.grammar_table import GRAMMAR_BY_LANGUAGE
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Document,
    Mutability,
    Reference,
    ReferenceRole,
    TypeKind,
    Visibility,
)
from codeshed.project.index.graph_in_memory import read_repository
from tests.contract.languages.samples import FOLDER, SAMPLE_BY_LANGUAGE, Sample

pytestmark = pytest.mark.parametrize("language", sorted(SAMPLE_BY_LANGUAGE))


def test_every_language_of_the_table_has_a_sample(language: str) -> None:
    assert language in GRAMMAR_BY_LANGUAGE
    assert SAMPLE_BY_LANGUAGE.keys() == GRAMMAR_BY_LANGUAGE.keys()


def test_files_are_read_whole_and_know_their_language(language: str) -> None:
    documents = _documents(language)
    assert {document.language for document in documents} <= {language, "c"}
    assert [problem for document in documents for problem in document.problems] == []


def test_functions_have_parameters_results_documentation_and_complexity(language: str) -> None:
    sample, function = SAMPLE_BY_LANGUAGE[language], _definition(language, "function")
    assert function.kind is DefinitionKind.FUNCTION
    parameters = function.details.parameters or ()
    assert [each.name.lstrip("$") for each in parameters] == ["amount", "rate"]
    assert [each.has_default for each in parameters] == [False, sample.has_defaults]
    assert all((each.param_type is not None) == sample.are_types_written for each in parameters)
    assert bool(function.details.return_types) == sample.are_types_written
    assert "something off an amount." in (function.documentation or "")
    assert function.complexity == 3
    assert "discount" in (function.signature or "").lower()


def test_types_hold_their_members(language: str) -> None:
    sample, cart = SAMPLE_BY_LANGUAGE[language], _definition(language, "cart")
    assert cart.kind is DefinitionKind.TYPE
    assert cart.details.type_kind in {TypeKind.CLASS, TypeKind.STRUCT}
    members = [each for each in (sample.method, sample.field, sample.constructor) if each != sample.cart]
    for symbol in filter(None, members):
        assert _definitions(language)[symbol].enclosing_symbol == sample.cart


def test_methods_and_constructors_are_functions(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    if sample.method:
        assert _definition(language, "method").kind is DefinitionKind.FUNCTION
    if sample.constructor and sample.constructor != sample.cart:
        modifiers = _definition(language, "constructor").details.modifiers
        assert modifiers is not None
        assert modifiers.is_constructor


def test_fields_and_variables_say_whether_they_can_change(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    if sample.variable:
        assert _definition(language, "variable").details.mutability is Mutability.MUTABLE
    if sample.constant:
        assert _definition(language, "constant").details.mutability is Mutability.CONST
    if sample.field:
        field = _definition(language, "field")
        assert field.kind is DefinitionKind.VARIABLE
        assert (field.details.var_type is not None) == sample.are_types_written


def test_who_may_use_what(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    assert _definition(language, "function").visibility is Visibility.PUBLIC
    if sample.hidden:
        assert _definition(language, "hidden").visibility is Visibility.PRIVATE


def test_bases_and_interfaces_are_declared(language: str) -> None:
    sample, cart = SAMPLE_BY_LANGUAGE[language], _definition(language, "cart")
    declared = {*(cart.details.inherits or ()), *(cart.details.implements or ())}
    assert {sample.base, sample.interface} - {""} <= declared
    if sample.interface:
        assert _definition(language, "interface").details.type_kind is TypeKind.INTERFACE


def test_enums_aliases_and_type_parameters(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    if sample.enum:
        assert _definition(language, "enum").details.type_kind is TypeKind.ENUM
        member = _definition(language, "member")
        assert (member.enclosing_symbol, member.kind) == (sample.enum, DefinitionKind.VARIABLE)
        assert member.details.mutability is Mutability.IMMUTABLE
    if sample.alias:
        assert _definition(language, "alias").details.type_kind is TypeKind.TYPE_ALIAS
    if sample.generic:
        assert [each.name for each in _definition(language, "generic").details.type_params or ()] == ["T"]


def test_calls_go_through_imports_and_receivers(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    called = _targets(language, sample.checkout, ReferenceRole.CALL)
    assert {sample.function, sample.method, sample.constructor} - {""} <= called


def test_imports_lead_to_files(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    file = sample.checkout.partition("::")[0]
    targets = _targets(language, file, ReferenceRole.IMPORT)
    assert {each.partition("::")[0] for each in targets} >= {sample.imported_file}


def test_state_is_read_and_written(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    assert sample.variable in _targets(language, sample.count, ReferenceRole.WRITE)
    assert sample.variable in _targets(language, sample.count, ReferenceRole.READ)
    if sample.constant:
        assert sample.constant in _targets(language, sample.function, ReferenceRole.READ)


def test_what_is_annotated_names_its_annotation(language: str) -> None:
    sample = SAMPLE_BY_LANGUAGE[language]
    if sample.annotated:
        assert sample.annotation in _targets(language, sample.annotated, ReferenceRole.DECORATE)


def test_comments_and_texts_call_nothing(language: str) -> None:
    ghost = SAMPLE_BY_LANGUAGE[language].ghost
    assert _definitions(language)[ghost].kind is DefinitionKind.FUNCTION
    uses = [each for each in _references(language) if each.target_symbol == ghost]
    assert [each for each in uses if each.role is not ReferenceRole.EXPORT] == []
    assert not any(
        candidate.symbol == ghost for each in _references(language) for candidate in each.candidates
    )


@cache
def _documents(language: str) -> tuple[Document, ...]:
    return read_repository(FOLDER / language, types="off").data.documents


@cache
def _definitions(language: str) -> dict[str, Definition]:
    return {each.symbol_id: each for document in _documents(language) for each in document.definitions}


def _definition(language: str, part: str) -> Definition:
    sample: Sample = SAMPLE_BY_LANGUAGE[language]
    return _definitions(language)[getattr(sample, part)]


def _references(language: str) -> list[Reference]:
    return [each for document in _documents(language) for each in document.references]


def _targets(language: str, symbol: str, role: ReferenceRole) -> set[str]:
    return {
        each.target_symbol
        for each in _references(language)
        if each.enclosing_symbol == symbol and each.role is role and each.target_symbol is not None
    }
