/// A value that a snapshot can contain.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one model, independent of the instance.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
  /// The identifier of the model.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Creates a snapshot with the values of a model.
  ///
  /// - Parameters:
  ///   - backingData: The values of the model.
  ///   - relatedBackingDatas: Receives the values of the related models.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Returns a copy with another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: The replacements of identifiers in its relationships.
  /// - Returns: The copy.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys under which the values of a snapshot are encoded.
public enum DataStoreSnapshotCodingKey: CodingKey {
  /// The model's identifier.
  case persistentIdentifier
  /// A property of the model.
  case modeledProperty(String)

  private static let identifierKey = "persistentIdentifier"

  /// The key as text.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: Self.identifierKey
    case .modeledProperty(let name): name
    }
  }

  /// Creates a key; any text other than the identifier's key is the name of a property.
  public init?(stringValue: String) {
    self =
      stringValue == Self.identifierKey
      ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Always nil, since keys are text.
  public var intValue: Int? { nil }

  /// Always returns nil, since keys are text.
  public init?(intValue: Int) {
    return nil
  }
}
