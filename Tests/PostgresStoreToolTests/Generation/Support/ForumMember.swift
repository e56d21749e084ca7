import Foundation
import SwiftData

/// A row of the table `forum_members`.
@Model
final class ForumMember {
  @Attribute(.unique) var nick: String
  var settings: Data = Data("{\"mail\": true}".utf8)
  var karma: Double?
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  @Relationship(deleteRule: .cascade, inverse: \Subscription.forumMember)
  var subscriptions: [Subscription] = []
  @Relationship(deleteRule: .deny, inverse: \Topic.starter) var topics: [Topic] = []

  init(
    nick: String, settings: Data = Data("{\"mail\": true}".utf8), karma: Double? = nil,
    createdAt: Date = Date(), updatedAt: Date = Date()
  ) {
    self.nick = nick
    self.settings = settings
    self.karma = karma
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
