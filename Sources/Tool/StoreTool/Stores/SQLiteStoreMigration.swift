import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// Migrates a file to another schema, in place or in a copy.
struct SQLiteStoreMigration {
  private let path: String
  private let model: ModelDescription
  private let dropsRows: Bool
  private let progress: (Int, Int) -> Void

  init(
    _ path: String, to model: ModelDescription, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) {
    (self.path, self.model, self.dropsRows, self.progress) = (path, model, dropsRows, progress)
  }

  /// Migrates the file, or a copy of it that is deleted afterwards.
  ///
  /// - Throws: Errors of the store, which is unchanged then.
  func run(_ mode: MigrationMode) throws -> MigrationSummary {
    switch mode {
    case .trial: try trial()
    case .inPlace(.none): try migrate(path, backup: nil)
    case .inPlace(.beside): try migrate(path, backup: Self.freePath(beside: path))
    case .inPlace(.at(let place)): try migrate(path, backup: checked(place))
    }
  }

  private func trial() throws -> MigrationSummary {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("swiftdata-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    try FileSystem.makeNewFolder(folder.path, .owner)
    let copy = folder.appendingPathComponent((path as NSString).lastPathComponent).path
    let view = try SQLiteStoreView(path)
    let reader = try StoreReader(URL(fileURLWithPath: view.path))
    try StoreBackup(reader.location, to: copy, reading: reader.connection).make()
    return try migrate(copy, backup: nil)
  }

  private func migrate(_ path: String, backup: String?) throws -> MigrationSummary {
    let outcome = try InferredMigration.run(
      StoreOptions(name: path, path: path), to: model, backup: backup, dropsRows: dropsRows
    ) { progress(Int(clamping: $0.completedRows), Int(clamping: $0.totalRows)) }
    var result = MigrationSummary()
    switch outcome {
    case .obstructed(let obstacles): result.obstacles = obstacles
    case .upToDate: try look(path, &result)
    case .migrated:
      result.backup = backup
      try look(path, &result)
    }
    return result
  }

  /// Reads the row counts and problems of the migrated file.
  private func look(_ path: String, _ result: inout MigrationSummary) throws {
    let file = try SQLiteStoreFile(path)
    for entity in file.model.sortedEntities {
      result.counts.append((entity.name, try file.engine.count(entity.name)))
    }
    result.problems = try file.problems()
  }

  private func checked(_ backup: String) throws -> String {
    try SQLiteStoreCopy.checkIsFree(backup)
    return backup
  }

  /// A free path whose large values do not go to the same folder as the file's.
  private static func freePath(beside path: String) -> String {
    let folder = ExternalFolder(ofStoreAt: path).path
    let ending =
      ExternalFolder(ofStoreAt: "\(path).backup").path == folder ? "-backup" : ".backup"
    var (candidate, number) = (path + ending, 1)
    while StoreBackup.occupant(of: candidate) != nil {
      number += 1
      candidate = "\(path)\(ending)\(number)"
    }
    return candidate
  }
}
