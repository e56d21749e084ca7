import Foundation
import Locks

/// A use of a context while another thread was using it, which corrupts its memory sooner or later.
public struct ConcurrentUse: Hashable, Sendable, CustomStringConvertible {
  /// The call that was in progress, such as `save()`.
  public let runningOperation: String
  /// The call that another thread made meanwhile.
  public let enteringOperation: String

  /// What happened and what to do, for logs.
  public var description: String {
    """
    A ModelContext was used by two threads at once: '\(enteringOperation)' was called \
    while '\(runningOperation)' ran on another. Use a context, and its models, only from the \
    task or actor that made it, and pass persistentModelIDs between them.
    """
  }

  func writeToStandardError() {
    FileHandle.standardError.write(Data("OpenSwiftData: \(description)\n".utf8))
  }
}

extension ModelContainer {
  /// Called when two threads use a context of the container at once; nil, the default, writes a
  /// message to standard error, once for each context.
  ///
  /// It runs on the second thread, which then waits for the first for at most a second. Debug and
  /// release builds check fetches, saves, insertions, deletions and reads of values that are not
  /// loaded yet; debug builds also check the release of models. Reading or setting a loaded
  /// property is not checked.
  public var concurrentUseHandler: (@Sendable (ConcurrentUse) -> Void)? {
    get { core.concurrentUseHandler.withLock { $0 } }
    set { core.concurrentUseHandler.withLock { $0 = newValue } }
  }
}
