"""Rules that make things cheaper."""

from shop.money import Money

RULES = []


def register(rule):
    RULES.append(rule)
    return rule


class Rule:
    def apply(self, total):
        return total


class Percent(Rule):
    def __init__(self, percent):
        self.percent = percent

    def apply(self, total: Money) -> Money:
        return total.times(1 - self.percent / 100)


class BulkPercent(Percent):
    def apply(self, total):
        if total.cents > 10_000:
            return super().apply(total)
        return total


@register
def welcome(total):
    return Percent(5).apply(total)


def discounted(total):
    for rule in RULES:
        total = rule(total)
    return total
