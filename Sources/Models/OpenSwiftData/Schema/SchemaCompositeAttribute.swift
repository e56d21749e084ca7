extension Schema {
  /// A property whose value is stored part by part, such as a `Codable` structure.
  ///
  /// `@unchecked Sendable`: see `Attribute`.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    private enum CodingKeys: String, CodingKey { case properties }

    /// The parts, in the order of their declaration.
    public var properties: [Attribute] = []

    /// The cases of an enumeration without associated values; nil if the type is not an
    /// enumeration.
    var caseNames: [String]?

    /// Creates a composite attribute without parts.
    ///
    /// - Parameters:
    ///   - name: The name of the Swift property.
    ///   - originalName: The property's name in the previous version.
    ///   - options: The options of the attribute.
    ///   - valueType: The Swift type of the property.
    ///   - defaultValue: The value of the property in a new model.
    ///   - hashModifier: Distinguishes versions of the schema that have the same shape.
    public override init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    /// Decodes a composite attribute that `encode(to:)` encoded.
    ///
    /// - Throws: `DecodingError` if the data is not a composite attribute.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([AnyProperty].self, forKey: .properties).map {
        try $0.attribute(in: container.codingPath)
      }
      try super.init(from: decoder)
    }

    /// Encodes the attribute and its parts.
    ///
    /// - Throws: What the encoder throws.
    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties.map(AnyProperty.init), forKey: .properties)
    }

    /// Whether two composite attributes have equal parts and are otherwise equal.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      lhs === rhs || lhs.isEqual(to: rhs)
    }

    override func isEqual(to other: Attribute) -> Bool {
      guard let other = other as? CompositeAttribute else { return false }
      return super.isEqual(to: other) && properties == other.properties
    }

    /// The name, type and parts, for logs.
    public override var debugDescription: String {
      let parts = properties.map(\.debugDescription).joined(separator: "; ")
      return "Composite" + super.debugDescription + " {\(parts)}"
    }
  }
}
