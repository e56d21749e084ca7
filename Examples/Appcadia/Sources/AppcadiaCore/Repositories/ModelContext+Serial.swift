import SwiftData

extension ModelContext {
  /// Saves unsaved changes, and then runs `body` in a serializable transaction, whose changes are
  /// saved at its end.
  ///
  /// Several programs may use a store. What `body` reads stays true until its changes are saved.
  ///
  /// - Parameter body: Reads and changes models of this context. It may run several times.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body` and of the store; the changes of `body` are discarded then.
  func serially<Result>(_ body: () throws -> Result) throws -> Result {
    if hasChanges { try save() }
    return try transaction(.serializable, body)
  }
}
