import SwiftData

package enum SwiftDataSchema {
  package static let v1 = Schema([
    ItemModel.self,
    WorldModel.self,
  ])
}

package enum SwiftDataSchemaV1: VersionedSchema {
  package static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  package static var models: [any PersistentModel.Type] {
    [ItemModel.self, WorldModel.self]
  }
}
