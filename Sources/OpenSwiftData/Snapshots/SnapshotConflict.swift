/// That a snapshot and its model were both changed, and say something else of the same properties.
///
/// > Note: SwiftData has no such type.
public struct SnapshotConflict<Model: PersistentModel>: Error, Sendable, CustomStringConvertible {
  /// The snapshot that was to be applied.
  public let snapshot: ModelSnapshot<Model>
  /// What the model says now; nil where it was deleted.
  public let current: ModelSnapshot<Model>?
  /// The names of the properties that both have changed, in order; of a model that was deleted those that the
  /// snapshot has changed.
  public let propertyNames: [String]

  /// What the snapshot was made with.
  public var base: ModelSnapshot<Model> {
    ModelSnapshot(snapshot.persistentModelID, snapshot.base)
  }

  /// Whether the model was deleted.
  public var isOfDeletedModel: Bool { current == nil }

  /// Whether a property is one of those that both have changed.
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
        The \(name) of a snapshot was deleted since the snapshot was made. The snapshot has changed: \
        \(list). Insert it to have the model anew.
        """
    }
    return """
      A snapshot of a \(name) and the model were both changed since the snapshot was made: \(list). \
      Apply it with onConflict: .takeSnapshot or .keepModel, or look at both and make a new one.
      """
  }
}

/// What to do where a snapshot and its model were both changed.
///
/// > Note: SwiftData has no such type.
public enum SnapshotConflictPolicy: Hashable, Sendable {
  /// Throws a ``SnapshotConflict``, and changes nothing.
  case fail
  /// Leaves what the model says, and sets what only the snapshot has changed.
  case keepModel
  /// Sets what the snapshot says.
  case takeSnapshot
}
