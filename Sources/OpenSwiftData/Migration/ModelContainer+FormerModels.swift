import CoreDataFormat
import DataSchema

extension ModelContainer {
  /// What models were before, from the first version on, as far as the migration plan tells it.
  ///
  /// - Parameter model: The models of one of the container's stores.
  /// - Returns: The versions before, each with all its entities; none without a plan.
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
