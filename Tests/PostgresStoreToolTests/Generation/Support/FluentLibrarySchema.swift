import SwiftData

enum FluentLibrarySchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Shelf.self, Visitor.self, Volume.self]
  }
}
