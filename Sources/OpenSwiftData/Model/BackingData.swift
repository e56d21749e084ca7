import Foundation

/// The values of one model instance, read and written by key path.
///
/// Models made by `@Model` keep their values in typed storage of their own; their backing data is
/// a view of it.
public protocol BackingData<Model> {
  /// The model whose values these are.
  associatedtype Model: PersistentModel

  /// Makes backing data without values.
  init(for modelType: Model.Type)

  /// The identifier of the instance, or nil before it has one.
  var persistentModelID: PersistentIdentifier? { get set }

  /// What the maker of the backing data wants to say of it.
  var metadata: Any { get }

  /// The value of an attribute.
  func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: Decodable
  /// The model of a to-one relationship.
  func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: PersistentModel
  /// The model of an optional to-one relationship.
  func getValue<Value>(forKey: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
  /// The models of a to-many relationship.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// The models of a to-many relationship whose model is also Codable.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// The value of an attribute that a value transformer stores.
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  /// Sets the value of an attribute.
  func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable
  /// Sets the model of a to-one relationship.
  func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel
  /// Sets the model of an optional to-one relationship.
  func setValue<Value>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel
  /// Sets the models of a to-many relationship.
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Sets the models of a to-many relationship whose model is also Codable.
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Sets the value of an attribute that a value transformer stores.
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}
