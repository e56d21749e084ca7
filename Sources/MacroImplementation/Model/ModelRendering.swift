import SwiftSyntax
import SwiftSyntaxBuilder

/// Names that cannot collide with those of the class.
struct UniqueNames {
  var member: String
  var result: String
}

extension ModelDeclaration {
  /// Everything that `@Model` adds to the class.
  func members(uniqueNames names: UniqueNames) -> [DeclSyntax] {
    var members: [DeclSyntax] = []
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

  private var state: DeclSyntax {
    let isolation = storesUnchecked || isActorsOwn ? "nonisolated(unsafe) " : ""
    // Classes of other modules that inherit from an open one set their properties through it.
    let access = overridableAccess == "open " ? "public " : ""
    return """
      @exclusivity(unchecked) \(raw: isolation)\(raw: access)var _$state = OpenSwiftData._ModelState()
      """
  }

  private var statePointer: DeclSyntax {
    """
    \(raw: isolation)\(raw: access)var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
      unsafe Swift.withUnsafeMutablePointer(to: &_$state) { unsafe $0 }
    }
    """
  }

  private func observation(_ names: UniqueNames) -> [DeclSyntax] {
    [
      """
      internal func access<\(raw: names.member)>(
        keyPath: Swift.KeyPath<\(raw: name), \(raw: names.member)>
      ) {
        OpenSwiftData._access(self, keyPath)
      }
      """,
      """
      internal func withMutation<\(raw: names.member), \(raw: names.result)>(
        keyPath: Swift.KeyPath<\(raw: name), \(raw: names.member)>,
        _ mutation: () throws -> \(raw: names.result)
      ) rethrows -> \(raw: names.result) {
        try OpenSwiftData._withMutation(self, keyPath, mutation)
      }
      """,
    ]
  }

  /// What makes `==` of the class that of its conformance to `Equatable`.
  ///
  /// For a conformance that a macro brings, the compiler finds each operator of the class twice and
  /// cannot choose (Swift 6.3), unless one function says that it is meant.
  private var equality: DeclSyntax {
    """
    @_implements(Swift.Equatable, ==(_:_:))
    \(raw: isolation)\(raw: access)static func _$isEqual(_ lhs: \(raw: name), _ rhs: \(raw: name)) -> Swift.Bool {
      lhs == rhs
    }
    """
  }

  private var persistentBackingData: DeclSyntax {
    """
    \(raw: isolation)\(raw: access)var persistentBackingData: any OpenSwiftData.BackingData<\(raw: name)> {
      get {
        OpenSwiftData._backingData(of: self)
      }
      set {
        OpenSwiftData._adopt(newValue, by: self)
      }
    }
    """
  }

  /// How properties are counted where a class may have a superclass or subclasses.
  private var propertyCounts: [DeclSyntax] {
    let inherited = isSubclass ? "super._$propertyCount" : "0"
    var counts: [DeclSyntax] = []
    if mayHaveSuperclass {
      counts.append("\(raw: isolation)private static var _$firstIndex: Int { \(raw: inherited) }")
    }
    if isSubclass || !isFinal {
      let count = isSubclass ? "\(inherited) + \(properties.count)" : "\(properties.count)"
      counts.append(
        "\(raw: isolation)\(raw: classMember) var _$propertyCount: Int { \(raw: count) }")
    }
    return counts
  }

  /// What keeps a member off the actor that the class belongs to.
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
