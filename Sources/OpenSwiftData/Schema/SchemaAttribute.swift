import DataSchema

extension Schema {
  /// A property that holds a value.
  ///
  /// `@unchecked Sendable`: like Apple's, an attribute may be changed while its schema is put
  /// together, and must be left alone once a container has the schema.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name of the Swift property.
    public var name: String
    /// The name in the version before, or `name` where nothing was renamed.
    public var originalName: String
    /// What the property's `@Attribute` asks for.
    public var options: [Option]
    /// The Swift type of the property, optional where the property is.
    public var valueType: any Any.Type {
      didSet {
        givenType = nil
        storage = nil
      }
    }
    /// The value that a new model has, where it is constant.
    public var defaultValue: Any?
    /// Whether the property may be nil.
    public var isOptional: Bool
    /// Makes a version of the schema differ although its shape does not.
    public var hashModifier: String?

    /// The name of a type that this program lacks.
    private var givenType: EncodedType?
    /// How the value is stored, where that was decided elsewhere than by `valueType`.
    var storage: AttributeType?
    /// The key path from the model, where the model is known.
    package var keypath: AnyKeyPath? { lazyKeyPath?.value }
    var lazyKeyPath: LazyKeyPath?

    /// Makes what `@Attribute` says of the property that it stands before.
    ///
    /// - Parameters:
    ///   - options: What to do with the value beyond storing it.
    ///   - originalName: The property's name in the version before.
    ///   - hashModifier: Makes the version differ although its shape does not.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.valueType = UnknownValue.self
      self.isOptional = false
      self.hashModifier = hashModifier
    }

    /// Makes an attribute.
    ///
    /// - Parameters:
    ///   - name: The name of the Swift property.
    ///   - originalName: The property's name in the version before.
    ///   - options: What to do with the value beyond storing it.
    ///   - valueType: The Swift type of the property.
    ///   - defaultValue: The value that a new model has.
    ///   - hashModifier: Makes the version differ although its shape does not.
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

    /// Reads an attribute that `encode(to:)` wrote.
    ///
    /// - Throws: `DecodingError` when the text is no attribute.
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

    /// Writes the attribute; its default value too, where that is Codable.
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

    /// The name of `valueType`, or of the type that the program lacks.
    var encodedType: EncodedType {
      get { givenType ?? EncodedType(valueType) }
      set { givenType = newValue }
    }

    /// True: the property holds a value.
    public var isAttribute: Bool { true }
    /// False: the property holds a value.
    public var isRelationship: Bool { false }
    /// Whether the value is tracked but not stored.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether no two models have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether a value transformer makes the stored form.
    public var isTransformable: Bool { transformerName != nil }

    /// The registered name of the value transformer of a `.transformable` attribute.
    var transformerName: String? { options.lazy.compactMap(\.transformerName).first }
    /// Whether the value is stored in its encoded form, whole.
    public var isCodable: Bool { options.contains(.codable) }

    /// The name, type and options, for logs.
    public var debugDescription: String {
      let details = options.map(\.debugDescription).joined(separator: ", ")
      return "Attribute \(name): \(encodedType.name)" + (details.isEmpty ? "" : " [\(details)]")
    }
  }
}
