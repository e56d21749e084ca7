import SQLCore

/// The first failure in a batch, of which nothing remains then.
package struct PostgresBatchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which run failed, counted from 0; nil where it was the transaction's beginning or end, or the
  /// preparing of a statement.
  package var index: Int?
  package var error: SQLError

  package var description: String {
    index.map { "Run \($0) of the batch failed: \(error)" } ?? "The batch failed: \(error)"
  }
}
