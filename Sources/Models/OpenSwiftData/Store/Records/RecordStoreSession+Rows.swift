import Foundation
import RecordStore
import SQLCore

/// The statement that reads a row by its key, with its parameter writer and loader.
struct RowReading {
  let statement: any PreparedStatement
  let writer: any ParameterWriter
  let loader: _RowLoader

  init(_ statement: any PreparedStatement, _ binding: EntityBinding) {
    self.statement = statement
    writer = statement.parameters
    loader = _RowLoader(
      row: statement.row, columns: binding.statements.ownColumns.first, binding: binding)
  }
}

extension RecordStoreSession {
  /// Reads the row of one instance, if it exists.
  @discardableResult
  func withRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int,
    _ body: (_RowLoader) -> Void
  ) throws -> Bool {
    var missing: UUID?
    while true {
      let (isFound, name) = try readRow(key, of: binding, touching: index, body)
      guard let name else { return isFound }
      // A client that replaces a value deletes its file, possibly between our reads of row and
      // file. In that case the row refers to another file by now.
      guard name != missing else { throw binding.missingFile(name, of: index) }
      missing = name
    }
  }

  /// Returns whether there is a row, and the name of its file if that is missing.
  private func readRow(
    _ key: Int64, of binding: EntityBinding, touching index: Int, _ body: (_RowLoader) -> Void
  ) throws -> (Bool, UUID?) {
    try records.reporting {
      let reading = try reading(byKeyOf: binding, touching: index)
      let (statement, loader) = (reading.statement, reading.loader)
      defer { statement.reset() }
      reading.writer.bind(key, 1)
      guard try statement.step() else { return (false, nil) }
      records.noteReading()
      loader.begin(touching: index)
      loader.read(statement)
      body(loader)
      try statement.checkValues()
      if let failure = loader.failure { throw failure.inRow(key) }
      return (true, loader.missingFile)
    }
  }
}
