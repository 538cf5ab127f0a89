"""Where orders are kept."""

import json

_orders = []
MAX_ORDERS = 1000


def save_order(order):
    if len(_orders) >= MAX_ORDERS:
        forget_oldest()
    _orders.append(json.dumps(order))
    return len(_orders)


def forget_oldest():
    del _orders[0]


def load_orders() -> list[str]:
    """List all orders. Returns them as they were saved, the oldest first, as many as the limit has left of them."""
    return list(_orders)
