import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

/// Migrates the stores of a container to the version that it wants.
struct Migration {
  let plan: MigrationPlanVersions
  let options: MigrationOptions
  /// The entities of each store in the wanted version.
  let assigned: [ModelDescription]
  /// The index of the store that gets entities that are not assigned to any store.
  let heir: Int

  /// Migrates the stores that need it together, each in one transaction.
  ///
  /// Afterwards the models of the files use the stored inverses wherever the program does not
  /// declare any.
  ///
  /// - Returns: The stores that were migrated.
  /// - Throws: `SwiftDataError` that describes what prevents the migration; an error of one of the
  ///   plan's closures, as its `underlyingError`; an error that ends the migration, unchanged.
  func run(_ files: inout [any MigratableStore]) throws -> CompletedMigration {
    let found = try ways(of: files)
    for index in files.indices {
      try files[index].settle(found[index].models[plan.target].entities)
    }
    let needy = try files.indices.filter { try isToMigrate(files[$0], found[$0]) }
    guard !needy.isEmpty else { return CompletedMigration() }
    // The order is the same everywhere, so that two programs do not wait for each other.
    let order = needy.sorted { files[$0].path < files[$1].path }
    var stores: [Int: MigratingStore] = [:]
    do {
      for index in order {
        let store = MigratingStore(files[index], found[index].models)
        stores[index] = store
        try store.found.reporting { try store.begin(waiting: options.lockTimeout) }
        files[index].metadata = store.found.metadata
      }
      // Another program may have migrated them since.
      let ways = try ways(of: files)
      let migrating = needy.compactMap { stores[$0] }
      for index in needy { try stores[index]?.prepare(ways[index], target: plan.target) }
      try MigrationRun(plan, options, migrating.filter { !$0.steps.isEmpty }).run()
      for store in migrating where !store.hasCommitted { store.rollBack() }
    } catch {
      for store in stores.values { store.rollBack() }
      throw completion(of: stores.values).describe(error)
    }
    let completed = completion(of: stores.values)
    for (index, store) in stores {
      files[index] = try completed.reporting { try store.reconnected() }
    }
    return completed
  }

  /// The stores whose transactions were committed.
  private func completion(of stores: some Collection<MigratingStore>) -> CompletedMigration {
    CompletedMigration(
      paths: stores.filter(\.hasCommitted).map(\.found.path).sorted(),
      version: plan.versions[plan.target].identifier)
  }

  private func shares(of files: [any MigratableStore]) -> StoreShares {
    StoreShares(
      plan, assigned,
      found: files.map { $0.readsPart ? [] : Set($0.metadata.versionHashes.keys) },
      heir: heir)
  }

  private func ways(of files: [any MigratableStore]) throws -> [StoreWay] {
    let shares = shares(of: files)
    return try files.indices.map { index in
      let file = files[index]
      return try file.reporting {
        let stored = StoreVersion(file.metadata, try file.readModel())
        // A store of which only a part is read is not migrated.
        if file.readsPart {
          let models = plan.versions.map { _ in file.model }
          return StoreWay(stored: stored, models: models, steps: [])
        }
        let models = stored.inverses.resolved(shares.models[index])
        let path = try MigrationPath(
          from: stored, in: plan, holding: models, path: file.path
        ) { model in
          guard let before = stored.known else { return [] }
          return try file.obstacles(from: before, to: model)
        }
        return StoreWay(stored: stored, models: models, steps: path.steps)
      }
    }
  }

  /// Whether a store has steps to take and may take them.
  private func isToMigrate(_ file: any MigratableStore, _ way: StoreWay) throws -> Bool {
    guard !way.steps.isEmpty else { return false }
    guard let reason = file.readOnlyReason else {
      if file.isMirrored { try checkNumbers(file, way) }
      return true
    }
    // A read-only container ignores differences that do not affect the tables.
    if way.steps.allSatisfy({ !$0.isCustom }), let stored = way.stored.model,
      file.metadata.versionHashes == file.model.versionHashes
        || stored.isFormerShape(of: file.model),
      try file.hasTables(of: stored.loosened(like: file.model))
    {
      return false
    }
    let differences = way.stored.differences(from: file.model)
    throw SwiftDataError.storeSchemaMismatch.explained(
      "The store cannot be migrated to the container's models: it \(reason.text). "
        + "Differences:\(differences.list)", entity: differences.entities.first,
      path: file.path, advice: reason.advice)
  }

  /// Throws if entities would get other numbers, because the tables of a mirrored store refer to
  /// these numbers.
  private func checkNumbers(_ file: any MigratableStore, _ way: StoreWay) throws {
    func numbers(_ tables: SchemaTables) -> [String: Int] {
      Dictionary(tables.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { $1 })
    }
    let former = way.stored.known ?? way.steps.first?.from.map { way.models[$0] }
    let before = try file.reporting { try former.map(SchemaTables.init(model:)) }
    let after = try file.reporting { numbers(try SchemaTables(model: file.model)) }
    if let before, numbers(before).allSatisfy({ after[$0] == $1 }) { return }
    throw SwiftDataError.storeSchemaMismatch.explained(
      "The store cannot be migrated, because Apple's frameworks mirror it to CloudKit. The mirror "
        + "identifies entities by their numbers, and the container's models would change these. "
        + "Differences:"
        + way.stored.differences(from: file.model).list,
      path: file.path, advice: "Migrate the store with the app that mirrors it.")
  }
}

/// A store's version and the steps that it has to take.
struct StoreWay {
  let stored: StoreVersion
  /// The entities that the store has to contain at each version.
  let models: [ModelDescription]
  let steps: [MigrationStep]
}
