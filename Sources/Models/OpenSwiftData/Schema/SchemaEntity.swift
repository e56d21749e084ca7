import DataSchema

extension Schema {
  /// The description of one model: its properties, constraints and indices.
  ///
  /// `@unchecked Sendable`: as with Apple's, an entity may be changed while its schema is built,
  /// and must not be changed once a container uses the schema.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name, which is that of the model's class.
    public var name: String
    /// The entities that inherit from this one.
    public var subentities: Set<Entity>
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from; the schema retains it.
    public weak var superentity: Entity? {
      didSet { superentityName = superentity?.name ?? superentityName }
    }
    /// The entity's own properties, in the order of their declaration.
    public var storedProperties: [any SchemaProperty]
    /// The properties of the superentities, topmost first.
    public var inheritedProperties: [any SchemaProperty]
    /// Groups of properties whose combined values are unique.
    public var uniquenessConstraints: [[String]]
    /// The indices of all kinds.
    var indexDescriptions: [IndexDescription]
    /// Whether there are no models of this entity itself; such entities come from Core Data's
    /// files.
    package var isAbstract = false
    /// Distinguishes versions of the schema that have the same shape.
    package var versionHashModifier: String?
    /// The name in the previous version; nil if the entity was not renamed.
    package var originalName: String?

    /// Creates an entity without properties.
    public convenience init(_ name: String) {
      self.init(name, subentityList: [], propertyList: [])
    }

    /// Creates an entity with subentities.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name, subentityList: subentities, propertyList: properties)
    }

    /// Creates an entity.
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

    /// The inherited properties, followed by the entity's own.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// The properties of each index.
    ///
    /// Setting it keeps the kind of an index whose properties do not change; new indices are
    /// binary.
    public var indices: [[String]] {
      get { indexDescriptions.map(\.propertyNames) }
      set {
        indexDescriptions = newValue.map { names in
          indexDescriptions.first { $0.propertyNames == names }
            ?? IndexDescription(propertyNames: names)
        }
      }
    }

    /// Whether two entities have equal names, inheritance, properties, constraints and indices.
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
