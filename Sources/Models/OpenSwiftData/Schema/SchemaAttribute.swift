import DataSchema

extension Schema {
  /// A property that contains a value.
  ///
  /// `@unchecked Sendable`: as with Apple's, an attribute may be changed while its schema is built,
  /// and must not be changed once a container uses the schema.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name of the Swift property.
    public var name: String
    /// The name in the previous version; the same as `name` if the property was not renamed.
    public var originalName: String
    /// The options of the property's `@Attribute`.
    public var options: [Option]
    /// The Swift type of the property; an optional type if the property is optional.
    public var valueType: any Any.Type {
      didSet {
        givenType = nil
        storage = nil
      }
    }
    /// The value of the property in a new model, if it is constant.
    public var defaultValue: Any?
    /// Whether the property may be nil.
    public var isOptional: Bool
    /// Distinguishes versions of the schema that have the same shape.
    public var hashModifier: String?

    /// The name of a type that does not exist in this program.
    private var givenType: EncodedType?
    /// The storage type, if it was not derived from `valueType`.
    var storage: AttributeType?
    /// The key path from the model, if the model is known.
    package var keypath: AnyKeyPath? { lazyKeyPath?.value }
    var lazyKeyPath: LazyKeyPath?

    /// Creates the attribute that `@Attribute` specifies for its property.
    ///
    /// - Parameters:
    ///   - options: The options of the attribute.
    ///   - originalName: The property's name in the previous version.
    ///   - hashModifier: Distinguishes versions of the schema that have the same shape.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.valueType = UnknownValue.self
      self.isOptional = false
      self.hashModifier = hashModifier
    }

    /// Creates an attribute.
    ///
    /// - Parameters:
    ///   - name: The name of the Swift property.
    ///   - originalName: The property's name in the previous version.
    ///   - options: The options of the attribute.
    ///   - valueType: The Swift type of the property.
    ///   - defaultValue: The value of the property in a new model.
    ///   - hashModifier: Distinguishes versions of the schema that have the same shape.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.isOptional = isOptionalType(valueType)
      self.hashModifier = hashModifier
    }

    /// Decodes an attribute that `encode(to:)` encoded.
    ///
    /// - Throws: `DecodingError` if the data is not an attribute.
    public required init(from decoder: any Decoder) throws {
      let form = try EncodedAttribute(from: decoder)
      name = form.name
      originalName = form.originalName
      options = form.options
      isOptional = form.isOptional
      hashModifier = form.hashModifier
      givenType = form.type
      valueType =
        form.type.type ?? (form.isOptional ? Optional<UnknownValue>.self : UnknownValue.self)
      storage = form.storage
      defaultValue = form.defaultValue?.value
    }

    /// Encodes the attribute, including its default value if that is `Codable`.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      try EncodedAttribute(self).encode(to: encoder)
    }

    /// Whether two attributes describe the same property in the same way.
    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
      lhs === rhs || lhs.isEqual(to: rhs)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
    }

    func isEqual(to other: Attribute) -> Bool {
      type(of: self) == type(of: other) && name == other.name
        && originalName == other.originalName && options == other.options
        && encodedType == other.encodedType && isOptional == other.isOptional
        && hashModifier == other.hashModifier && storageType == other.storageType
        && EncodedDefault(defaultValue) == EncodedDefault(other.defaultValue)
    }

    /// The name of `valueType`, or of a type that does not exist in the program.
    var encodedType: EncodedType {
      get { givenType ?? EncodedType(valueType) }
      set { givenType = newValue }
    }

    /// Always true: the property contains a value.
    public var isAttribute: Bool { true }
    /// Always false: the property contains a value.
    public var isRelationship: Bool { false }
    /// Whether changes to the value are tracked but the value is not stored.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether no two models may have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether a value transformer creates the stored form.
    public var isTransformable: Bool { transformerName != nil }

    /// The registered name of the value transformer of a `.transformable` attribute.
    var transformerName: String? { options.lazy.compactMap(\.transformerName).first }
    /// Whether the value is stored as a whole, in its encoded form.
    public var isCodable: Bool { options.contains(.codable) }

    /// The name, type and options, for logs.
    public var debugDescription: String {
      let details = options.map(\.debugDescription).joined(separator: ", ")
      return "Attribute \(name): \(encodedType.name)" + (details.isEmpty ? "" : " [\(details)]")
    }
  }
}
