import DataSchema
import SyncPort

/// What models say of fields that say less themselves.
///
/// CloudKit has numbers for booleans, and texts for UUIDs, addresses and the records that relationships lead to. What
/// this library wrote notes what it was; of what an app of Apple's wrote the models tell.
struct CloudKitModels: Sendable {
  /// The types of properties, as `OSD_types` would have them, by entity and property.
  private var types: [String: [String: String]] = [:]
  /// What records of the port call entities and properties; nil where nobody has told the models.
  private(set) var names: RecordNames?

  init() {}

  init(_ model: ModelDescription, _ names: RecordNames) {
    self.names = names
    for entity in model.entities {
      var types: [String: String] = [:]
      var next: EntityDescription? = entity
      while let current = next {
        for property in current.properties { types[property.name] = Self.type(of: property) }
        next = current.parentName.flatMap(model.entity(named:))
      }
      self.types[entity.name] = types
    }
    // A record has the name that its entity had first.
    for entity in model.entities {
      let kind = names.kind(of: entity.name)
      if kind != entity.name { types[kind] = types[entity.name] }
    }
  }

  /// What the values of an entity's fields are, by property, where their own types do not say.
  func types(of entity: String) -> [String: String] { types[entity] ?? [:] }

  private static func type(of property: PropertyDescription) -> String? {
    switch property {
    case .attribute(let attribute):
      switch attribute.type {
      case .boolean: "bool"
      case .decimal: "decimal"
      case .uuid: "uuid"
      case .uri: "url"
      default: nil
      }
    case .relationship(let relationship): relationship.isToMany ? nil : "record"
    case .composite, .derived: nil
    }
  }
}
