extension Schema {
  /// A property that holds one model or several.
  ///
  /// `@unchecked Sendable`: see `Attribute`.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
    @unchecked Sendable
  {
    /// The name of the Swift property.
    public var name: String
    /// The name in the version before, or `name` where nothing was renamed.
    public var originalName: String
    /// The key path from the model, where the model is known.
    public var keypath: AnyKeyPath? {
      get { lazyKeyPath?.value }
      set { lazyKeyPath = newValue.map(LazyKeyPath.made) }
    }
    var lazyKeyPath: LazyKeyPath?
    /// What the property's `@Relationship` asks for.
    public var options: [Option]
    /// The Swift type of the property, optional where the property is.
    public var valueType: any Any.Type {
      didSet { readShape() }
    }
    /// The name of the entity at the other end.
    public var destination: String
    /// What happens to the other end when a model is deleted.
    public var deleteRule: DeleteRule
    /// The name of the relationship back, if there is one.
    public var inverseName: String?
    /// The key path of the relationship back, from the model at the other end.
    public var inverseKeyPath: AnyKeyPath? {
      get { lazyInverse?.value }
      set { lazyInverse = newValue.map(LazyKeyPath.made) }
    }
    var lazyInverse: LazyKeyPath?
    /// Whether the declaration says that there is none, with `inverse: nil`.
    var statesNoInverse = false
    /// Whether a model leaves it to the schema, or to a store that is there already, to find the inverse.
    var leavesInverseOpen = false
    /// How many models there are at least; 0 and nil stand for no bound.
    public var minimumModelCount: Int?
    /// How many models there are at most; 0 and nil stand for no bound.
    public var maximumModelCount: Int?
    /// Makes a version of the schema differ although its shape does not.
    public var hashModifier: String?

    /// The name of a type that this program lacks.
    private var givenType: EncodedType?
    /// Whether the property may be nil.
    public internal(set) var isOptional: Bool
    /// Whether the property holds one model instead of several.
    public internal(set) var isToOneRelationship: Bool

    /// Makes what `@Relationship` says of the property that it stands before.
    ///
    /// - Parameters:
    ///   - options: What to do beyond storing the models.
    ///   - deleteRule: What happens to the other end when a model is deleted.
    ///   - minimumModelCount: How many models there are at least; 0 for no bound.
    ///   - maximumModelCount: How many models there are at most; 0 for no bound.
    ///   - originalName: The property's name in the version before.
    ///   - inverse: The key path of the relationship back.
    ///   - hashModifier: Makes the version differ although its shape does not.
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

    /// Makes what `@Relationship` says as `@Model` does: the inverse is known by name, and its key
    /// path is made when it is asked for.
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

    /// Makes what `@Relationship` says as `@Model` does where it says `inverse: nil`: there is none, and
    /// none is inferred.
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

    /// Makes what `@Relationship` says, with the delete rule first and without a label.
    ///
    /// - Parameters:
    ///   - deleteRule: What happens to the other end when a model is deleted.
    ///   - minimumModelCount: How many models there are at least; 0 for no bound.
    ///   - maximumModelCount: How many models there are at most; 0 for no bound.
    ///   - originalName: The property's name in the version before.
    ///   - inverse: The key path of the relationship back.
    ///   - hashModifier: Makes the version differ although its shape does not.
    public convenience init(
      _ deleteRule: DeleteRule, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      originalName: String? = nil, inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverse,
        hashModifier: hashModifier)
    }

    /// The name of `valueType`, or of the type that the program lacks.
    var encodedType: EncodedType {
      get { givenType ?? EncodedType(valueType) }
      set { givenType = newValue }
    }

    private func readShape() {
      givenType = nil
      isOptional = isOptionalType(valueType)
      isToOneRelationship = RelationshipShape(valueType)?.isToMany == false
    }

    /// Whether no two models hold the same model.
    public var isUnique: Bool { options.contains(.unique) }
    /// False: the property holds models.
    public var isAttribute: Bool { false }
    /// True: the property holds models.
    public var isRelationship: Bool { true }
    /// False: relationships are stored.
    public var isTransient: Bool { false }

    /// Whether two relationships describe the same property in the same way.
    ///
    /// Key paths are left out: a relationship read from a file has the names they stand for. So is by whom
    /// the inverse was given.
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
