#include "prices.h"

const int LIMIT = 100;
static int counter = 0;

static void count(void) {
    counter = counter + 1;
}

/* Take something off an amount. */
money discount(money amount, int rate) {
    if (amount > LIMIT) {
        return amount - amount * rate;
    }
    while (amount > 1000) {
        amount = amount / 2;
    }
    count();
    return amount;
}

void ghost(void) {}
