import Foundation

/// A change to a stored model whose context has ended; no save will write it.
public struct LostChange: Hashable, Sendable, CustomStringConvertible {
  /// The name of the model's entity.
  public let entityName: String
  /// The identifier of the model, valid in other contexts too.
  public let persistentModelID: PersistentIdentifier
  /// The name of the property that was set.
  public let propertyName: String

  /// What happened and what to do, for logs.
  public var description: String {
    """
    '\(propertyName)' of \(entityName) \(persistentModelID.key) was set, but the model's \
    ModelContext has ended: the change is in memory only. Keep the context alive while you change \
    its models, or insert the model into another context.
    """
  }

  func writeToStandardError() {
    FileHandle.standardError.write(Data("OpenSwiftData: \(description)\n".utf8))
  }
}
