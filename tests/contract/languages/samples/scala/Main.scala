package front

import scala.annotation.StaticAnnotation
import shop.Cart
import shop.Prices.{discount => off}

class logged extends StaticAnnotation

class Main {
  @logged
  def checkout(): Int = {
    // Prices.ghost() is not called.
    val text = "Prices.ghost()"
    val cart = new Cart(List(text))
    cart.total()
    off(3, 2)
  }
}
