import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension SQLiteStore {
  /// Makes the file have just the text indexes that are wanted, each equal to its rows.
  ///
  /// What another program took away or made otherwise is made anew: one statement looks, and where
  /// something differs one transaction mends it, which reads the texts of all rows of those tables.
  /// A store that may only be read stays as it is.
  ///
  /// - Parameter wanted: The indexes.
  /// - Returns: Those that can be used.
  /// - Throws: `SwiftDataError.unsupportedModel` where the SQLite at hand cannot make one;
  ///   `storeIsLocked`, `storeIsFull` and their like.
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
    // Somebody else may have mended it meanwhile.
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

  /// What a failure to make an index means: mostly that SQLite lacks what it is made of.
  private func cannotMake(_ index: TextIndexTable, _ error: any Error) -> any Error {
    guard let error = error as? SQLError, [.other, .invalidStatement].contains(error.kind) else {
      return error
    }
    return SwiftDataError.unsupportedModel.explained(
      "SQLite cannot make the text index \(index.name).", path: path,
      advice: "Use an SQLite with FTS5 and its tokenizer: 3.34 or newer for substrings.",
      underlying: error)
  }
}

/// The text indexes that a file has.
private struct TextIndexesInFile {
  private struct Entry {
    var type: String
    var name: String
    var text: String
  }

  private let entries: [Entry]

  /// - Parameter rows: The rows of `TextIndexCatalog.list`.
  init(_ rows: [[SQLValue]]) {
    entries = rows.map { row in
      Entry(type: row[0].text ?? "", name: row[1].text ?? "", text: row[3].text ?? "")
    }
  }

  /// Whether an index is there, whole and as it should be.
  func holds(_ index: TextIndexTable) -> Bool {
    index.definitions.allSatisfy { name, text in
      entries.contains { $0.name == name && $0.text == text }
    }
  }

  /// Whether there are no others.
  func isNothing(beside wanted: [TextIndexTable]) -> Bool {
    dropStatements(keeping: wanted).isEmpty
  }

  /// What takes away all others.
  func dropStatements(keeping kept: [TextIndexTable]) -> [String] {
    let names = Set(kept.flatMap { $0.definitions.map(\.name) })
    let others = entries.filter { !names.contains($0.name) }
    let sorted = others.filter { $0.type == "trigger" } + others.filter { $0.type != "trigger" }
    return sorted.compactMap {
      TextIndexCatalog.drop(type: $0.type, name: $0.name, text: $0.text)
    }
  }
}
