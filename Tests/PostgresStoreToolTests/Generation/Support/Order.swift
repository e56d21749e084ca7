import Foundation
import SwiftData

/// A row of the table `orders`.
@Model
final class Order {
  var number: String
  var status: OrderStatus = OrderStatus.pending
  var total: Decimal = 0
  var discount: Decimal = Decimal(sign: .plus, exponent: -2, significand: 25)
  var `default`: Bool = false
  var shippedAt: Date?
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  var customer: Customer
  var billingCustomer: Customer?
  @Relationship(deleteRule: .cascade, inverse: \OrderItem.order) var orderItems: [OrderItem] = []

  init(
    number: String, status: OrderStatus = OrderStatus.pending, total: Decimal = 0,
    discount: Decimal = Decimal(sign: .plus, exponent: -2, significand: 25),
    `default`: Bool = false, shippedAt: Date? = nil, createdAt: Date = Date(),
    updatedAt: Date = Date(), customer: Customer, billingCustomer: Customer? = nil
  ) {
    self.number = number
    self.status = status
    self.total = total
    self.discount = discount
    self.`default` = `default`
    self.shippedAt = shippedAt
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.customer = customer
    self.billingCustomer = billingCustomer
  }
}

enum OrderStatus: String, Codable, CaseIterable {
  case pending
  case inTransit = "in-transit"
  case delivered
}
