import Foundation

// The encoded form has the same keys as Apple's, so that identifiers encoded by either library can
// be decoded by the other.

extension PersistentIdentifier {
  private enum OuterKeys: String, CodingKey { case implementation }

  private enum Keys: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName, customKey
  }

  /// Decodes an identifier.
  ///
  /// - Throws: `DecodingError` if the primary key does not have a known form.
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

  /// The identifier in Core Data's URI form.
  private var uriRepresentation: String {
    "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(primaryKeyText)"
  }
}

extension PersistentIdentifier: CustomDebugStringConvertible {
  /// The identifier in Core Data's URI form, such as `x-coredata://<store>/Trip/p42`.
  ///
  /// A temporary identifier names no store; a key assigned by a custom store replaces `p42`.
  public var debugDescription: String {
    guard let customKey else { return uriRepresentation }
    return "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(customKey.json)"
  }
}
