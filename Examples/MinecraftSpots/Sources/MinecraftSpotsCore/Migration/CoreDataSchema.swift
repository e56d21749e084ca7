import SwiftData

/// The models of the app's first version, which used Core Data.
package enum CoreDataSchema: VersionedSchema {
  package static var versionIdentifier: Schema.Version { Schema.Version(0, 1, 0) }
  package static var models: [any PersistentModel.Type] {
    [ItemEntity.self, WorldEntity.self]
  }
}
