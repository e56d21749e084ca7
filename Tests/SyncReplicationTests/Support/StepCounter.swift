import CSQLite
import SQLCore

@testable import SQLiteDriver
@testable import SyncReplication

/// Counts SQLite's work for the statements of a connection.
///
/// A full table scan is one statement, but takes as many steps as the table has rows.
final class StepCounter {
  /// The work of a statement.
  struct Count: Hashable {
    var statements = 0
    /// Instructions of SQLite's virtual machine.
    var steps = 0
    /// Steps from one row of a table or index to the next, without a condition that the index
    /// satisfies.
    var scannedRows = 0
  }

  /// The work of each statement, by its text.
  private(set) var byText: [String: Count] = [:]
  private let connection: SQLiteConnection

  /// Counts until `end` is called.
  init(_ connection: SQLiteConnection) {
    self.connection = connection
    // SQLite calls it on the thread that uses the connection, and never after `end`.
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

  /// Stops counting.
  func end() { sqlite3_trace_v2(connection.handle, 0, nil, nil) }

  /// The total of all statements.
  var total: Count {
    byText.values.reduce(into: Count()) { total, count in
      total.statements += count.statements
      total.steps += count.steps
      total.scannedRows += count.scannedRows
    }
  }

  /// The statements with the most steps, for finding scans.
  var told: String {
    byText.sorted { $0.value.steps > $1.value.steps }.prefix(5).map { text, count in
      "\n\(count.steps) steps and \(count.scannedRows) rows in \(count.statements): \(text)"
    }.joined()
  }

  /// The scans in SQLite's plans, except for indexes of pending work: counting all rows of a table
  /// is one step.
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

  /// Indexes that contain only pending work, lists within a statement, and the names of tables.
  private static let small =
    ["PENDING", "DOOMED", "WANTS", "WAITING"].map { "USING INDEX \(Ledger.record)_\($0)" }
    + ["NEW", "UNWANTED", "OPEN"].map { "USING INDEX \(Ledger.pair)_\($0)" }
    + ["json_each VIRTUAL TABLE", "L VIRTUAL TABLE", "CONSTANT ROW", "sqlite_master"]

  private func note(_ statement: OpaquePointer, isEnd: Bool) {
    let steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    let rows = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
    // The work before the current run started belonged to another run.
    guard isEnd, let text = sqlite3_sql(statement) else { return }
    byText[String(cString: text), default: Count()].statements += 1
    byText[String(cString: text), default: Count()].steps += Int(steps)
    byText[String(cString: text), default: Count()].scannedRows += Int(rows)
  }
}
