export const LIMIT = 100;
export let counter = 0;

export function count() {
  counter = counter + 1;
}

/** Take something off an amount. */
export function discount(amount, rate = 0.1) {
  if (amount > LIMIT) {
    return amount - amount * rate;
  }
  while (amount > 1000) {
    amount = amount / 2;
  }
  return amount;
}

export function ghost() {}

export class Basket {
  size() {
    return 0;
  }
}

export class Cart extends Basket {
  items = [];
  #secret = 1;

  constructor(owner) {
    super();
    this.owner = owner;
  }

  total() {
    return discount(this.size(), this.#secret);
  }
}
