extension Schema {
  /// Groups of properties whose combined values are unique, declared with `#Unique`.
  public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// The keys under which constraints are encoded.
    public enum CodingKeys: CodingKey {
      /// The list of constraints.
      case constraints
    }

    /// The name; empty, since constraints belong to the whole entity.
    public var name: String
    /// The name in the previous version; empty like `name`.
    public var originalName: String
    /// The model whose instances are constrained.
    public var valueType: any Any.Type
    /// The constraints: lists of properties whose combined values are unique.
    public var constraints: [[PartialKeyPath<T>]] { makeConstraints() }

    private let makeConstraints: () -> [[PartialKeyPath<T>]]
    /// The properties of each constraint, if the model's code names them.
    fileprivate let propertyNames: [[String]]?

    init(
      propertyNames: [[String]]? = nil, constraints: @escaping () -> [[PartialKeyPath<T>]]
    ) {
      self.name = ""
      self.originalName = ""
      self.valueType = T.self
      self.propertyNames = propertyNames
      makeConstraints = constraints
    }

    /// Creates one constraint for each list of properties.
    public convenience init(_ constraints: [PartialKeyPath<T>]...) {
      self.init { constraints }
    }

    /// Decodes constraints that `encode(to:)` encoded.
    ///
    /// - Throws: `DecodingError` if the data is not a list of constraints, or contains a property
    ///   that the model does not have.
    public convenience init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let names = try container.decode([[String]].self, forKey: .constraints)
      let properties = PropertyNames(T.self)
      let constraints = try names.map {
        try properties.keyPaths(
          named: $0, of: T.self, at: container.codingPath + [CodingKeys.constraints])
      }
      self.init { constraints }
    }

    /// Encodes the names of the properties in each constraint.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if a key path does not lead to a stored
    ///   property, or what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(constraintNames(), forKey: .constraints)
    }

    /// Always true: the values are unique.
    public var isUnique: Bool { true }
    /// Always false: constraints contain no value.
    public var isAttribute: Bool { false }
    /// Always false: constraints refer to no models.
    public var isRelationship: Bool { false }

    /// Whether both constrain the same properties.
    public static func == (lhs: Unique, rhs: Unique) -> Bool {
      lhs.name == rhs.name && lhs.originalName == rhs.originalName
        && lhs.valueType == rhs.valueType && lhs.constraints == rhs.constraints
    }

    /// Hashes the constraints.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(constraints)
    }

    /// The properties of each constraint, for logs.
    public var debugDescription: String {
      let text = constraints.map { "(" + $0.map { "\($0)" }.joined(separator: ", ") + ")" }
      return "Unique [\(text.joined(separator: ", "))]"
    }
  }
}

extension Schema.Unique {
  /// The constraints as names of properties.
  ///
  /// - Parameter known: The names of the model's properties, if they are known.
  /// - Returns: The names in each constraint.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that does not lead to a stored
  ///   property.
  func constraintNames(_ known: PropertyNames? = nil) throws -> [[String]] {
    let names = known.flatMap { $0.model == T.self ? $0 : nil } ?? PropertyNames(T.self)
    if let propertyNames, propertyNames.allSatisfy(names.contain) { return propertyNames }
    return try names.names(of: constraints, written: propertyNames)
  }

  /// The constraints, as a statement about the entity.
  public var _entityStatement: _EntityStatement {
    _EntityStatement(content: .uniqueness(constraintNames))
  }
}
