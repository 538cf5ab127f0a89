"""What the resolvers of expressions share: the symbol table and the lookups of names, members and signatures."""

from collections.abc import Callable

from codeshed.model.facts.code_expressions import CodeExpression
from codeshed.resolve.generic.calls.call_signatures import Signatures
from codeshed.resolve.generic.file_context import FileContext
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.members.constructors import Constructors
from codeshed.resolve.generic.members.member_lookup import MemberLookup, ReadType
from codeshed.resolve.generic.members.members_of_external_bases import ExternalBaseMembers
from codeshed.resolve.generic.members.root_members import RootMembers
from codeshed.resolve.generic.members.static_members import StaticMembers
from codeshed.resolve.generic.members.test_case_members import TestCaseMembers
from codeshed.resolve.generic.names.case_insensitive_names import CaseInsensitiveNames
from codeshed.resolve.generic.names.language_builtins import LanguageBuiltins
from codeshed.resolve.generic.names.name_resolution import NameResolution
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.external_types import ExternalTypes
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import NO_VALUES, Place, Values

ReadValue = Callable[[CodeExpression, Place], Values]
"""Evaluates an expression at a place."""


class ResolverContext:
    """Symbol table, query cache and lookups; one for all files. `file` is the current file."""

    def __init__(self, symbol_table: SymbolTable, read_type: ReadType) -> None:
        self.symbol_table = symbol_table
        self.file = FileContext(symbol_table)
        self.query_cache: QueryCache[Values] = QueryCache(NO_VALUES, symbol_table.query_trace)
        self.members = MemberLookup(symbol_table, read_type, self.query_cache)
        self.constructors = Constructors(symbol_table, self.members)
        self.names = NameResolution(symbol_table, self.file, self.members.lookup, self.query_cache)
        self.case_insensitive_names = CaseInsensitiveNames(symbol_table, self.members, self.names)
        self.generics = Generics(symbol_table, self.members)
        self.signatures = Signatures(symbol_table)
        self.static_members = StaticMembers(symbol_table, self.members, self.generics, self.query_cache)
        self.external_bases = ExternalBaseMembers(
            symbol_table, self.members, self.generics, self.static_members
        )
        self.test_members = TestCaseMembers(symbol_table, self.members, read_type)
        root_members = RootMembers(symbol_table, self.members, read_type)
        self.builtins = LanguageBuiltins(
            symbol_table, self.members, self.names, self.external_bases, root_members
        )

    def external_types(self, path: str) -> ExternalTypes:
        """Return the external types of the language of a file."""
        return ExternalTypes(self.symbol_table.rules_at(path))
