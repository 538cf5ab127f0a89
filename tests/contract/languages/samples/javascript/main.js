import { Cart, discount as off } from "./prices.js";

function logged(kind) {
  return kind;
}

@logged
class Shop {}

export function checkout() {
  // ghost() is not called.
  const text = "ghost()";
  const cart = new Cart(text);
  cart.total();
  return off(3, 0.2);
}
