"""The utility types of TypeScript: generic types of its library that stand for what they make of another type."""

from codeshed.resolve.generic.language_rules import TypeOperator

UTILITY_TYPES = {
    "javascript.Awaited": TypeOperator.AWAITED,
    "javascript.Exclude": TypeOperator.SAME_MEMBERS,
    "javascript.Extract": TypeOperator.SAME_MEMBERS,
    "javascript.InstanceType": TypeOperator.SAME_MEMBERS,
    "javascript.NoInfer": TypeOperator.SAME_MEMBERS,
    "javascript.NonNullable": TypeOperator.SAME_MEMBERS,
    "javascript.Omit": TypeOperator.WITHOUT_MEMBERS,
    "javascript.Parameters": TypeOperator.PARAMETERS,
    "javascript.Partial": TypeOperator.SAME_MEMBERS,
    "javascript.Pick": TypeOperator.ONLY_MEMBERS,
    "javascript.Readonly": TypeOperator.SAME_MEMBERS,
    "javascript.Required": TypeOperator.SAME_MEMBERS,
    "javascript.ReturnType": TypeOperator.RESULT,
}
"""Operators by full names. `Record` is a map, and known as such."""
