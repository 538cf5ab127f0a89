mod prices;

use prices::{discount as off, Cart, Priced};

pub fn checkout() -> i64 {
    // ghost() is not called.
    let text = "ghost()";
    let cart = Cart::new(text.to_string());
    cart.total();
    off(3, 2)
}
