LIMIT = 100
$counter = 0

def count
  $counter = $counter + 1
end

# Take something off an amount.
def discount(amount, rate = 1)
  return amount - amount * rate if amount > LIMIT
  while amount > 1000
    amount = amount / 2
  end
  amount
end

def ghost
end

module Priced
  def price
    total
  end
end

class Basket
  def size
    0
  end
end

class Cart < Basket
  include Priced
  attr_reader :items

  def initialize(owner)
    @items = [owner]
  end

  def total
    discount(size, secret)
  end

  private

  def secret
    1
  end
end
