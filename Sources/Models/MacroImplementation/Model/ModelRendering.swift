/// Names that cannot collide with those in the class.
struct UniqueNames {
  var member: String
  var result: String
}

extension ModelDeclaration {
  /// Returns all members that `@Model` adds to the class.
  func members(uniqueNames names: UniqueNames) -> [String] {
    var members: [String] = []
    if !isSubclass {
      members += [state, statePointer]
    }
    members += observation(names)
    members.append(schemaMetadata)
    members += keyPathFunctions + optionalKeyPathFunctions + propertyCounts
    members += requiredInitializers
    if !isSubclass {
      members.append(persistentBackingData)
    }
    members += [loadFunction, bindFunction, unloadFunction, linkFunction]
    if let destructor { members.append(destructor) }
    if hasEquality { members.append(equality) }
    return members
  }

  private var state: String {
    let isolation = storesUnchecked || isActorsOwn ? "nonisolated(unsafe) " : ""
    // Subclasses of an open class in other modules set their properties through it.
    let access = overridableAccess == "open " ? "public " : ""
    return """
      @exclusivity(unchecked) \(isolation)\(access)var _$state = OpenSwiftData._ModelState()
      """
  }

  private var statePointer: String {
    """
    \(isolation)\(access)var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
      unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
    }
    """
  }

  private func observation(_ names: UniqueNames) -> [String] {
    [
      """
      internal func access<\(names.member)>(
        keyPath: Swift.KeyPath<\(name), \(names.member)>
      ) {
        OpenSwiftData._GeneratedCode.access(self, keyPath)
      }
      """,
      """
      internal func withMutation<\(names.member), \(names.result)>(
        keyPath: Swift.KeyPath<\(name), \(names.member)>,
        _ mutation: () throws -> \(names.result)
      ) rethrows -> \(names.result) {
        try OpenSwiftData._GeneratedCode.withMutation(self, keyPath, mutation)
      }
      """,
    ]
  }

  /// A function that makes the class's `==` the witness for its conformance to `Equatable`.
  ///
  /// For a conformance that a macro adds, the compiler finds each operator of the class twice and
  /// reports an ambiguity (Swift 6.3). Marking a function as the implementation resolves it.
  private var equality: String {
    """
    @_implements(Swift.Equatable, ==(_:_:))
    \(isolation)\(access)static func _$isEqual(_ lhs: \(name), _ rhs: \(name)) -> Swift.Bool {
      lhs == rhs
    }
    """
  }

  private var persistentBackingData: String {
    """
    \(isolation)\(access)var persistentBackingData: any OpenSwiftData.BackingData<\(name)> {
      get {
        OpenSwiftData._GeneratedCode.backingData(of: self)
      }
      set {
        OpenSwiftData._GeneratedCode.adopt(newValue, by: self)
      }
    }
    """
  }

  /// The property counts of a class that may have a superclass or subclasses.
  private var propertyCounts: [String] {
    let inherited = isSubclass ? "super._$propertyCount" : "0"
    var counts: [String] = []
    if mayHaveSuperclass {
      counts.append("\(isolation)private static var _$firstIndex: Int { \(inherited) }")
    }
    if isSubclass || !isFinal {
      let count = isSubclass ? "\(inherited) + \(properties.count)" : "\(properties.count)"
      counts.append(
        "\(isolation)\(classMember) var _$propertyCount: Int { \(count) }")
    }
    return counts
  }

  /// The modifier that makes a member `nonisolated` if the class belongs to an actor.
  var isolation: String { isActorsOwn ? "nonisolated " : "" }

  /// The modifiers of a type member that subclasses override.
  var classMember: String {
    if isSubclass { return "\(isFinal ? access : overridableAccess)override class" }
    return isFinal ? "\(access)static" : "\(overridableAccess)class"
  }

  /// The modifiers of a function that subclasses override.
  var instanceMember: String {
    (isFinal ? access : overridableAccess) + (isSubclass ? "override " : "")
  }
}
