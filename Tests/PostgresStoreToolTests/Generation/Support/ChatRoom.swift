import Foundation
import SwiftData

/// A row of the table `chat_rooms`.
@Model
final class ChatRoom {
  @Attribute(.unique) var id: String
  var topic: String
  var createdAt: Date = Date()
  @Relationship(deleteRule: .cascade, inverse: \ChatMessage.room)
  var chatMessages: [ChatMessage] = []

  init(id: String, topic: String, createdAt: Date = Date()) {
    self.id = id
    self.topic = topic
    self.createdAt = createdAt
  }
}
