package shop;

import java.util.List;

public class Cart extends Basket implements Priced {
    public List<String> items;
    private int secret = 1;

    public Cart(String owner) {
        this.secret = 2;
    }

    @Override
    public int total() {
        return Prices.discount(size(), secret);
    }
}

class Basket {
    int size() {
        return 0;
    }
}

enum Colour {
    RED,
    GREEN
}

class Box<T> {
    T inside;
}
