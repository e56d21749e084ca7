/// A stored property of a model whose values are kept in the store.
struct PersistedProperty {
  /// The name without backticks.
  var name: String
  /// The name as code must spell it.
  var spelling: String
  /// The type as written, with `T!` read as `T?`; nil where it is inferred.
  var type: String?
  var initialValue: InitialValue
  var metadata: Metadata?

  /// The name of the stored property that holds the value.
  var slot: String { spelled("_\(name)") }

  /// The name of the stored property that holds the key of a to-one relationship's other end.
  var key: String { spelled("_$key_\(name)") }

  /// The name of the function that names the type.
  var typeFunction: String { spelled("_$type_\(name)") }

  /// A name that is made of the property's, as code must spell it.
  private func spelled(_ derived: String) -> String {
    let isPlain = spelling == name || name.utf8.allSatisfy(\.isPartOfNames)
    return isPlain ? derived : "`\(derived)`"
  }

  /// Whether the value goes through a value transformer instead of being encoded.
  var isTransformable: Bool { metadata?.isTransformable ?? false }

  /// What a property starts with.
  enum InitialValue {
    /// Nothing: every initializer has to set the property.
    case none
    /// Swift's implicit nil of a `var x: T?`, or a written `nil`.
    case null
    /// A literal, which costs nothing to evaluate.
    case literal(String)
    /// Any other expression.
    case expression(String)
  }

  /// The property's `@Attribute` or `@Relationship`.
  struct Metadata {
    enum Kind: String {
      case attribute = "Attribute"
      case relationship = "Relationship"
    }

    var kind: Kind
    /// The arguments of the attribute as arguments of the schema type's initializer.
    var arguments: String
    var isTransformable: Bool
  }
}

// What the spelling of the type tells, so that the compiler need not find it out for each property.

extension PersistedProperty {
  /// Whether the property may turn out to be a relationship, which only its type can tell.
  var mayBeRelationship: Bool {
    guard !isTransformable else { return false }
    if metadata?.kind == .relationship { return true }
    guard let type else {
      if case .expression = initialValue { return true }
      return false
    }
    return !Self.commonTypes.contains(String(type.filter { !"[]?: ".contains($0) }))
  }

  /// Whether code is written that makes the compiler check that the type can be stored.
  ///
  /// The common types can be.
  var isTypeChecked: Bool {
    guard !isTransformable else { return false }
    guard let type else { return true }
    return !Self.commonTypes.contains(type.withoutQuestionMark)
  }

  /// Whether nothing is gained by changing values in place.
  var changesWhole: Bool {
    guard let type = type?.withoutQuestionMark else { return false }
    return Self.commonTypes.contains(type)
      && !["Data", "String", "StringLiteralType"].contains(type)
  }

  /// The type as an expression.
  func typeExpression(in model: String) -> String {
    type.map { "(\($0)).self" } ?? "OpenSwiftData._type(of: \\\(model).\(spelling))"
  }

  /// Types that no one's models bear the names of.
  private static let commonTypes: Set<String> = [
    "Bool", "BooleanLiteralType", "Data", "Date", "Decimal", "Double", "Float", "FloatLiteralType",
    "Int", "Int16", "Int32", "Int64", "Int8",
    "IntegerLiteralType", "String", "StringLiteralType", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8", "URL", "UUID",
  ]
}

extension String {
  fileprivate var withoutQuestionMark: String { hasSuffix("?") ? String(dropLast()) : self }

  /// The text as a string literal; names hold no backslash and no line break.
  var literal: String { "\"\(replacing("\"", with: "\\\""))\"" }
}

extension UInt8 {
  /// Whether the ASCII character may stand in a name that needs no backticks.
  fileprivate var isPartOfNames: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
