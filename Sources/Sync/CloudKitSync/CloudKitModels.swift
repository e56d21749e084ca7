import DataSchema
import SyncPort

/// Types that models specify for fields whose own type is ambiguous.
///
/// CloudKit stores Booleans as numbers, and UUIDs, URLs and names of related records as strings.
/// Records that this library wrote contain the original types; for records of apps on Apple's
/// systems, the models specify them.
struct CloudKitModels: Sendable {
  /// The types of properties, as in `OSD_types`, by entity and property.
  private var types: [String: [String: String]] = [:]
  /// The record names of entities and properties; nil until the models are known.
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
    // A record uses the first name of its entity.
    for entity in model.entities {
      let kind = names.kind(of: entity.name)
      if kind != entity.name { types[kind] = types[entity.name] }
    }
  }

  /// Returns the types of an entity's values, by property, if the fields' own types are ambiguous.
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
