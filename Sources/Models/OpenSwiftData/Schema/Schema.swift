import Foundation

/// The entities of a container's models, and their relationships.
///
/// A schema that is created from model types describes the whole graph: it also contains the models
/// that the given ones relate to or inherit from.
public final class Schema: Codable, Hashable, Sendable {
  /// The version of the format in which schemas are encoded.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the format in which this schema was encoded.
  public let encodingVersion: Version
  /// The version of the schema itself.
  public let version: Version
  /// The entities, those of the given models first.
  public let entities: [Entity]
  /// The entities by their names.
  public let entitiesByName: [String: Entity]

  /// Whether the version was chosen, rather than being the default.
  package let isVersioned: Bool
  /// The model class of each entity; empty for a schema that was read from a file.
  package let modelTypes: [String: any PersistentModel.Type]
  /// The mistakes in the models; a container throws the first one when it opens.
  package let problems: [SwiftDataError]

  package init(
    entities: [Entity], version: Version, modelTypes: [String: any PersistentModel.Type] = [:],
    problems: [SwiftDataError] = [], encodingVersion: Version = Schema.schemaEncodingVersion,
    isVersioned: Bool = false
  ) {
    self.isVersioned = isVersioned || version != Version(1, 0, 0)
    let all = Entity.closure(of: entities)
    self.encodingVersion = encodingVersion
    self.version = version
    self.entities = all
    self.entitiesByName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    self.modelTypes = modelTypes
    self.problems = problems
  }

  /// Creates a schema without entities.
  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0))
  }

  /// Creates a schema of entities with their superentities and subentities.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  /// The entity of a model; nil if the schema does not contain it.
  public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
    entitiesByName[Self.entityName(for: type)]
  }

  /// The name of a model's entity: the name of the class, without enclosing types.
  public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel {
    _typeName(type, qualified: false)
  }

  /// Whether two schemas have the same version and equal entities, in any order.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || (lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName)
  }

  /// Hashes the version and the names of the entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(entitiesByName.keys))
  }

  /// Throws an error for the first mistake in the models.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel`, with the entity and the property.
  package func checkModels() throws {
    if let problem = problems.first { throw problem }
    if let problem = relationshipProblems().first { throw problem }
  }

  /// Throws an error for a model that a schema can describe, but a container cannot store.
  ///
  /// That is a handwritten class that inherits from a model.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel`, with the entity.
  package func validateStorability() throws {
    for entity in entities {
      guard let above = entity.superentityName, let type = modelTypes[entity.name],
        type._generatedType == nil
      else { continue }
      throw SwiftDataError.inheritance(of: entity.name, from: above)
    }
  }
}

extension Schema: CustomDebugStringConvertible {
  /// The version and each entity, for logs.
  public var debugDescription: String {
    let lines = entities.map { "  " + $0.debugDescription }
    return (["Schema \(version)"] + lines).joined(separator: "\n")
  }
}
