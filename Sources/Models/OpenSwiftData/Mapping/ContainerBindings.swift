import CodableStorage
import Foundation
import RecordStore

/// The mapping of a container's model classes to their tables.
final class ContainerBindings: Sendable {
  private let byType: TypeTable<Entity>
  private let byName: [String: Entity]
  /// The model classes of each store, in the order of the container's stores.
  let byStore: [StoreBindings]
  /// The number of identity maps: one for each entity tree.
  let mapCount: Int
  /// Whether any model has relationships.
  let haveRelationships: Bool

  /// An entity of one of the stores.
  private struct Entity {
    let store: StoreBindings
    let record: RecordEntity
    var binding: EntityBinding { store.binding(of: record) }
  }

  /// Why a container lacks models, and which ones to use instead.
  struct Absence {
    let reason: String
    let advice: String
  }

  /// The reason why there are no models, if it should be reported.
  private let absence: Absence?

  /// - Parameters:
  ///   - stores: The model classes of each store.
  ///   - absence: Why there are no models, if it should be reported.
  init(_ stores: [StoreBindings], absence: Absence? = nil) {
    self.absence = absence
    byStore = stores
    let entities = stores.flatMap { store in
      store.schema.entities.map { Entity(store: store, record: $0) }
    }
    var byType = TypeTable<Entity>()
    for entity in entities {
      let type = entity.store.modelType(of: entity.record)
      if byType[type] == nil { byType.set(type, to: entity) }
    }
    self.byType = byType
    byName = Dictionary(
      entities.map { ($0.record.name, $0) }, uniquingKeysWith: { first, _ in first })
    haveRelationships = stores.contains { $0.schema.relationshipCount > 0 }
    mapCount = stores.reduce(0) { $0 + $1.schema.treeCount }
  }

  /// Makes models leave values unloaded that are not of their property's type, instead of failing.
  func tolerateUnreadable() {
    for binding in byStore.flatMap(\.all) { binding.toleratesUnreadable = true }
  }

  /// The binding of a model class.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if the container was made without the model.
  func binding(for type: any PersistentModel.Type) throws -> EntityBinding {
    if let entity = byType[type] { return entity.binding }
    if let absence {
      throw SwiftDataError.unknownSchema.explained(absence.reason, advice: absence.advice)
    }
    let above = superModel(of: type).map { ", which inherits from \($0)" } ?? ""
    throw SwiftDataError.unknownSchema.explained(
      "The container was created without the model \(type)\(above).",
      advice: "Add the model to the types or the schema that you create the container with.")
  }

  /// The binding of the entity that an identifier names, or nil.
  func binding(for identifier: PersistentIdentifier) -> EntityBinding? {
    guard let entity = byName[identifier.entityName] else { return nil }
    guard let store = identifier.storeIdentifier else { return entity.binding }
    return store == entity.store.store.identifier ? entity.binding : nil
  }

  /// The binding of an entity; nil if the container has none with that name.
  func binding(named name: String) -> EntityBinding? { byName[name]?.binding }

  /// The identifier of a row whose entity may be a subentity of that of `binding`.
  func identifier(
    _ key: Int64, entity number: Int64, _ binding: EntityBinding
  ) -> PersistentIdentifier {
    (binding.subclass(number: number) ?? binding).identifier(of: key)
  }
}
