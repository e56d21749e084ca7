import CodableStorage
import Foundation
import RecordStore
import SQLCore

extension ModelContext {
  /// Runs a SQL query, and decodes its rows.
  ///
  /// A type that is stored in one column, such as `Int` or `String?`, is decoded from the first
  /// column. Another type is decoded by its `init(from:)`, from the columns that are named like its
  /// members. A column of an interpolated model is also found by the name of its property:
  ///
  /// ```swift
  /// struct Line: Decodable {
  ///   let name: String
  ///   let count: Int
  /// }
  /// let lines = try context.query(
  ///   """
  ///   SELECT \(\Item.name), COUNT(*) AS count FROM \(Item.self)
  ///   WHERE \(\Item.price) < \(limit) GROUP BY \(\Item.name) ORDER BY \(\Item.name)
  ///   """, as: Line.self)
  /// ```
  ///
  /// The query reads what is stored: unsaved changes are not in the result. Within
  /// ``transaction(_:_:)`` it reads the state of the transaction, with updates of many models that
  /// the transaction has written; its other changes are written at its end.
  ///
  /// A query can only read. SQLite checks the statement; PostgreSQL runs it in a transaction, or a
  /// part of the current one, that is `READ ONLY`, which takes two more requests. There is no such
  /// function for statements that write: neither the history nor other contexts would notice their
  /// changes. Use ``update(_:where:_:_:)`` and ``delete(model:where:includeSubclasses:)``.
  ///
  /// On PostgreSQL, a query reads from the server itself, even if the container has replicas, and
  /// from all shards.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - query: The query, one `SELECT`, `WITH` or `VALUES`. If it mentions no model, the container
  ///     must have a single store.
  ///   - type: The type of an element of the result.
  /// - Returns: One element for each row.
  /// - Throws: `SwiftDataError.queryFailed` if the database refuses the query;
  ///   `unsupportedQuery` for a statement that would write, several statements, models of several
  ///   stores, and a custom store; `valueCannotBeRead` for a row that cannot be decoded; errors of
  ///   the store.
  @_disfavoredOverload
  public func query<Row: Decodable>(_ query: SQLQuery, as type: Row.Type) throws -> [Row] {
    try elements(of: query) { try $0.value(of: type) }
  }

  /// Runs a SQL query, and decodes the columns of its rows in order.
  ///
  /// ```swift
  /// let counts = try context.query(
  ///   "SELECT \(\Item.name), COUNT(*) FROM \(Item.self) GROUP BY 1", as: String.self, Int.self)
  /// ```
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - query: The query; see ``query(_:as:)``.
  ///   - first: The type of the first column; each type has to be stored in one column.
  ///   - second: The type of the second column.
  ///   - rest: The types of more columns.
  /// - Returns: One tuple for each row.
  /// - Throws: Errors of ``query(_:as:)``.
  public func query<First: Decodable, Second: Decodable, each Rest: Decodable>(
    _ query: SQLQuery, as first: First.Type, _ second: Second.Type, _ rest: repeat (each Rest).Type
  ) throws -> [(First, Second, repeat each Rest)] {
    try elements(of: query) { row in
      var column = 1
      func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        column += 1
        return try row.value(of: type, at: column)
      }
      return (
        try row.value(of: first, at: 0), try row.value(of: second, at: 1),
        repeat try next(each rest)
      )
    }
  }

  /// Runs a SQL query, and fetches the models whose keys it finds.
  ///
  /// The result of the query has to contain the column `\(\Item.persistentModelID)`; with `*` it
  /// does:
  ///
  /// ```swift
  /// let items = try context.query(
  ///   """
  ///   SELECT * FROM \(Item.self) WHERE \(\Item.price) =
  ///     (SELECT MAX(\(\Item.price)) FROM \(Item.self))
  ///   """, as: Item.self)
  /// ```
  ///
  /// The query sees only saved values, but the models are those of the context, with their unsaved
  /// changes. Executes one more statement for all models; those that were deleted in between are
  /// left out.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - query: The query; see ``query(_:as:)``.
  ///   - model: The class of the models.
  /// - Returns: The models, in the order of the rows.
  /// - Throws: Errors of ``query(_:as:)``.
  public func query<Model: PersistentModel>(
    _ query: SQLQuery, as model: Model.Type
  ) throws -> [Model] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try binding(of: model)
    let column = binding.primaryKeyColumn
    let keys = try elements(of: query, in: binding) { row in
      guard let index = try row.columns.index(of: column) else {
        throw SwiftDataError.unsupportedQuery.explained(
          "The models cannot be fetched, because the result of the query lacks their keys.",
          entity: binding.name,
          advice: "Select \\(\\\(binding.name).persistentModelID), or all columns.")
      }
      return try row.value(of: Int64.self, at: index)
    }
    return try load(keys[...], binding).compactMap { $0 as? Model }.filter { !$0.isDeleted }
  }

  /// One element for each row of a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - binding: A model whose store to query if the query mentions none.
  ///   - element: Creates an element.
  /// - Returns: The elements.
  /// - Throws: As ``query(_:as:)`` does.
  func elements<Element>(
    of query: SQLQuery, in binding: EntityBinding? = nil,
    _ element: (ResultRow) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try forEachRow(of: query, in: binding) { elements.append(try element($0)) }
    return elements
  }

  /// Runs a query, and calls `body` for each row.
  func forEachRow(
    of query: SQLQuery, in binding: EntityBinding? = nil, _ body: (ResultRow) throws -> Void
  ) throws {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let resolved = try ResolvedQuery(query, core.bindings)
    let operations = try setOperations(of: resolved.store ?? binding?.store)
    try operations.query(resolved.statement) { statement in
      var row: ResultRow?
      var count = 0
      while try statement.step() {
        let current = row ?? ResultRow(of: statement, aliases: resolved.aliases)
        row = current
        count += 1
        do {
          try body(current)
        } catch let error as DecodingError {
          throw Self.cannotDecode(error, row: count, of: statement.text)
        }
      }
    }
  }

  /// The operations of a store, or of the only one.
  func setOperations(of store: (any ModelStore)?) throws -> any SetOperationSession {
    guard let store = store ?? (core.stores.count == 1 ? core.stores[0] : nil) else {
      throw SwiftDataError.unsupportedQuery.explained(
        "The query was not run: it mentions no model, and the container has \(core.stores.count) "
          + "stores.", advice: "Interpolate the class of a model of the store, \\(Item.self).")
    }
    guard let operations = try session(store).setOperations else {
      throw SwiftDataError.unsupportedQuery.explained(
        "The query was not run, because the store does not keep models in tables.",
        path: store.path, advice: "Fetch the models with a predicate.")
    }
    return operations
  }

  private static func cannotDecode(
    _ error: DecodingError, row: Int, of text: String
  ) -> SwiftDataError {
    var reason = "\(error)"
    var target = ""
    if case .typeMismatch(let type, let context) = error {
      (reason, target) = (context.debugDescription, " as \(type)")
    }
    return .valueCannotBeRead.explained(
      "Row \(row) of a query cannot be decoded\(target): \(reason). Statement: \(text)",
      advice: "Change the columns of the query, or the type of its result.", underlying: error)
  }
}

extension ResultRow {
  /// The current row of a statement.
  convenience init(of statement: any PreparedStatement, aliases: [String: String]) {
    let names = (0..<statement.columnCount).map(statement.columnName)
    self.init(statement.row, ResultColumns(names, aliases: aliases))
  }
}
