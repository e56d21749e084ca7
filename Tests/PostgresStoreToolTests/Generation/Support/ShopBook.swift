import Foundation
import SwiftData

/// A row of the table `shop_book`.
@Model
final class ShopBook {
  @Attribute(.unique) var isbn: String
  var title: String
  var price: Decimal
  var state: ShopBookState
  var imageURL: String?
  var pages: Int?
  var author: ShopAuthor
  var sequelOf: ShopBook?
  @Relationship(deleteRule: .deny, inverse: \ShopBook.sequelOf) var shopBookAsSequelOf: ShopBook?
  @Relationship(inverse: \ShopTag.shopBooks) var shopTags: [ShopTag] = []

  init(
    isbn: String, title: String, price: Decimal, state: ShopBookState, imageURL: String? = nil,
    pages: Int? = nil, author: ShopAuthor, sequelOf: ShopBook? = nil
  ) {
    self.isbn = isbn
    self.title = title
    self.price = price
    self.state = state
    self.imageURL = imageURL
    self.pages = pages
    self.author = author
    self.sequelOf = sequelOf
  }
}

enum ShopBookState: String, Codable, CaseIterable {
  case draft
  case published
  case outOfPrint = "out of print"
}
