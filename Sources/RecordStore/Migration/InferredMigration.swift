import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The way of a store's file from the entities that it holds to others, by names and former names: what a
/// container infers without a plan, for whoever has no model classes.
package struct InferredMigration {
  package let source: ModelDescription
  package let target: ModelDescription
  package let evolution: StoreEvolution
  private let metadata: StoreMetadata
  private let stored: StoredModel

  /// - Parameters:
  ///   - metadata: What the file says of itself.
  ///   - stored: What it tells of its entities.
  ///   - target: What it is to hold.
  ///   - connection: A connection to it, which is read only.
  /// - Throws: `SwiftDataError.unknownSchema` for a file that tells no more than hashes; `LayoutError` where
  ///   a model contradicts itself; `SQLError`.
  package init(
    _ metadata: StoreMetadata, _ stored: StoredModel, to target: ModelDescription,
    on connection: any SQLConnection
  ) throws {
    guard let source = stored.model else {
      let reason = stored.problem.map { ": \($0)" } ?? ""
      throw SwiftDataError.unknownSchema.explained(
        "The store holds no model\(reason), and what its tables tell is not enough to migrate it.",
        advice: "Open it with the models that it was written with.")
    }
    (self.metadata, self.stored, self.source, self.target) = (metadata, stored, source, target)
    evolution = try StoreEvolution(from: source, to: target, storedOn: connection)
  }

  /// Whether anything would change.
  ///
  /// Of a store that another program wrote only the version hashes count, as they do for Core Data.
  package var isNeeded: Bool {
    guard let own = stored.own else { return metadata.versionHashes != target.versionHashes }
    if own.canonical != target.canonical { return true }
    return own.versionIdentifiers != target.versionIdentifiers && newerVersion == nil
  }

  /// What is in the way, as sentences; empty where the migration would do.
  ///
  /// Reads only; costs a pass over each table that has something to be checked.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - location: The store.
  ///   - dropsRows: Whether rows may be dropped whose entities the target lacks.
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
    if !source.entities.isEmpty, evolution.mapping.entities.allSatisfy({ $0.source == nil }) {
      obstacles.append("The store has none of the entities, so that nothing of it would be left.")
    }
    if !dropsRows {
      obstacles += try evolution.droppedRows(on: connection).map {
        "\($0.name) is not in the schema, and its \($0.count) \($0.unit) would be deleted."
      }
    }
    obstacles += try derivationObstacles(on: connection)
    return obstacles + (try evolution.obstacles(on: connection).map(\.description))
  }

  /// That the store is of a newer version; nil where it is not, or says nothing of it.
  private var newerVersion: String? {
    let own = metadata.versionIdentifiers.compactMap(VersionNumber.init(text:)).max()
    let wanted = target.versionIdentifiers.compactMap(VersionNumber.init(text:)).max()
    guard let own, let wanted, own > wanted else { return nil }
    return "The store is of version \(own), which is newer than \(wanted)."
  }

  /// What Core Data derives, it keeps by triggers, of which a migration of ours makes none.
  private func derivationObstacles(on connection: any SQLConnection) throws -> [String] {
    let derived = target.entities.flatMap { entity in
      entity.properties.compactMap { property -> String? in
        guard case .derived = property else { return nil }
        return
          "\(entity.name).\(property.name) is derived by Core Data, which alone can keep it up to date."
      }
    }
    guard derived.isEmpty else { return derived }
    return try evolution.obstructingTriggers(on: connection).prefix(1).map {
      "The store has triggers of another program's, such as \($0)."
    }
  }
}

extension InferredMigration {
  /// What came of a migration.
  package enum Outcome: Hashable, Sendable {
    /// There was nothing to do.
    case upToDate
    /// These were in the way, and nothing was changed.
    case obstructed([String])
    case migrated
  }

  /// Migrates a file in one transaction: it holds the one or the other, whatever happens meanwhile.
  ///
  /// - Parameters:
  ///   - options: The file, which is there.
  ///   - target: What it is to hold.
  ///   - backup: Where a copy of it goes before, which is made within the transaction; nil for none.
  ///   - dropsRows: Whether rows may be dropped whose entities the target lacks.
  ///   - progress: Told after each part of the rows that are copied; what it throws ends the migration.
  /// - Returns: What came of it.
  /// - Throws: `SwiftDataError`: `unknownSchema`, `storeIsLocked`, `storeIsFull` and their like;
  ///   `loadIssueModelContainer` where no copy can be made; what `progress` throws. The file is as it was.
  package static func run(
    _ options: StoreOptions, to target: ModelDescription, backup: String?,
    dropsRows: Bool = false, progress: (EvolutionProgress) throws -> Void = { _ in }
  ) throws -> Outcome {
    let transaction = MigrationTransaction(try StoreFile(options, model: target))
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

  private init(_ transaction: MigrationTransaction, to target: ModelDescription) throws {
    try self.init(
      transaction.file.metadata, transaction.file.readModel(), to: target,
      on: transaction.connection)
  }

  /// Takes the way, within a transaction that has begun; what is not committed the caller rolls back.
  private static func run(
    _ transaction: MigrationTransaction, to target: ModelDescription, backup: String?,
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
