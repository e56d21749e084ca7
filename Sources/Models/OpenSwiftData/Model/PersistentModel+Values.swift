import Foundation

extension PersistentModel {
  /// Creates backing data without values, for a hand-written model.
  public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
    ModelBackingData<P>(for: P.self)
  }

  /// The value of an attribute.
  public func getValue<Value>(forKey: KeyPath<Self, Value>) -> Value where Value: Decodable {
    persistentBackingData.getValue(forKey: forKey)
  }
  /// The model of a to-one relationship.
  public func getValue<Value>(forKey: KeyPath<Self, Value>) -> Value
  where Value: PersistentModel {
    persistentBackingData.getValue(forKey: forKey)
  }
  /// The model of an optional to-one relationship.
  public func getValue<Value>(forKey: KeyPath<Self, Value?>) -> Value?
  where Value: PersistentModel {
    persistentBackingData.getValue(forKey: forKey)
  }
  /// The models of a to-many relationship.
  public func getValue<Value, OtherModel>(forKey: KeyPath<Self, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.getValue(forKey: forKey)
  }
  /// The models of a to-many relationship whose model is also Codable.
  public func getValue<Value, OtherModel>(forKey: KeyPath<Self, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.getValue(forKey: forKey)
  }
  /// The value of an attribute that a value transformer stores.
  public func getTransformableValue<Value>(forKey: KeyPath<Self, Value>) -> Value {
    persistentBackingData.getTransformableValue(forKey: forKey)
  }

  /// Sets the value of an attribute.
  public func setValue<Value>(forKey: KeyPath<Self, Value>, to newValue: Value)
  where Value: Encodable {
    persistentBackingData.setValue(forKey: forKey, to: newValue)
  }
  /// Sets the model of a to-one relationship.
  public func setValue<Value>(forKey: KeyPath<Self, Value>, to newValue: Value)
  where Value: PersistentModel {
    persistentBackingData.setValue(forKey: forKey, to: newValue)
  }
  /// Sets the model of an optional to-one relationship.
  public func setValue<Value>(forKey: KeyPath<Self, Value?>, to newValue: Value?)
  where Value: PersistentModel {
    persistentBackingData.setValue(forKey: forKey, to: newValue)
  }
  /// Sets the models of a to-many relationship.
  public func setValue<Value, OtherModel>(forKey: KeyPath<Self, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.setValue(forKey: forKey, to: newValue)
  }
  /// Sets the models of a to-many relationship whose model is also Codable.
  public func setValue<Value, OtherModel>(forKey: KeyPath<Self, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.setValue(forKey: forKey, to: newValue)
  }
  /// Sets the value of an attribute that a value transformer stores.
  public func setTransformableValue<Value>(forKey: KeyPath<Self, Value>, to newValue: Value) {
    persistentBackingData.setTransformableValue(forKey: forKey, to: newValue)
  }
}
