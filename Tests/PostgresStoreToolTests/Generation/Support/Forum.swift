import Foundation
import SwiftData

/// A row of the table `forums`.
@Model
final class Forum {
  var title: String
  var topicsCount: Int = 0
  var visibility: Int = 1
  @Relationship(deleteRule: .deny, inverse: \Topic.forum) var topics: [Topic] = []

  init(title: String, topicsCount: Int = 0, visibility: Int = 1) {
    self.title = title
    self.topicsCount = topicsCount
    self.visibility = visibility
  }
}
