import Foundation
import Locks

/// A change of a stored model whose context has ended, which no save will write.
public struct LostChange: Hashable, Sendable, CustomStringConvertible {
  /// The name of the model's entity.
  public let entityName: String
  /// Names the model, in other contexts too.
  public let persistentModelID: PersistentIdentifier
  /// The name of the property that was set.
  public let propertyName: String

  /// What happened and what to do, for logs.
  public var description: String {
    """
    '\(propertyName)' of \(entityName) \(persistentModelID.key) was set, but the model's \
    ModelContext has ended: the change is in memory only. Keep the context as long as you change \
    its models, or insert the model into another context.
    """
  }

  func writeToStandardError() {
    FileHandle.standardError.write(Data("OpenSwiftData: \(description)\n".utf8))
  }
}

extension ModelContainer {
  /// Called when a property of a stored model is set whose context has ended, so that no save will
  /// write it; nil, as it is at first, writes a message to standard error.
  ///
  /// It is called once for each property of a model, on the thread that sets it, before the property
  /// has its new value.
  public var lostChangeHandler: (@Sendable (LostChange) -> Void)? {
    get { core.lostChangeHandler.withLock { $0 } }
    set { core.lostChangeHandler.withLock { $0 = newValue } }
  }
}

extension DetachedReader {
  /// Tells that a property of an instance is about to change for nothing.
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
