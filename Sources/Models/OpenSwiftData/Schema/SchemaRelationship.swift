extension Schema {
  /// A property that refers to one or several models.
  ///
  /// `@unchecked Sendable`: see `Attribute`.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
    @unchecked Sendable
  {
    /// The name of the Swift property.
    public var name: String
    /// The name in the previous version; the same as `name` if the property was not renamed.
    public var originalName: String
    /// The key path from the model, if the model is known.
    public var keypath: AnyKeyPath? {
      get { lazyKeyPath?.value }
      set { lazyKeyPath = newValue.map(LazyKeyPath.made) }
    }
    var lazyKeyPath: LazyKeyPath?
    /// The options of the property's `@Relationship`.
    public var options: [Option]
    /// The Swift type of the property; an optional type if the property is optional.
    public var valueType: any Any.Type {
      didSet { readShape() }
    }
    /// The name of the destination entity.
    public var destination: String
    /// What happens to the related models when a model is deleted.
    public var deleteRule: DeleteRule
    /// The name of the inverse relationship, if there is one.
    public var inverseName: String?
    /// The key path of the inverse relationship, from the destination model.
    public var inverseKeyPath: AnyKeyPath? {
      get { lazyInverse?.value }
      set { lazyInverse = newValue.map(LazyKeyPath.made) }
    }
    var lazyInverse: LazyKeyPath?
    /// Whether the declaration specifies that there is no inverse, with `inverse: nil`.
    var statesNoInverse = false
    /// Whether the model leaves it to the schema, or to an existing store, to find the inverse.
    var leavesInverseOpen = false
    /// The minimum number of related models; 0 and nil mean no limit.
    public var minimumModelCount: Int?
    /// The maximum number of related models; 0 and nil mean no limit.
    public var maximumModelCount: Int?
    /// Distinguishes versions of the schema that have the same shape.
    public var hashModifier: String?

    /// The name of a type that does not exist in this program.
    private var givenType: EncodedType?
    /// Whether the property may be nil.
    public internal(set) var isOptional: Bool
    /// Whether the property refers to one model instead of several.
    public internal(set) var isToOneRelationship: Bool

    /// Creates the relationship that `@Relationship` specifies for its property.
    ///
    /// - Parameters:
    ///   - options: The options of the relationship.
    ///   - deleteRule: What happens to the related models when a model is deleted.
    ///   - minimumModelCount: The minimum number of related models; 0 for no limit.
    ///   - maximumModelCount: The maximum number of related models; 0 for no limit.
    ///   - originalName: The property's name in the previous version.
    ///   - inverse: The key path of the inverse relationship.
    ///   - hashModifier: Distinguishes versions of the schema that have the same shape.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.valueType = UnknownValue.self
      self.destination = ""
      self.deleteRule = deleteRule
      self.lazyInverse = inverse.map(LazyKeyPath.made)
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
      self.isOptional = false
      self.isToOneRelationship = false
    }

    /// Creates a relationship in code that `@Model` generates.
    ///
    /// The inverse is known by its name, and its key path is created when it is needed.
    public convenience init<Model, Value>(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil,
      _inverse inverse: @escaping @autoclosure () -> KeyPath<Model, Value>, _named name: String,
      hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName,
        hashModifier: hashModifier)
      self.options = options
      lazyInverse = .named(name, model: Model.self) { inverse() }
    }

    /// Creates a relationship in code that `@Model` generates for `inverse: nil`.
    ///
    /// It has no inverse, and none is inferred.
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, _inverse none: Never?,
      hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName,
        hashModifier: hashModifier)
      self.options = options
      statesNoInverse = true
    }

    /// Creates the relationship that `@Relationship` specifies, with the delete rule first and
    /// without a label.
    ///
    /// - Parameters:
    ///   - deleteRule: What happens to the related models when a model is deleted.
    ///   - minimumModelCount: The minimum number of related models; 0 for no limit.
    ///   - maximumModelCount: The maximum number of related models; 0 for no limit.
    ///   - originalName: The property's name in the previous version.
    ///   - inverse: The key path of the inverse relationship.
    ///   - hashModifier: Distinguishes versions of the schema that have the same shape.
    public convenience init(
      _ deleteRule: DeleteRule, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      originalName: String? = nil, inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverse,
        hashModifier: hashModifier)
    }

    /// The name of `valueType`, or of a type that does not exist in the program.
    var encodedType: EncodedType {
      get { givenType ?? EncodedType(valueType) }
      set { givenType = newValue }
    }

    private func readShape() {
      givenType = nil
      isOptional = isOptionalType(valueType)
      isToOneRelationship = RelationshipShape(valueType)?.isToMany == false
    }

    /// Whether no two models may be related to the same model.
    public var isUnique: Bool { options.contains(.unique) }
    /// Always false: the property refers to models.
    public var isAttribute: Bool { false }
    /// Always true: the property refers to models.
    public var isRelationship: Bool { true }
    /// Always false: relationships are stored.
    public var isTransient: Bool { false }

    /// Whether two relationships describe the same property in the same way.
    ///
    /// Key paths are not compared, because a relationship that was read from a file has only their
    /// names. How the inverse was determined is not compared, either.
    public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
      guard lhs !== rhs else { return true }
      var (one, other) = (EncodedRelationship(lhs), EncodedRelationship(rhs))
      (one.leavesInverseOpen, other.leavesInverseOpen) = (nil, nil)
      return one == other
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
    }

    /// The name, type, destination and delete rule, for logs.
    public var debugDescription: String {
      "Relationship \(name): \(encodedType.name) to \(destination)"
        + (inverseName.map { ".\($0)" } ?? "") + " [.\(deleteRule.rawValue)]"
    }
  }
}
