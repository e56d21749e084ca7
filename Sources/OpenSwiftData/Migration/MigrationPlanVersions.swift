import DataSchema
import Foundation

/// The versions and stages of a plan, together with the schema that a container wants.
struct MigrationPlanVersions {
  /// A stage between two of the versions.
  struct Stage {
    let from: Int
    let to: Int
    let stage: MigrationStage
  }

  /// Oldest first; the container's own schema comes last where the plan does not have it.
  let versions: [MigrationVersion]
  let stages: [Stage]
  /// The version that the container wants.
  let target: Int
  let hasPlan: Bool

  /// The only version there is where there is no plan.
  init(_ schema: Schema) {
    versions = [MigrationVersion(schema, nil, schema.version)]
    stages = []
    target = 0
    hasPlan = false
  }

  /// - Parameters:
  ///   - plan: The versions and stages.
  ///   - schema: What the container wants; nil for the last version of the plan.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` for a stage that leads nowhere;
  ///   `unsupportedModel` for models of any version that cannot be stored.
  init(_ plan: any SchemaMigrationPlan.Type, _ schema: Schema?) throws {
    var versions = plan.schemas.map { MigrationVersion($0) }
    if let schema {
      let wanted = MigrationVersion(schema, nil, schema.version)
      if let known = Self.index(of: wanted, in: versions) {
        target = known
      } else {
        target = versions.count
        versions.append(wanted)
      }
    } else {
      guard !versions.isEmpty else {
        throw SwiftDataError.loadIssueModelContainer.explained(
          "The plan \(plan) has no versions.", advice: "List them in schemas, oldest first.")
      }
      target = versions.count - 1
    }
    for version in versions { try version.schema.checkModels() }
    self.versions = versions
    stages = try plan.stages.map { try Self.place($0, in: versions) }
    hasPlan = true
    for stage in stages {
      // Only the closures of a stage use the classes of its versions.
      guard case .custom = stage.stage else { continue }
      try versions[stage.from].schema.validateStorability()
      try versions[stage.to].schema.validateStorability()
    }
  }

  /// The version that has the shape of `wanted`: of several, those with its classes count; of these
  /// the one that goes by its identifier, else the latest.
  private static func index(
    of wanted: MigrationVersion, in versions: [MigrationVersion]
  ) -> Int? {
    let equal = versions.indices.filter { versions[$0].hashes == wanted.hashes }
    let same = equal.filter { versions[$0].hasClasses(of: wanted) }
    let candidates = same.isEmpty ? equal : same
    let named =
      wanted.schema.isVersioned
      ? candidates.first { versions[$0].identifier == wanted.identifier } : nil
    return named ?? candidates.last
  }

  private static func place(
    _ stage: MigrationStage, in versions: [MigrationVersion]
  ) throws -> Stage {
    func index(of type: any VersionedSchema.Type) throws -> Int {
      if let same = versions.firstIndex(where: { $0.type == type }) { return same }
      if let same = versions.firstIndex(where: {
        $0.type != nil && $0.identifier == type.versionIdentifier
      }) {
        return same
      }
      throw SwiftDataError.loadIssueModelContainer.explained(
        "A stage names \(type) (\(type.versionIdentifier)), which is no version of the plan.",
        advice: "Add it to the plan's schemas.")
    }
    let (from, to) = stage.ends
    return Stage(from: try index(of: from), to: try index(of: to), stage: stage)
  }
}

extension MigrationStage {
  /// The versions that the stage leads from and to.
  var ends: (from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
    switch self {
    case .lightweight(let from, let to): (from, to)
    case .custom(let from, let to, _, _): (from, to)
    }
  }
}
