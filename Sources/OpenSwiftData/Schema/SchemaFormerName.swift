extension Schema {
  /// The name that a model had in an earlier version; what `@Model(originalName:)` stands for.
  public struct _FormerName<T>: SchemaProperty where T: PersistentModel {
    /// The keys under which the name is written.
    public enum CodingKeys: CodingKey {
      /// The former name.
      case originalName
    }

    /// The name of a property; empty, since the name belongs to the whole entity.
    public var name = ""
    /// The name that the model had.
    public var originalName: String
    /// The model.
    public var valueType: any Any.Type = T.self

    /// Keeps the name that a model had.
    public init(_ originalName: String) { self.originalName = originalName }

    /// False: a name holds no value.
    public var isAttribute: Bool { false }
    /// False: a name holds no models.
    public var isRelationship: Bool { false }
    /// False: a name holds no value.
    public var isUnique: Bool { false }

    /// The name, which is the entity's.
    public var _entityStatement: _EntityStatement {
      _EntityStatement(content: .formerName(originalName))
    }

    /// Whether both are the same name.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.originalName == rhs.originalName }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(originalName) }
  }
}
