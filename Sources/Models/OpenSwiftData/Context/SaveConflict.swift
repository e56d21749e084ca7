import Foundation

/// A row that a context has changed or deleted, and that others have changed or deleted since the
/// context read it.
///
/// A ``ConflictPolicy`` decides what a save does about it.
///
/// > Note: SwiftData has no such type.
public struct SaveConflict: Sendable {
  /// The identifier of the model.
  public let persistentModelID: PersistentIdentifier
  /// The name of the model's entity.
  public let entityName: String
  /// Whether others have deleted the row.
  public let isDeletedInStore: Bool
  /// Whether the context deletes the model.
  public let isDeletion: Bool
  /// The properties that the context or others have changed, in the order of their declaration.
  public let properties: [Property]

  /// A property with its values.
  ///
  /// An attribute has a value of its type, a transformable one the transformer's `Data`, and a
  /// to-one relationship a `PersistentIdentifier`. Nil means no value.
  public struct Property: Sendable {
    /// The name of the property.
    public let name: String
    /// Whether the context has changed it.
    public let isChangedHere: Bool
    /// Whether others have changed it.
    public let isChangedInStore: Bool
    /// Whether ``readValue`` is known: not if it was changed before the policy was set.
    public var isReadValueKnown: Bool { read != nil }
    let ours: SnapshotValue?
    let stored: SnapshotValue?
    let read: SnapshotValue?

    /// The value in the context.
    public var ourValue: Any? { ours?.content }
    /// The value in the store; nil also if the row was deleted.
    public var storedValue: Any? { stored?.content }
    /// The value that the context had read; nil also if it is not known.
    public var readValue: Any? { read?.content }
  }

  /// How to resolve a conflict.
  public enum Resolution: Hashable, Sendable {
    /// Writes the properties that the context has changed, or deletes the row.
    ///
    /// If others have deleted the row, the changes are dropped and reported, as with
    /// ``ConflictPolicy/mergeByProperty``.
    case keepOurs
    /// Drops the changes of the row: the model gets the stored values, and a deleted model stays.
    ///
    /// Members that were added to or removed from to-many relationships are saved nevertheless.
    case takeTheirs
    /// Writes the changed properties with these names, and drops the changes of the others; a
    /// deleted model stays.
    case keepOnly(Set<String>)
    /// Fails the save with `SwiftDataError.staleModel`.
    case fail

    /// Whether a change of a property is dropped.
    func drops(_ name: String) -> Bool {
      switch self {
      case .keepOurs, .fail: false
      case .takeTheirs: true
      case .keepOnly(let names): !names.contains(name)
      }
    }
  }
}

extension SaveConflict: CustomStringConvertible {
  /// The row, and the properties with their values, for logs; it contains values of the user.
  public var description: String {
    let row = persistentModelID.rowName
    let here = isDeletion ? "deleted here" : "changed here"
    let there = isDeletedInStore ? "deleted in the store" : "changed in the store"
    let list = properties.map(\.text).joined(separator: "; ")
    return "\(row) was \(here) and \(there)\(list.isEmpty ? "" : ": ")\(list)"
  }
}

extension SaveConflict.Property {
  fileprivate var text: String {
    var parts = [ours.map { "ours \($0.text)" }, stored.map { "stored \($0.text)" }]
    parts.append(read.map { "read \($0.text)" })
    return "\(name) (\(parts.compactMap(\.self).joined(separator: ", ")))"
  }
}

extension SnapshotValue {
  /// The value without its kind.
  var content: Any? {
    switch self {
    case .attribute(let value): value
    case .transformed(let bytes): bytes
    case .target(let target): target
    case .members(let members): members
    case .null, .unreadable: nil
    }
  }

  /// The value as messages show it; long ones are cut.
  var text: String {
    switch self {
    case .attribute(let value as String): Self.cut("“\(value)”")
    case .attribute(let value as Data): "\(value.count) bytes"
    case .attribute(let value): Self.cut("\(value)")
    case .transformed(let bytes): "\(bytes.count) bytes"
    case .target(let target): target.rowName
    case .members(let members): "\(members.count) models"
    case .null: "nil"
    case .unreadable: "a value that cannot be read"
    }
  }

  private static func cut(_ text: String) -> String {
    text.count > 100 ? text.prefix(100) + "…" : text
  }
}

extension SwiftDataError {
  /// The conflicts of an error `staleModel`; empty for any other error.
  public var conflicts: [SaveConflict] { details as? [SaveConflict] ?? [] }

  /// The error of a save that found conflicts.
  static func stale(_ conflicts: [SaveConflict]) -> SwiftDataError {
    let list = conflicts.prefix(20).map { "\n- \($0)" }.joined()
    let rest = conflicts.count > 20 ? "\n- and \(conflicts.count - 20) more" : ""
    return staleModel.explained(
      "Nothing was saved, because others have changed or deleted models that this context "
        + "changes:\(list)\(rest)",
      entity: conflicts.count == 1 ? conflicts[0].entityName : nil,
      advice: "Roll back and change the models again, or save with another conflictPolicy.",
      details: conflicts)
  }
}
