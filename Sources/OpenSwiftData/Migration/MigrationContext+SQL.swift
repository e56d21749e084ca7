import Foundation
import RecordStore
import SQLCore

extension MigrationContext {
  /// A value of a column or a parameter.
  public enum Value: Hashable, Sendable {
    /// NULL.
    case null
    /// A whole number; what Boolean values are stored as, too.
    case integer(Int64)
    /// A floating-point number; what dates are stored as, in seconds since 2001.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes; what UUIDs are stored as, too.
    case blob(Data)
  }

  /// Runs a statement of SQL.
  ///
  /// Save first what is to be changed by it, and fetch anew what it has changed. In SQLite, tables and columns
  /// have the names of Core Data's layout; ``table(of:)`` tells the table of a model.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` in the place of each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store is meant; nil for the first store.
  /// - Returns: How many rows were changed.
  /// - Throws: `SwiftDataError.migrationStageIsOver`, or `SwiftDataError.loadIssueModelContainer` with
  ///   what the database says.
  @discardableResult
  public func execute(
    _ sql: String, _ values: [Value] = [], configuration: String? = nil
  ) throws -> Int {
    try run(sql, values, configuration) { statement in
      while try statement.step() {}
      return statement.changedRowCount
    }
  }

  /// The rows of a statement of SQL.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` in the place of each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store is meant; nil for the first store.
  /// - Returns: All rows, each as its columns in order.
  /// - Throws: As ``execute(_:_:configuration:)`` does.
  public func rows(
    _ sql: String, _ values: [Value] = [], configuration: String? = nil
  ) throws -> [[Value]] {
    var rows: [[Value]] = []
    try forEachRow(sql, values, configuration: configuration) { rows.append($0) }
    return rows
  }

  /// Runs `body` for each row of a statement of SQL, with one in memory at a time.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` in the place of each value.
  ///   - values: The values.
  ///   - configuration: The name of the configuration whose store is meant; nil for the first store.
  ///   - body: Gets the columns of a row in order; it must not change the rows that are read.
  /// - Throws: What `body` throws, and as ``execute(_:_:configuration:)`` does.
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

  /// The name of the table that a model of either version stands in, as SQL has it.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a model that neither version has.
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
        "No store of the configuration \(configuration ?? "") is being migrated.",
        advice: "Name one of the container's configurations.")
    }
    defer { lent.noteChanges() }
    do {
      let connection = try lent.connection()
      func perform() throws -> Result {
        let statement = try connection.singleStatement(sql, values.map(\.stored))
        defer { statement.reset() }
        return try body(statement)
      }
      // Whoever goes on after a failure has the transaction that he had before.
      return connection.features.failureEndsTransaction
        ? try connection.transaction(perform) : try perform()
    } catch let error as SQLError {
      let kind =
        error.kind == .expired
        ? SwiftDataError.migrationStageIsOver : .loadIssueModelContainer
      throw kind.explained(
        "A statement of SQL failed.", advice: "See what the database says of it.", underlying: error
      )
    }
  }
}

extension MigrationContext.Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }

  /// The primary key of a model, which columns of other rows may hold; NULL for one that is not saved.
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
      // There are no others that are stored.
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
