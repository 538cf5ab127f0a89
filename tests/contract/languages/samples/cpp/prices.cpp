#include "prices.hpp"

namespace shop {

int counter = 0;

void count() {
    counter = counter + 1;
}

/// Take something off an amount.
Money discount(Money amount, int rate) {
    if (amount > Limit) {
        return amount - amount * rate;
    }
    while (amount > 1000) {
        amount = amount / 2;
    }
    return amount;
}

void ghost() {}

Cart::Cart(std::string owner) {
    items.push_back(owner);
}

Money Cart::total() {
    return discount(size(), secret);
}

}
