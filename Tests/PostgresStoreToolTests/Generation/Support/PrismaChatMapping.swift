import PostgresData
import SwiftData

extension PrismaChatSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_prisma_migrations`: It records the migrations of Prisma.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "prisma_chat")
    mapping[ChatMessage.self] = .table(
      "chat_messages",
      createdAt: "created_at", updatedAt: "updated_at")
    mapping[ChatRoom.self] = .table("chat_rooms", createdAt: "created_at")
    return mapping
  }
}
