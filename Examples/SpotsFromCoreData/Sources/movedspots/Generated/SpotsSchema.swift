import SwiftData

enum SpotsSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [ItemEntity.self, WorldEntity.self]
  }
}
