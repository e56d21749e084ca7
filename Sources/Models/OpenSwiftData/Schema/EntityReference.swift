import Locks

/// The entity that an identifier belongs to: one shared, immortal object for each pair of store and
/// entity, so that identifiers stay small and compare by address.
final class EntityReference: Sendable {
  /// The store's identifier; nil for instances that are not stored yet.
  let storeIdentifier: String?
  let entityName: String

  private init(storeIdentifier: String?, entityName: String) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
  }

  /// References by the store's identifier, empty for none, and by entity.
  private static let interned = Mutex<[String: [String: EntityReference]]>([:])

  /// The only reference of this store and entity.
  static func reference(store: String?, entity: String) -> EntityReference {
    interned.withLock { references in
      let key = store ?? ""
      if let known = references[key]?[entity] { return known }
      let new = EntityReference(storeIdentifier: store, entityName: entity)
      references[key, default: [:]][entity] = new
      return new
    }
  }
}
