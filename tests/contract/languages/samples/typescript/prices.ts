export const LIMIT: number = 100;
export let counter: number = 0;
export type Money = number;

export interface Priced {
  total(): Money;
}

export enum Colour {
  Red,
  Green,
}

export class Box<T> {
  inside?: T;
}

export function count(): void {
  counter = counter + 1;
}

/** Take something off an amount. */
export function discount(amount: Money, rate: number = 0.1): Money {
  if (amount > LIMIT) {
    return amount - amount * rate;
  }
  while (amount > 1000) {
    amount = amount / 2;
  }
  return amount;
}

export function ghost(): void {}

export class Basket {
  size(): number {
    return 0;
  }
}

export class Cart extends Basket implements Priced {
  items: string[] = [];
  private secret = 1;

  constructor(owner: string) {
    super();
    this.items.push(owner);
  }

  total(): Money {
    return discount(this.size(), this.secret);
  }
}
