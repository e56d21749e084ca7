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
    members += propertyCounts
    members += [materializingInitializer, backingDataInitializer]
    if !isSubclass {
      members.append(persistentBackingData)
    }
    members += [loadFunction, bindFunction, unloadFunction, linkFunction]
    if let destructor { members.append(destructor) }
    return members
  }

  private var state: DeclSyntax {
    let isolation = storesUnchecked ? "nonisolated(unsafe) " : ""
    return "@exclusivity(unchecked) \(raw: isolation)var _$state = OpenSwiftData._ModelState()"
  }

  private var statePointer: DeclSyntax {
    """
    \(raw: access)var _$statePointer: Swift.UnsafeMutablePointer<OpenSwiftData._ModelState> {
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

  private var persistentBackingData: DeclSyntax {
    """
    \(raw: access)var persistentBackingData: any OpenSwiftData.BackingData<\(raw: name)> {
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
      counts.append("private static var _$firstIndex: Int { \(raw: inherited) }")
    }
    if isSubclass || !isFinal {
      let count = isSubclass ? "\(inherited) + \(properties.count)" : "\(properties.count)"
      counts.append("\(raw: classMember) var _$propertyCount: Int { \(raw: count) }")
    }
    return counts
  }

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
