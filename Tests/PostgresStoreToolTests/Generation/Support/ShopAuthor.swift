import Foundation
import SwiftData

/// A row of the table `shop_author`.
@Model
final class ShopAuthor {
  var name: String
  var bornOn: Date?
  @Relationship(deleteRule: .deny, inverse: \ShopBook.author) var shopBooks: [ShopBook] = []

  init(name: String, bornOn: Date? = nil) {
    self.name = name
    self.bornOn = bornOn
  }
}
