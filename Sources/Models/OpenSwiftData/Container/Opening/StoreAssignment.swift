import DataSchema
import Foundation
import RecordStore

/// The assignment of a schema's entities to configurations.
struct StoreAssignment {
  /// The schema; once the stores are open, with their inverses for relationships that leave them
  /// open.
  private(set) var schema: Schema
  let configurations: [any DataStoreConfiguration]
  /// The entities of each configuration, in order of the configurations.
  private var models: [ModelDescription]
  /// The migrations that were run when the stores were opened.
  private(set) var migration = MigrationResult()

  /// - Throws: `SwiftDataError`: `duplicateConfiguration`,
  ///   `configurationSchemaNotFoundInContainerSchema`, and what `validate()` throws.
  init(_ schema: Schema, _ given: [any DataStoreConfiguration]) throws {
    self.schema = schema
    configurations = given.isEmpty ? [ModelConfiguration()] : given
    for configuration in configurations { try configuration.validate() }
    try ModelConfiguration.validateDistinct(
      configurations.compactMap { $0 as? ModelConfiguration })
    try Self.validateDistinct(configurations)
    try Self.validateTextIndexes(of: configurations, schema)
    models = try Self.distribute(schema, over: configurations)
  }

  /// Throws an error if two configurations of custom stores are equal.
  private static func validateDistinct(_ configurations: [any DataStoreConfiguration]) throws {
    var seen: Set<AnyHashable> = []
    for configuration in configurations where !(configuration is ModelConfiguration) {
      guard seen.insert(AnyHashable(configuration)).inserted else {
        throw SwiftDataError.duplicateConfiguration.explained(
          "The configuration \(configuration.name) was passed twice.",
          advice: "Pass a different configuration for each store.")
      }
    }
  }

  /// The index of the configuration that stores the entities that no configuration names.
  private var fallback: Int { Self.fallback(of: configurations) }

  private static func fallback(of configurations: [any DataStoreConfiguration]) -> Int {
    configurations.firstIndex { $0.schema == nil } ?? 0
  }

  /// Assigns each entity to the first configuration whose schema names it.
  ///
  /// Entities that no configuration names are assigned to the first configuration without a schema.
  private static func distribute(
    _ schema: Schema, over configurations: [any DataStoreConfiguration]
  ) throws -> [ModelDescription] {
    let whole = schema.modelDescription
    if configurations.count == 1, configurations[0].schema == nil { return [whole] }
    let names = Set(whole.entities.map(\.name))
    var assigned: [Set<String>] = []
    var taken: Set<String> = []
    for configuration in configurations {
      let wanted = Set((configuration.schema ?? Schema()).entities.map(\.name))
      guard wanted.isSubset(of: names) else {
        let missing = wanted.subtracting(names).sorted().joined(separator: ", ")
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.explained(
          "The configuration \(configuration.name) names entities that the container's schema "
            + "lacks: \(missing).", advice: "Add them to the container's schema.")
      }
      // A model and its subclasses share one table.
      let trees = whole.withRelatives(wanted)
      assigned.append(trees.subtracting(taken))
      taken.formUnion(trees)
    }
    assigned[fallback(of: configurations)].formUnion(names.subtracting(taken))
    return assigned.map { names in
      var model = whole
      model.entities = whole.entities.filter { names.contains($0.name) }
      return model
    }
  }

  /// Opens the stores, and migrates those that were written with other versions of the models.
  ///
  /// - Parameters:
  ///   - plan: The migration plan with the known versions; nil to infer the migration.
  ///   - options: Progress handler, lock timeout and backup settings of migrations.
  /// - Returns: The stores, in the order of the configurations.
  /// - Throws: `SwiftDataError` that says which store cannot be used and why; what creating a
  ///   custom store throws, unchanged.
  mutating func openStores(
    _ plan: (any SchemaMigrationPlan.Type)?, _ options: MigrationOptions
  ) throws -> [any ModelStore] {
    let records = try openRecordStores(plan, options)
    return try configurations.indices.map { index in
      if let store = records[index] { return RowModelStore.store(store, models[index]) }
      return try openCustomStore(configurations[index], models[index], plan)
    }
  }

  /// Opens the stores of rows, which are migrated together.
  ///
  /// - Returns: The stores, by the indexes of their configurations.
  private mutating func openRecordStores(
    _ plan: (any SchemaMigrationPlan.Type)?, _ options: MigrationOptions
  ) throws -> [Int: any RowStore] {
    let own = configurations.indices.filter { index in
      configurations[index] is ModelConfiguration
        || configurations[index] is any RowStoreConfiguration
    }
    // The classes of all versions are only examined if a store needs them.
    let schema = self.schema
    lazy var versions = Result {
      try plan.map { try MigrationPlanVersions($0, schema) } ?? MigrationPlanVersions(schema)
    }
    var sources = try findSources(own) {
      guard plan != nil else { return nil }
      let known = try versions.get()
      return known.versions[known.target].identifier.description
    }
    let isCurrent = sources.allSatisfy { $0.isPlainlyCurrent(schema, plan) }
    if !isCurrent {
      migration = try Migration(
        plan: versions.get(), options: options, assigned: own.map { models[$0] },
        fallback: own.firstIndex(of: fallback) ?? 0
      ).run(&sources)
    }
    if !isCurrent || sources.contains(where: \.readsPart) {
      for (source, store) in zip(sources, own) { models[store] = source.model }
      self.schema = schema.withInverses(of: models)
    }
    return try migration.reporting {
      Dictionary(try zip(own, sources).map { ($0, try $1.open()) }, uniquingKeysWith: { $1 })
    }
  }

  /// Finds the stores of rows of some configurations.
  ///
  /// - Parameters:
  ///   - indices: The indices of the configurations.
  ///   - version: The schema version to write into a new store; nil for the schema's own.
  /// - Returns: The stores, in the same order.
  /// - Throws: An error that says why a store cannot be used.
  private func findSources(
    _ indices: [Int], newVersion version: () throws -> String?
  ) throws -> [any MigrationSource] {
    try indices.map { index in
      if let configuration = configurations[index] as? any RowStoreConfiguration {
        return try configuration.findRowStore(models[index], of: schema, newVersion: version)
      }
      let configuration = configurations[index] as? ModelConfiguration ?? ModelConfiguration()
      return try StoreFile(
        configuration.storeOptions, model: models[index], newVersion: version)
    }
  }

  /// Creates the custom store of a configuration, whose schema is set if it has none.
  private func openCustomStore<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ model: ModelDescription,
    _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> any ModelStore {
    var configuration = configuration
    if configuration.schema == nil { configuration.schema = schema.part(model) }
    return try SnapshotStore(
      Configuration.Store(configuration, migrationPlan: plan), named: configuration.name, model)
  }

  func bindings(to stores: [any ModelStore]) throws -> ContainerBindings {
    try .make(schema, models, stores)
  }
}

extension ContainerBindings {
  /// Creates the bindings of a schema's models to the stores that contain them.
  ///
  /// - Parameters:
  ///   - schema: The schema, with its model classes.
  ///   - models: The entities of each store.
  ///   - stores: The stores.
  ///   - absence: The reason why the stores lack models, for error messages; nil for none.
  /// - Returns: The bindings.
  /// - Throws: `SwiftDataError` for an entity without a class, and for models that cannot be
  ///   stored.
  static func make(
    _ schema: Schema, _ models: [ModelDescription], _ stores: [any ModelStore],
    absence: ContainerBindings.Absence? = nil
  ) throws -> ContainerBindings {
    // Trees and relationships have indexes in their store, and other indexes in the container.
    var (mapCount, relationshipCount) = (0, 0)
    let bindings = try zip(stores, models).map { store, model in
      let records = try RecordSchema(model, store.tables) { entity in
        guard let type = schema.modelTypes[entity.name] else { return nil }
        return { numberedProperties(of: type) }
      }
      let types = try model.entities.map { entity in
        guard let type = schema.modelTypes[entity.name],
          records.entity(named: entity.name) != nil
        else {
          throw SwiftDataError.unknownSchema.explained(
            "The schema has no model class for the entity \(entity.name).", entity: entity.name,
            advice: "Create the schema from model types.")
        }
        return type
      }
      defer {
        mapCount += records.treeCount
        relationshipCount += records.relationshipCount
      }
      return StoreBindings(
        types, records, store, firstMap: mapCount, firstRelationship: relationshipCount)
    }
    return ContainerBindings(bindings, absence: absence)
  }

  /// The properties of a class, in the order of the indexes that its rows use.
  private static func numberedProperties(
    of type: any PersistentModel.Type
  ) -> [NumberedProperty] {
    EntityBinding.storedMetadata(of: type).map {
      NumberedProperty(
        name: $0.name, isTransformed: $0.metadata?.asAttribute?.transformerName != nil)
    }
  }
}

extension ModelDescription {
  /// The names of entities with all their superentities and subentities.
  fileprivate func withRelatives(_ names: Set<String>) -> Set<String> {
    let parents = Dictionary(
      entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { first, _ in first })
    guard parents.values.contains(where: { $0 != nil }) else { return names }
    func root(_ name: String) -> String {
      var root = name
      var steps = 0
      while let above = parents[root] ?? nil, steps < entities.count {
        root = above
        steps += 1
      }
      return root
    }
    let roots = Set(names.map(root))
    return Set(entities.map(\.name).filter { roots.contains(root($0)) })
  }
}

extension Schema {
  /// The schema of some of the entities; this schema itself if they are all of its entities.
  fileprivate func part(_ model: ModelDescription) -> Schema {
    let names = Set(model.entities.map(\.name))
    if entities.allSatisfy({ names.contains($0.name) }) { return self }
    let types = modelTypes.filter { names.contains($0.key) }.sorted { $0.key < $1.key }
    return Schema(types.map(\.value), version: version)
  }
}
