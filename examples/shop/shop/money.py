"""Amounts of money, in cents."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Money:
    """An amount in one currency, kept in cents so that it never loses a fraction of one."""

    cents: int
    currency: str

    def plus(self, other: "Money") -> "Money":
        """Add two amounts. Returns the sum of this amount and `other`, in the currency of both of them."""
        require_same_currency(self, other)
        return Money(self.cents + other.cents, self.currency)

    def times(self, factor):
        return Money(round(self.cents * factor), self.currency)


def require_same_currency(left, right):
    if left.currency != right.currency:
        raise ValueError("amounts in different currencies")


def zero(currency: str) -> Money:
    """Give an empty amount. Returns nothing in the given `currency`, to begin a sum with that ends in it."""
    return Money(0, currency)
