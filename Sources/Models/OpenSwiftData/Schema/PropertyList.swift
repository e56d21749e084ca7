import Foundation

/// The type of a stored property, with its conformances that were known at compile time.
public struct _ValueType {
  let type: any Any.Type
  /// The type without optionals, if it is known to be `Codable`.
  ///
  /// This avoids the check at run time.
  var codable: (any Codable.Type)?
  /// The type without optionals, if it is known to have raw values.
  var rawRepresentable: (any RawRepresentable.Type)?
}

// `@Model` calls these functions to check the type of a property, unless it is spelled like a
// common one. The last overload reports a type that cannot be stored as an error at the property.

extension _GeneratedCode {
  /// Describes a `Codable` type.
  public static func valueType<Value: Codable>(_ type: Value.Type) -> _ValueType {
    _ValueType(type: type, codable: type)
  }
  /// Describes a `Codable` type with raw values.
  public static func valueType<Value: Codable & RawRepresentable>(_ type: Value.Type) -> _ValueType
  {
    _ValueType(type: type, codable: type, rawRepresentable: type)
  }
  /// Describes an optional of a `Codable` type.
  public static func valueType<Value: Codable>(_ type: Value?.Type) -> _ValueType {
    _ValueType(type: type, codable: Value.self)
  }
  /// Describes an optional of a `Codable` type with raw values.
  public static func valueType<Value: Codable & RawRepresentable>(_ type: Value?.Type) -> _ValueType
  {
    _ValueType(type: type, codable: Value.self, rawRepresentable: Value.self)
  }
  /// Describes a model.
  public static func valueType<Model: PersistentModel>(_ type: Model.Type) -> _ValueType {
    _ValueType(type: type)
  }
  /// Describes a model that is also `Codable`.
  public static func valueType<Model: PersistentModel & Codable>(_ type: Model.Type) -> _ValueType {
    _ValueType(type: type)
  }
  /// Describes an optional of a model.
  public static func valueType<Model: PersistentModel>(_ type: Model?.Type) -> _ValueType {
    _ValueType(type: type)
  }
  /// Describes an optional of a model that is also `Codable`.
  public static func valueType<Model: PersistentModel & Codable>(_ type: Model?.Type) -> _ValueType
  {
    _ValueType(type: type)
  }
  /// Describes a collection of models.
  public static func valueType<Models: RelationshipCollection>(_ type: Models.Type) -> _ValueType {
    _ValueType(type: type)
  }
  /// Describes a collection of models that are also `Codable`.
  public static func valueType<Models: RelationshipCollection & Codable>(
    _ type: Models.Type
  ) -> _ValueType {
    _ValueType(type: type)
  }
  #if !canImport(Darwin)
    // If Foundation gets the conformance on other systems, the overloads for `Codable` types are
    // chosen.

    /// Rejects an attributed string, which Foundation makes `Codable` only on Apple's systems.
    @available(
      *, unavailable,
      message:
        "AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only. Store its text as a String, mark the property @Transient, or give it @Attribute(.transformable(by:)) with a transformer that keeps the attributes that you use"
    )
    public static func valueType(_ type: AttributedString.Type) -> _ValueType {
      _ValueType(type: type)
    }
    /// Rejects an optional attributed string.
    @available(
      *, unavailable,
      message:
        "AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only. Store its text as a String, mark the property @Transient, or give it @Attribute(.transformable(by:)) with a transformer that keeps the attributes that you use"
    )
    public static func valueType(_ type: AttributedString?.Type) -> _ValueType {
      _ValueType(type: type)
    }
  #endif
  /// Rejects a type that cannot be stored.
  @available(
    *, unavailable,
    message:
      "this type cannot be stored: make it Codable, mark the property @Transient, or give it @Attribute(.transformable(by:))"
  )
  public static func valueType<Value>(_ type: Value.Type) -> _ValueType { _ValueType(type: type) }

  /// Returns the type of the property at a key path, without creating the key path.
  public static func propertyType<Model, Value>(
    of keyPath: @autoclosure () -> KeyPath<Model, Value>
  ) -> Value.Type { Value.self }
}

/// Collects the metadata of a model's stored properties, in order.
///
/// The compiler checks statements that call its methods one by one, in a fraction of the time that
/// it needs for an array of the same entries.
public final class _PropertyList {
  /// The entries.
  public private(set) var metadata: [Schema.PropertyMetadata]
  private let model: any _GeneratedModel.Type
  private var count: Int

  /// Creates an empty list, or one that starts with the properties that a model inherits.
  public init(_ model: any _GeneratedModel.Type, _ inherited: [Schema.PropertyMetadata] = []) {
    self.model = model
    metadata = inherited
    count = inherited.lazy.filter { !$0.name.isEmpty }.count
  }

  /// Adds a property of a common type, or one with a value transformer.
  public func add(_ name: String, _ type: any Any.Type) {
    append(name, _ValueType(type: type))
  }

  /// Adds a property whose type was checked.
  public func add(_ name: String, checked type: @escaping @MainActor () -> _ValueType) {
    append(name, unisolated(type)())
  }

  /// Sets the constant default value of the last property.
  public func setDefault<Value>(_ value: Value) {
    metadata[metadata.count - 1].defaultValue = value
  }

  /// Sets the `@Attribute` or `@Relationship` of the last property.
  public func setMetadata(_ property: any SchemaProperty) {
    metadata[metadata.count - 1].metadata = property
  }

  /// Adds a statement about the whole model, such as an index.
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
