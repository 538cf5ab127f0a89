#pragma once
#include <string>
#include <vector>

namespace shop {

using Money = int;

const int Limit = 100;
extern int counter;

enum class Colour { Red, Green };

template <typename T>
class Box {
public:
    T inside;
};

class Priced {
public:
    virtual Money total() = 0;
};

class Basket {
public:
    int size() { return 0; }
};

class Cart : public Basket, public Priced {
public:
    explicit Cart(std::string owner);
    Money total() override;
    std::vector<std::string> items;

private:
    int secret = 1;
};

Money discount(Money amount, int rate = 1);
void ghost();

}
