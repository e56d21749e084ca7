/// A value that a snapshot can hold.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one model, free of the instance.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
  /// The identifier of the model.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes the values of a model.
  ///
  /// - Parameters:
  ///   - backingData: The values of the model.
  ///   - relatedBackingDatas: Takes up those of the models that it leads to.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// The same values under another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: What to replace in its relationships.
  /// - Returns: The copy.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys under which a snapshot is written.
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

  /// Reads a key; any text but that of the identifier is a property's name.
  public init?(stringValue: String) {
    self =
      stringValue == Self.identifierKey
      ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Nil: keys are text.
  public var intValue: Int? { nil }

  /// Fails: keys are text.
  public init?(intValue: Int) {
    return nil
  }
}
