import Foundation

/// A change to a stored model that no save will write: its context has ended, or others have deleted
/// its row.
public struct LostChange: Hashable, Sendable, CustomStringConvertible {
  /// The name of the model's entity.
  public let entityName: String
  /// The identifier of the model, valid in other contexts too.
  public let persistentModelID: PersistentIdentifier
  /// The name of the property that was set.
  public let propertyName: String
  /// Why the change is lost.
  public let reason: Reason

  /// The reason why a change is lost.
  public enum Reason: Hashable, Sendable {
    /// The property was set after the model's context had ended.
    case contextHasEnded
    /// A save found that others had deleted the model's row, and dropped its changes.
    case rowWasDeleted
  }

  /// What happened and what to do, for logs.
  public var description: String {
    if reason == .rowWasDeleted {
      return """
        '\(propertyName)' of \(entityName) \(persistentModelID.key) was set, but the row was deleted \
        before the save, which dropped the change. Insert a new model to keep the values.
        """
    }
    return """
      '\(propertyName)' of \(entityName) \(persistentModelID.key) was set, but the model's \
      ModelContext has ended: the change is in memory only. Keep the context alive while you change \
      its models, or insert the model into another context.
      """
  }

  func writeToStandardError() {
    FileHandle.standardError.write(Data("OpenSwiftData: \(description)\n".utf8))
  }
}
