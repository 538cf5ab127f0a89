#include "prices.hpp"

using shop::Cart;

int checkout() {
    // shop::ghost() is not called.
    std::string text = "shop::ghost()";
    Cart cart(text);
    cart.total();
    return shop::discount(3, 2);
}
