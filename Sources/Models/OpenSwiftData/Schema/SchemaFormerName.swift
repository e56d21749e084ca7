extension Schema {
  /// The name of a model in an earlier version, declared with `@Model(originalName:)`.
  public struct _FormerName<T>: SchemaProperty where T: PersistentModel {
    /// The keys under which the name is encoded.
    public enum CodingKeys: CodingKey {
      /// The former name.
      case originalName
    }

    /// The name of a property; empty, since the name belongs to the whole entity.
    public var name = ""
    /// The former name of the model.
    public var originalName: String
    /// The model.
    public var valueType: any Any.Type = T.self

    /// Creates a former name of a model.
    public init(_ originalName: String) { self.originalName = originalName }

    /// Always false: a name contains no value.
    public var isAttribute: Bool { false }
    /// Always false: a name refers to no models.
    public var isRelationship: Bool { false }
    /// Always false: a name contains no value.
    public var isUnique: Bool { false }

    /// The former name, as a statement about the entity.
    public var _entityStatement: _EntityStatement {
      _EntityStatement(content: .formerName(originalName))
    }

    /// Whether both names are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.originalName == rhs.originalName }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(originalName) }
  }
}
