import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelDeclaration {
  /// The initializer that makes an instance of which nothing is loaded yet.
  var materializingInitializer: DeclSyntax {
    var body = properties.map { "\($0.slot) = nil" }
    if isSubclass {
      body.append("super.init(_materializing: materialization)")
    }
    return """
      \(raw: access)required init(
        _materializing materialization: OpenSwiftData._Materialization
      ) {
        \(raw: initializerBody(body))
      }
      """
  }

  /// The initializer that takes its values from backing data.
  var backingDataInitializer: DeclSyntax {
    var body = properties.filter(\.hasNoInitialValue).map { "\($0.slot) = nil" }
    body.append(
      isSubclass
        ? "super.init(backingData: backingData)"
        : "OpenSwiftData._adopt(backingData, by: self)")
    return """
      \(raw: access)required init(
        backingData: any OpenSwiftData.BackingData<\(raw: isSubclass ? "Root" : name)>
      ) {
        \(raw: initializerBody(body))
      }
      """
  }

  /// The statements of an initializer.
  ///
  /// In a class with errors not every stored property can be set; a body that never returns keeps
  /// the compiler from adding that to the errors.
  private func initializerBody(_ statements: [String]) -> String {
    isValid ? statements.joined(separator: "\n  ") : "Swift.fatalError()"
  }

  /// The function that decodes every property from a row.
  var loadFunction: DeclSyntax {
    var body = isSubclass ? ["super._$load(row)"] : []
    body += properties.enumerated().map { index, property in
      let function = property.isTransformable ? "loadTransformable" : "load"
      let key = property.mayBeRelationship ? ", &\(property.key)" : ""
      return "row.\(function)(\(position(index)), &\(property.slot)\(key))"
    }
    return """
      \(raw: instanceMember)func _$load(_ row: OpenSwiftData._RowLoader) {
        \(raw: body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that binds every property to a statement.
  var bindFunction: DeclSyntax {
    var body = isSubclass ? ["super._$bind(row)"] : []
    body += properties.enumerated().map { index, property in
      let function = property.isTransformable ? "bindTransformable" : "bind"
      let key = property.mayBeRelationship ? ", \(property.key)" : ""
      return "row.\(function)(\(position(index)), \(property.slot)\(key))"
    }
    return """
      \(raw: instanceMember)func _$bind(_ row: OpenSwiftData._RowBinder) {
        \(raw: body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that forgets the values of the properties in a mask.
  var unloadFunction: DeclSyntax {
    var body = isSubclass ? ["super._$unload(mask)"] : []
    body += properties.enumerated().map { index, property in
      property.mayBeRelationship
        ? """
        if \(isUnloaded(index)) {
          \(property.slot) = nil
          \(property.key) = Swift.Int64.min
        }
        """ : "if \(isUnloaded(index)) { \(property.slot) = nil }"
    }
    return """
      \(raw: instanceMember)func _$unload(_ mask: Swift.UInt64) {
        \(raw: body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that tells where the instance keeps a relationship; nil for an attribute.
  var linkFunction: DeclSyntax {
    let links = properties.enumerated().filter { $1.mayBeRelationship }.map { index, property in
      """
      if index == \(position(index)) {
        return OpenSwiftData._link(&\(property.slot), &\(property.key))
      }
      """
    }
    let body = links + [isSubclass ? "return super._$link(index)" : "return nil"]
    return """
      \(raw: instanceMember)func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
        \(raw: body.joined(separator: "\n  "))
      }
      """
  }

  /// The destructor that lets go of other models one after the other: were it left to the
  /// compiler, the end of a long chain of models would be that of the stack.
  ///
  /// Nil where the class has a destructor of its own.
  var destructor: DeclSyntax? {
    let slots = properties.filter(\.mayBeRelationship).map(\.slot)
    guard !hasDestructor, !slots.isEmpty else { return nil }
    let body = slots.map { "OpenSwiftData._release(&\($0))" }
    return """
      deinit {
        \(raw: body.joined(separator: "\n  "))
      }
      """
  }

  private func position(_ index: Int) -> String {
    isSubclass ? "\(name)._$firstIndex + \(index)" : "\(index)"
  }

  /// Whether a property is in the mask of those to forget; those from the 64th on share the last bit,
  /// and the state knows which of them are meant.
  private func isUnloaded(_ index: Int) -> String {
    isSubclass || index >= 63
      ? "_$state._unloads(mask, \(position(index)))"
      : "mask & 0x\(String(UInt64(1) << UInt64(index), radix: 16)) != 0"
  }
}

extension PersistedProperty {
  /// Whether initializers have to set the property.
  var hasNoInitialValue: Bool {
    if case .none = initialValue { true } else { false }
  }
}
