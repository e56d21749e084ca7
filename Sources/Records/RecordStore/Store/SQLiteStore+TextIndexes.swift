import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension SQLiteStore {
  /// Creates, repairs and drops text indexes until the file has exactly the requested ones.
  ///
  /// One statement looks for differences, for example an index that another program dropped or
  /// changed. If there are any, one transaction repairs them and reads the texts of all rows of the
  /// affected tables. A read-only store is not changed.
  ///
  /// - Parameter wanted: The indexes.
  /// - Returns: The indexes that can be used.
  /// - Throws: `SwiftDataError.unsupportedModel` if this version of SQLite cannot create one;
  ///   `storeIsLocked`, `storeIsFull` and similar errors.
  package func keepTextIndexes(_ wanted: [TextIndexTable]) throws -> [TextIndexTable] {
    let connection = try checkOut()
    defer { checkIn(connection) }
    do {
      let found = TextIndexesInFile(try connection.rows(TextIndexCatalog.list))
      let right = wanted.filter(found.holds)
      if !allowsSave { return right }
      if right.count == wanted.count, found.isNothing(beside: wanted) { return wanted }
      try withWriterLock {
        try connection.transaction { try mend(wanted, on: connection) }
      }
      return wanted
    } catch let error as SQLError {
      throw describe(error)
    }
  }

  private func mend(_ wanted: [TextIndexTable], on connection: any SQLConnection) throws {
    // Another program may have repaired it in the meantime.
    let found = TextIndexesInFile(try connection.rows(TextIndexCatalog.list))
    let missing = wanted.filter { !found.holds($0) }
    let right = wanted.filter(found.holds)
    for text in found.dropStatements(keeping: right) { try connection.run(text) }
    for index in missing {
      do {
        for definition in index.definitions { try connection.run(definition.text) }
      } catch {
        throw cannotMake(index, error)
      }
      try connection.run(index.fillStatement)
    }
  }

  /// Converts a failure to create an index; usually SQLite lacks a feature that the index needs.
  private func cannotMake(_ index: TextIndexTable, _ error: any Error) -> any Error {
    guard let error = error as? SQLError, [.other, .invalidStatement].contains(error.kind) else {
      return error
    }
    return SwiftDataError.unsupportedModel.explained(
      "SQLite cannot create the text index \(index.name).", path: path,
      advice:
        "Use SQLite with FTS5 and the index's tokenizer; substrings need SQLite 3.34 or newer.",
      underlying: error)
  }
}

/// The text indexes of a file.
private struct TextIndexesInFile {
  private struct Entry {
    var type: String
    var name: String
    var text: String
  }

  private let entries: [Entry]

  /// Parses the entries of a file.
  ///
  /// - Parameter rows: The rows of `TextIndexCatalog.list`.
  init(_ rows: [[SQLValue]]) {
    entries = rows.map { row in
      Entry(type: row[0].text ?? "", name: row[1].text ?? "", text: row[3].text ?? "")
    }
  }

  /// Whether an index exists, complete and with the expected definition.
  func holds(_ index: TextIndexTable) -> Bool {
    index.definitions.allSatisfy { name, text in
      entries.contains { $0.name == name && $0.text == text }
    }
  }

  /// Whether there are no other indexes.
  func isNothing(beside wanted: [TextIndexTable]) -> Bool {
    dropStatements(keeping: wanted).isEmpty
  }

  /// Returns the statements that drop all other indexes.
  func dropStatements(keeping kept: [TextIndexTable]) -> [String] {
    let names = Set(kept.flatMap { $0.definitions.map(\.name) })
    let others = entries.filter { !names.contains($0.name) }
    let sorted = others.filter { $0.type == "trigger" } + others.filter { $0.type != "trigger" }
    return sorted.compactMap {
      TextIndexCatalog.drop(type: $0.type, name: $0.name, text: $0.text)
    }
  }
}
