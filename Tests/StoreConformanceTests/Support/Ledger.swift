import Foundation
import Locks
import Testing

/// Counts what was shown of which kind of store, and prints it when the tests end, since a case that is
/// cancelled looks in the log like one that has passed.
enum Ledger {
  private struct Column {
    var shown: Set<Test.ID> = []
    var skipped: [String: Set<Test.ID>] = [:]
  }

  private static let columns = Mutex<[String: Column]>([:])
  private static let printing: Void = { atexit { Ledger.print() } }()

  /// Notes the running test, which needs what a store lacks, or lacks nothing.
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
