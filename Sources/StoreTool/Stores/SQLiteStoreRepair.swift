import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

/// Mends a file, after a copy of it was made.
struct SQLiteStoreRepair {
  private let path: String
  private let backup: String

  /// - Parameters:
  ///   - path: The file.
  ///   - backup: Where the copy goes; nil for a place beside the file.
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

  /// Copies the file and mends what can be, while nobody else can write.
  ///
  /// What is wrong is looked for within the transaction that mends it: what others wrote before counts,
  /// whatever was found at a first look.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: `ToolError` where no copy can be made; what the store throws. Nothing is mended then.
  func run() throws -> String {
    let file = try SQLiteStoreFile(path)
    try file.reader.checkTriggers()
    let location = file.reader.location
    // Open until nothing needs a lock any more.
    var copied: [FileHandle] = []
    defer { withExtendedLifetime(copied) {} }
    let orphans = try location.reporting {
      let connection = try location.reconnect(writable: true)
      return try connection.transaction {
        try checkSchema(of: file, connection)
        // Files of large values are moved and never changed, so that they need no copies.
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

  /// Sees whether the file still holds the entities by which it is looked at.
  private func checkSchema(of file: SQLiteStoreFile, _ connection: any SQLConnection) throws {
    let metadata = try file.reader.location.readMetadata(connection)
    guard metadata.versionHashes != file.reader.metadata.versionHashes else { return }
    throw ToolError(
      .failed, "“\(path)” was migrated meanwhile; nothing was changed.", advice: "Try again.")
  }

  /// Moves files that no row names beside the copy, as they would be named there.
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
