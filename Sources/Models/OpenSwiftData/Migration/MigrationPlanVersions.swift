import Foundation

/// The versions and stages of a plan, with the schema that a container wants.
struct MigrationPlanVersions {
  /// A stage between two of the versions.
  struct Stage {
    let from: Int
    let to: Int
    let stage: MigrationStage
  }

  /// The versions, oldest first; the container's schema is last if the plan does not contain it.
  let versions: [MigrationVersion]
  let stages: [Stage]
  /// The index of the version that the container wants.
  let target: Int
  let hasPlan: Bool

  /// Creates the only version of a container without a plan.
  init(_ schema: Schema) {
    versions = [MigrationVersion(schema, nil, schema.version)]
    stages = []
    target = 0
    hasPlan = false
  }

  /// - Parameters:
  ///   - plan: The versions and stages.
  ///   - schema: The schema that the container wants; nil for the last version of the plan.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` for a stage with an unknown version;
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
          "The plan \(plan) has no versions.",
          advice: "List its versions in schemas, oldest first.")
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

  /// The index of the version with the same hashes as `wanted`.
  ///
  /// If there are several, those with the same classes are preferred. Among these, it is the one
  /// with the same identifier, or else the latest.
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
        "A stage uses \(type) (\(type.versionIdentifier)), which is not a version of the plan.",
        advice: "Add this version to the plan's schemas.")
    }
    let (from, to) = stage.ends
    return Stage(from: try index(of: from), to: try index(of: to), stage: stage)
  }
}

extension MigrationStage {
  /// The versions that the stage starts from and leads to.
  var ends: (from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
    switch self {
    case .lightweight(let from, let to): (from, to)
    case .custom(let from, let to, _, _): (from, to)
    }
  }
}
