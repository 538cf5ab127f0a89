package shop

object Prices {
  type Money = Int
  val Limit: Int = 100
  var counter: Int = 0

  def count(): Unit = {
    counter = counter + 1
  }

  /** Take something off an amount. */
  def discount(amount: Money, rate: Int = 1): Money = {
    var rest = amount
    if (amount > Limit) {
      rest = amount - amount * rate
    }
    while (rest > 1000) {
      rest = rest / 2
    }
    rest
  }

  def ghost(): Unit = {}
}

trait Priced {
  def total(): Int
}

class Box[T](val inside: T)

class Basket {
  def size(): Int = 0
}

class Cart(val items: List[String]) extends Basket with Priced {
  private val secret: Int = 1

  def total(): Int = Prices.discount(size(), secret)
}
