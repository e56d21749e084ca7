/// A schema property of any type in encoded form, with its kind.
struct AnyProperty: Codable {
  private enum Kind: String, Codable { case attribute, composite, relationship, other }
  private enum CodingKeys: String, CodingKey { case kind, type, property }

  var property: any SchemaProperty

  init(_ property: any SchemaProperty) {
    self.property = property
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .attribute: property = try container.decode(Schema.Attribute.self, forKey: .property)
    case .composite:
      property = try container.decode(Schema.CompositeAttribute.self, forKey: .property)
    case .relationship:
      property = try container.decode(Schema.Relationship.self, forKey: .property)
    case .other:
      let encoded = try container.decode(EncodedType.self, forKey: .type)
      guard let type = encoded.type as? any SchemaProperty.Type else {
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container,
          debugDescription:
            "The property's type \(encoded.name) is unknown to this program, or is not a "
            + "SchemaProperty.")
      }
      property = try container.decode(type, forKey: .property)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch property {
    case is Schema.CompositeAttribute: try container.encode(Kind.composite, forKey: .kind)
    case is Schema.Attribute: try container.encode(Kind.attribute, forKey: .kind)
    case is Schema.Relationship: try container.encode(Kind.relationship, forKey: .kind)
    default:
      try container.encode(Kind.other, forKey: .kind)
      try container.encode(EncodedType(type(of: property)), forKey: .type)
    }
    try container.encode(property, forKey: .property)
  }

  /// The property as an attribute; throws an error if it is not one.
  func attribute(in path: [any CodingKey]) throws -> Schema.Attribute {
    guard let attribute = property as? Schema.Attribute else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "\(property.name) is not an attribute."))
    }
    return attribute
  }
}

/// Whether two properties of any type are equal.
func areEqual(_ left: any SchemaProperty, _ right: any SchemaProperty) -> Bool {
  AnyHashable(left) == AnyHashable(right)
}
