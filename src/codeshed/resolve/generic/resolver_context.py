"""What the resolvers of expressions share: the symbol table and the lookups of names, members and signatures."""

from collections.abc import Callable

from codeshed.model.code_expressions import CodeExpression
from codeshed.resolve.generic.calls.call_signatures import Signatures
from codeshed.resolve.generic.file_context import FileContext
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.members.constructors import Constructors
from codeshed.resolve.generic.members.members_of_external_bases import ExternalBaseMembers
from codeshed.resolve.generic.members.root_members import RootMembers
from codeshed.resolve.generic.members.static_members import StaticMembers
from codeshed.resolve.generic.members.test_case_members import TestCaseMembers
from codeshed.resolve.generic.members.type_members import MemberLookup, ReadType
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

    def __init__(self, program: SymbolTable, read_type: ReadType) -> None:
        self.program = program
        self.file = FileContext(program)
        self.query_cache: QueryCache[Values] = QueryCache(NO_VALUES, program.query_trace)
        self.members = MemberLookup(program, read_type, self.query_cache)
        self.constructors = Constructors(program, self.members)
        self.names = NameResolution(program, self.file, self.members.lookup, self.query_cache)
        self.case_insensitive_names = CaseInsensitiveNames(program, self.members, self.names)
        self.generics = Generics(program, self.members)
        self.signatures = Signatures(program)
        self.static_members = StaticMembers(program, self.members, self.generics, self.query_cache)
        self.external_bases = ExternalBaseMembers(program, self.members, self.generics, self.static_members)
        self.test_members = TestCaseMembers(program, self.members, read_type)
        root_members = RootMembers(program, self.members, read_type)
        self.builtins = LanguageBuiltins(program, self.members, self.names, self.external_bases, root_members)

    def external_types(self, path: str) -> ExternalTypes:
        """Return the external types of the language of a file."""
        return ExternalTypes(self.program.rules_at(path))
