import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SwiftDataErrors

extension SQLiteStoreFile {
  func problems() throws -> [StoreProblem] {
    let lost = reader.metadataProblem.map { problem in
      StoreProblem(
        .damage,
        "\(problem.localizedDescription) Only the tables are read.",
        canBeRepaired: false)
    }
    return try [lost].compactMap(\.self) + findings().map(\.problem) + fileProblems()
  }

  /// The problems of the rows, with the statements that repair them.
  func findings() throws -> [SQLiteStoreFinding] {
    try engine.reading { try findings($0) }
  }

  /// The same, as seen by a connection that may be in a transaction.
  func findings(_ connection: any SQLConnection) throws -> [SQLiteStoreFinding] {
    var check = SQLiteStoreCheck(connection, tables, engine.model)
    try check.run()
    return check.findings
  }

  /// The problems of the files of large values.
  private func fileProblems() throws -> [StoreProblem] {
    let discrepancies: (orphans: [String], missing: [String])
    do {
      discrepancies = try orphans()
    } catch let error as SwiftDataError where error.isOfContent {
      return [
        StoreProblem(
          .damage, "The names of the rows' files cannot be read: \(error.localizedDescription)",
          canBeRepaired: false)
      ]
    }
    var problems: [StoreProblem] = []
    for name in discrepancies.orphans.sorted() {
      problems.append(
        StoreProblem(.orphanFile, "No row refers to the file \(name) of a large value."))
    }
    for name in discrepancies.missing {
      problems.append(
        StoreProblem(
          .missingFile, "A row refers to the file \(name), which does not exist.",
          canBeRepaired: false))
    }
    return problems
  }

  /// The names of files that no row refers to, and of files that are missing.
  func orphans() throws -> (orphans: [String], missing: [String]) {
    try engine.reading { try orphans($0) }
  }

  /// The same, as seen by a connection that may be in a transaction.
  func orphans(
    _ connection: any SQLConnection
  ) throws -> (orphans: [String], missing: [String]) {
    let owner = reader.metadata.storeUUID
    guard let files = ExternalFiles(reader.location, tables, owner: owner) else { return ([], []) }
    let (orphans, unfinished, missing) = try files.discrepancies(connection)
    // A folder shared by several stores contains the files of the others, too.
    let isShared = files.folder.hasOthers(than: owner)
    return (
      isShared ? [] : orphans.map(\.uuidString) + unfinished, missing.map(\.uuidString).sorted()
    )
  }
}
