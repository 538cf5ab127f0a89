namespace Shop
{
    public interface IPriced
    {
        int Total();
    }

    public enum Colour
    {
        Red,
        Green
    }

    public class Box<T>
    {
        public T Inside;
    }

    public static class Prices
    {
        public const int Limit = 100;
        public static int counter = 0;

        public static void Count()
        {
            counter = counter + 1;
        }

        /// <summary>Take something off an amount.</summary>
        public static int Discount(int amount, int rate = 1)
        {
            if (amount > Limit)
            {
                return amount - amount * rate;
            }
            while (amount > 1000)
            {
                amount = amount / 2;
            }
            return amount;
        }

        public static void Ghost() {}
    }

    public class Basket
    {
        public int Size() { return 0; }
    }

    public class Cart : Basket, IPriced
    {
        public string[] Items;
        private int secret = 1;

        public Cart(string owner)
        {
            Items = new[] { owner };
        }

        public int Total()
        {
            return Prices.Discount(Size(), secret);
        }
    }
}
