import SQLCore

extension StoreSession {
  /// Fills the empty slots of an instance from its row, where it has one.
  ///
  /// Executes one statement.
  func load(_ object: AnyObject, _ key: Int64, _ binding: EntityBinding) throws {
    if try withRow(key, of: binding, { binding.load(object, $0) }) {
      binding.state(of: object)?.pointee.flags.remove(.partial)
    }
  }

  /// Reads the row of one instance, where it exists.
  @discardableResult
  func withRow(
    _ key: Int64, of binding: EntityBinding, _ body: (_RowLoader) -> Void
  ) throws -> Bool {
    try reporting {
      let statement = try connection.prepare(binding.statements.selectByKey)
      defer { statement.reset() }
      statement.parameters.bind(key, 1)
      guard try statement.step() else { return false }
      let loader = _RowLoader(
        row: statement.row, columns: binding.statements.allColumns.first, binding: binding)
      body(loader)
      if let failure = loader.failure { throw failure }
      return true
    }
  }

  /// Runs a SELECT, gives its rows to `body`, and makes the statement ready for the next.
  func read<Result>(
    _ query: SQLFragment, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try reporting {
      let statement = try prepare(query)
      defer { statement.reset() }
      return try body(statement)
    }
  }
}
