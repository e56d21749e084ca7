import Foundation

/// The type of a stored property, with what the compiler knew of it.
public struct _ValueType {
  let type: any Any.Type
  /// The type within optionals, where it is known to be Codable, so that it is not found out at run
  /// time.
  var codable: (any Codable.Type)?
  /// The same, where it is known to have raw values.
  var rawRepresentable: (any RawRepresentable.Type)?
}

// What `@Model` checks the type of a property with, unless it is spelled like a common one. The last
// overload turns what no store can hold into an error at the property.

/// A type that is Codable.
public func _valueType<Value: Codable>(_ type: Value.Type) -> _ValueType {
  _ValueType(type: type, codable: type)
}
/// A type that is Codable and has raw values.
public func _valueType<Value: Codable & RawRepresentable>(_ type: Value.Type) -> _ValueType {
  _ValueType(type: type, codable: type, rawRepresentable: type)
}
/// An optional of a type that is Codable.
public func _valueType<Value: Codable>(_ type: Value?.Type) -> _ValueType {
  _ValueType(type: type, codable: Value.self)
}
/// An optional of a type that is Codable and has raw values.
public func _valueType<Value: Codable & RawRepresentable>(_ type: Value?.Type) -> _ValueType {
  _ValueType(type: type, codable: Value.self, rawRepresentable: Value.self)
}
/// A model.
public func _valueType<Model: PersistentModel>(_ type: Model.Type) -> _ValueType {
  _ValueType(type: type)
}
/// A model that is also Codable.
public func _valueType<Model: PersistentModel & Codable>(_ type: Model.Type) -> _ValueType {
  _ValueType(type: type)
}
/// An optional of a model.
public func _valueType<Model: PersistentModel>(_ type: Model?.Type) -> _ValueType {
  _ValueType(type: type)
}
/// An optional of a model that is also Codable.
public func _valueType<Model: PersistentModel & Codable>(_ type: Model?.Type) -> _ValueType {
  _ValueType(type: type)
}
/// A collection of models.
public func _valueType<Models: RelationshipCollection>(_ type: Models.Type) -> _ValueType {
  _ValueType(type: type)
}
/// A collection of models that are also Codable.
public func _valueType<Models: RelationshipCollection & Codable>(
  _ type: Models.Type
) -> _ValueType {
  _ValueType(type: type)
}
#if !canImport(Darwin)
  // Where Foundation comes to have the conformance elsewhere, the overloads for types that are Codable are taken.

  /// Reports a text with attributes, which Foundation makes Codable on Apple's systems only.
  @available(
    *, unavailable,
    message:
      "AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only. Store its text as a String, mark the property @Transient, or give it @Attribute(.transformable(by:)) with a transformer that keeps the attributes that you use"
  )
  public func _valueType(_ type: AttributedString.Type) -> _ValueType { _ValueType(type: type) }
  /// Reports an optional text with attributes.
  @available(
    *, unavailable,
    message:
      "AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only. Store its text as a String, mark the property @Transient, or give it @Attribute(.transformable(by:)) with a transformer that keeps the attributes that you use"
  )
  public func _valueType(_ type: AttributedString?.Type) -> _ValueType { _ValueType(type: type) }
#endif
/// Reports a type that no store can hold.
@available(
  *, unavailable,
  message:
    "this type cannot be stored: make it Codable, mark the property @Transient, or give it @Attribute(.transformable(by:))"
)
public func _valueType<Value>(_ type: Value.Type) -> _ValueType { _ValueType(type: type) }

/// The type of the property at a key path, which is not made.
public func _type<Model, Value>(
  of keyPath: @autoclosure () -> KeyPath<Model, Value>
) -> Value.Type { Value.self }

/// Collects what a model says of its stored properties, in order.
///
/// Statements that call its functions are checked one by one, which takes the compiler a fraction of
/// what a list of the same entries takes.
public final class _PropertyList {
  /// The entries.
  public private(set) var metadata: [Schema.PropertyMetadata]
  private let model: any _InlineModel.Type
  private var count: Int

  /// Makes an empty list, or one that begins with what a model inherits.
  public init(_ model: any _InlineModel.Type, _ inherited: [Schema.PropertyMetadata] = []) {
    self.model = model
    metadata = inherited
    count = inherited.lazy.filter { !$0.name.isEmpty }.count
  }

  /// Adds a property of a common type, or one that a value transformer stores.
  public func add(_ name: String, _ type: any Any.Type) {
    append(name, _ValueType(type: type))
  }

  /// Adds a property whose type was checked.
  public func add(_ name: String, checked type: @escaping @MainActor () -> _ValueType) {
    append(name, unisolated(type)())
  }

  /// Gives the last property the value that a new model has, where it is constant.
  public func setDefault<Value>(_ value: Value) {
    metadata[metadata.count - 1].defaultValue = value
  }

  /// Gives the last property what its `@Attribute` or `@Relationship` says.
  public func setMetadata(_ property: any SchemaProperty) {
    metadata[metadata.count - 1].metadata = property
  }

  /// Adds what says something of the whole model.
  public func add(_ statement: any SchemaProperty) {
    metadata.append(
      Schema.PropertyMetadata(
        name: "", type: _ValueType(type: PersistentIdentifier.self),
        lazyKeyPath: .property(model, -1), metadata: statement))
  }

  private func append(_ name: String, _ type: _ValueType) {
    metadata.append(
      Schema.PropertyMetadata(
        name: name, type: type, lazyKeyPath: .property(model, count), metadata: nil))
    count += 1
  }
}
