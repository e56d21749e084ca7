import DataSchema

/// One step of a store from one version of a program's models to another.
struct MigrationStep {
  /// The version that the store is at; nil where it is at none of the plan's.
  let from: Int?
  let to: Int
  /// What the program has to do with it; nil for a step that follows from the two versions.
  let stage: MigrationStage?

  /// Whether the program has a part in it.
  var isCustom: Bool {
    if case .custom? = stage { true } else { false }
  }
}
