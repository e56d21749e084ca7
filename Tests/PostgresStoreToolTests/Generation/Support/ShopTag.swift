import Foundation
import SwiftData

/// A row of the table `shop_tag`.
@Model
final class ShopTag {
  @Attribute(.unique) var name: String
  var shopBooks: [ShopBook] = []

  init(name: String) {
    self.name = name
  }
}
