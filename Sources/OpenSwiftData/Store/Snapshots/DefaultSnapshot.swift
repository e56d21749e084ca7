import Foundation

/// The values of one model, free of the instance.
///
/// Attributes are held as values, and relationships as the identifiers of the models that they lead
/// to. A snapshot is written as a dictionary of its properties with the identifier beside them, and
/// is read by whoever has the model class of the entity that the identifier names.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The identifier of the model.
  public let persistentIdentifier: PersistentIdentifier
  /// The values of all properties, by name.
  let values: [String: SnapshotValue]

  init(persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  /// Takes the values of a model.
  ///
  /// - Parameters:
  ///   - backingData: The values of the model.
  ///   - relatedBackingDatas: Takes up those of the models that its relationships lead to.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    var related: [PersistentIdentifier: any BackingData] = [:]
    self = Self.make(of: backingData, isStored: false) { model in
      related[model.persistentModelID] = Self.backingData(of: model)
    }
    relatedBackingDatas.merge(related) { known, _ in known }
  }

  /// Takes the values of a model that is stored and has no changes.
  init(stored model: any PersistentModel) {
    self = Self.make(of: Self.backingData(of: model), isStored: true) { _ in }
  }

  /// The values of some properties of an instance, which may lead to models that were never saved.
  static func values(
    of model: any PersistentModel, named names: Set<String>
  ) -> [String: SnapshotValue] {
    func open<Source: BackingData>(_ source: Source) -> [String: SnapshotValue] {
      SnapshotReader(source: source, isStored: false) { _ in }.values { names.contains($0) }
    }
    return open(backingData(of: model))
  }

  private static func make<Source: BackingData>(
    of source: Source, isStored: Bool, _ related: (any PersistentModel) -> Void
  ) -> DefaultSnapshot {
    let identifier =
      source.persistentModelID
      ?? PersistentIdentifier(
        entity: .reference(store: nil, entity: entityName(of: Source.Model.self)),
        key: PersistentIdentifier.nextTemporaryKey())
    let values = withoutActuallyEscaping(related) {
      SnapshotReader(source: source, isStored: isStored, related: $0).values()
    }
    return DefaultSnapshot(persistentIdentifier: identifier, values: values)
  }

  static func backingData<Model: PersistentModel>(of model: Model) -> any BackingData {
    // The one that a model inherits is a view of the class that declares it.
    if let inline = model as? any _InlineModel { return inlineBackingData(of: inline) }
    return model.persistentBackingData
  }

  private static func inlineBackingData<Model: _InlineModel>(of model: Model) -> any BackingData {
    _backingData(of: model)
  }

  /// The same values under another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: What to replace in its relationships.
  /// - Returns: The copy.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    let identifiers = remappedIdentifiers ?? [:]
    return DefaultSnapshot(
      persistentIdentifier: identifiers[persistentIdentifier] ?? persistentIdentifier,
      values: identifiers.isEmpty ? values : values.mapValues { $0.remapped(identifiers) })
  }
}
