import Foundation
import SwiftData

/// The models that the app uses from now on: identifiers are unique texts, and spots refer to
/// worlds by them.
enum SpotsSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [ItemModel.self, WorldModel.self]
  }
}

/// A spot.
@Model
final class ItemModel {
  @Attribute(.unique) var id: String
  var coordinatesX: String?
  var coordinatesY: String?
  var coordinatesZ: String?
  var worldID: String?
  var name: String?
  var comment: String?
  var rating = 0
  @Attribute(.externalStorage) var spotImageData: Data?
  var createdAt: Date
  var updatedAt: Date

  init(id: String = UUID().uuidString, name: String? = nil, createdAt: Date = Date()) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    updatedAt = createdAt
  }
}

/// A world that contains spots.
@Model
final class WorldModel {
  @Attribute(.unique) var id: String
  var name: String?
  var seed: String?
  var createdAt: Date

  init(id: String = UUID().uuidString, name: String? = nil, createdAt: Date = Date()) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
  }
}
