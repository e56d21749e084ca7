import DataSchema

/// The code of one model version, as values that are ready to be rendered.
struct ModelPlan: Sendable {
  var classes: [ClassPlan] = []
  var types: [ValueType] = []
  /// Whether some values have an unknown type.
  var usesJSON = false
  /// The names of the attributes' value transformers.
  var transformers: Set<String> = []
  var notes: [GenerationNote] = []
  /// The model that the code declares, with the version hashes of the code's schema.
  var said = ModelDescription(entities: [])
}

/// The class of an entity.
struct ClassPlan: Sendable {
  var name: String
  var parent: String?
  var isFinal: Bool
  var originalName: String?
  var properties: [PropertyPlan] = []
  /// The parameters that its initializer passes to the superclass.
  var inherited: [PropertyPlan] = []
  /// Groups of properties, one for each `#Unique` constraint.
  var uniqueness: [[String]] = []
  var indexes: [IndexDescription] = []
  /// The lines of its documentation comment.
  var documentation: [String] = []
}

/// A property of a class.
struct PropertyPlan: Sendable {
  enum Kind: Sendable { case attribute, toOne, toMany }

  var kind: Kind = .attribute
  var name: String
  /// The type without a question mark.
  var type: String
  var isOptional: Bool
  /// The initial value as code; nil if there is none.
  var initialValue: String?
  /// The name and arguments of the macro; nil if none is needed.
  var macro: (name: String, arguments: [String])?
  /// The expression from which Core Data derives the value; nil if the program sets it.
  var derivation: String?
  /// Whether the other end of the relationship stores it.
  var isInverse = false

  var fullType: String { isOptional ? type + "?" : type }

  /// Whether initializers have a parameter for the property.
  var isParameter: Bool { kind != .toMany && derivation == nil && !isInverse }
}

/// A type of values that stores keep element by element.
struct ValueType: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// A structure with a single raw value.
    case wrapper(rawType: String)
    case structure([Member])
    case enumeration([Case])
  }

  struct Member: Hashable, Sendable {
    /// The name in the store.
    var key: String
    var type: String
    var isOptional: Bool
  }

  struct Case: Hashable, Sendable {
    var name: String
    /// The associated values; those without a label have a key such as `_0`.
    var values: [Member]
  }

  var name: String
  /// The first entity with values of the type.
  var owner: String
  var form: Form
  /// Whether the type replaces an enumeration whose cases are unknown.
  var isEnumeration = false
}
