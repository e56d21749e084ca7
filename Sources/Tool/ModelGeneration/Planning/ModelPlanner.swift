import DataSchema

/// Plans the code for a model version.
struct ModelPlanner {
  let version: ModelSource.Version
  let names: TypeNames
  let inverses: InversePlan
  let lineage: Lineage
  var types: ValueTypes
  var result = ModelPlan()

  /// - Parameters:
  ///   - version: The version.
  ///   - scope: The type in which all other types are declared; nil for top-level types.
  ///   - taken: Names that other types already have.
  /// - Returns: The plan, with notes about what it omits.
  /// - Throws: `ModelGenerationError`: `damaged`, `impossibleName`.
  static func plan(
    _ version: ModelSource.Version, scope: String?, taken: Set<String>
  ) throws(ModelGenerationError) -> ModelPlan {
    try ModelCheck(version.model).check()
    try NameCheck(version.model).check()
    var planner = ModelPlanner(version, scope: scope, taken: taken)
    planner.plan()
    return planner.result
  }

  private init(_ version: ModelSource.Version, scope: String?, taken: Set<String>) {
    self.version = version
    names = TypeNames(version.model, scope: scope)
    inverses = InversePlan(version.model)
    lineage = Lineage(version.model)
    types = ValueTypes(
      taken: TypeNames.names(in: version.model).union(taken)
        .union(TypeNames.reserved).union(TypeNames.others))
    result.notes = version.notes
    result.said = ModelDescription(
      entities: [], versionIdentifiers: version.model.versionIdentifiers)
  }

  private mutating func plan() {
    nameTypes()
    if version.model.entities.contains(where: { $0.parentName != nil }) {
      note("On Apple's systems, model inheritance needs the releases of 2025 or later.", nil)
    }
    let parents = Set(version.model.entities.compactMap(\.parentName))
    var parameters: [String: [PropertyPlan]] = [:]
    // The parameters of a class are known once its superclass is planned.
    let ordered = version.model.entities.sorted {
      lineage.ancestry(of: $0.name).count < lineage.ancestry(of: $1.name).count
    }
    for entity in ordered {
      var plan = self.plan(entity, isFinal: !parents.contains(entity.name))
      plan.inherited = entity.parentName.flatMap { parameters[$0] } ?? []
      parameters[entity.name] = plan.inherited + plan.properties.filter(\.isParameter)
      result.classes.append(plan)
    }
    let places = Dictionary(
      version.model.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    result.classes.sort { places[$0.name] ?? 0 < places[$1.name] ?? 0 }
    result.said.entities.sort { places[$0.name] ?? 0 < places[$1.name] ?? 0 }
    result.types = types.all
  }

  /// Names the types of required values first, because only they show which of their members are
  /// optional.
  private mutating func nameTypes() {
    let notes = result.notes
    for entity in version.model.entities {
      for case .composite(let composite) in entity.properties where !composite.allowsNil {
        _ = valueType(of: composite, at: "\(entity.name).\(composite.name)", in: entity.name)
      }
    }
    // The same notes are added again when the properties are planned.
    result.notes = notes
  }

  private mutating func plan(_ entity: EntityDescription, isFinal: Bool) -> ClassPlan {
    noteWhatClassesCannotSay(entity)
    var plan = ClassPlan(
      name: entity.name, parent: entity.parentName, isFinal: isFinal,
      originalName: entity.originalName)
    var said = EntityDescription(
      name: entity.name, parentName: entity.parentName, originalName: entity.originalName)
    let order = Self.order(of: entity)
    let uniqueness = sayable(entity.uniquenessConstraints, of: entity)
    let unique = Self.uniqueAttributes(uniqueness, order.map(\.name))
    for property in order {
      guard
        let (propertyPlan, description) = self.plan(
          property, in: entity.name, isUnique: unique.contains(property.name))
      else { continue }
      plan.properties.append(propertyPlan)
      said.properties.append(description)
    }
    plan.uniqueness = Array(uniqueness.dropFirst(unique.count))
    said.uniquenessConstraints = uniqueness
    plan.indexes = indexes(of: entity)
    said.indexes = plan.indexes
    result.said.entities.append(said)
    return plan
  }

  private mutating func plan(
    _ property: PropertyDescription, in entity: String, isUnique: Bool
  ) -> (PropertyPlan, PropertyDescription)? {
    switch property {
    case .attribute(let attribute): return plan(attribute, in: entity, isUnique: isUnique)
    case .composite(let composite): return plan(composite, in: entity, isUnique: isUnique)
    case .relationship(let relationship):
      return plan(relationship, in: entity, isUnique: isUnique)
    case .derived(let derived): return plan(derived, in: entity)
    }
  }

  mutating func note(
    _ text: String, _ entity: String?, _ property: String? = nil, changesVersionHash: Bool = false
  ) {
    result.notes.append(
      GenerationNote(
        text, entity: entity, property: property, changesVersionHash: changesVersionHash))
  }
}

// Parts of the code that concern a whole entity.

extension ModelPlanner {
  private mutating func noteWhatClassesCannotSay(_ entity: EntityDescription) {
    if entity.isAbstract {
      note(
        "The entity is abstract, which SwiftData does not support; do not create objects of it.",
        entity.name,
        changesVersionHash: true)
    }
    if entity.versionHashModifier != nil {
      note(
        "The hash modifier of the entity is left out, because in SwiftData only properties have one.",
        entity.name, changesVersionHash: true)
    }
    if entity.originalName != nil {
      note(
        "@Model(originalName:) declares the former name of the class; Apple's SwiftData lacks it.",
        entity.name)
    }
  }

  /// The properties in the usual order of declarations.
  ///
  /// Identifiers come first, then other values, to-one relationships and to-many relationships.
  /// Within a group, the model's order is kept.
  private static func order(of entity: EntityDescription) -> [PropertyDescription] {
    let unique = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self))
    let identifiers: Set<String> = ["id", "identifier", "uuid", "uniqueID", "uniqueIdentifier"]
    func rank(_ property: PropertyDescription) -> Int {
      switch property {
      case .relationship(let relationship): relationship.isToMany ? 3 : 2
      default: identifiers.contains(property.name) || unique.contains(property.name) ? 0 : 1
      }
    }
    return entity.properties.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
  }

  /// The attributes to declare with `.unique`: the leading single-attribute constraints, as long as
  /// they are in the order of the properties, because stores have indexes in that order.
  private static func uniqueAttributes(
    _ constraints: [[String]], _ properties: [String]
  ) -> Set<String> {
    var rest = properties[...]
    var unique: Set<String> = []
    for constraint in constraints {
      guard constraint.count == 1, let place = rest.firstIndex(of: constraint[0]) else { break }
      rest = rest[(place + 1)...]
      unique.insert(constraint[0])
    }
    return unique
  }

  /// The constraints whose properties all exist in the class.
  private mutating func sayable(
    _ constraints: [[String]], of entity: EntityDescription
  ) -> [[String]] {
    let known = codeNames(of: entity.name)
    var sayable: [[String]] = []
    for constraint in constraints {
      if constraint.allSatisfy(known.contains), !constraint.isEmpty {
        if !sayable.contains(constraint) { sayable.append(constraint) }
      } else {
        note(
          "The constraint of \(constraint.joined(separator: ", ")) is left out, because the class "
            + "lacks some of these properties.",
          entity.name, changesVersionHash: true)
      }
    }
    return sayable
  }

  private mutating func indexes(of entity: EntityDescription) -> [IndexDescription] {
    let known = codeNames(of: entity.name)
    var sayable: [IndexDescription] = []
    noteNames(of: entity.indexes, entity.name)
    for index in entity.indexes {
      let properties = index.propertyNames.joined(separator: ", ")
      guard index.propertyNames.allSatisfy(known.contains), !index.propertyNames.isEmpty else {
        note(
          "The index of \(properties) is left out, because the class lacks some of these properties.",
          entity.name)
        continue
      }
      let said = IndexDescription(kind: index.kind, propertyNames: index.propertyNames)
      if !sayable.contains(said) { sayable.append(said) }
    }
    return sayable
  }

  private mutating func noteNames(of indexes: [IndexDescription], _ entity: String) {
    let names = indexes.compactMap { $0.name.map { String($0.prefix(100)) } }
    guard !names.isEmpty else { return }
    note(
      "Indexes have other names in new stores"
        + (indexes.allSatisfy { $0.descendingNames == nil } ? "" : ", and all ascend")
        + ": \(names.joined(separator: ", ")).", entity)
  }

  /// The properties that the class declares or inherits.
  private func codeNames(of entity: String) -> Set<String> {
    Set(
      lineage.properties(of: entity).filter { property in
        switch property {
        case .derived(let derived): derived.codeType != nil
        case .relationship(let relationship): !relationship.isTransient && !relationship.isToMany
        case .attribute, .composite: true
        }
      }.map(\.name))
  }
}

extension CompositeDescription {
  /// Whether the property can be nil in code, which requires that all elements are optional.
  var allowsNil: Bool { isOptional && leaves.allSatisfy(\.isOptional) }
}
