import Foundation
import RecordStore

extension ModelConfiguration {
  /// How much of its history a store keeps.
  ///
  /// Older transactions are forgotten within saves, with every 32nd transaction of the store and a
  /// bounded number at a time, so that a store has somewhat more than is kept, and none forgets
  /// anything that does not save; in a PostgreSQL, of whose transactions' numbers others take some, with the first save
  /// of a container and every 32nd after it. Whoever asks then for what came after a token from before them gets
  /// `SwiftDataError.historyTokenExpired`.
  ///
  /// > Note: SwiftData has nothing of the kind; there an app calls `deleteHistory`.
  public struct HistoryRetention: Hashable, Sendable {
    package let limit: HistoryLimit?

    init(_ limit: HistoryLimit?) { self.limit = limit }

    /// All transactions, until somebody deletes them.
    public static let all = HistoryRetention(nil)

    /// The newest transactions.
    ///
    /// - Parameter count: How many; at least one is kept.
    /// - Returns: What keeps them.
    public static func newest(_ count: Int) -> HistoryRetention {
      HistoryRetention(HistoryLimit(transactions: Int64(max(1, count))))
    }

    /// The transactions that are not older than a time.
    ///
    /// - Parameter age: The time, by the clocks of those who save.
    /// - Returns: What keeps them.
    public static func noOlder(than age: Duration) -> HistoryRetention {
      HistoryRetention(HistoryLimit(age: max(0, age / .seconds(1))))
    }
  }
}
