require_relative "prices"

def checkout
  # ghost() is not called.
  text = "ghost()"
  cart = Cart.new(text)
  cart.total
  discount(3, 2)
end
