import Foundation

/// Saves snapshots through a context that has no other changes.
struct SnapshotSave {
  typealias Request = DataStoreSaveChangesRequest<DefaultSnapshot>
  typealias Result = DataStoreSaveChangesResult<DefaultSnapshot>

  /// A snapshot and the model that gets its values.
  private struct Entry {
    let snapshot: DefaultSnapshot
    let model: any PersistentModel
    let binding: EntityBinding

    func leads(to others: Set<PersistentIdentifier>) -> Bool {
      !others.isEmpty
        && snapshot.values.values.contains { $0.others.contains(where: others.contains) }
    }
  }

  /// A value of an updated snapshot that differs from its row.
  private struct Difference {
    let entry: Entry
    let index: Int
    let value: SnapshotValue
  }

  private let context: ModelContext
  private var inserted: [Entry] = []
  private var updated: [Entry] = []
  private var newModels: [PersistentIdentifier: any PersistentModel] = [:]

  private init(_ context: ModelContext) { self.context = context }

  /// Writes all changes of the request in one transaction.
  ///
  /// - Throws: What `ModelContext.save()` throws; `SwiftDataError.modelValidationFailure` for an
  ///   identifier that is not one of a model, and for an updated snapshot whose row was deleted;
  ///   `SwiftDataError.valueCannotBeStored` for a value that is not of its property's type.
  static func run(_ request: Request, in context: ModelContext) throws -> Result {
    var save = SnapshotSave(context)
    do {
      try save.makeModels(request.inserted)
      let differences = try save.differences(request.updated)
      try save.relateNewModels()
      for difference in differences { try save.apply(difference) }
      try save.delete(request.deleted)
      return save.result(try context.saveTelling())
    } catch {
      context.rollback()
      throw error
    }
  }

  // MARK: - Steps

  /// Creates the models of new snapshots, with their attributes.
  private mutating func makeModels(_ snapshots: [DefaultSnapshot]) throws {
    for snapshot in snapshots {
      let identifier = snapshot.persistentIdentifier
      let name = PersistentIdentifier(
        entity: .reference(store: nil, entity: identifier.entityName), key: identifier.key)
      guard let binding = context.binding(for: name) else {
        throw SwiftDataError.unknownSchema.explained(
          "The snapshot cannot be saved, because the store's schema does not have its entity.",
          entity: identifier.entityName, advice: "Add the model to the configuration's schema.")
      }
      try checkNames(snapshot, binding)
      let model = newModels[identifier] ?? Self.makeModel(binding.modelType)
      newModels[identifier] = model
      let entry = Entry(snapshot: snapshot, model: model, binding: binding)
      for (index, property) in binding.properties.enumerated() where !property.isRelationship {
        if let value = snapshot.values[property.name] { try set(value, index, entry) }
      }
      context.insert(model)
      inserted.append(entry)
    }
  }

  /// Relates new models to each other and to stored ones.
  ///
  /// An empty relationship is skipped, because the snapshot of the other side may set it.
  private func relateNewModels() throws {
    for entry in inserted {
      for (index, property) in entry.binding.properties.enumerated()
      where property.isRelationship {
        switch entry.snapshot.values[property.name] {
        case .null?, .members([])?, nil: continue
        case let value?: try set(value, index, entry)
        }
      }
    }
  }

  /// The differences between the updated snapshots and the store.
  ///
  /// All are computed before the first is applied. Otherwise the unchanged side of a relationship
  /// in one snapshot could revert the change that another snapshot makes to the other side.
  private mutating func differences(_ snapshots: [DefaultSnapshot]) throws -> [Difference] {
    var held: [AnyObject] = []
    for (binding, keys) in context.storedKeys(snapshots.map(\.persistentIdentifier)) {
      held += try context.load(keys[...], binding)
    }
    let found = Set(held.map { ObjectIdentifier($0) })
    var differences: [Difference] = []
    for snapshot in snapshots {
      let identifier = snapshot.persistentIdentifier
      guard let binding = context.binding(for: identifier), !identifier.isTemporary,
        let object = context.instance(binding.rowKey(of: identifier), of: binding),
        found.contains(ObjectIdentifier(object))
      else {
        throw SwiftDataError.modelValidationFailure.explained(
          "The updated snapshot cannot be saved, because the store does not have its row.",
          entity: identifier.entityName, advice: "Fetch the model again.")
      }
      try checkNames(snapshot, binding)
      let entry = Entry(snapshot: snapshot, model: binding.model(object), binding: binding)
      updated.append(entry)
      let stored = DefaultSnapshot(stored: entry.model)
      for (index, property) in binding.properties.enumerated() {
        guard let value = snapshot.values[property.name],
          !(stored.values[property.name]?.isSame(as: value) ?? false)
        else { continue }
        differences.append(Difference(entry: entry, index: index, value: value))
      }
    }
    try context.throwDeferredFailure()
    return differences
  }

  private func apply(_ difference: Difference) throws {
    try set(difference.value, difference.index, difference.entry)
  }

  private func delete(_ snapshots: [DefaultSnapshot]) throws {
    for snapshot in snapshots where !snapshot.persistentIdentifier.isTemporary {
      let identifier = snapshot.persistentIdentifier
      context.delete(try model(for: identifier, of: identifier.entityName, nil))
    }
  }

  // MARK: - Values

  private func set(_ value: SnapshotValue, _ index: Int, _ entry: Entry) throws {
    let property = entry.binding.properties[index]
    guard property.isRelationship else {
      let setter = SnapshotSetter(entity: entry.binding.name, property: property)
      return try setter.set(value, of: entry.model)
    }
    let other: PropertySnapshot
    switch value {
    case .null:
      let isToMany = entry.binding.relationship(index)?.isToMany ?? false
      other = isToMany ? .members([]) : .target(nil)
    case .target(let target):
      other = .target(try model(for: target, of: entry.binding.name, property.name))
    case .members(let members):
      other = .members(
        try members.map { try model(for: $0, of: entry.binding.name, property.name) })
    default:
      throw SwiftDataError.valueCannotBeStored.explained(
        "The snapshot contains an attribute's value for a relationship of the model.",
        entity: entry.binding.name, property: property.name,
        advice: "Create the snapshot from a model of the store's schema.")
    }
    other.restore(to: entry.model, index, in: context)
  }

  /// The model with an identifier in a snapshot: a new or a stored one.
  private func model(
    for identifier: PersistentIdentifier, of entity: String, _ property: String?
  ) throws -> any PersistentModel {
    if let new = newModels[identifier] { return new }
    guard !identifier.isTemporary, identifier.customKey == nil,
      let binding = context.binding(for: identifier)
    else {
      throw SwiftDataError.modelValidationFailure.explained(
        "A snapshot refers to a model of \(identifier.entityName) that is neither in the store nor "
          + "inserted in the same save.", entity: entity, property: property,
        advice: "Save the other model first, or together with this one.")
    }
    return binding.model(context.instanceOrFault(identifier.key, of: binding))
  }

  /// - Throws: `SwiftDataError.valueCannotBeStored` for a value without a property in the model.
  private func checkNames(_ snapshot: DefaultSnapshot, _ binding: EntityBinding) throws {
    let names = Set(binding.properties.map(\.name))
    guard let other = snapshot.values.keys.first(where: { !names.contains($0) }) else { return }
    throw SwiftDataError.valueCannotBeStored.explained(
      "The snapshot has a value for a property that the store's model does not have.",
      entity: binding.name, property: other,
      advice: "Create the snapshot from a model of the store's schema.")
  }

  private static func makeModel<Model: PersistentModel>(
    _ type: Model.Type
  ) -> any PersistentModel { MissingValue.model(type) }

  // MARK: - Result

  /// Identifiers in snapshots of models that an upsert merged into another model; a relationship to
  /// both counts it once.
  private func mergedIdentifiers(
    _ remapped: [PersistentIdentifier: PersistentIdentifier]
  ) -> Set<PersistentIdentifier> {
    guard inserted.contains(where: { !$0.binding.uniqueness.isEmpty }) else { return [] }
    var former: [PersistentIdentifier: Set<PersistentIdentifier>] = [:]
    for (temporary, permanent) in remapped {
      former[permanent, default: []].insert(temporary)
    }
    for entry in inserted + updated {
      for value in entry.snapshot.values.values {
        for identifier in value.others where former[identifier] != nil {
          former[identifier]?.insert(identifier)
        }
      }
    }
    return Set(former.values.filter { $0.count > 1 }.joined())
  }

  /// The result of the save for the store's client.
  private func result(_ summary: SaveSummary?) -> Result {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for entry in inserted {
      remapped[entry.snapshot.persistentIdentifier] = entry.model.persistentModelID
    }
    var changed: [PersistentIdentifier: DefaultSnapshot] = [:]
    let merged = mergedIdentifiers(remapped)
    // Only models with unique values may be merged with a row, and then differ from their
    // snapshots, as do models that are related to merged ones.
    for entry in inserted + updated
    where !entry.binding.uniqueness.isEmpty || entry.leads(to: merged) {
      let model = RowInstance.current(entry.model)
      guard model.modelContext === context else { continue }
      let now = DefaultSnapshot(stored: model)
      let said = entry.snapshot.values.mapValues { $0.remapped(remapped) }
      if now.values.contains(where: { !(said[$0]?.isSame(as: $1) ?? false) }) {
        changed[now.persistentIdentifier] = now
      }
    }
    // Everything is saved; values that could not be read are read again on the next access.
    context.deferredFailure = nil
    let store = context.core.stores[0].identifier
    return Result(
      for: store, remappedIdentifiers: remapped, snapshotsToReregister: changed,
      historyToken: summary?.tokens[store])
  }
}
