import Foundation
import SwiftData

/// A row of the table `subscriptions`.
@Model
final class Subscription {
  #Unique<Subscription>([\.topic, \.forumMember])

  var level: Int = 0
  var readUpTo: Date?
  var topic: Topic
  var forumMember: ForumMember

  init(level: Int = 0, readUpTo: Date? = nil, topic: Topic, forumMember: ForumMember) {
    self.level = level
    self.readUpTo = readUpTo
    self.topic = topic
    self.forumMember = forumMember
  }
}
