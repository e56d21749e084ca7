import DataSchema

extension ModelDescription {
  /// The same model with other names for some entities and properties, which declare their original
  /// names.
  ///
  /// - Parameters:
  ///   - entities: The new names of entities, by their former names.
  ///   - properties: The new names of properties, by entity and property, both with their former
  ///     names.
  /// - Returns: The next version of the models.
  func renamed(
    _ entities: [String: String], _ properties: [String: [String: String]]
  ) -> ModelDescription {
    func entity(_ name: String) -> String { entities[name] ?? name }
    func property(_ name: String, _ entity: String) -> String { properties[entity]?[name] ?? name }
    var model = self
    model.entities = model.entities.map { old in
      var new = old
      new.name = entity(old.name)
      if new.name != old.name { new.originalName = old.name }
      new.parentName = old.parentName.map(entity)
      new.properties = old.properties.map { one in
        let name = property(one.name, old.name)
        let original = name == one.name ? nil : one.name
        switch one {
        case .attribute(var attribute):
          (attribute.name, attribute.originalName) = (name, original)
          return .attribute(attribute)
        case .relationship(var way):
          way.inverseName = way.inverseName.map { property($0, way.destination) }
          (way.name, way.originalName) = (name, original)
          way.destination = entity(way.destination)
          return .relationship(way)
        case .composite(var composite):
          (composite.name, composite.originalName) = (name, original)
          return .composite(composite)
        case .derived: return one
        }
      }
      new.uniquenessConstraints = old.uniquenessConstraints.map { group in
        group.map { property($0, old.name) }
      }
      return new
    }
    return model
  }
}
