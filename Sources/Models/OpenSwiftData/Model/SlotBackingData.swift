import Foundation

/// The backing data of a model that `@Model` generated: a view of the model's own slots.
final class SlotBackingData<Model: PersistentModel>: BackingData {
  /// The model; nil if the view was created for a type alone.
  let model: Model?
  private let alone: ModelBackingData<Model>

  init(for modelType: Model.Type) {
    model = nil
    alone = ModelBackingData(for: modelType)
  }

  init(of model: Model) {
    self.model = model
    alone = ModelBackingData(for: Model.self)
  }

  var persistentModelID: PersistentIdentifier? {
    get { model?.persistentModelID ?? alone.persistentModelID }
    set { if model == nil { alone.persistentModelID = newValue } }
  }

  var metadata: Any { Model.schemaMetadata }

  private func value<Value>(_ key: KeyPath<Model, Value>) -> Value? { model?[keyPath: key] }

  private func assign<Value>(_ value: Value, _ key: KeyPath<Model, Value>) -> Bool {
    guard let model else { return false }
    guard let writable = key as? ReferenceWritableKeyPath<Model, Value> else {
      return KeyPathValues.assign(value, key, of: model)
    }
    model[keyPath: writable] = value
    return true
  }
}

extension SlotBackingData {
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value {
    value(forKey) ?? alone.getValue(forKey: forKey)
  }
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value {
    value(forKey) ?? alone.getValue(forKey: forKey)
  }
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value? {
    value(forKey) ?? nil
  }
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    value(forKey) ?? alone.getTransformableValue(forKey: forKey)
  }
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement {
    value(forKey) ?? alone.getTransformableValue(forKey: forKey)
  }
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value {
    value(forKey) ?? alone.getTransformableValue(forKey: forKey)
  }

  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    if !assign(newValue, forKey) { alone.setValue(forKey: forKey, to: newValue) }
  }
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    if !assign(newValue, forKey) { alone.setTransformableValue(forKey: forKey, to: newValue) }
  }
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?) {
    if !assign(newValue, forKey) { alone.setTransformableValue(forKey: forKey, to: newValue) }
  }
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    if !assign(newValue, forKey) { alone.setTransformableValue(forKey: forKey, to: newValue) }
  }
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement {
    if !assign(newValue, forKey) { alone.setTransformableValue(forKey: forKey, to: newValue) }
  }
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    if !assign(newValue, forKey) { alone.setTransformableValue(forKey: forKey, to: newValue) }
  }
}

extension _GeneratedCode {
  /// The backing data of a model with inline slots.
  public static func backingData<Model: _InlineModel>(of model: Model) -> any BackingData<Model> {
    SlotBackingData(of: model)
  }

  /// Gives a model with inline slots the values of `backingData`.
  public static func adopt<Model: _InlineModel>(
    _ backingData: any BackingData<Model>, by model: Model
  ) {
    switch backingData {
    case let view as SlotBackingData<Model>:
      guard let other = view.model else { return }
      // The models may be of a subclass of the class whose initializer this is.
      for property in type(of: model).schemaMetadata where !property.name.isEmpty {
        KeyPathValues.copy(property.keypath, ofAny: other, to: model)
      }
    case let own as ModelBackingData<Model>:
      for (keyPath, value) in own.stored.values {
        KeyPathValues.set(keyPath, of: model, to: value)
      }
    default:
      model._$statePointer.ensuredExtra.ensuredUnusual.foreignBackingData = backingData
    }
  }
}
