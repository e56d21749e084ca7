import Foundation
import OpenSwiftData

// A shop's goods and deliveries: the other half of the models for the start-up measurement.

@Model final class Product {
  #Index<Product>([\.name], [\.price, \.isListed])

  @Attribute(.unique) var code: String
  var name: String
  var details: String = ""
  var price: Decimal
  var isListed = true
  var weight: Double?
  var supplier: Supplier?
  @Relationship(inverse: \Category.products) var categories: [Category] = []
  @Relationship(deleteRule: .cascade, inverse: \Review.product) var reviews: [Review] = []
  @Relationship(deleteRule: .cascade, inverse: \StockItem.product) var stock: [StockItem] = []
  @Relationship(deleteRule: .deny, inverse: \OrderLine.product) var lines: [OrderLine] = []

  init(code: String, name: String, price: Decimal) {
    self.code = code
    self.name = name
    self.price = price
  }
}

@Model final class Category {
  var name: String
  var position: Int
  var parent: Category?
  @Relationship(deleteRule: .cascade, inverse: \Category.parent) var children: [Category] = []
  var products: [Product] = []

  init(name: String, position: Int) {
    self.name = name
    self.position = position
  }
}

@Model final class Warehouse {
  var name: String
  var place: Coordinates?
  @Relationship(deleteRule: .cascade, inverse: \StockItem.warehouse) var items: [StockItem] = []

  init(name: String) { self.name = name }
}

@Model final class StockItem {
  var quantity: Int
  var countedAt: Date
  var shelf: String?
  var product: Product?
  var warehouse: Warehouse?

  init(quantity: Int, countedAt: Date) {
    self.quantity = quantity
    self.countedAt = countedAt
  }
}

enum OrderState: String, Codable {
  case open, paid, shipped, closed
}

@Model final class Order {
  #Index<Order>([\.placedAt])

  @Attribute(.unique) var number: UUID
  var placedAt: Date
  var state: OrderState
  var remark: String?
  var customer: Customer?
  var coupon: Coupon?
  @Relationship(deleteRule: .cascade, inverse: \OrderLine.order) var lines: [OrderLine] = []
  @Relationship(deleteRule: .cascade, inverse: \Payment.order) var payments: [Payment] = []
  @Relationship(deleteRule: .cascade, inverse: \Shipment.order) var shipments: [Shipment] = []
  @Relationship(deleteRule: .cascade, inverse: \Invoice.order) var invoice: Invoice?

  init(number: UUID, placedAt: Date, state: OrderState) {
    self.number = number
    self.placedAt = placedAt
    self.state = state
  }
}

@Model final class OrderLine {
  var position: Int
  var quantity: Int
  var price: Decimal
  var order: Order?
  var product: Product?

  init(position: Int, quantity: Int, price: Decimal) {
    self.position = position
    self.quantity = quantity
    self.price = price
  }
}

@Model final class Payment {
  var amount: Decimal
  var paidAt: Date?
  var reference: String
  var order: Order?

  init(amount: Decimal, reference: String) {
    self.amount = amount
    self.reference = reference
  }
}

@Model final class Invoice {
  @Attribute(.unique) var number: Int
  @Attribute(.externalStorage) var document: Data?
  var issuedAt: Date
  var order: Order?

  init(number: Int, issuedAt: Date) {
    self.number = number
    self.issuedAt = issuedAt
  }
}

@Model final class Shipment {
  var trackingCode: String?
  var sentAt: Date?
  var order: Order?
  var carrier: Carrier?

  init(sentAt: Date?) { self.sentAt = sentAt }
}

@Model final class Coupon {
  @Attribute(.unique) var code: String
  var percent: Double
  var validUntil: Date?
  @Relationship(inverse: \Order.coupon) var orders: [Order] = []

  init(code: String, percent: Double) {
    self.code = code
    self.percent = percent
  }
}
