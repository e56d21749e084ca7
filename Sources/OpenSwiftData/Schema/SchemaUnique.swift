extension Schema {
  /// Groups of properties whose values no two models share; what `#Unique` stands for.
  public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// The keys under which constraints are written.
    public enum CodingKeys: CodingKey {
      /// The list of constraints.
      case constraints
    }

    /// The name; empty, since constraints belong to the whole entity.
    public var name: String
    /// The name in the version before; empty like `name`.
    public var originalName: String
    /// The model whose instances are constrained.
    public var valueType: any Any.Type
    /// The constraints: properties whose values are unique together.
    public var constraints: [[PartialKeyPath<T>]] { makeConstraints() }

    private let makeConstraints: () -> [[PartialKeyPath<T>]]
    /// The properties of each constraint, where the model's code names them.
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

    /// Makes one constraint for each list of properties.
    public convenience init(_ constraints: [PartialKeyPath<T>]...) {
      self.init { constraints }
    }

    /// Reads constraints that `encode(to:)` wrote.
    ///
    /// - Throws: `DecodingError` when the text is no list of constraints, or names a property that
    ///   the model does not have.
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

    /// Writes the names of the properties in each constraint.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` when a key path leads to no stored property,
    ///   or what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(constraintNames(), forKey: .constraints)
    }

    /// True: the values are unique.
    public var isUnique: Bool { true }
    /// False: constraints hold no value.
    public var isAttribute: Bool { false }
    /// False: constraints hold no models.
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
  /// - Parameter known: The names of the model's properties, where they are at hand.
  /// - Returns: The names in each constraint.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for what is no stored property.
  func constraintNames(_ known: PropertyNames? = nil) throws -> [[String]] {
    let names = known.flatMap { $0.model == T.self ? $0 : nil } ?? PropertyNames(T.self)
    if let propertyNames, propertyNames.allSatisfy(names.contain) { return propertyNames }
    return try names.names(of: constraints, written: propertyNames)
  }

  /// The constraints, which are the entity's.
  public var _entityStatement: _EntityStatement {
    _EntityStatement(content: .uniqueness(constraintNames))
  }
}
