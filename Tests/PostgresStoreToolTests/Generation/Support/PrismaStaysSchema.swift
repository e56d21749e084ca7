import SwiftData

enum PrismaStaysSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Guest.self, Hotel.self, Stay.self]
  }
}
