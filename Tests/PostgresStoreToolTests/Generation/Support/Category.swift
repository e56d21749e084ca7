import Foundation
import SwiftData

/// A row of the table `categories`.
@Model
final class Category {
  var name: String
  var parent: Category?
  @Relationship(inverse: \Category.parent) var children: [Category] = []
  @Relationship(inverse: \Product.categories) var products: [Product] = []

  init(name: String, parent: Category? = nil) {
    self.name = name
    self.parent = parent
  }
}
