import Foundation
import SwiftData

/// A row of the table `order_items`.
@Model
final class OrderItem {
  #Unique<OrderItem>([\.order, \.product])

  var quantity: Int = 1
  var order: Order
  var product: Product

  init(quantity: Int = 1, order: Order, product: Product) {
    self.quantity = quantity
    self.order = order
    self.product = product
  }
}
