import DataSchema

extension ModelContainer {
  /// Earlier versions of models, oldest first, according to the migration plan.
  ///
  /// - Parameter model: The models of one of the container's stores.
  /// - Returns: The versions before, each with all its entities; empty without a plan.
  package func formerModels(of model: ModelDescription) -> [ModelDescription] {
    let hashes = model.versionHashes
    var former: [ModelDescription] = []
    for type in migrationPlan?.schemas ?? [] {
      let version = MigrationVersion(type)
      if hashes.allSatisfy({ version.hashes[$0.key] == $0.value }) { break }
      former.append(version.model)
    }
    return former
  }
}
