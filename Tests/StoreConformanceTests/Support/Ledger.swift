import Foundation
import Locks
import Testing

/// Counts the tests that ran and were skipped for each kind of store, and prints the counts on
/// exit.
///
/// In the log, a cancelled case looks like one that has passed.
enum Ledger {
  private struct Column {
    var shown: Set<Test.ID> = []
    var skipped: [String: Set<Test.ID>] = [:]
  }

  private static let columns = Mutex<[String: Column]>([:])
  private static let printing: Void = { atexit { Ledger.print() } }()

  /// Records the running test, with the capabilities that it needs and the store lacks.
  static func note(_ store: String, lacks: Set<StoreCapability>) {
    guard let test = Test.current?.id else { return }
    _ = printing
    columns.withLock { columns in
      if lacks.isEmpty { columns[store, default: Column()].shown.insert(test) }
      for lack in lacks {
        columns[store, default: Column()].skipped[lack.rawValue, default: []].insert(test)
      }
    }
  }

  private static func print() {
    for (store, column) in columns.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      let skipped = column.skipped.sorted { $0.key < $1.key }
        .map { "\($0.value.count) for want of \($0.key)" }
      let rest = skipped.isEmpty ? "none skipped" : "skipped " + skipped.joined(separator: ", ")
      Swift.print("\(store): \(column.shown.count) behaviours shown, \(rest)")
    }
  }
}
