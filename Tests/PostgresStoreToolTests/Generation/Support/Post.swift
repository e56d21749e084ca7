import Foundation
import SwiftData

/// A row of the table `Post`.
@Model
final class Post {
  @Attribute(.unique) var slug: String
  var title: String
  var content: Data?
  var views: Int = 0
  var rating: Double = 1.0
  var author: User?
  var labels: [Label] = []

  init(
    slug: String, title: String, content: Data? = nil, views: Int = 0, rating: Double = 1.0,
    author: User? = nil
  ) {
    self.slug = slug
    self.title = title
    self.content = content
    self.views = views
    self.rating = rating
    self.author = author
  }
}
