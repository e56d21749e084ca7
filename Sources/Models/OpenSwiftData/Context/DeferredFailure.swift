import Foundation

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
