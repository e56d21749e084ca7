import CodableStorage
import Foundation

/// The value of a property for which nothing is stored.
///
/// Reading never traps if any value of the type can be made: the property's default, zero, empty,
/// the first case, or the result of decoding zeros.
enum MissingValue {
  static func value<Value>(
    of type: Value.Type, property: String, in model: any PersistentModel.Type
  ) -> Value? {
    let metadata = model.schemaMetadata.first { $0.name == property }
    return metadata?.defaultValue as? Value ?? placeholder(type)
  }

  static func placeholder<Value>(_ type: Value.Type) -> Value? { PlaceholderValue.make(type) }

  /// A model without values that belongs to no context.
  static func model<Model: PersistentModel>(_ type: Model.Type) -> Model {
    if let generated = type._generatedType,
      let model = generated.init(_materializing: _Materialization()) as? Model
    {
      return model
    }
    return Model(backingData: ModelBackingData(for: type))
  }

  /// A model without values, of a class that is known only at run time.
  static func model(of type: any PersistentModel.Type) -> any PersistentModel { model(type) }

  static func resolved<Value>(
    _ type: Value.Type, keyPath: AnyKeyPath, in model: any PersistentModel.Type
  ) -> Value {
    let property = model.schemaMetadata.first { $0.keypath == keyPath }?.name ?? keyPath.readable
    if let value = value(of: type, property: property, in: model) { return value }
    if let value: Value = FirstValue.announced() { return value }
    preconditionFailure(
      """
      \(model).\(property) cannot be read: nothing is stored for it, and \(type) has no known \
      default. Give the property a default value
      """)
  }
}
