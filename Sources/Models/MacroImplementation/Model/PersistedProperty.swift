/// A stored property of a model whose values are persisted in the store.
struct PersistedProperty {
  /// The name without backticks.
  var name: String
  /// The name as it must be written in code.
  var spelling: String
  /// The type as written, with `T!` replaced by `T?`; nil if it is inferred.
  var type: String?
  var initialValue: InitialValue
  var metadata: Metadata?

  /// The name of the stored property that holds the value.
  var slot: String { spelled("_\(name)") }

  /// The name of the stored property that holds the key of a to-one relationship's target.
  var key: String { spelled("_$key_\(name)") }

  /// The name of the function that names the type.
  var typeFunction: String { spelled("_$type_\(name)") }

  /// Returns a name derived from that of the property, as it must be written in code.
  private func spelled(_ derived: String) -> String {
    let isPlain = spelling == name || name.utf8.allSatisfy(\.isPartOfNames)
    return isPlain ? derived : "`\(derived)`"
  }

  /// Whether the value is converted by a value transformer instead of being encoded.
  var isTransformable: Bool { metadata?.isTransformable ?? false }

  /// The initial value of a property.
  enum InitialValue {
    /// No value: every initializer has to set the property.
    case none
    /// The implicit nil of a `var x: T?`, or an explicit `nil`.
    case null
    /// A literal, whose evaluation costs nothing.
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

// Decisions by the spelling of the type, so that the compiler need not make them for each property.

extension PersistedProperty {
  /// Whether the property may be a relationship, which only its type determines.
  var mayBeRelationship: Bool {
    guard !isTransformable else { return false }
    if metadata?.kind == .relationship { return true }
    guard let type else {
      if case .expression = initialValue { return true }
      return false
    }
    return !Self.commonTypes.contains(String(type.filter { !"[]?: ".contains($0) }))
  }

  /// Whether to generate code with which the compiler checks that the type can be stored.
  ///
  /// Common types need no check.
  var isTypeChecked: Bool {
    guard !isTransformable else { return false }
    guard let type else { return true }
    return !Self.commonTypes.contains(type.withoutQuestionMark)
  }

  /// Whether changing values in place has no advantage.
  var changesWhole: Bool {
    guard let type = type?.withoutQuestionMark else { return false }
    return Self.commonTypes.contains(type)
      && !["Data", "String", "StringLiteralType"].contains(type)
  }

  /// Returns the type as an expression.
  func typeExpression(in model: String) -> String {
    type.map { "(\($0)).self" }
      ?? "OpenSwiftData._GeneratedCode.propertyType(of: \\\(model).\(spelling))"
  }

  /// Types whose names no models have.
  private static let commonTypes: Set<String> = [
    "Bool", "BooleanLiteralType", "Data", "Date", "Decimal", "Double", "Float", "FloatLiteralType",
    "Int", "Int16", "Int32", "Int64", "Int8",
    "IntegerLiteralType", "String", "StringLiteralType", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8", "URL", "UUID",
  ]
}

extension String {
  fileprivate var withoutQuestionMark: String { hasSuffix("?") ? String(dropLast()) : self }

  /// The text as a string literal; names contain no backslashes and line breaks.
  var literal: String { "\"\(replacing("\"", with: "\\\""))\"" }
}

extension UInt8 {
  /// Whether the ASCII character is allowed in a name without backticks.
  fileprivate var isPartOfNames: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
