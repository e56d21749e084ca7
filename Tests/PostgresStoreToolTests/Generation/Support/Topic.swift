import Foundation
import SwiftData

/// A row of the table `topics`.
@Model
final class Topic {
  var title: String
  var pinned: Bool = false
  var tags: [String] = []
  var lockVersion: Int = 0
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  var forum: Forum
  var starter: ForumMember?
  @Relationship(deleteRule: .cascade, inverse: \Subscription.topic)
  var subscriptions: [Subscription] = []

  init(
    title: String, pinned: Bool = false, tags: [String] = [], lockVersion: Int = 0,
    createdAt: Date = Date(), updatedAt: Date = Date(), forum: Forum, starter: ForumMember? = nil
  ) {
    self.title = title
    self.pinned = pinned
    self.tags = tags
    self.lockVersion = lockVersion
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.forum = forum
    self.starter = starter
  }
}
