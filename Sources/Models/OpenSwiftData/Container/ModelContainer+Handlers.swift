import Foundation
import Locks

extension ModelContainer {
  /// Called when a call that cannot throw fails, such as reading a relationship from an unreachable
  /// store; nil, the default, writes a message to standard error.
  ///
  /// It runs on the thread of the failed call. A context reports only its first failure since its
  /// last `save()` or `rollback()`; models whose context has ended report every failure.
  public var deferredFailureHandler: (@Sendable (DeferredFailure) -> Void)? {
    get { core.deferredFailureHandler.withLock { $0 } }
    set { core.deferredFailureHandler.withLock { $0 = newValue } }
  }

  /// Called for a change that no save will write; nil, the default, writes a message to standard
  /// error.
  ///
  /// If the model's context has ended, it is called once for each property of a model, on the thread
  /// that sets it, before the property has its new value. If others have deleted the model's row, it
  /// is called by the save that drops the changes, once for each changed property.
  public var lostChangeHandler: (@Sendable (LostChange) -> Void)? {
    get { core.lostChangeHandler.withLock { $0 } }
    set { core.lostChangeHandler.withLock { $0 = newValue } }
  }

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
