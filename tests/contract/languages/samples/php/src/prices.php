<?php
namespace Shop;

const LIMIT = 100;

function count_up(): void
{
    Cart::$counter = Cart::$counter + 1;
}

/** Take something off an amount. */
function discount(int $amount, int $rate = 1): int
{
    if ($amount > LIMIT) {
        return $amount - $amount * $rate;
    }
    while ($amount > 1000) {
        $amount = $amount / 2;
    }
    return $amount;
}

function ghost(): void {}

interface Priced
{
    public function total(): int;
}

enum Colour
{
    case Red;
    case Green;
}

class Basket
{
    public function size(): int
    {
        return 0;
    }
}

class Cart extends Basket implements Priced
{
    public static int $counter = 0;
    public array $items = [];
    private int $secret = 1;

    public function __construct(string $owner)
    {
        $this->items = [$owner];
    }

    public function total(): int
    {
        return discount($this->size(), $this->secret);
    }
}
