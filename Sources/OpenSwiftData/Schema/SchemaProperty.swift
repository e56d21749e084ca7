import DataSchema

/// A property of an entity.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  /// The name of the Swift property.
  var name: String { get set }
  /// The name in the version before, or `name` where nothing was renamed.
  var originalName: String { get set }
  /// The Swift type of the property, optional where the property is.
  var valueType: any Any.Type { get set }
  /// Whether the property holds a value.
  var isAttribute: Bool { get }
  /// Whether the property holds one model or several.
  var isRelationship: Bool { get }
  /// Whether the property is tracked but not stored.
  var isTransient: Bool { get }
  /// Whether the property may be nil.
  var isOptional: Bool { get }
  /// Whether no two models have the same value.
  var isUnique: Bool { get }
  /// What the property says of its whole entity, for those that stand for no property.
  var _entityStatement: _EntityStatement { get }
}

extension SchemaProperty {
  /// Nothing: the property stands for itself.
  public var _entityStatement: _EntityStatement { _EntityStatement(content: .nothing) }

  /// The property as an attribute; nil for others.
  var asAttribute: Schema.Attribute? {
    if let attribute = cast(Schema.Attribute.self) { return attribute }
    if Self.self == Schema.CompositeAttribute.self {
      return cast(Schema.CompositeAttribute.self)
    }
    return Self.self == Schema.Relationship.self ? nil : self as? Schema.Attribute
  }

  /// The property as a relationship; nil for others.
  var asRelationship: Schema.Relationship? { cast(Schema.Relationship.self) }

  /// The property, if its type is `type` and none below it.
  ///
  /// `as?` does the same, but does not know that the property is a class, and so searches the whole
  /// program for a way to make one of it.
  private func cast<Property>(_ type: Property.Type) -> Property? {
    Self.self == type ? unsafeBitCast(self, to: type) : nil
  }
}

/// What an entry of a model's metadata says of the whole entity.
public struct _EntityStatement {
  enum Content {
    case nothing
    /// The names of the properties in each constraint; whoever has the names of all the model's
    /// properties at hand gives them.
    case uniqueness((PropertyNames?) throws -> [[String]])
    case indexes((PropertyNames?) throws -> [IndexDescription])
    case formerName(String)
  }

  let content: Content
}

extension SchemaProperty {
  /// Whether the property holds a value: true unless it is a relationship.
  public var isAttribute: Bool { !isRelationship }
  /// Whether the property's type is a model or a collection of models.
  public var isRelationship: Bool { RelationshipShape(valueType) != nil }
  /// Whether the property is tracked but not stored: false.
  public var isTransient: Bool { false }
  /// Whether the property's type is optional.
  public var isOptional: Bool { isOptionalType(valueType) }
}

extension Schema {
  /// What a model says of one of its stored properties.
  ///
  /// An entry without a name carries an index or a uniqueness constraint of the whole entity.
  public struct PropertyMetadata {
    package let name: String
    /// The Swift type of the property.
    let valueType: any Any.Type
    package internal(set) var defaultValue: Any?
    package internal(set) var metadata: (any SchemaProperty)?
    let lazyKeyPath: LazyKeyPath
    /// The type within optionals, where it is known to be Codable.
    private(set) var codable: (any Codable.Type)?
    /// The same, where it is known to have raw values.
    private(set) var rawRepresentable: (any RawRepresentable.Type)?

    package var keypath: AnyKeyPath { lazyKeyPath.value }

    /// Describes a stored property by its name and key path.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keypath: The key path of the property, from its model.
    ///   - defaultValue: The value that a new model has, where it is constant.
    ///   - metadata: What the property's `@Attribute` or `@Relationship` says.
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

    /// Describes a stored property of a model that `@Model` wrote.
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
  /// What Apple's have, which libraries read by reflection since there is no other way to a property's key path.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "keypath": keypath, "defaultValue": defaultValue as Any,
        "metadata": metadata as Any,
      ], displayStyle: .struct)
  }
}
