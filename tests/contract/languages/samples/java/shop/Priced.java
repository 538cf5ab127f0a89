package shop;

public interface Priced {
    int total();
}
