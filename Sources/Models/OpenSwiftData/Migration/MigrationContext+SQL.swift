import Foundation
import RecordStore
import SQLCore

extension MigrationContext {
  /// A value of a column or a parameter.
  public enum Value: Hashable, Sendable {
    /// NULL.
    case null
    /// An integer; Boolean values are also stored as integers.
    case integer(Int64)
    /// A floating-point number; dates are also stored as these, in seconds since 2001.
    case real(Double)
    /// A string.
    case text(String)
    /// Bytes; UUIDs are also stored as bytes.
    case blob(Data)
  }

  /// Executes a SQL statement.
  ///
  /// Save models before a statement that changes their rows, and fetch them again afterwards. In
  /// SQLite, tables and columns have the names of Core Data's layout; ``table(of:)`` returns the
  /// name of a model's table.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store to use; nil for the first store.
  /// - Returns: The number of rows that were changed.
  /// - Throws: `SwiftDataError.migrationStageIsOver`, or `SwiftDataError.loadIssueModelContainer`
  ///   with the database's error.
  @discardableResult
  public func execute(
    _ sql: String, _ values: [Value] = [], configuration: String? = nil
  ) throws -> Int {
    try run(sql, values, configuration) { statement in
      while try statement.step() {}
      return statement.changedRowCount
    }
  }

  /// Returns the rows of a SQL statement.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store to use; nil for the first store.
  /// - Returns: All rows, each as its columns in order.
  /// - Throws: The errors of ``execute(_:_:configuration:)``.
  public func rows(
    _ sql: String, _ values: [Value] = [], configuration: String? = nil
  ) throws -> [[Value]] {
    var rows: [[Value]] = []
    try forEachRow(sql, values, configuration: configuration) { rows.append($0) }
    return rows
  }

  /// Runs `body` for each row of a SQL statement, with one row in memory at a time.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store to use; nil for the first store.
  ///   - body: Receives the columns of a row in order; it must not change the rows that are read.
  /// - Throws: Errors of `body`, and those of ``execute(_:_:configuration:)``.
  public func forEachRow(
    _ sql: String, _ values: [Value] = [], configuration: String? = nil,
    _ body: (_ row: [Value]) throws -> Void
  ) throws {
    try run(sql, values, configuration) { statement in
      while try statement.step() {
        try body((0..<statement.columnCount).map { Value(statement.row.value($0)) })
      }
    }
  }

  /// The name of the table with the rows of a model of either version, quoted for SQL.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a model of neither version.
  public func table(of model: any PersistentModel.Type) throws -> String {
    if let binding = try? old.core.bindings.binding(for: model) { return binding.statements.table }
    return try new.core.bindings.binding(for: model).statements.table
  }

  private func run<Result>(
    _ sql: String, _ values: [Value], _ configuration: String?,
    _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    guard
      let lent = connections.first(where: {
        configuration == nil || $0.configuration == configuration
      })?.connection
    else {
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The SQL statement cannot be run, because the stage does not migrate a store of the "
          + "configuration \(configuration ?? "").",
        advice: "Use a configuration whose store the stage migrates: "
          + "\(connections.map(\.configuration).joined(separator: ", ")).")
    }
    defer { lent.noteChanges() }
    do {
      let connection = try lent.connection()
      func perform() throws -> Result {
        let statement = try connection.singleStatement(sql, values.map(\.stored))
        defer { statement.reset() }
        return try body(statement)
      }
      // Code that continues after a failure still has the same transaction.
      return connection.features.failureEndsTransaction
        ? try connection.transaction(perform) : try perform()
    } catch let error as SQLError {
      let kind =
        error.kind == .expired
        ? SwiftDataError.migrationStageIsOver : .loadIssueModelContainer
      throw kind.explained(
        "A SQL statement failed.", advice: "See the database's error.", underlying: error)
    }
  }
}

extension MigrationContext.Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }

  /// The primary key of a model, which columns of other rows may contain; NULL if it is not saved.
  public static func key(of model: some PersistentModel) -> Self {
    let identifier = model.persistentModelID
    return identifier.isTemporary ? .null : .integer(identifier.key)
  }

  init(_ value: SQLValue) {
    self =
      switch value.stored {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let bytes): .blob(bytes)
      // Other values are never stored.
      case .bool, .date, .uuid, .decimal: .null
      }
  }

  var stored: SQLValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }
}
