/// The SQL syntax of one database; everything else about a statement is shared.
package struct SQLDialect: Hashable, Sendable {
  /// The syntax of the n-th parameter.
  package enum Placeholder: Hashable, Sendable {
    /// `?` for each.
    case question
    /// `$1`, `$2`, …
    case dollarNumbered
  }

  /// The names that are written without quotes.
  package enum BareNames: Hashable, Sendable {
    /// None: the database would convert them to lowercase.
    case none
    /// Names of capitals, digits, and underscores that begin with Z, because no keyword does.
    case capitalsAfterZ
  }

  package var name: String
  package var placeholder: Placeholder
  package var bareNames: BareNames = .none
  /// The capabilities of the database.
  package var features: SQLFeatures

  package static let sqlite = SQLDialect(
    name: "SQLite", placeholder: .question, bareNames: .capitalsAfterZ, features: .sqlite)
  package static let postgres = SQLDialect(
    name: "PostgreSQL", placeholder: .dollarNumbered, features: .postgres)

  /// The name as statements contain it: in double quotes as in standard SQL, or bare if that means
  /// the same.
  ///
  /// A name in a schema (``name(_:in:)``) is qualified with the schema.
  package func quoted(_ name: String) -> String {
    if bareNames == .capitalsAfterZ, Self.isCapitalsAfterZ(name) { return name }
    // Searching for single bytes is many times faster than `replacing`, which few names need.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == 0 }) else {
      return "\"" + name + "\""
    }
    let parts = name.split(separator: Self.schemaEnd, omittingEmptySubsequences: false)
    return parts.map { String($0).quoted(by: "\"") }.joined(separator: ".")
  }

  /// The separator between a schema and a name; names in a database never contain it.
  private static let schemaEnd: Character = "\0"

  /// The name of an object in a schema of the database, independent of the connection's search
  /// path.
  package static func name(_ name: String, in schema: String) -> String {
    "\(schema)\(schemaEnd)\(name)"
  }

  /// The name of an object as people write it, for messages.
  package static func title(of name: String) -> String {
    name.split(separator: schemaEnd).joined(separator: ".")
  }

  private static func isCapitalsAfterZ(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "Z")
      && name.utf8.allSatisfy {
        (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
      }
  }

  /// The parameter with this number, from 1.
  package func parameter(_ number: Int) -> String {
    switch placeholder {
    case .question: "?"
    case .dollarNumbered: "$\(number)"
    }
  }

  /// An INSERT that does nothing if another row has the key or a unique value of the new one.
  ///
  /// - Parameter insert: The INSERT that would fail in that case.
  /// - Returns: The INSERT with a clause that makes it skip the row.
  package func ignoringConflicts(_ insert: String) -> String {
    switch features.insertOrIgnore {
    case .onConflictDoNothing: insert + " ON CONFLICT DO NOTHING"
    case .plain: insert
    }
  }

  /// The statement that begins a writing transaction.
  package var beginWriting: String {
    switch features.writingTransactions {
    case .immediate: "BEGIN IMMEDIATE"
    case .plain: "BEGIN"
    }
  }

  /// The statement that begins a transaction that reads one consistent state.
  package var beginReading: String {
    switch features.writingTransactions {
    case .immediate: "BEGIN"
    case .plain: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }

  /// The statements that begin and end a part of a transaction that can only read; nil if the
  /// database finds when it prepares a statement whether it only reads.
  package var readOnlyPart: (begin: String, end: String)? {
    guard features.writingTransactions == .plain else { return nil }
    // A serializable transaction whose snapshot is taken while it is read-only would miss conflicts
    // with its later changes, so a SELECT takes the snapshot before.
    return (
      "SAVEPOINT openswiftdata_query; SELECT 1; SET TRANSACTION READ ONLY",
      "ROLLBACK TO openswiftdata_query; RELEASE openswiftdata_query"
    )
  }

  /// The beginning of a statement that explains the plan of the statement after it.
  ///
  /// - Parameter measures: Whether to run the statement and measure it, if the database can.
  /// - Returns: The beginning.
  package func explaining(measures: Bool) -> String {
    switch features.planForm {
    case .numberedSteps: "EXPLAIN QUERY PLAN "
    case .lines: measures ? "EXPLAIN (ANALYZE, BUFFERS) " : "EXPLAIN "
    }
  }

  /// The clause after a SELECT that locks its rows until the transaction ends; empty if the
  /// transaction has the lock of the single writer.
  ///
  /// - Parameters:
  ///   - table: The table whose rows to lock if the SELECT joins it with others; nil if it is alone.
  ///   - skipsLocked: Whether rows that others have locked are left out instead of waited for.
  /// - Returns: The clause.
  package func rowLock(on table: String?, skipsLocked: Bool) -> String {
    guard features.writingTransactions == .plain else { return "" }
    // The name under which FROM knows the table has no schema.
    let name = table.map { " OF " + quoted(String($0.split(separator: Self.schemaEnd).last ?? "")) }
    return " FOR UPDATE" + (name ?? "") + (skipsLocked ? " SKIP LOCKED" : "")
  }

  /// The clause after a SELECT that locks the rows which the transaction is about to change, and not
  /// to delete, in the order of the result.
  ///
  /// - Parameter name: The name under which FROM knows their table.
  /// - Returns: The clause; empty if the transaction has the lock of the single writer, or cannot
  ///   lock these rows alone.
  package func changeLock(on name: String) -> String {
    features.locksJoinedRows ? " FOR NO KEY UPDATE OF \(name)" : ""
  }

  /// The clause that limits a statement with `parameterCount` parameters to a range of its rows.
  ///
  /// The limit and the offset are two more parameters.
  package func range(after parameterCount: Int) -> String {
    " LIMIT \(parameter(parameterCount + 1)) OFFSET \(parameter(parameterCount + 2))"
  }

  /// The limit parameter of `range(after:)`; nil for all rows.
  package func limit(_ count: Int?) -> SQLValue {
    count.map { .integer(Int64($0)) } ?? features.noLimit
  }
}
