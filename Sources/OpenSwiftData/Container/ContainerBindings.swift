import CoreDataFormat
import Foundation

/// How each model class of a container meets its table.
final class ContainerBindings: Sendable {
  private let byType: [ObjectIdentifier: EntityBinding]
  private let byName: [String: EntityBinding]
  /// One identity map for each entity tree.
  let mapCount: Int
  /// Whether any model is related to another.
  let haveRelationships: Bool

  /// Why there are no models, where somebody should know.
  private let absence: String?

  /// - Parameters:
  ///   - bindings: One for each model class.
  ///   - absence: Why there are none, where somebody should know.
  /// - Throws: `SwiftDataError` for relationships that contradict each other.
  init(_ bindings: [EntityBinding], absence: String? = nil) throws {
    self.absence = absence
    try RelationshipBinding.connect(bindings)
    haveRelationships = bindings.contains { !$0.relationships.isEmpty }
    byType = Dictionary(
      bindings.map { (ObjectIdentifier($0.modelType), $0) }, uniquingKeysWith: { first, _ in first }
    )
    byName = Dictionary(bindings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    mapCount = (bindings.map(\.mapIndex).max() ?? -1) + 1
  }

  /// The binding of a model class.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` when the container was made without the model.
  func binding(for type: any PersistentModel.Type) throws -> EntityBinding {
    if let binding = byType[ObjectIdentifier(type)] { return binding }
    if let absence { throw SwiftDataError.unknownSchema.explained(absence) }
    throw SwiftDataError.unknownSchema.explained(
      "The container was made without the model \(type).",
      advice: "Add it to the types or the schema that the container is made for.")
  }

  /// The binding of the entity that an identifier names, or nil.
  func binding(for identifier: PersistentIdentifier) -> EntityBinding? {
    guard let binding = byName[identifier.entityName] else { return nil }
    guard let store = identifier.storeIdentifier else { return binding }
    return store == binding.store.identifier ? binding : nil
  }

  /// The identifier of a row whose entity may be below that of `binding`.
  func identifier(
    _ key: Int64, entity number: Int64, _ binding: EntityBinding
  ) -> PersistentIdentifier {
    if number == Int64(binding.table.entityNumber) || !binding.sharesTable {
      return PersistentIdentifier(entity: binding.reference, key: key)
    }
    let actual = byName.values.first {
      $0.store === binding.store && Int64($0.table.entityNumber) == number
    }
    return PersistentIdentifier(entity: (actual ?? binding).reference, key: key)
  }
}
