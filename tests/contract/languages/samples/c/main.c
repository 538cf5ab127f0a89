#include <stdio.h>
#include "prices.h"

int checkout(void) {
    /* ghost() is not called. */
    const char *text = "ghost()";
#if 0
    ghost();
#endif
    struct cart cart;
    cart.items = 1;
    return discount(cart.items, 2);
}
