import SwiftSyntax

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
  var slot: String { "_\(name)" }

  /// The name of the stored property that holds the key of a to-one relationship's other end.
  var key: String { "_$key_\(name)" }

  /// Whether the property may turn out to be a relationship, which only its type can tell.
  var mayBeRelationship: Bool {
    guard !isTransformable else { return false }
    if metadata?.kind == .relationship { return true }
    guard let type else {
      if case .expression = initialValue { return true }
      return false
    }
    return !Self.isKnownValue(type)
  }

  private static func isKnownValue(_ type: String) -> Bool {
    knownValues.contains(String(type.filter { !"[]?: ".contains($0) }))
  }

  /// Types that no one's models bear the names of.
  private static let knownValues: Set<String> = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8",
    "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID",
  ]

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
