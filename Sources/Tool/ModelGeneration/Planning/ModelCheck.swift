import DataSchema

/// Checks that a model is consistent, whatever file it comes from.
struct ModelCheck {
  private static let inheritanceLimit = 64
  private static let depthLimit = 24

  let model: ModelDescription
  let entities: [String: EntityDescription]

  init(_ model: ModelDescription) {
    self.model = model
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  func check() throws(ModelGenerationError) {
    guard entities.count == model.entities.count else {
      throw contradiction("two of its entities have the same name")
    }
    for entity in model.entities { _ = try line(of: entity) }
    guard model.isOfUsualSize else {
      throw contradiction("it has too many entities, or an entity has too many properties")
    }
    for entity in model.entities {
      let line = try line(of: entity)
      let names = line.flatMap { $0.properties.map(\.name) }
      if let name = firstRepeated(names) {
        throw contradiction("\(entity.name) has two properties with the name \(name)")
      }
      for property in entity.properties { try check(property, entity.name, depth: 0) }
    }
  }

  private func line(
    of entity: EntityDescription
  ) throws(ModelGenerationError) -> [EntityDescription] {
    var line = [entity]
    while let name = line[line.count - 1].parentName {
      guard let parent = entities[name] else {
        throw contradiction("\(entity.name) inherits from \(name), which does not exist")
      }
      line.append(parent)
      guard line.count <= Self.inheritanceLimit else {
        throw contradiction("\(entity.name) has too many ancestors, or inherits from itself")
      }
    }
    return line
  }

  private func check(
    _ property: PropertyDescription, _ place: String, depth: Int
  ) throws(ModelGenerationError) {
    switch property {
    case .attribute, .derived: return
    case .relationship(let relationship):
      guard entities[relationship.destination] != nil else {
        throw contradiction(
          "\(place).\(relationship.name) refers to \(relationship.destination), which does not exist"
        )
      }
    case .composite(let composite):
      guard depth < Self.depthLimit else {
        throw contradiction("\(place).\(composite.name) is nested too deeply")
      }
      if let name = firstRepeated(composite.elements.map(\.name)) {
        throw contradiction("\(place).\(composite.name) has two parts with the name \(name)")
      }
      for element in composite.elements {
        try check(element, "\(place).\(composite.name)", depth: depth + 1)
      }
    }
  }

  private func firstRepeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }

  private func contradiction(_ reason: String) -> ModelGenerationError {
    ModelGenerationError(
      .damaged, "The model is inconsistent: \(reason).",
      advice: "Save it again with the program that wrote it.")
  }
}
