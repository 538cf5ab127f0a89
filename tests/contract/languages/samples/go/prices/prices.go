package prices

const Limit = 100

var counter = 0

type Money = int

type Priced interface {
	Total() Money
}

type Box[T any] struct {
	inside T
}

func count() {
	counter = counter + 1
}

// Discount takes something off an amount.
func Discount(amount Money, rate int) Money {
	if amount > Limit {
		return amount - amount*rate
	}
	for amount > 1000 {
		amount = amount / 2
	}
	return amount
}

func Ghost() {}

type Basket struct{}

func (basket Basket) size() int { return 0 }

type Cart struct {
	Basket
	Items  []string
	secret int
}

func NewCart(owner string) *Cart {
	return &Cart{Items: []string{owner}}
}

func (cart *Cart) Total() Money {
	return Discount(cart.size(), cart.secret)
}
