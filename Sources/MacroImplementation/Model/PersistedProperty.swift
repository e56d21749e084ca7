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
