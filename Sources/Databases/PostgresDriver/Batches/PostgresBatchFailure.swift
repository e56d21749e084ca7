import SQLCore

/// The first failure in a batch; nothing of the batch remains then.
package struct PostgresBatchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The index of the execution that failed, from 0; nil if the transaction's beginning or end
  /// failed, or the preparation of a statement.
  package var index: Int?
  package var error: SQLError

  package var description: String {
    index.map { "Run \($0) of the batch failed: \(error)" } ?? "The batch failed: \(error)"
  }
}
