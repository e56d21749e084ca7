import CodableStorage
import DataSchema

extension Schema.Entity {
  private enum CodingKeys: String, CodingKey {
    case name, superentityName, subentities, storedProperties, inheritedProperties
    case uniquenessConstraints, indices, isAbstract, versionHashModifier, originalName
  }

  /// The encoded form of an entity in a schema: without its subentities, which the schema encodes,
  /// too.
  struct Flat: Codable {
    var entity: Schema.Entity

    init(_ entity: Schema.Entity) {
      self.entity = entity
    }

    init(from decoder: any Decoder) throws {
      entity = try Schema.Entity(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try entity.encodeFlat(to: encoder)
    }
  }

  /// Decodes an entity that `encode(to:)` encoded.
  ///
  /// - Throws: `DecodingError` if the data is not an entity.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      subentityList: try container.decodeIfPresent([Self].self, forKey: .subentities) ?? [],
      propertyList: try container.decode([AnyProperty].self, forKey: .storedProperties)
        .map(\.property))
    superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
    inheritedProperties = try container.decode([AnyProperty].self, forKey: .inheritedProperties)
      .map(\.property)
    uniquenessConstraints = try container.decode([[String]].self, forKey: .uniquenessConstraints)
    indexDescriptions = try container.decode([IndexDescription].self, forKey: .indices)
    isAbstract = try container.decode(Bool.self, forKey: .isAbstract)
    versionHashModifier = try container.decodeIfPresent(String.self, forKey: .versionHashModifier)
    originalName = try container.decodeIfPresent(String.self, forKey: .originalName)
    Self.link([self] + subentities)
  }

  /// Encodes the entity and its subentities.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encodeFlat(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subentities.sorted { $0.name < $1.name }, forKey: .subentities)
  }

  private func encodeFlat(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(superentityName, forKey: .superentityName)
    try container.encode(storedProperties.map(AnyProperty.init), forKey: .storedProperties)
    try container.encode(inheritedProperties.map(AnyProperty.init), forKey: .inheritedProperties)
    try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
    try container.encode(indexDescriptions, forKey: .indices)
    try container.encode(isAbstract, forKey: .isAbstract)
    try container.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
    try container.encodeIfPresent(originalName, forKey: .originalName)
  }
}

extension Schema.Entity {
  /// Links entities to their superentities in the list, and adds the inherited properties.
  static func link(_ entities: [Schema.Entity]) {
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for entity in entities {
      guard let name = entity.superentityName, let above = byName[name], above !== entity
      else { continue }
      entity.superentity = above
      above.subentities.insert(entity)
    }
    for entity in entities {
      let line = entity.line
      guard line.count > 1 else { continue }
      entity.inheritedProperties = line.dropLast().flatMap(\.storedProperties)
    }
  }

  /// The entities from the topmost superentity down to this one.
  var line: [Schema.Entity] {
    var line = [self]
    while let above = line.last?.superentity, !line.contains(where: { $0 === above }) {
      line.append(above)
    }
    return line.reversed()
  }

  /// The entities with all their superentities and subentities, each once, the given ones first.
  static func closure(of entities: [Schema.Entity]) -> [Schema.Entity] {
    var all: [Schema.Entity] = []
    var seen = TypeTable<Bool>()
    var next = entities
    while !next.isEmpty {
      var further: [Schema.Entity] = []
      for entity in next where seen[ObjectIdentifier(entity)] == nil {
        seen.set(ObjectIdentifier(entity), to: true)
        all.append(entity)
        if let above = entity.superentity { further.append(above) }
        if !entity.subentities.isEmpty {
          further += entity.subentities.sorted { $0.name < $1.name }
        }
      }
      next = further
    }
    return all
  }
}
