import shop.Cart;
import static shop.Prices.discount;

@interface Logged {}

public class Main {
    @Logged
    public int checkout() {
        // Prices.ghost() is not called.
        String text = "Prices.ghost()";
        Cart cart = new Cart(text);
        cart.total();
        return discount(3, 2);
    }
}
