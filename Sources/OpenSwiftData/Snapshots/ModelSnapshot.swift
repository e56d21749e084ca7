import Foundation

/// The values of a model at one time, which may go to any actor, be changed there, and come back.
///
/// ```swift
/// var snapshot = ModelSnapshot(trip)
/// snapshot.name = "Rome"
/// // … on whatever actor, some time later:
/// try context.apply(snapshot)
/// ```
///
/// A snapshot has the properties of its model, under their names and with their types: attributes as values,
/// relationships as the identifiers of the models at their other ends. Attributes whose type is not `Sendable`
/// cannot be read or set, which the compiler says; they stay as they are when the snapshot is applied.
///
/// A property whose name a snapshot has for something else, such as `id`, is
/// `snapshot[dynamicMember: \.id]`.
///
/// Of an instance of a class that inherits from `Model` it has all values, those of the class's own properties
/// too, which come back with it.
///
/// It remembers what it was made with. ``ModelContext/apply(_:onConflict:)`` sets what was changed since, and
/// tells where the model was changed meanwhile, too.
///
/// Two snapshots are equal that are of one model and have the same values. Nothing is written for
/// a model to have snapshots: they cost no compiler time.
///
/// > Note: SwiftData has no such type.
@dynamicMemberLookup
public struct ModelSnapshot<Model: PersistentModel>: Sendable, Identifiable {
  /// Names the model; temporary for one that was never saved.
  public let persistentModelID: PersistentIdentifier
  /// The values of all properties, by name.
  var values: [String: SnapshotValue]
  /// Those that the snapshot was made with.
  var base: [String: SnapshotValue]
  /// Why something that was set could not be; applying the snapshot throws it.
  var failure: SwiftDataError?

  /// Names the model.
  public var id: PersistentIdentifier { persistentModelID }

  /// Takes the values of a model, those that were not saved included.
  ///
  /// Called where the model is used. Reads what is not in memory.
  public init(_ model: Model) {
    let model = RowInstance.current(model) as? Model ?? model
    // Those of the instance's own class, which may be one that inherits from the model.
    let names = Set(type(of: model).schemaMetadata.map(\.name))
    self.init(model.persistentModelID, DefaultSnapshot.values(of: model, named: names))
  }

  init(_ identifier: PersistentIdentifier, _ values: [String: SnapshotValue]) {
    persistentModelID = identifier
    self.values = values
    base = values
  }

  /// Whether anything was set to another value than the snapshot was made with.
  public var hasChanges: Bool { !changedNames.isEmpty }

  /// The names of the properties that were set to other values than the snapshot was made with, in order.
  public var changedPropertyNames: [String] { changedNames.sorted() }

  /// Whether a property was set to another value than the snapshot was made with.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: Whether it was.
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
  /// Whether both are of one model and have the same values, whatever they were made with.
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

  /// Writes the values, and those that the snapshot was made with where they differ.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeStored`, naming the entity and the property, for a value
  ///   that the encoder does not take.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      DefaultSnapshot(persistentIdentifier: persistentModelID, values: values), forKey: .values)
    guard hasChanges else { return }
    try container.encode(
      DefaultSnapshot(persistentIdentifier: persistentModelID, values: base), forKey: .base)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` for a value of another type, for one that is missing and
  ///   for a snapshot of another model; `SwiftDataError.unknownSchema` where the program has made no
  ///   schema with the model.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = try container.decode(DefaultSnapshot.self, forKey: .values)
    let entity = decoded.persistentIdentifier.entityName
    guard
      entity == OpenSwiftData.entityName(of: Model.self)
        || KnownModels.models(named: entity).contains(where: { $0 is Model.Type })
    else {
      throw SwiftDataError.valueCannotBeRead.explained(
        "The snapshot is of a \(entity).", entity: OpenSwiftData.entityName(of: Model.self),
        advice: "Read it as a snapshot of the model that it was taken of.")
    }
    self.init(decoded.persistentIdentifier, decoded.values)
    if let base = try container.decodeIfPresent(DefaultSnapshot.self, forKey: .base) {
      self.base = base.values
    }
  }
}
