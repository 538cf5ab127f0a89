import { Cart, discount as off } from "./prices";

function logged(kind: Function): Function {
  return kind;
}

@logged
class Shop {}

export function checkout(): number {
  // ghost() is not called.
  const text = "ghost()";
  const cart = new Cart(text);
  cart.total();
  return off(3, 0.2);
}
