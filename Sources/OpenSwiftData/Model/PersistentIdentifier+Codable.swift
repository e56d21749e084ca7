import Foundation

// The encoded form carries the same keys as Apple's, so that identifiers written by either
// decode with the other.

extension PersistentIdentifier {
  private enum OuterKeys: String, CodingKey { case implementation }

  private enum Keys: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName, customKey
  }

  /// Decodes an identifier.
  ///
  /// - Throws: `DecodingError` where the primary key is not of a known form.
  public init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: OuterKeys.self)
    let container = try outer.nestedContainer(keyedBy: Keys.self, forKey: .implementation)
    let entity = EntityReference.reference(
      store: try container.decodeIfPresent(String.self, forKey: .storeIdentifier),
      entity: try container.decode(String.self, forKey: .entityName))
    if let json = try container.decodeIfPresent(String.self, forKey: .customKey) {
      self.init(entity: entity, key: 0, customKey: CustomKey(json: json))
      return
    }
    let text = try container.decode(String.self, forKey: .primaryKey)
    guard let key = Int64(text.dropFirst()) else {
      throw DecodingError.dataCorruptedError(
        forKey: .primaryKey, in: container,
        debugDescription: "'\(text)' is not a primary key such as p42")
    }
    self.init(entity: entity, key: key)
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: OuterKeys.self)
    var container = outer.nestedContainer(keyedBy: Keys.self, forKey: .implementation)
    try container.encode(primaryKeyText, forKey: .primaryKey)
    try container.encode(isTemporary, forKey: .isTemporary)
    try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try container.encode(entityName, forKey: .entityName)
    try container.encodeIfPresent(customKey?.json, forKey: .customKey)
    try container.encode(uriRepresentation, forKey: .uriRepresentation)
  }

  private var primaryKeyText: String { (isTemporary ? "t" : "p") + String(key) }

  /// The identifier as Core Data writes it for people and for links.
  private var uriRepresentation: String {
    "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(primaryKeyText)"
  }
}

extension PersistentIdentifier: CustomDebugStringConvertible {
  /// The identifier as Core Data writes it, such as `x-coredata://<store>/Trip/p42`.
  ///
  /// A temporary one names no store; in place of `p42` stands the key that a custom store gave.
  public var debugDescription: String {
    guard let customKey else { return uriRepresentation }
    return "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(customKey.json)"
  }
}
