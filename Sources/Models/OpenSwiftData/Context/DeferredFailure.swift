import Foundation
import Locks

/// A failure of a call that cannot throw, such as reading a property or `insert(_:)`.
///
/// A property that could not be read reads as missing: nil, an empty array, or its default.
public struct DeferredFailure: Sendable, CustomStringConvertible {
  /// What went wrong.
  public let error: any Error

  /// What happened and what to do, for logs.
  public var description: String {
    """
    A call that cannot throw failed: \(error) A property that could not be read appears to have no \
    value. The context's next save() throws this error and writes nothing.
    """
  }

  func writeToStandardError() {
    FileHandle.standardError.write(Data("OpenSwiftData: \(description)\n".utf8))
  }
}

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
}

extension ContainerCore {
  /// Reports a failure of a call that cannot throw.
  func report(_ error: any Error) {
    let failure = DeferredFailure(error: error)
    if let handler = deferredFailureHandler.withLock({ $0 }) {
      handler(failure)
    } else {
      failure.writeToStandardError()
    }
  }
}

extension ModelContext {
  /// Keeps a failure for the next save to throw, and reports it; ignores all but the first.
  @inline(never)
  func deferFailure(_ error: any Error) {
    guard deferredFailure == nil else { return }
    deferredFailure = error
    core.report(error)
  }
}

extension DetachedReader {
  /// The result of reading, or nil after a failure, which is reported.
  func reporting<Result>(_ read: () throws -> Result?) -> Result? {
    do {
      return try read()
    } catch {
      core.report(error)
      return nil
    }
  }
}
