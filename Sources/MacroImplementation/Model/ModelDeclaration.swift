/// What `@Model` needs to know about the class it is attached to, read from the syntax once.
struct ModelDeclaration {
  /// The class's simple name as it is written.
  var name: String
  /// The access level of members that witness requirements, with a trailing space, or empty.
  var access: String
  /// The access level of class members that a subclass overrides.
  var overridableAccess: String
  var isFinal: Bool
  /// Whether the superclass is a model too; the compiler tells by the conformances it asks for.
  var isSubclass: Bool
  /// The class at the top of the tree, said by way of the superclass where there is one: `Root` alone may
  /// be a class of the user's.
  var rootName: String
  /// Whether storage must be spelled so that the checked `Sendable` conformance compiles.
  var storesUnchecked: Bool
  /// Whether the class is declared as the main actor's.
  var isActorsOwn: Bool
  /// Whether the first inherited type may be a superclass, as far as syntax can tell.
  var mayHaveSuperclass: Bool
  /// The persisted properties that this class declares itself, in order.
  var properties: [PersistedProperty]
  /// The `#Unique` and `#Index` declarations, in order.
  var constraints: [ConstraintDeclaration]
  /// The name in earlier versions of the schema, as an expression; nil where it is not given.
  var originalName: String?
  /// Whether the class has a destructor of its own.
  var hasDestructor: Bool
  /// Whether the class has a `==` of its own.
  var hasEquality: Bool
  /// Whether every initializer can be generated; errors were reported where not.
  var isValid: Bool
}
