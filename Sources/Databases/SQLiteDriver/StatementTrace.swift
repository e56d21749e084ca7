import CSQLite
import SQLCore

/// Measures a connection's statements for observers.
///
/// It uses [SQLite's tracing](https://sqlite.org/c3ref/trace_v2.html), which is enabled only while
/// there are observers, so that statements have no extra cost without them.
final class StatementTrace {
  /// The observers of the store, and those of the context.
  private var observers: [StatementObservers] = []
  private var isOn = false
  private var runs: [OpaquePointer: Run] = [:]
  /// The runs that have ended since the last report; SQLite does not tell their outcomes.
  private var ended: [(statement: OpaquePointer, run: StatementRun)] = []
  /// Whether runs have ended since the last report.
  @exclusivity(unchecked) private(set) var hasEnded = false

  private struct Run {
    let start: ContinuousClock.Instant
    let changesBefore: Int64
    var rowsRead = 0
  }

  private static let events = SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE

  func observe(for observers: [StatementObservers], on database: OpaquePointer) {
    self.observers = observers
    update(on: database)
  }

  /// Enables or disables tracing depending on whether there are observers; called before each
  /// statement.
  @inline(__always)
  func update(on database: OpaquePointer) {
    var wanted = false
    for observers in observers where observers.isActive { wanted = true }
    if wanted != isOn { turn(on: wanted, database) }
  }

  /// Ends all tracing; the trace is not used afterwards.
  func end(on database: OpaquePointer) {
    if isOn { turn(on: false, database) }
  }

  private func turn(on: Bool, _ database: OpaquePointer) {
    isOn = on
    runs.removeAll()
    guard on else {
      sqlite3_trace_v2(database, 0, nil, nil)
      return
    }
    // The connection owns the database and the trace, and ends tracing before either is released.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_trace_v2(
      database, UInt32(Self.events),
      { event, context, statement, detail in
        guard let context, let statement else { return 0 }
        Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          .record(Int32(bitPattern: event), OpaquePointer(statement), detail)
        return 0
      }, context)
  }

  private func record(
    _ event: Int32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?
  ) {
    switch event {
    case SQLITE_TRACE_STMT:
      // A trigger is reported as a comment, with the statement that fired it.
      guard runs[statement] == nil, !Self.isOfIndex(statement) else { return }
      runs[statement] = Run(
        start: .now, changesBefore: sqlite3_total_changes64(sqlite3_db_handle(statement)))
    case SQLITE_TRACE_ROW:
      runs[statement]?.rowsRead += 1
    default:
      if let run = runs.removeValue(forKey: statement) { finish(run, statement) }
    }
  }

  /// Whether a full-text or spatial index runs the statement on its own tables, for another
  /// statement.
  ///
  /// Only such statements name the database before the table, as a string.
  private static func isOfIndex(_ statement: OpaquePointer) -> Bool {
    sqlite3_strglob("*'main'.*", sqlite3_sql(statement)) == 0
  }

  private func finish(_ run: Run, _ statement: OpaquePointer) {
    let end = ContinuousClock.now
    let database = sqlite3_db_handle(statement)
    // SQLite's change count is that of the last statement that could change rows.
    let didChange = sqlite3_total_changes64(database) != run.changesBefore
    let wantsValues = observers.contains { $0.isActive && $0.wantValues }
    let report = StatementRun(
      text: sqlite3_sql(statement).map { String(cString: $0) } ?? "",
      expandedText: wantsValues ? Self.expandedText(of: statement) : nil,
      duration: run.start.duration(to: end),
      rowCount: didChange ? Int(sqlite3_changes64(database)) : run.rowsRead)
    ended.append((statement, report))
    hasEnded = true
  }

  /// Reports the runs that have ended.
  ///
  /// - Parameters:
  ///   - failure: Why the last of them failed; nil for success.
  ///   - statement: The statement that failed; nil for the last one.
  @inline(never)
  func report(_ failure: SQLError? = nil, of statement: OpaquePointer? = nil) {
    var runs = ended
    ended.removeAll()
    hasEnded = false
    if let failure, let index = runs.lastIndex(where: { statement ?? $0.statement == $0.statement })
    {
      runs[index].run.failure = failure
    }
    for (_, run) in runs {
      for observers in observers { observers.notify(run) }
    }
  }

  private static func expandedText(of statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}
