import Foundation

/// The values of one model, free of the instance.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The identifier of the model.
  public let persistentIdentifier: PersistentIdentifier

  private init(persistentIdentifier: PersistentIdentifier) {
    self.persistentIdentifier = persistentIdentifier
  }

  /// Takes the values of a model.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier =
      backingData.persistentModelID
      ?? PersistentIdentifier(
        entity: .reference(store: nil, entity: ""), key: PersistentIdentifier.nextTemporaryKey())
  }

  /// The same values under another identifier.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    DefaultSnapshot(
      persistentIdentifier: remappedIdentifiers?[persistentIdentifier] ?? persistentIdentifier)
  }
}
