import CSQLite
import SQLCore

@testable import SQLiteDriver
@testable import SyncReplication

/// Counts what SQLite does for the statements of a connection: a scan of a whole table is one statement, and takes
/// as many steps as the table has rows.
final class StepCounter {
  /// What was done.
  struct Count: Hashable {
    var statements = 0
    /// Instructions of SQLite's virtual machine.
    var steps = 0
    /// Steps from one row of a table or an index to the next without a condition that the index fulfils.
    var scannedRows = 0
  }

  /// What each statement took, by its text.
  private(set) var byText: [String: Count] = [:]
  private let connection: SQLiteConnection

  /// Counts until `end`.
  init(_ connection: SQLiteConnection) {
    self.connection = connection
    // SQLite calls it in the thread that works with the connection, and no more after `end`.
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, counter, statement, _ in
        guard let counter, let statement else { return 0 }
        Unmanaged<StepCounter>.fromOpaque(counter).takeUnretainedValue()
          .note(OpaquePointer(statement), isEnd: event == UInt32(SQLITE_TRACE_PROFILE))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { end() }

  /// Ends to count.
  func end() { sqlite3_trace_v2(connection.handle, 0, nil, nil) }

  /// What all statements took together.
  var total: Count {
    byText.values.reduce(into: Count()) { total, count in
      total.statements += count.statements
      total.steps += count.steps
      total.scannedRows += count.scannedRows
    }
  }

  /// The statements that took the most steps, for whoever looks for one that scans.
  var told: String {
    byText.sorted { $0.value.steps > $1.value.steps }.prefix(5).map { text, count in
      "\n\(count.steps) steps and \(count.scannedRows) rows in \(count.statements): \(text)"
    }.joined()
  }

  /// What SQLite plans to go through from end to end, but for indexes of what is to be done: counting all rows of a
  /// table is one step.
  func scans() -> Set<String> {
    end()
    var scans: Set<String> = []
    for text in byText.keys {
      var statement: OpaquePointer?
      let plan = "EXPLAIN QUERY PLAN " + text
      guard sqlite3_prepare_v2(connection.handle, plan, -1, &statement, nil) == SQLITE_OK else {
        scans.insert("no plan of \(text)")
        continue
      }
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {
        guard let bytes = sqlite3_column_text(statement, 3) else { continue }
        let step = String(cString: bytes)
        let isSmall = Self.small.contains(where: step.contains)
        if step.hasPrefix("SCAN "), !isSmall { scans.insert("\(step) in \(text)") }
      }
    }
    return scans
  }

  /// Indexes that have what is to be done alone, lists of a statement's own, and the names of tables.
  private static let small =
    ["PENDING", "DOOMED", "WANTS", "WAITING"].map { "USING INDEX \(Ledger.record)_\($0)" }
    + ["NEW", "UNWANTED", "OPEN"].map { "USING INDEX \(Ledger.pair)_\($0)" }
    + ["json_each VIRTUAL TABLE", "L VIRTUAL TABLE", "CONSTANT ROW", "sqlite_master"]

  private func note(_ statement: OpaquePointer, isEnd: Bool) {
    let steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    let rows = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
    // What it took before it began now was for another run.
    guard isEnd, let text = sqlite3_sql(statement) else { return }
    byText[String(cString: text), default: Count()].statements += 1
    byText[String(cString: text), default: Count()].steps += Int(steps)
    byText[String(cString: text), default: Count()].scannedRows += Int(rows)
  }
}
