import SwiftData

enum PrismaSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Label.self, Post.self, Profile.self, User.self]
  }
}
