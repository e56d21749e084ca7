import CodableStorage
import Foundation

extension DefaultSnapshot {
  private typealias Key = DataStoreSnapshotCodingKey

  /// Encodes the identifier, and each property under its name.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeStored`, with the entity and the property, for a value
  ///   that the encoder does not accept.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values {
      let key = Key.modeledProperty(name)
      do {
        guard key.stringValue != Key.persistentIdentifier.stringValue else {
          throw SwiftDataError.unsupportedModel.explained(
            "The property's name is reserved for the model's identifier.",
            advice: "Rename the property.")
        }
        try Self.encode(value, key, to: &container)
      } catch {
        throw SwiftDataError.valueCannotBeStored.explained(
          "The value could not be encoded.", entity: persistentIdentifier.entityName,
          property: name,
          advice: SwiftDataError.advice(
            of: error, or: "Set a value that the encoder supports, or configure the encoder."),
          underlying: error)
      }
    }
  }

  private static func encode(
    _ value: SnapshotValue, _ key: Key, to container: inout KeyedEncodingContainer<Key>
  ) throws {
    switch value {
    case .null: try container.encodeNil(forKey: key)
    case .attribute(let value): try container.encode(value, forKey: key)
    case .transformed(let value): try container.encode(value, forKey: key)
    case .target(let target): try container.encode(target, forKey: key)
    case .members(let members): try container.encode(members, forKey: key)
    case .unreadable(let error): throw error
    }
  }

  /// Decodes a snapshot that `encode(to:)` encoded.
  ///
  /// The entity name in the identifier determines the model class, which must be part of a schema
  /// that the program created. Of several versions of a model, the last one with the encoded
  /// properties is used.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for an entity without a class in the program;
  ///   `SwiftDataError.valueCannotBeRead`, with the entity and the property, for a value of another
  ///   type, and for one that is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    persistentIdentifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    let entity = persistentIdentifier.entityName
    let names = container.allKeys.compactMap { key in
      if case .modeledProperty(let name) = key { name } else { nil }
    }
    let properties = try Self.properties(of: entity, names: Set(names))
    var values: [String: SnapshotValue] = [:]
    for property in properties {
      do {
        values[property.name] = try Self.decode(property, from: container)
      } catch {
        throw SwiftDataError.valueCannotBeRead.explained(
          "The encoded value is not of the type \(typeText(property.valueType)).",
          entity: entity, property: property.name,
          advice: "Decode it with the version of the model that it was encoded with.",
          underlying: error)
      }
    }
    if let name = names.first(where: { values[$0] == nil }) {
      throw SwiftDataError.valueCannotBeRead.explained(
        "The encoded snapshot has a value for a property that the model does not have.",
        entity: entity, property: name,
        advice: "Decode it with the version of the model that it was encoded with.")
    }
    self.values = values
  }

  /// The properties of the model class with an entity name.
  private static func properties(
    of entity: String, names: Set<String>
  ) throws -> [Schema.PropertyMetadata] {
    let known = KnownModels.models(named: entity).map { type in
      type.schemaMetadata.filter { !$0.name.isEmpty }
    }
    let fitting = known.last { Set($0.map(\.name)) == names }
    guard let properties = fitting ?? known.last else {
      throw SwiftDataError.unknownSchema.explained(
        "The snapshot cannot be decoded, because the program has no class for its entity.",
        entity: entity,
        advice: "Create a schema that contains the model before you decode its snapshots.")
    }
    return properties
  }

  private static func decode(
    _ property: Schema.PropertyMetadata, from container: KeyedDecodingContainer<Key>
  ) throws -> SnapshotValue {
    let key = Key.modeledProperty(property.name)
    let shape = RelationshipShape(property.valueType)
    // A to-one relationship that is not optional may be nil if another program saved it.
    let mayBeNil = isOptionalType(property.valueType) || shape.map { !$0.isToMany } ?? false
    if mayBeNil ? try !container.contains(key) || container.decodeNil(forKey: key) : false {
      return .null
    }
    if let shape {
      return shape.isToMany
        ? .members(try container.decode([PersistentIdentifier].self, forKey: key))
        : .target(try container.decode(PersistentIdentifier.self, forKey: key))
    }
    if property.metadata?.asAttribute?.transformerName != nil {
      return .transformed(try container.decode(Data.self, forKey: key))
    }
    let codable = property.codable ?? KnownCodables.codable(unwrappedType(property.valueType))
    guard let codable else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "The type is not Codable.")
    }
    return .attribute(try container.decode(codable, forKey: key))
  }
}
