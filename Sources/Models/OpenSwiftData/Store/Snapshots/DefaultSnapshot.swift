import Foundation

/// The values of one model, independent of the instance.
///
/// Attributes are stored as values, relationships as the identifiers of the related models. A
/// snapshot is encoded as a dictionary of its properties and the identifier. Any program with the
/// model class of the identifier's entity can decode it.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The identifier of the model.
  public let persistentIdentifier: PersistentIdentifier
  /// The values of all properties, by name.
  let values: [String: SnapshotValue]

  init(persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  /// Creates a snapshot with the values of a model.
  ///
  /// - Parameters:
  ///   - backingData: The values of the model.
  ///   - relatedBackingDatas: Receives the values of the models that its relationships lead to.
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

  /// Creates a snapshot of a stored model without changes.
  init(stored model: any PersistentModel) {
    self = Self.make(of: Self.backingData(of: model), isStored: true) { _ in }
  }

  /// The values of some properties of an instance, whose related models may be unsaved.
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
    // Inherited backing data would cover only the properties of the class that declares it.
    if let inline = model as? any _InlineModel { return inlineBackingData(of: inline) }
    return model.persistentBackingData
  }

  private static func inlineBackingData<Model: _InlineModel>(of model: Model) -> any BackingData {
    _GeneratedCode.backingData(of: model)
  }

  /// Returns a copy with another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: The replacements of identifiers in its relationships.
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
