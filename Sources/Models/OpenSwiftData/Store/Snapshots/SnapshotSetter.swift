import Foundation

/// Sets an attribute of a model to the value in a snapshot.
struct SnapshotSetter {
  let entity: String
  let property: PropertyBinding

  /// - Throws: `SwiftDataError.valueCannotBeStored` for a value that is not of the property's type.
  func set<Model: PersistentModel>(_ value: SnapshotValue, of model: Model) throws {
    func open<Value>(_ type: Value.Type) throws -> Bool {
      guard let keyPath = property.keyPath as? ReferenceWritableKeyPath<Model, Value>,
        let value: Value = try self.value(value)
      else { return false }
      FirstValue.set(value, keyPath, of: model)
      return true
    }
    guard try _openExistential(property.metadata.valueType, do: open) else {
      throw SwiftDataError.valueCannotBeStored.explained(
        "The snapshot's value is not of the type \(typeText(property.metadata.valueType)).",
        entity: entity, property: property.name,
        advice: "Create the snapshot from a model of the store's schema.")
    }
  }

  /// The value with the property's type; nil if it has another type.
  private func value<Value>(_ value: SnapshotValue) throws -> Value? {
    switch value {
    case .null: return nil as Any? as? Value
    case .attribute(let value): return value as? Value
    case .transformed(let data):
      guard let name = property.transformer else { return nil }
      return try AttributeTransformer(named: name).value(from: data, as: Value.self)
    case .unreadable(let error): throw error
    case .target, .members: return nil
    }
  }
}
