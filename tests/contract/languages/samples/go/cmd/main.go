package main

import shop "example.com/shop/prices"

func checkout() int {
	// shop.Ghost() is not called.
	text := "shop.Ghost()"
	cart := shop.NewCart(text)
	cart.Total()
	return shop.Discount(3, 2)
}
