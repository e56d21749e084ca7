import Foundation

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
