/// One step of a store from one version of the models to another.
struct MigrationStep {
  /// The store's present version; nil if it is none of the plan's.
  let from: Int?
  let to: Int
  /// The stage of the plan; nil for a step that is inferred from the two versions.
  let stage: MigrationStage?

  /// Whether the stage has migration code.
  var isCustom: Bool {
    if case .custom? = stage { true } else { false }
  }
}
