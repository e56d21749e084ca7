import Foundation
import RecordStore

extension ModelConfiguration {
  /// How much of its history a store keeps.
  ///
  /// Older transactions are deleted within saves, with every 32nd transaction of the store and a
  /// bounded number at a time. So a store has somewhat more history than specified, and a store
  /// that is not saved to deletes nothing. In a PostgreSQL database, where others use transaction
  /// numbers too, this happens with the first save of a container and every 32nd after it. Fetching
  /// the history after a token older than the deleted transactions throws
  /// `SwiftDataError.historyTokenExpired`.
  ///
  /// > Note: SwiftData has nothing like it; there an app calls `deleteHistory`.
  public struct HistoryRetention: Hashable, Sendable {
    package let limit: HistoryLimit?

    init(_ limit: HistoryLimit?) { self.limit = limit }

    /// All transactions, until they are deleted explicitly.
    public static let all = HistoryRetention(nil)

    /// The newest transactions.
    ///
    /// - Parameter count: The number of transactions to keep; at least one is kept.
    /// - Returns: The retention.
    public static func newest(_ count: Int) -> HistoryRetention {
      HistoryRetention(HistoryLimit(transactions: Int64(max(1, count))))
    }

    /// The transactions that are not older than an age.
    ///
    /// - Parameter age: The maximum age, by the clocks of the programs that save.
    /// - Returns: The retention.
    public static func noOlder(than age: Duration) -> HistoryRetention {
      HistoryRetention(HistoryLimit(age: max(0, age / .seconds(1))))
    }
  }
}
