import Foundation
import SwiftData

/// A row of the table `Label`.
@Model
final class Label {
  var name: String
  @Relationship(inverse: \Post.labels) var posts: [Post] = []

  init(name: String) {
    self.name = name
  }
}
