package shop;

public class Prices {
    public static final int LIMIT = 100;
    static int counter = 0;

    static void count() {
        counter = counter + 1;
    }

    /** Take something off an amount. */
    public static int discount(int amount, int rate) {
        if (amount > LIMIT) {
            return amount - amount * rate;
        }
        while (amount > 1000) {
            amount = amount / 2;
        }
        return amount;
    }

    public static void ghost() {}
}
