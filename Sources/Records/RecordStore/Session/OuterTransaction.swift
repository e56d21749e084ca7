import SQLCore
import SwiftDataErrors

/// A transaction that contains saves and other writes of a session.
struct OuterTransaction {
  /// The external files to create and delete; nil if there cannot be any.
  let files: ExternalChanges?
  /// The first failure of a statement.
  private var failure: SQLError?
  /// The first conflict with another transaction, which nothing but a repetition resolves.
  private(set) var conflict: SQLError?

  init(files: ExternalChanges?) { self.files = files }

  mutating func note(_ error: SQLError) {
    if failure == nil { failure = error }
    guard conflict == nil, [.serializationFailure, .deadlock].contains(error.kind) else { return }
    conflict = error
  }

  /// The reason why the transaction failed with an error, which may be a consequence only.
  func cause(of error: any Error) -> any Error {
    if let conflict { return conflict }
    let cause = (error as? SwiftDataError)?.underlyingError ?? error
    guard let failure, (cause as? SQLError)?.kind == .transactionFailed else { return error }
    return failure
  }
}
