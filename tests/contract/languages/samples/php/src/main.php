<?php
namespace Shop\Front;

require_once __DIR__ . '/prices.php';

use Shop\Cart;
use function Shop\discount as off;

#[\Attribute]
class Logged {}

#[Logged]
function checkout(): int
{
    // ghost() is not called.
    $text = "Shop\\ghost()";
    $cart = new Cart($text);
    $cart->total();
    return off(3, 2);
}
