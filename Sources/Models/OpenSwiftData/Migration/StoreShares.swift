import DataSchema

/// The distribution of entities among a container's stores, in the versions before the container's
/// own.
///
/// A store contains the entities that become its own. Of entities that become nothing, it contains
/// those in its file.
struct StoreShares {
  /// The entities that each store has to contain at each version.
  let models: [[ModelDescription]]

  /// - Parameters:
  ///   - plan: The versions.
  ///   - assigned: The entities of each store in the wanted version.
  ///   - found: The names of the entities in each store's file.
  ///   - fallback: The index of the store that gets entities without a store.
  init(
    _ plan: MigrationPlanVersions, _ assigned: [ModelDescription], found: [Set<String>],
    fallback: Int
  ) {
    let versions = plan.versions
    let identifier = versions[plan.target].model.versionIdentifiers
    var wanted = assigned
    for store in wanted.indices { wanted[store].versionIdentifiers = identifier }
    guard assigned.count > 1 else {
      models = [
        versions.indices.map { $0 == plan.target ? wanted[0] : versions[$0].model }
      ]
      return
    }
    var models = wanted.map { Array(repeating: $0, count: versions.count) }
    var owners = Self.owners(wanted)
    for index in versions.indices.reversed() where index != plan.target {
      let model = versions[index].model
      // Versions after the wanted one are used only to detect that a store is newer.
      let next = index < plan.target ? versions[index + 1].model : versions[plan.target].model
      let mapping = SchemaMapping(from: model, to: next)
      let ownersThen = index < plan.target ? owners : Self.owners(wanted)
      let split = Self.split(model, count: assigned.count) { name in
        mapping.entity(from: name).flatMap { ownersThen[$0.target] }
          ?? found.firstIndex { $0.contains(name) } ?? fallback
      }
      for store in split.indices { models[store][index] = split[store] }
      if index < plan.target { owners = Self.owners(split) }
    }
    self.models = models
  }

  private static func owners(_ models: [ModelDescription]) -> [String: Int] {
    var owners: [String: Int] = [:]
    for (store, model) in models.enumerated() {
      for entity in model.entities { owners[entity.name] = store }
    }
    return owners
  }

  private static func split(
    _ model: ModelDescription, count: Int, _ owner: (String) -> Int
  ) -> [ModelDescription] {
    var parts = Array(repeating: model, count: count)
    let owners = Dictionary(
      model.entities.map { ($0.name, owner($0.name)) }, uniquingKeysWith: { first, _ in first })
    for store in parts.indices {
      parts[store].entities = model.entities.filter { owners[$0.name] == store }
    }
    return parts
  }
}
