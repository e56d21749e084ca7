import DataSchema

/// A property of an entity.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  /// The name of the Swift property.
  var name: String { get set }
  /// The name in the previous version; the same as `name` if the property was not renamed.
  var originalName: String { get set }
  /// The Swift type of the property; an optional type if the property is optional.
  var valueType: any Any.Type { get set }
  /// Whether the property contains a value.
  var isAttribute: Bool { get }
  /// Whether the property refers to one or several models.
  var isRelationship: Bool { get }
  /// Whether changes to the property are tracked but it is not stored.
  var isTransient: Bool { get }
  /// Whether the property may be nil.
  var isOptional: Bool { get }
  /// Whether no two models may have the same value.
  var isUnique: Bool { get }
  /// A statement about the whole entity, for types that do not describe a property.
  var _entityStatement: _EntityStatement { get }
}

extension SchemaProperty {
  /// An empty statement, since the property describes only itself.
  public var _entityStatement: _EntityStatement { _EntityStatement(content: .nothing) }

  /// The property as an attribute; nil for other properties.
  var asAttribute: Schema.Attribute? {
    if let attribute = cast(Schema.Attribute.self) { return attribute }
    if Self.self == Schema.CompositeAttribute.self {
      return cast(Schema.CompositeAttribute.self)
    }
    return Self.self == Schema.Relationship.self ? nil : self as? Schema.Attribute
  }

  /// The property as a relationship; nil for other properties.
  var asRelationship: Schema.Relationship? { cast(Schema.Relationship.self) }

  /// The property, if its type is exactly `type` and not a subclass.
  ///
  /// `as?` has the same result. But it does not know that the property is a class, so it searches
  /// the whole program for a conversion.
  private func cast<Property>(_ type: Property.Type) -> Property? {
    Self.self == type ? unsafeBitCast(self, to: type) : nil
  }
}

/// A statement about the whole entity in an entry of a model's metadata.
public struct _EntityStatement {
  enum Content {
    case nothing
    /// The names of the properties in each constraint.
    ///
    /// The argument contains the names of all the model's properties, if the caller knows them.
    case uniqueness((PropertyNames?) throws -> [[String]])
    case indexes((PropertyNames?) throws -> [IndexDescription])
    case formerName(String)
  }

  let content: Content
}

extension SchemaProperty {
  /// Whether the property contains a value: true unless it is a relationship.
  public var isAttribute: Bool { !isRelationship }
  /// Whether the property's type is a model or a collection of models.
  public var isRelationship: Bool { RelationshipShape(valueType) != nil }
  /// Always false: the property is stored.
  public var isTransient: Bool { false }
  /// Whether the property's type is optional.
  public var isOptional: Bool { isOptionalType(valueType) }
}

extension Schema {
  /// The metadata of one stored property of a model.
  ///
  /// An entry without a name contains an index, a uniqueness constraint or the former name of the
  /// whole entity.
  public struct PropertyMetadata {
    package let name: String
    /// The Swift type of the property.
    let valueType: any Any.Type
    package internal(set) var defaultValue: Any?
    package internal(set) var metadata: (any SchemaProperty)?
    let lazyKeyPath: LazyKeyPath
    /// The type without optionals, if it is known to be `Codable`.
    private(set) var codable: (any Codable.Type)?
    /// The type without optionals, if it is known to have raw values.
    private(set) var rawRepresentable: (any RawRepresentable.Type)?

    package var keypath: AnyKeyPath { lazyKeyPath.value }

    /// Describes a stored property by its name and key path.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keypath: The key path of the property, from its model.
    ///   - defaultValue: The value of the property in a new model, if it is constant.
    ///   - metadata: The property's `@Attribute` or `@Relationship`.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.valueType = type(of: keypath).valueType
      self.lazyKeyPath = .made(keypath)
      self.defaultValue = defaultValue
      self.metadata = metadata
    }

    /// Describes a stored property of a `@Model` class.
    init(
      name: String, type: _ValueType, lazyKeyPath: LazyKeyPath,
      metadata: (any SchemaProperty)?
    ) {
      self.name = name
      self.valueType = type.type
      self.lazyKeyPath = lazyKeyPath
      self.metadata = metadata
      codable = type.codable
      rawRepresentable = type.rawRepresentable
    }
  }
}

extension Schema.PropertyMetadata: CustomReflectable {
  /// The children of Apple's type, which libraries reflect because there is no other way to a
  /// property's key path.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "keypath": keypath, "defaultValue": defaultValue as Any,
        "metadata": metadata as Any,
      ], displayStyle: .struct)
  }
}
