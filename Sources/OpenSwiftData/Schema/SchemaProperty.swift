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
    package let keypath: AnyKeyPath
    package let defaultValue: Any?
    package let metadata: (any SchemaProperty)?

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
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}
