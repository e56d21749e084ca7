import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

/// Repairs a file, after it is backed up.
struct SQLiteStoreRepair {
  private let path: String
  private let backup: String

  /// - Parameters:
  ///   - path: The file.
  ///   - backup: The path of the backup; nil for a free path beside the file.
  init(_ path: String, backup: String?) {
    self.path = path
    self.backup = backup ?? Self.freePath(beside: path)
  }

  private static func freePath(beside path: String) -> String {
    var (candidate, number) = ("\(path).backup", 1)
    while StoreBackup.occupant(of: candidate) != nil {
      number += 1
      candidate = "\(path).backup\(number)"
    }
    return candidate
  }

  /// Backs up the file and repairs its problems, while other processes cannot write.
  ///
  /// The problems are searched for again within the transaction that repairs them, so that earlier
  /// writes of other processes are considered.
  ///
  /// - Returns: The path of the backup.
  /// - Throws: `ToolError` if the backup cannot be made; errors of the store. Nothing is repaired
  ///   then.
  func run() throws -> String {
    let file = try SQLiteStoreFile(path)
    try file.reader.checkTriggers()
    let location = file.reader.location
    // Kept open until no lock is needed any more.
    var copied: [FileHandle] = []
    defer { withExtendedLifetime(copied) {} }
    let orphans = try location.reporting {
      let connection = try location.reconnect(writable: true)
      return try connection.transaction {
        try checkSchema(of: file, connection)
        // Files of large values are only moved, never changed, so they need no backup.
        copied = try SQLiteStoreCopy(path, to: backup).run(withFiles: false)
        let orphans = try file.orphans(connection).orphans
        for statement in try file.findings(connection).flatMap(\.repair) {
          let rendered = connection.dialect.render(statement)
          try connection.run(rendered.text, rendered.values)
        }
        return orphans
      }
    }
    try move(orphans)
    return backup
  }

  /// Checks that the file was not migrated since its entities were read.
  private func checkSchema(of file: SQLiteStoreFile, _ connection: any SQLConnection) throws {
    let metadata = try file.reader.location.readMetadata(connection)
    guard metadata.versionHashes != file.reader.metadata.versionHashes else { return }
    throw ToolError(
      .failed,
      "“\(path)” cannot be repaired, because it was migrated meanwhile; nothing was changed.",
      advice: "Try again.")
  }

  /// Moves files that no row refers to into a folder beside the backup.
  private func move(_ names: [String]) throws {
    guard !names.isEmpty else { return }
    let source = ExternalFolder(ofStoreAt: path).path
    let target = backup + ".files"
    try FileSystem.makeFolder(target, FileSystem.permissions(of: path))
    for name in names {
      try FileManager.default.moveItem(atPath: "\(source)/\(name)", toPath: "\(target)/\(name)")
    }
  }
}
