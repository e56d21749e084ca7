import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// The plan of one store's migration: its version, and the steps to the version that its container
/// wants.
struct MigrationPath {
  let stored: StoreVersion
  /// The entities that the store has to contain at each version.
  let models: [ModelDescription]
  let steps: [MigrationStep]

  /// The entities that the store contains before the first step; nil if they are unknown.
  ///
  /// The store's own description of its entities is the most reliable.
  var start: ModelDescription? {
    stored.model ?? steps.first?.from.map { models[$0] } ?? stored.archived
  }
}

extension MigrationPath {
  /// Plans the migration of a store, which is only read.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - plan: The versions of the program, and the stages between them.
  ///   - models: The entities of the store at each version, before inverses that they do not
  ///     declare are resolved.
  /// - Throws: `SwiftDataError`: `backwardMigration`, `unknownDataStoreSchema`,
  ///   `storeSchemaMismatch`, `loadIssueModelContainer`; and errors of reading.
  init(
    of store: any SourceStore, in plan: MigrationPlanVersions, _ models: [ModelDescription]
  ) throws {
    let stored = StoreVersion(store.metadata, try store.readModel())
    let models = stored.inverses.resolved(models)
    let finder = MigrationPathFinder(stored: stored, plan: plan, models: models, path: store.path)
    let steps = try finder.steps { model in
      guard let before = stored.known else { return [] }
      return try store.obstacles(from: before, to: model)
    }
    self.init(stored: stored, models: models, steps: steps)
  }
}

/// Finds the steps of a store from values; rows are read only to find obstacles.
private struct MigrationPathFinder {
  let stored: StoreVersion
  let plan: MigrationPlanVersions
  let models: [ModelDescription]
  let path: String

  func steps(
    _ obstacles: (ModelDescription) throws -> [MigrationObstacle]
  ) throws -> [MigrationStep] {
    if plan.hasPlan { try refuseNewer(than: plan.versions.map(\.identifier).max()) }
    guard let start = storedVersion else { return try adoption(obstacles) }
    let steps = start <= plan.target ? try walk(from: start) : try walkBack(from: start)
    if hasFormerShape(of: start) { return try renewal(at: start) + steps }
    if steps.isEmpty {
      return try isUpToDate() ? [] : [MigrationStep(from: nil, to: start, stage: nil)]
    }
    // Models of a version cannot be read from tables that are not that version's.
    return try hasTables(of: models[start])
      ? steps : [MigrationStep(from: nil, to: start, stage: nil)] + steps
  }

  /// The version whose hashes match the store's.
  ///
  /// If there are several, the one that the store names, or else the earliest.
  private var storedVersion: Int? {
    var equal = models.indices.filter { models[$0].versionHashes == stored.hashes }
    if equal.isEmpty { equal = models.indices.filter(hasFormerShape) }
    return equal.first { plan.versions[$0].identifier == stored.identifier } ?? equal.first
  }

  /// Whether an earlier release of this library wrote the store with the models of a version.
  private func hasFormerShape(of version: Int) -> Bool {
    stored.model?.isFormerShape(of: models[version]) ?? false
  }

  /// The step that rewrites the store in the present form of its version.
  private func renewal(at version: Int) throws -> [MigrationStep] {
    // A newer program with versions also uses the store, and this one has none: change nothing.
    if !plan.hasPlan, let identifier = stored.identifier, identifier > target.identifier,
      try hasTables(of: models[version])
    {
      return []
    }
    return [MigrationStep(from: nil, to: version, stage: nil)]
  }

  /// The steps to a later version: by the stage that begins at each version, or else to the next
  /// version.
  private func walk(from start: Int) throws -> [MigrationStep] {
    var steps: [MigrationStep] = []
    var position = start
    while position != plan.target {
      // Stages that lead back are only for stores that are newer than the target.
      let stage = plan.stages.first { $0.from == position && $0.to >= position }
      let next = stage?.to ?? position + 1
      guard next > position, next <= plan.target else {
        let (from, to) = (plan.versions[position].identifier, plan.versions[next].identifier)
        throw SwiftDataError.loadIssueModelContainer.explained(
          "The store cannot be migrated to version \(target.identifier), because the stage from "
            + "\(from) to \(to) does not lead to it.", path: path,
          advice: next > position
            ? "Open the store with the models of \(to), or replace the stage with one to "
              + "\(target.identifier) and one from it."
            : "Use two different versions of the plan in the stage.")
      }
      steps.append(MigrationStep(from: position, to: next, stage: stage?.stage))
      position = next
    }
    return steps
  }

  /// The steps to an earlier version; each has to be a stage of the plan.
  private func walkBack(from start: Int) throws -> [MigrationStep] {
    var steps: [MigrationStep] = []
    var position = start
    while position != plan.target {
      let stage = plan.stages.first {
        $0.from == position && $0.to < position && $0.to >= plan.target
      }
      guard let stage else { throw newer(plan.versions[start].identifier, than: target.identifier) }
      steps.append(MigrationStep(from: position, to: stage.to, stage: stage.stage))
      position = stage.to
    }
    return steps
  }

  private var target: MigrationVersion { plan.versions[plan.target] }
}

extension MigrationPathFinder {
  /// Whether a store with the wanted hashes needs no further steps.
  private func isUpToDate() throws -> Bool {
    // Only stores of this library describe more than their hashes.
    guard let model = stored.model else { return true }
    if !plan.hasPlan, let identifier = stored.identifier, identifier > target.identifier {
      // A newer program with versions also uses the store, and this one has none: change nothing.
      guard try hasTables(of: models[plan.target]) else {
        throw newer(identifier, than: target.identifier)
      }
      return true
    }
    return stored.identifier == target.identifier
      && model.canonical == models[plan.target].canonical
  }

  /// Whether the store's tables match those of a version with the same hashes.
  private func hasTables(of model: ModelDescription) throws -> Bool {
    guard let stored = stored.model else { return true }
    let tableMap = try CoreDataLayout(model: model).tableMap
    return try CoreDataLayout(model: stored.loosened(like: model)).tableMap == tableMap
  }
}

extension MigrationPathFinder {
  /// The steps of a store whose hashes match no version.
  private func adoption(
    _ obstacles: (ModelDescription) throws -> [MigrationObstacle]
  ) throws -> [MigrationStep] {
    guard plan.hasPlan else { return try inferred() }
    guard let model = stored.known else { throw unknown() }
    for index in models.indices where index <= plan.target {
      let mapping = SchemaMapping(from: model, to: models[index])
      guard mapping.removesNothing, try obstacles(models[index]).isEmpty else { continue }
      return [MigrationStep(from: nil, to: index, stage: nil)] + (try walk(from: index))
    }
    throw unknown()
  }

  /// The single step of a store without a plan.
  private func inferred() throws -> [MigrationStep] {
    guard let model = stored.known else {
      let reason = stored.problem.map { ": \($0)" } ?? ""
      throw mismatch(
        "cannot be migrated, because it does not describe the properties of its entities\(reason).",
        advice: adviceWithoutModel)
    }
    try refuseNewer(than: target.identifier)
    let mapping = SchemaMapping(from: model, to: models[0])
    guard mapping.entities.contains(where: { $0.source != nil }) || model.entities.isEmpty else {
      throw mismatch(
        "cannot be migrated, because it does not have any of the schema's entities: all of its "
          + "rows would be deleted.",
        advice: "Check that this is the right store. If entities were renamed, give their models "
          + "the former names: @Model(originalName:).")
    }
    return [MigrationStep(from: nil, to: 0, stage: nil)]
  }

  /// The advice if it is unknown how the entities differ.
  private var adviceWithoutModel: String {
    let wanted = Set(models[plan.target].entities.map(\.name))
    guard wanted == Set(stored.hashes.keys) else {
      return "Open it with models of all of its entities, or use a migration plan whose first "
        + "version has these models."
    }
    return "If it was written with newer or older models, use a migration plan with a version that "
      + "has these models. If SwiftData wrote it with the container's models, SwiftData inferred "
      + "details that the models do not declare. Declare which properties are optional, and "
      + "specify inverses (inverse:, or inverse: nil for a relationship without one)."
  }

  private func mismatch(_ what: String, advice: String) -> SwiftDataError {
    let differences = stored.differences(from: models[plan.target])
    return .storeSchemaMismatch.explained(
      "The store \(what) Differences from the container's models:\(differences.list)",
      entity: differences.entities.first, path: path, advice: advice)
  }
}

extension MigrationPathFinder {
  private func refuseNewer(than newest: Schema.Version?) throws {
    guard let identifier = stored.identifier, let newest, identifier > newest else { return }
    throw newer(identifier, than: newest)
  }

  private func newer(_ stored: Schema.Version, than known: Schema.Version) -> SwiftDataError {
    .backwardMigration.explained(
      "The store cannot be opened, because its version \(stored) is newer than version \(known) of "
        + "the container's models. The store was not changed.",
      path: path, advice: "Use a newer version of the program.")
  }

  private func unknown() -> SwiftDataError {
    let limit = max(4, 2 * SchemaDifferences.lineLimit / max(1, models.count))
    let lines = models.indices.map { index -> String in
      let differences = stored.differences(from: models[index]).lines(limit: limit)
      return "\n- \(plan.versions[index].identifier): \(differences.joined(separator: " "))"
    }
    let gap = stored.problem.map { " It does not describe the properties of its entities: \($0)." }
    return .unknownDataStoreSchema.explained(
      "The store (version \(stored.name)) does not match any version of the plan.\(gap ?? "") "
        + "Differences from the versions:\(lines.joined())", path: path,
      advice: "Add the version that the store was written with to the plan."
        + (stored.known == nil ? "" : " Schema.stored(in:) returns its schema.")
        + " The store was not changed.")
  }
}
