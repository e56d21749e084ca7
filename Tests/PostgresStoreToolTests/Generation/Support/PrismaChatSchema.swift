import SwiftData

enum PrismaChatSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [ChatMessage.self, ChatRoom.self]
  }
}
