import Foundation
import SwiftData

/// A row of the table `volumes`.
@Model
final class Volume {
  #Unique<Volume>([\.title, \.shelf])

  var title: String
  var pages: Int
  var cover: Data?
  var shelf: Shelf
  var visitors: [Visitor] = []

  init(title: String, pages: Int, cover: Data? = nil, shelf: Shelf) {
    self.title = title
    self.pages = pages
    self.cover = cover
    self.shelf = shelf
  }
}
