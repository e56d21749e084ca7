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
    while FileManager.default.fileExists(atPath: candidate) {
      number += 1
      candidate = "\(path).backup\(number)"
    }
    return candidate
  }

  /// Mends what can be, in one transaction.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: `ToolError` where no copy can be made; what the store throws.
  func run() throws -> String {
    let file = try SQLiteStoreFile(path)
    try file.reader.checkTriggers()
    let statements = try file.findings().flatMap(\.repair)
    let orphans = try file.orphans().orphans
    // Files of large values are moved and never changed, so that they need no copies.
    try SQLiteStoreCopy(path, to: backup).run(withFiles: false)
    let location = file.reader.location
    try location.reporting {
      let connection = try location.reconnect(writable: true)
      try connection.transaction {
        for statement in statements {
          let rendered = connection.dialect.render(statement)
          try connection.run(rendered.text, rendered.values)
        }
      }
    }
    try move(orphans)
    return backup
  }

  /// Moves files that no row names beside the copy, as they would be named there.
  private func move(_ names: [String]) throws {
    guard !names.isEmpty else { return }
    let source = ExternalFolder(ofStoreAt: path).path
    let target = backup + ".files"
    try FileManager.default.createDirectory(
      atPath: target, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.moveItem(atPath: "\(source)/\(name)", toPath: "\(target)/\(name)")
    }
  }
}
