import Foundation
import SwiftData

/// A spot in the Core Data store of the app's first version.
@Model
package final class ItemEntity {
  package var id: UUID?
  package var coordinatesX: String?
  package var coordinatesY: String?
  package var coordinatesZ: String?
  package var world: UUID?
  package var spotImageName: String?
  package var createdAt: Date?
  package var updatedAt: Date?

  package init() {}
}

/// A world in that store.
///
/// The design mentions only the identifier of the entity; the other attributes are those of the
/// domain's `World`.
@Model
package final class WorldEntity {
  package var id: UUID?
  package var name: String?
  package var seed: String?
  package var createdAt: Date?
  package var updatedAt: Date?

  package init() {}
}
