import Foundation

/// What a container stores: the entities of its models and how they relate.
///
/// A schema is made from model types, and then describes the whole graph: models that the given
/// ones relate to or inherit from are added.
public final class Schema: Codable, Hashable, Sendable {
  /// The version of the form in which schemas are encoded.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the form in which this schema was encoded.
  public let encodingVersion: Version
  /// The version of the schema itself.
  public let version: Version
  /// The entities, those of the given models first.
  public let entities: [Entity]
  /// The entities by their names.
  public let entitiesByName: [String: Entity]

  /// Whether the version was chosen, and is not only the one that schemas have by default.
  package let isVersioned: Bool
  /// The model class of each entity; empty for a schema that was read from a file.
  package let modelTypes: [String: any PersistentModel.Type]
  /// What is wrong with the models; a container throws the first when it opens.
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

  /// Makes a schema without entities.
  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0))
  }

  /// Makes a schema of entities, to which their superentities and subentities are added.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  /// The entity of a model, or nil when the schema does not have it.
  public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
    entitiesByName[Self.entityName(for: type)]
  }

  /// The name that a model's entity has: the class's own name, without the types around it.
  public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel {
    _typeName(type, qualified: false)
  }

  /// Whether two schemas have the same version and equal entities, in whatever order.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || (lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName)
  }

  /// Hashes the version and the names of the entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(entitiesByName.keys))
  }

  /// Throws the first mistake found in the models.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel`, naming the entity and the property.
  package func checkModels() throws {
    if let problem = problems.first { throw problem }
    if let problem = relationshipProblems().first { throw problem }
  }

  /// Throws where a model cannot be kept by a container, although a schema can describe it: its class
  /// inherits from a model and was written by hand.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel`, naming the entity.
  package func validateStorability() throws {
    for entity in entities {
      guard let above = entity.superentityName, let type = modelTypes[entity.name],
        type._inlineType == nil
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
