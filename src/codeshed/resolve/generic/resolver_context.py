"""What the resolvers of expressions share: the symbol table and the lookups of names, members and signatures."""

from collections.abc import Callable

from codeshed.model.code_expressions import CodeExpression
from codeshed.resolve.generic.calls.call_signatures import Signatures
from codeshed.resolve.generic.file_context import LookedAt
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.members.constructors import Constructors
from codeshed.resolve.generic.members.members_of_external_bases import OutsideBases
from codeshed.resolve.generic.members.root_members import RootMembers
from codeshed.resolve.generic.members.static_members import Sides
from codeshed.resolve.generic.members.test_case_members import TestMembers
from codeshed.resolve.generic.members.type_members import Members, ReadType
from codeshed.resolve.generic.names.case_insensitive_names import CaselessNames
from codeshed.resolve.generic.names.language_builtins import LanguageNames
from codeshed.resolve.generic.names.name_resolution import Names
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.external_types import OutsideTypes
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import NOTHING, Meanings, Place

ReadValue = Callable[[CodeExpression, Place], Meanings]
"""Evaluates an expression at a place."""


class Ground:
    """Symbol table, query cache and lookups; one for all files. `file` is the current file."""

    def __init__(self, program: Program, read_type: ReadType) -> None:
        self.program = program
        self.file = LookedAt(program)
        self.recall: Recall[Meanings] = Recall(NOTHING, program.asked)
        self.members = Members(program, read_type, self.recall)
        self.constructors = Constructors(program, self.members)
        self.names = Names(program, self.file, self.members.find, self.recall)
        self.caseless = CaselessNames(program, self.members, self.names)
        self.generics = Generics(program, self.members)
        self.signatures = Signatures(program)
        self.sides = Sides(program, self.members, self.generics, self.recall)
        self.outside_bases = OutsideBases(program, self.members, self.generics, self.sides)
        self.test_members = TestMembers(program, self.members, read_type)
        root_members = RootMembers(program, self.members, read_type)
        self.language_names = LanguageNames(
            program, self.members, self.names, self.outside_bases, root_members
        )

    def outside_types(self, path: str) -> OutsideTypes:
        """Return the external types of the language of a file."""
        return OutsideTypes(self.program.customs_at(path))
