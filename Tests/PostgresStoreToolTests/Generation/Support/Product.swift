import Foundation
import SwiftData

/// A row of the table `products`.
///
/// The class does not express all of the table:
/// - The column `search` has no property. No property can have its type tsvector.
@Model
final class Product {
  @Attribute(.unique) var id: UUID = UUID()
  var title: String
  var price: Decimal
  var taxIDs: [Int]?
  var titleLength: Int?
  @Relationship(deleteRule: .deny, inverse: \OrderItem.product) var orderItems: [OrderItem] = []
  var categories: [Category] = []

  init(
    id: UUID = UUID(), title: String, price: Decimal, taxIDs: [Int]? = nil, titleLength: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.price = price
    self.taxIDs = taxIDs
    self.titleLength = titleLength
  }
}
