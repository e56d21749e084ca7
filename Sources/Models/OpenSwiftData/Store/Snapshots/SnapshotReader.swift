import CodableStorage
import Foundation

/// Reads the values of properties, whose types are known only at run time, from backing data.
struct SnapshotReader<Source: BackingData> {
  let source: Source
  /// Whether all related models are stored; if true, unsaved targets count as nil.
  let isStored: Bool
  /// Called with each model that a relationship leads to.
  let related: (any PersistentModel) -> Void

  /// The values, by name, of all properties or of those whose names match a condition.
  func values(_ isWanted: (String) -> Bool = { _ in true }) -> [String: SnapshotValue] {
    var values: [String: SnapshotValue] = [:]
    for property in Source.Model.schemaMetadata
    where !property.name.isEmpty && isWanted(property.name) {
      values[property.name] = value(of: property)
    }
    return values
  }

  private func value(of property: Schema.PropertyMetadata) -> SnapshotValue {
    if let shape = RelationshipShape(property.valueType) {
      return shape.isToMany
        ? members(of: property, shape.destination)
        : target(of: property.keypath, shape.destination)
    }
    if let transformer = property.metadata?.asAttribute?.transformerName {
      return transformed(property, transformer)
    }
    let type = unwrappedType(property.valueType)
    guard let codable = property.codable ?? KnownCodables.codable(type) else {
      return .unreadable(
        SwiftDataError.unsupportedModel.explained(
          "Values of the type \(typeText(type)) cannot be part of a snapshot.",
          entity: entityName(of: Source.Model.self), property: property.name,
          advice: "Make the type Codable."))
    }
    return attribute(property.keypath, codable)
  }

  private func attribute<Value: Codable>(
    _ keyPath: AnyKeyPath, _ type: Value.Type
  ) -> SnapshotValue {
    let value: Value?
    if let keyPath = keyPath as? KeyPath<Source.Model, Value> {
      value = source.getValue(forKey: keyPath)
    } else if let keyPath = keyPath as? KeyPath<Source.Model, Value?> {
      value = source.getValue(forKey: keyPath)
    } else {
      value = anyValue(of: keyPath) as? Value
    }
    guard let value else { return .null }
    guard type is AnyClass else { return .attribute(value) }
    // Later changes to the instance must not change the snapshot.
    let copy = try? JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    return .attribute(copy ?? value)
  }

  private func transformed(
    _ property: Schema.PropertyMetadata, _ transformer: String
  ) -> SnapshotValue {
    do {
      let bytes = try AttributeTransformer(named: transformer).bytes(
        of: anyValue(of: property.keypath))
      return bytes.map(SnapshotValue.transformed) ?? .null
    } catch {
      return .unreadable(
        SwiftDataError.valueCannotBeStored.explained(
          "The value cannot be part of a snapshot.", entity: entityName(of: Source.Model.self),
          property: property.name,
          advice: SwiftDataError.advice(of: error, or: "Correct the property's value transformer."),
          underlying: error))
    }
  }

  private func target<Model: PersistentModel>(
    of keyPath: AnyKeyPath, _ type: Model.Type
  ) -> SnapshotValue {
    let target: Model?
    if let keyPath = keyPath as? KeyPath<Source.Model, Model> {
      target = source.getValue(forKey: keyPath)
    } else if let keyPath = keyPath as? KeyPath<Source.Model, Model?> {
      target = source.getValue(forKey: keyPath)
    } else {
      target = anyValue(of: keyPath) as? Model
    }
    guard let target else { return .null }
    let identifier = target.persistentModelID
    if isStored, identifier.isTemporary { return .null }
    related(target)
    return .target(identifier)
  }

  private func members<Model: PersistentModel>(
    of property: Schema.PropertyMetadata, _ type: Model.Type
  ) -> SnapshotValue {
    let members: [Model]?
    if let keyPath = property.keypath as? KeyPath<Source.Model, [Model]> {
      members = source.getValue(forKey: keyPath)
    } else if let keyPath = property.keypath as? KeyPath<Source.Model, [Model]?> {
      members = source.getValue(forKey: keyPath)
    } else {
      members = (anyValue(of: property.keypath) as? any Sequence)?.compactMap { $0 as? Model }
    }
    guard let members else { return .null }
    for member in members { related(member) }
    return .members(members.map(\.persistentModelID))
  }

  private func anyValue(of keyPath: AnyKeyPath) -> Any? {
    func open<Value>(_ type: Value.Type) -> Any? {
      (keyPath as? KeyPath<Source.Model, Value>).map {
        source.getTransformableValue(forKey: $0) as Any
      }
    }
    return _openExistential(type(of: keyPath).valueType, do: open)
  }
}
