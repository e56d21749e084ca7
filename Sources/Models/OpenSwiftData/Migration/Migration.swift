import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// Migrates the stores of a container to the version that it wants.
///
/// `run` goes through these phases, each of which takes the values of the ones before it:
/// 1. Plan (`paths`): stores before they are opened (`MigrationSource`) → the version of each and
///    its steps (`MigrationPath`).
/// 2. Choose (`needsMigration`): sources and paths → the stores that have steps. Throws if a store
///    must not be changed.
/// 3. Begin (`begin`): the chosen sources → their transactions (`MigrationSession`), with metadata
///    that was read again under the lock.
/// 4. Plan again (`prepare`): sources and sessions → `StoreMigration`s. Another program may have
///    migrated a store since the first plan.
/// 5. Run (`MigrationRun`): `StoreMigration`s → committed sessions. Makes the backups, performs
///    each step in all stores that take it (`StageRun`: `willMigrate`, tables, `didMigrate`),
///    writes the metadata, and commits.
/// 6. Reconnect: sessions → sources with new connections, and a `MigrationResult`.
///
/// An error in phases 3 to 5 rolls all transactions back.
struct Migration {
  let plan: MigrationPlanVersions
  let options: MigrationOptions
  /// The entities of each store in the wanted version.
  let assigned: [ModelDescription]
  /// The index of the store that gets entities that are not assigned to any store.
  let fallback: Int

  /// Migrates the stores that need it together, each in one transaction.
  ///
  /// Afterwards the models of the sources use the stored inverses wherever the program does not
  /// declare any.
  ///
  /// - Parameter sources: The stores; on return with new connections if they were migrated.
  /// - Returns: The stores that were migrated.
  /// - Throws: `SwiftDataError` that describes what prevents the migration; an error of one of the
  ///   plan's closures, as its `underlyingError`; an error that ends the migration, unchanged.
  func run(_ sources: inout [any MigrationSource]) throws -> MigrationResult {
    let paths = try paths(of: sources)
    for index in sources.indices {
      try sources[index].replaceEntities(paths[index].models[plan.target].entities)
    }
    let chosen = try sources.indices.filter { try needsMigration(sources[$0], paths[$0]) }
    guard !chosen.isEmpty else { return MigrationResult() }
    var sessions: [Int: any MigrationSession] = [:]
    do {
      try begin(chosen, of: &sources, &sessions)
      let migrations = try prepare(sessions, sources)
      try MigrationRun(plan, options, migrations.filter { !$0.path.steps.isEmpty }).run()
      for session in sessions.values { session.rollBack() }
    } catch {
      for session in sessions.values { session.rollBack() }
      throw result(of: sessions.values).describe(error)
    }
    let result = result(of: sessions.values)
    for (index, session) in sessions {
      sources[index] = try result.reporting { try session.reconnected() }
    }
    return result
  }

  /// Plans the migration of each store.
  private func paths(of sources: [any MigrationSource]) throws -> [MigrationPath] {
    let shares = StoreShares(
      plan, assigned,
      found: sources.map { $0.readsPart ? [] : Set($0.metadata.versionHashes.keys) },
      fallback: fallback)
    return try sources.indices.map { index in
      let source = sources[index]
      return try source.reporting {
        // A store of which only a part is read is not migrated.
        if source.readsPart {
          let stored = StoreVersion(source.metadata, try source.readModel())
          return MigrationPath(
            stored: stored, models: plan.versions.map { _ in source.model }, steps: [])
        }
        return try MigrationPath(of: source, in: plan, shares.models[index])
      }
    }
  }

  /// Begins the transactions of stores, and adds their sessions to `sessions`.
  ///
  /// The order is the same everywhere, so that two programs do not wait for each other.
  private func begin(
    _ chosen: [Int], of sources: inout [any MigrationSource],
    _ sessions: inout [Int: any MigrationSession]
  ) throws {
    for index in chosen.sorted(by: { sources[$0].path < sources[$1].path }) {
      let session = sources[index].makeMigrationSession()
      sessions[index] = session
      try session.source.reporting { try session.begin(waiting: options.lockTimeout) }
      sources[index].metadata = session.source.metadata
    }
  }

  /// Plans the migrations again, now that no other connection can write.
  ///
  /// - Throws: Errors of registering functions, and `SwiftDataError` for models that cannot be
  ///   stored.
  private func prepare(
    _ sessions: [Int: any MigrationSession], _ sources: [any MigrationSource]
  ) throws -> [StoreMigration] {
    let paths = try paths(of: sources)
    return try sessions.sorted { $0.key < $1.key }.map { index, session in
      let path = paths[index]
      try session.prepare(path.models[plan.target].entities)
      session.model = path.start ?? session.source.model
      return StoreMigration(session: session, path: path)
    }
  }

  /// The stores whose transactions were committed.
  private func result(of sessions: some Collection<any MigrationSession>) -> MigrationResult {
    MigrationResult(
      paths: sessions.filter(\.hasCommitted).map(\.source.path).sorted(),
      version: plan.versions[plan.target].identifier)
  }
}

extension Migration {
  /// Whether a store has steps to take and may take them.
  private func needsMigration(
    _ source: any MigrationSource, _ path: MigrationPath
  ) throws -> Bool {
    guard !path.steps.isEmpty else { return false }
    guard let reason = source.readOnlyReason.map({ ($0.text, $0.advice) }) ?? options.refusal else {
      if source.isMirrored { try checkNumbers(source, path) }
      return true
    }
    // A container that migrates nothing ignores differences that do not affect the tables.
    if path.steps.allSatisfy({ !$0.isCustom }), let stored = path.stored.model,
      source.metadata.versionHashes == source.model.versionHashes
        || stored.isFormerShape(of: source.model),
      try source.hasTables(of: stored.loosened(like: source.model))
    {
      return false
    }
    let differences = path.stored.differences(from: source.model)
    throw SwiftDataError.storeSchemaMismatch.explained(
      "The store cannot be migrated to the container's models: it \(reason.0). "
        + "Differences:\(differences.list)", entity: differences.entities.first,
      path: source.path, advice: reason.1)
  }

  /// Throws if entities would get other numbers, because the tables of a mirrored store refer to
  /// these numbers.
  private func checkNumbers(_ source: any MigrationSource, _ path: MigrationPath) throws {
    func numbers(_ tables: SchemaTables) -> [String: Int] {
      Dictionary(tables.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { $1 })
    }
    let former = path.stored.known ?? path.steps.first?.from.map { path.models[$0] }
    let before = try source.reporting { try former.map(SchemaTables.init(model:)) }
    let after = try source.reporting { numbers(try SchemaTables(model: source.model)) }
    if let before, numbers(before).allSatisfy({ after[$0] == $1 }) { return }
    throw SwiftDataError.storeSchemaMismatch.explained(
      "The store cannot be migrated, because Apple's frameworks mirror it to CloudKit. The mirror "
        + "identifies entities by their numbers, and the container's models would change these. "
        + "Differences:"
        + path.stored.differences(from: source.model).list,
      path: source.path, advice: "Migrate the store with the app that mirrors it.")
  }
}

/// The migration of one store: its session, which has begun, and its path.
struct StoreMigration {
  let session: any MigrationSession
  let path: MigrationPath
}
