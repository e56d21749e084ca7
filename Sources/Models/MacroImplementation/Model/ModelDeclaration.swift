/// The information that `@Model` needs about the class it is attached to, parsed from the syntax
/// once.
struct ModelDeclaration {
  /// The class's simple name.
  var name: String
  /// The access modifier of members that witness requirements, with a trailing space, or empty.
  var access: String
  /// The access modifier of class members that a subclass overrides.
  var overridableAccess: String
  var isFinal: Bool
  /// Whether the superclass is also a model, judging by the conformances that the compiler
  /// requests.
  var isSubclass: Bool
  /// The root class of the tree; qualified with the superclass if there is one, because the user
  /// may have a class named `Root`.
  var rootName: String
  /// Whether storage must be declared so that the checked `Sendable` conformance compiles.
  var storesUnchecked: Bool
  /// Whether the class is declared `@MainActor`.
  var isActorsOwn: Bool
  /// Whether the first inherited type may be a superclass, judging by its name.
  var mayHaveSuperclass: Bool
  /// The persisted properties that this class itself declares, in order.
  var properties: [PersistedProperty]
  /// The `#Unique` and `#Index` declarations, in order.
  var constraints: [ConstraintDeclaration]
  /// The name in earlier versions of the schema, as an expression; nil if it is not specified.
  var originalName: String?
  /// Whether the class declares a deinitializer.
  var hasDestructor: Bool
  /// Whether the class declares `==`.
  var hasEquality: Bool
  /// Whether every initializer can be generated; if not, errors were reported.
  var isValid: Bool
}
