import Foundation
import SwiftData

/// A row of the table `chat_messages`.
@Model
final class ChatMessage {
  @Attribute(.unique) var id: String
  var body: String
  var payload: Data?
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  var room: ChatRoom
  var replyTo: ChatMessage?
  @Relationship(inverse: \ChatMessage.replyTo) var chatMessagesAsReplyTo: [ChatMessage] = []

  init(
    id: String, body: String, payload: Data? = nil, createdAt: Date = Date(),
    updatedAt: Date = Date(), room: ChatRoom, replyTo: ChatMessage? = nil
  ) {
    self.id = id
    self.body = body
    self.payload = payload
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.room = room
    self.replyTo = replyTo
  }
}
