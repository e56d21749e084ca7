import Foundation

/// The values of a model at one time, which can be sent to any actor, changed there, and applied to
/// the model.
///
/// ```swift
/// var snapshot = ModelSnapshot(trip)
/// snapshot.name = "Rome"
/// // … on any actor, some time later:
/// try context.apply(snapshot)
/// ```
///
/// A snapshot has the properties of its model, with the same names and types: attributes as values,
/// relationships as the identifiers of the models at their other ends. The compiler does not allow
/// reading or setting attributes whose type is not `Sendable`; they stay unchanged when the
/// snapshot is applied.
///
/// If a snapshot has another member with the name of a property, such as `id`, use
/// `snapshot[dynamicMember: \.id]` for the property.
///
/// A snapshot of an instance of a subclass of `Model` has all its values, including those of the
/// subclass's own properties, which are applied with it.
///
/// It remembers the values that it was made with. ``ModelContext/apply(_:onConflict:)`` sets what
/// was changed since, and reports which of it was changed in the model meanwhile, too.
///
/// Two snapshots are equal if they are of one model and have the same values. No code is generated
/// for snapshots: they cost no compile time.
///
/// > Note: SwiftData has no such type.
@dynamicMemberLookup
public struct ModelSnapshot<Model: PersistentModel>: Sendable, Identifiable {
  /// The identifier of the model; temporary if it was never saved.
  public let persistentModelID: PersistentIdentifier
  /// The values of all properties, by name.
  var values: [String: SnapshotValue]
  /// The values that the snapshot was made with.
  var base: [String: SnapshotValue]
  /// The reason why a value could not be set; applying the snapshot throws it.
  var failure: SwiftDataError?

  /// The identifier of the model.
  public var id: PersistentIdentifier { persistentModelID }

  /// Copies the values of a model, including unsaved ones.
  ///
  /// Call it where the model is used. Reads the values that are not in memory.
  public init(_ model: Model) {
    let model = RowInstance.current(model) as? Model ?? model
    // The properties of the instance's own class, which may be a subclass of the model.
    let names = Set(type(of: model).schemaMetadata.map(\.name))
    self.init(model.persistentModelID, DefaultSnapshot.values(of: model, named: names))
  }

  init(_ identifier: PersistentIdentifier, _ values: [String: SnapshotValue]) {
    persistentModelID = identifier
    self.values = values
    base = values
  }

  /// Whether any value differs from the one that the snapshot was made with.
  public var hasChanges: Bool { !changedNames.isEmpty }

  /// The names of the properties whose values differ from those that the snapshot was made with,
  /// sorted.
  public var changedPropertyNames: [String] { changedNames.sorted() }

  /// Whether the value of a property differs from the one that the snapshot was made with.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: Whether it differs.
  public func hasChanged(_ keyPath: PartialKeyPath<Model>) -> Bool {
    SnapshotProperties<Model>.name(of: keyPath).map(changedNames.contains) ?? false
  }

  var changedNames: Set<String> {
    Set(
      values.compactMap { name, value in
        if case .unreadable = value { return nil }
        return base[name].map { value.isSame(as: $0) } ?? false ? nil : name
      })
  }
}

extension ModelSnapshot: Hashable {
  /// Whether both are of one model and have the same values, regardless of the values they were
  /// made with.
  public static func == (lhs: ModelSnapshot, rhs: ModelSnapshot) -> Bool {
    lhs.persistentModelID == rhs.persistentModelID && lhs.values.count == rhs.values.count
      && lhs.values.allSatisfy { rhs.values[$0].map($1.isSame) ?? false }
  }

  /// Feeds the model's identifier into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }
}

extension ModelSnapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case values, base
  }

  /// Encodes the values, and those that the snapshot was made with if they differ.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeStored`, naming the entity and the property, for a
  ///   value that the encoder does not accept.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      DefaultSnapshot(persistentIdentifier: persistentModelID, values: values), forKey: .values)
    guard hasChanges else { return }
    try container.encode(
      DefaultSnapshot(persistentIdentifier: persistentModelID, values: base), forKey: .base)
  }

  /// Decodes what `encode(to:)` encoded.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` for a value of another type, for one that is
  ///   missing and for a snapshot of another model; `SwiftDataError.unknownSchema` if the program
  ///   has created no schema with the model.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = try container.decode(DefaultSnapshot.self, forKey: .values)
    let entity = decoded.persistentIdentifier.entityName
    guard
      entity == OpenSwiftData.entityName(of: Model.self)
        || KnownModels.models(named: entity).contains(where: { $0 is Model.Type })
    else {
      throw SwiftDataError.valueCannotBeRead.explained(
        "The snapshot cannot be decoded: it is a snapshot of another model, \(entity).",
        entity: OpenSwiftData.entityName(of: Model.self),
        advice: "Decode it as ModelSnapshot<\(entity)>.")
    }
    self.init(decoded.persistentIdentifier, decoded.values)
    if let base = try container.decodeIfPresent(DefaultSnapshot.self, forKey: .base) {
      self.base = base.values
    }
  }
}
