import Foundation
import Locks

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

extension ModelContainer {
  /// Called when a property of a stored model is set whose context has ended; nil, the default,
  /// writes a message to standard error.
  ///
  /// No save will write the value. It is called once for each property of a model, on the thread
  /// that sets it, before the property has its new value.
  public var lostChangeHandler: (@Sendable (LostChange) -> Void)? {
    get { core.lostChangeHandler.withLock { $0 } }
    set { core.lostChangeHandler.withLock { $0 = newValue } }
  }
}

extension DetachedReader {
  /// Reports that a property of an instance is about to change without being saved.
  func noteChange(_ state: UnsafeMutablePointer<_ModelState>, _ index: Int) {
    state.addChange(index)
    guard let extra = state.pointee.extra, let binding = extra.formerBinding,
      let identifier = extra.detachedIdentifier,
      extra.ensuredUnusual.toldChanges.insert(index).inserted
    else { return }
    let change = LostChange(
      entityName: binding.name, persistentModelID: identifier,
      propertyName: binding.properties[index].name)
    if let handler = core.lostChangeHandler.withLock({ $0 }) {
      handler(change)
    } else {
      change.writeToStandardError()
    }
  }
}
