import SwiftData

enum DjangoAuthSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [AuthGroup.self, AuthPermission.self, AuthUser.self, DjangoContentType.self]
  }
}
