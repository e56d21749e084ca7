import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A migration of a store's file to other entities, matched by names and former names.
///
/// It is what a container infers without a migration plan, for programs without the model classes.
package struct InferredMigration {
  package let source: ModelDescription
  package let target: ModelDescription
  package let evolution: StoreEvolution
  private let metadata: StoreMetadata
  private let stored: StoredModel

  /// Infers the migration of a file.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the file.
  ///   - stored: The model of the file.
  ///   - target: The target model.
  ///   - connection: A connection to the file, which is only read.
  /// - Throws: `SwiftDataError.unknownSchema` for a file that contains only version hashes;
  ///   `LayoutError` for an inconsistent model; `SQLError`.
  package init(
    _ metadata: StoreMetadata, _ stored: StoredModel, to target: ModelDescription,
    on connection: any SQLConnection
  ) throws {
    guard let source = stored.model else {
      let reason = stored.problem.map { " (\($0))" } ?? ""
      throw SwiftDataError.unknownSchema.explained(
        "The store cannot be migrated, because it contains no usable model\(reason), and its "
          + "tables alone are not enough.",
        advice: "Open it with the models that it was written with.")
    }
    (self.metadata, self.stored, self.source, self.target) = (metadata, stored, source, target)
    evolution = try StoreEvolution(from: source, to: target, storedOn: connection)
  }

  /// Whether the migration would change anything.
  ///
  /// If another program wrote the store, only the version hashes are compared, as Core Data does.
  package var isNeeded: Bool {
    guard let own = stored.own else { return metadata.versionHashes != target.versionHashes }
    if own.canonical != target.canonical { return true }
    return own.versionIdentifiers != target.versionIdentifiers && newerVersion == nil
  }

  /// Returns what prevents the migration, as sentences; empty if it is possible.
  ///
  /// Only reads; scans each table that has something to check once.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - location: The location of the store.
  ///   - dropsRows: Whether rows of entities that the target lacks may be deleted.
  /// - Returns: The sentences.
  /// - Throws: `SQLError`.
  package func obstacles(
    on connection: SQLiteConnection, _ location: StoreLocation, dropsRows: Bool = false
  ) throws -> [String] {
    try MigrationFiles.registerForChecks(on: connection, location)
    var obstacles: [String] = []
    if try connection.rows(MirrorTables.find).first?.first == .integer(1) {
      obstacles.append(
        "Apple's frameworks mirror the store to CloudKit, and only they can migrate it.")
    }
    if let newerVersion { obstacles.append(newerVersion) }
    obstacles += try evolution.losses(of: source, on: connection, dropsRows: dropsRows)
    obstacles += try derivationObstacles(on: connection)
    return obstacles + (try evolution.obstacles(on: connection).map(\.description))
  }

  private var newerVersion: String? {
    Self.newerVersion(metadata.versionIdentifiers, than: target.versionIdentifiers)
  }

  /// A sentence if a store has a newer version than another; nil if it has not, or if a version is
  /// unknown.
  package static func newerVersion(_ own: [String], than wanted: [String]) -> String? {
    let own = own.compactMap(VersionNumber.init(text:)).max()
    let wanted = wanted.compactMap(VersionNumber.init(text:)).max()
    guard let own, let wanted, own > wanted else { return nil }
    return "The store has version \(own), which is newer than \(wanted)."
  }

  /// Core Data updates derived properties with triggers, which our migrations do not create.
  private func derivationObstacles(on connection: any SQLConnection) throws -> [String] {
    let derived = target.entities.flatMap { entity in
      entity.properties.compactMap { property -> String? in
        guard case .derived = property else { return nil }
        return
          "\(entity.name).\(property.name) is derived by Core Data, and only Core Data can keep it up to date."
      }
    }
    guard derived.isEmpty else { return derived }
    return try evolution.obstructingTriggers(on: connection).prefix(1).map {
      "The store has triggers of another program, such as \($0)."
    }
  }
}

extension StoreEvolution {
  /// The data that the migration would delete, as sentences.
  ///
  /// - Parameters:
  ///   - source: The schema of the store.
  ///   - connection: A connection to the store, which is only read.
  ///   - dropsRows: Whether rows of entities that the target lacks may be deleted.
  /// - Returns: The sentences.
  /// - Throws: `SQLError`.
  package func losses(
    of source: ModelDescription, on connection: any SQLConnection, dropsRows: Bool
  ) throws -> [String] {
    var losses: [String] = []
    if !source.entities.isEmpty, mapping.entities.allSatisfy({ $0.source == nil }) {
      losses.append(
        "The store has none of the schema's entities, so all of its data would be deleted.")
    }
    guard !dropsRows else { return losses }
    return losses
      + (try droppedRows(on: connection).map {
        "\($0.name) is not in the schema, and its \($0.count) \($0.unit) would be deleted."
      })
  }
}

extension InferredMigration {
  /// The result of a migration.
  package enum Outcome: Hashable, Sendable {
    /// There was nothing to do.
    case upToDate
    /// These obstacles prevented it, and nothing was changed.
    case obstructed([String])
    case migrated
  }

  /// Migrates a file in one transaction, so that a crash leaves either the old or the new version.
  ///
  /// - Parameters:
  ///   - options: The options of the file, which exists.
  ///   - target: The target model.
  ///   - backup: The path of a backup, which is made within the transaction; nil for none.
  ///   - dropsRows: Whether rows of entities that the target lacks may be deleted.
  ///   - progress: Called after each batch of copied rows; an error that it throws cancels the
  ///     migration.
  /// - Returns: The result.
  /// - Throws: `SwiftDataError`: `unknownSchema`, `storeIsLocked`, `storeIsFull` and similar
  ///   errors; `loadIssueModelContainer` if no backup can be made; what `progress` throws. The file
  ///   is then unchanged.
  package static func run(
    _ options: StoreOptions, to target: ModelDescription, backup: String?,
    dropsRows: Bool = false, progress: (EvolutionProgress) throws -> Void = { _ in }
  ) throws -> Outcome {
    let transaction = FileMigrationSession(try StoreFile(options, model: target))
    let location = transaction.file.location
    return try location.reporting {
      guard transaction.file.allowsSave else {
        let migration = try InferredMigration(transaction, to: target)
        return .obstructed(
          try migration.obstacles(
            on: transaction.file.connection, location, dropsRows: dropsRows))
      }
      try transaction.begin(waiting: StoreLocation.busyTimeout)
      do {
        let outcome = try run(
          transaction, to: target, backup: backup, dropsRows: dropsRows, progress: progress)
        transaction.rollBack()
        return outcome
      } catch {
        transaction.rollBack()
        throw transaction.files.failure ?? error
      }
    }
  }

  private init(_ transaction: FileMigrationSession, to target: ModelDescription) throws {
    try self.init(
      transaction.file.metadata, transaction.file.readModel(), to: target,
      on: transaction.connection)
  }

  /// Migrates within a transaction that has begun; the caller rolls back if it is not committed.
  private static func run(
    _ transaction: FileMigrationSession, to target: ModelDescription, backup: String?,
    dropsRows: Bool, progress: (EvolutionProgress) throws -> Void
  ) throws -> Outcome {
    let migration = try InferredMigration(transaction, to: target)
    guard migration.isNeeded else { return .upToDate }
    let obstacles = try migration.obstacles(
      on: transaction.file.connection, transaction.file.location, dropsRows: dropsRows)
    guard obstacles.isEmpty else { return .obstructed(obstacles) }
    if let backup { try StoreBackup(transaction.file.location, to: backup).make() }
    try transaction.prepare(target.entities)
    try migration.evolution.run(on: transaction.connection, progress: progress)
    transaction.model = target
    try transaction.writeMetadata()
    try transaction.commit()
    return .migrated
  }
}
