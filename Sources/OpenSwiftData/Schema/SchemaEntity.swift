import DataSchema

extension Schema {
  /// What a model stores.
  ///
  /// `@unchecked Sendable`: like Apple's, an entity may be changed while its schema is put
  /// together, and must be left alone once a container has the schema.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name: that of the model's class.
    public var name: String
    /// The entities that inherit from this one.
    public var subentities: Set<Entity>
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from; its schema keeps it alive.
    public weak var superentity: Entity? {
      didSet { superentityName = superentity?.name ?? superentityName }
    }
    /// The entity's own properties, in the order of their declaration.
    public var storedProperties: [any SchemaProperty]
    /// The properties of the entities above this one, topmost first.
    public var inheritedProperties: [any SchemaProperty]
    /// Groups of properties whose values are unique together.
    public var uniquenessConstraints: [[String]]
    /// The indices, of whatever kind.
    var indexDescriptions: [IndexDescription]
    /// Whether no model is of this entity itself; such entities come from Core Data's files.
    package var isAbstract = false
    /// Makes a version of the schema differ although its shape does not.
    package var versionHashModifier: String?
    /// The name in the version before, where it was another.
    package var originalName: String?

    /// Makes an entity without properties.
    public convenience init(_ name: String) {
      self.init(name, subentityList: [], propertyList: [])
    }

    /// Makes an entity that others inherit from.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name, subentityList: subentities, propertyList: properties)
    }

    /// Makes an entity.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name, subentityList: [], propertyList: properties)
    }

    init(
      _ name: String, subentityList: [Entity], propertyList: [any SchemaProperty]
    ) {
      self.name = name
      self.subentities = Set(subentityList)
      self.storedProperties = propertyList
      self.inheritedProperties = []
      self.uniquenessConstraints = propertyList.filter(\.isUnique).map { [$0.name] }
      self.indexDescriptions = []
      for subentity in subentityList {
        subentity.superentity = self
        subentity.inheritedProperties = propertyList
      }
    }

    /// The inherited properties, then the entity's own.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// The properties of each index.
    ///
    /// Setting it keeps the kind of an index whose properties stay the same; new ones are binary.
    public var indices: [[String]] {
      get { indexDescriptions.map(\.propertyNames) }
      set {
        indexDescriptions = newValue.map { names in
          indexDescriptions.first { $0.propertyNames == names }
            ?? IndexDescription(propertyNames: names)
        }
      }
    }

    /// Whether two entities are equal in name, inheritance, properties, constraints and indices.
    public static func == (lhs: Entity, rhs: Entity) -> Bool {
      if lhs === rhs { return true }
      guard lhs.name == rhs.name, lhs.superentityName == rhs.superentityName,
        lhs.uniquenessConstraints == rhs.uniquenessConstraints,
        lhs.indexDescriptions == rhs.indexDescriptions, lhs.isAbstract == rhs.isAbstract,
        lhs.versionHashModifier == rhs.versionHashModifier, lhs.originalName == rhs.originalName,
        Set(lhs.subentities.map(\.name)) == Set(rhs.subentities.map(\.name))
      else { return false }
      return lhs.storedProperties.elementsEqual(rhs.storedProperties, by: areEqual)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
    }

    /// The name and the properties, for logs.
    public var debugDescription: String {
      let own = storedProperties.map {
        ($0 as? any CustomDebugStringConvertible)?.debugDescription ?? $0.name
      }
      return "Entity \(name)" + (superentityName.map { ": \($0)" } ?? "")
        + " {\(own.joined(separator: "; "))}"
    }
  }
}
