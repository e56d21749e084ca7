/// A conflict: the snapshot and its model changed the same properties to different values, or the
/// model was deleted.
///
/// > Note: SwiftData has no such type.
public struct SnapshotConflict<Model: PersistentModel>: Error, Sendable, CustomStringConvertible {
  /// The snapshot that was to be applied.
  public let snapshot: ModelSnapshot<Model>
  /// The current values of the model; nil if it was deleted.
  public let current: ModelSnapshot<Model>?
  /// The names of the properties that both have changed, sorted; for a deleted model, those that
  /// the snapshot has changed.
  public let propertyNames: [String]

  /// The values that the snapshot was made with.
  public var base: ModelSnapshot<Model> {
    ModelSnapshot(snapshot.persistentModelID, snapshot.base)
  }

  /// Whether the model was deleted.
  public var isOfDeletedModel: Bool { current == nil }

  /// Whether a property is one of ``propertyNames``.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: Whether it is.
  public func concerns(_ keyPath: PartialKeyPath<Model>) -> Bool {
    SnapshotProperties<Model>.name(of: keyPath).map(propertyNames.contains) ?? false
  }

  /// What happened, for logs; without values.
  public var description: String {
    let name = entityName(of: Model.self)
    let list = propertyNames.joined(separator: ", ")
    if isOfDeletedModel {
      return """
        The snapshot of \(name) cannot be applied: the model was deleted after the snapshot was \
        made. Properties that the snapshot changed: \(list). Insert the snapshot to create the \
        model again.
        """
    }
    return """
      The snapshot of \(name) cannot be applied: both it and the model changed after it was made. \
      Properties that both changed: \(list). Apply it with onConflict: .takeSnapshot or \
      .keepModel, or combine the two and make a new snapshot.
      """
  }
}

/// How to resolve conflicts between a snapshot and its model that were both changed.
///
/// > Note: SwiftData has no such type.
public enum SnapshotConflictPolicy: Hashable, Sendable {
  /// Throws a ``SnapshotConflict`` and changes nothing.
  case fail
  /// Keeps the conflicting values of the model, and sets those that only the snapshot has changed.
  case keepModel
  /// Sets the values of the snapshot.
  case takeSnapshot
}
