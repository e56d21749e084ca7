extension Schema {
  /// Creates a schema of models, including the models that they relate to or inherit from.
  ///
  /// Mistakes in the models are found here and thrown when a container opens.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version, isVersioned: false)
  }

  convenience init(
    _ types: [any PersistentModel.Type], _ version: Version, isVersioned: Bool
  ) {
    var reflection = SchemaReflection()
    reflection.addGraph(of: types)
    reflection.resolveInverses()
    self.init(
      entities: reflection.entities, version: version, modelTypes: reflection.modelTypes,
      problems: reflection.problems, isVersioned: isVersioned)
  }

  /// Creates a schema of models, including the models that they relate to or inherit from.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }
}

/// Converts model classes to entities.
struct SchemaReflection {
  var entities: [Schema.Entity] = []
  var modelTypes: [String: any PersistentModel.Type] = [:]
  var problems: [SwiftDataError] = []
  /// The property names of each entity, to look up inverse key paths.
  var names: [String: PropertyNames] = [:]
  /// The destinations of the relationships of the model that is being added.
  var destinations: [any PersistentModel.Type] = []

  /// Adds models and all models that they lead to.
  mutating func addGraph(of types: [any PersistentModel.Type]) {
    KnownModels.add(types)
    var pending = types
    var position = 0
    while position < pending.count {
      let type = pending[position]
      position += 1
      guard let destinations = addModel(type) else { continue }
      if let above = superModel(of: type) { pending.append(above) }
      pending += destinations
    }
    if pending.count > types.count { KnownModels.add(pending) }
    Schema.Entity.link(entities)
  }

  /// Adds one model, and returns those that its relationships lead to; nil if it was added before.
  private mutating func addModel(
    _ type: any PersistentModel.Type
  ) -> [any PersistentModel.Type]? {
    let name = entityName(of: type)
    if let known = modelTypes[name] {
      if known != type { reportSameName(name, known, type) }
      return nil
    }
    modelTypes[name] = type
    checkSuperclass(of: type, named: name)
    let (own, all) = ownMetadata(of: type)
    names[name] = PropertyNames(type, all)
    destinations = []
    entities.append(makeEntity(named: name, of: type, own))
    return destinations
  }

  private mutating func makeEntity(
    named name: String, of type: any PersistentModel.Type, _ metadata: [Schema.PropertyMetadata]
  ) -> Schema.Entity {
    let entity = Schema.Entity(name)
    entity.superentityName = superModel(of: type).map(entityName)
    for entry in metadata where !entry.name.isEmpty {
      guard let property = makeProperty(entry, in: name) else { continue }
      entity.storedProperties.append(property)
      if property.isUnique { entity.uniquenessConstraints.append([property.name]) }
    }
    for entry in metadata where entry.name.isEmpty { apply(entry, to: entity) }
    return entity
  }

  /// Adds the constraints, the indices or the former name in an entry without a name.
  private mutating func apply(_ entry: Schema.PropertyMetadata, to entity: Schema.Entity) {
    do {
      switch entry.metadata?._entityStatement.content {
      case .uniqueness(let constraints):
        for names in try constraints(names[entity.name])
        where !entity.uniquenessConstraints.contains(names) {
          checkConstraint(names, of: entity)
          entity.uniquenessConstraints.append(names)
        }
      case .indexes(let descriptions):
        for description in try descriptions(names[entity.name])
        where !entity.indexDescriptions.contains(description) {
          entity.indexDescriptions.append(description)
        }
      case .formerName(let name): entity.originalName = name
      case .nothing, nil: break
      }
    } catch let problem as SwiftDataError {
      problems.append(problem)
    } catch {
      problems.append(
        .unsupportedModel.explained(
          "An index or a uniqueness constraint of the model cannot be read.", entity: entity.name,
          advice: "Correct the #Index and #Unique macros of the model.", underlying: error))
    }
  }

  private mutating func checkConstraint(_ names: [String], of entity: Schema.Entity) {
    for name in names {
      guard let relationship = entity.relationshipsByName[name],
        !relationship.isToOneRelationship
      else { continue }
      problems.append(
        .unsupportedModel.explained(
          "A uniqueness constraint cannot contain a to-many relationship.",
          entity: entity.name, property: name,
          advice: "Constrain attributes and to-one relationships only."))
    }
  }

  private mutating func reportSameName(
    _ name: String, _ first: any PersistentModel.Type, _ second: any PersistentModel.Type
  ) {
    problems.append(
      .unsupportedModel.explained(
        "The models \(_typeName(first)) and \(_typeName(second)) both have the entity name "
          + "\(name).",
        entity: name,
        advice: "Rename one of the classes; enclosing types do not make the entity name unique."))
  }
}

/// The name of a model's entity.
func entityName(of type: any PersistentModel.Type) -> String {
  _typeName(type, qualified: false)
}

/// The superclass of a model, if that is a model.
func superModel(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
  _getSuperclass(type) as? any PersistentModel.Type
}

/// The metadata of a model's own properties, and of all its properties including inherited ones.
private func ownMetadata(
  of type: any PersistentModel.Type
) -> (own: [Schema.PropertyMetadata], all: [Schema.PropertyMetadata]) {
  let all = type.schemaMetadata
  guard let above = superModel(of: type) else { return (all, all) }
  let inherited = above.schemaMetadata
  // The metadata that `@Model` generates begins with the inherited properties.
  if type._generatedType != nil { return (Array(all.dropFirst(inherited.count)), all) }
  let names = Set(inherited.map(\.name))
  return (all.filter { $0.name.isEmpty || !names.contains($0.name) }, all)
}
