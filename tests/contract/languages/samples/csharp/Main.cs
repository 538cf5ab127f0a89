using System;
using Shop;
using Money = System.Int32;

public class LoggedAttribute : Attribute {}

public class Program
{
    [Logged]
    public int Checkout()
    {
        // Prices.Ghost() is not called.
        var text = "Prices.Ghost()";
        var cart = new Cart(text);
        cart.Total();
        return Prices.Discount(3, 2);
    }
}
