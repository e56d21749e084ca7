extension Schema {
  /// A property whose value is stored part by part, such as a Codable structure.
  ///
  /// `@unchecked Sendable`: see `Attribute`.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    private enum CodingKeys: String, CodingKey { case properties }

    /// The parts, in the order of their declaration.
    public var properties: [Attribute] = []

    /// The cases of an enumeration that have no payload; nil for what is no enumeration.
    var caseNames: [String]?

    /// Makes a composite attribute without parts.
    ///
    /// - Parameters:
    ///   - name: The name of the Swift property.
    ///   - originalName: The property's name in the version before.
    ///   - options: What to do with the value beyond storing it.
    ///   - valueType: The Swift type of the property.
    ///   - defaultValue: The value that a new model has.
    ///   - hashModifier: Makes the version differ although its shape does not.
    public override init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    /// Reads a composite attribute that `encode(to:)` wrote.
    ///
    /// - Throws: `DecodingError` when the text is no composite attribute.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([AnyProperty].self, forKey: .properties).map {
        try $0.attribute(in: container.codingPath)
      }
      try super.init(from: decoder)
    }

    /// Writes the attribute and its parts.
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
