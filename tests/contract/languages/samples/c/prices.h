typedef int money;

enum colour { RED, GREEN };

struct cart {
    int items;
    int secret;
};

money discount(money amount, int rate);
void ghost(void);
