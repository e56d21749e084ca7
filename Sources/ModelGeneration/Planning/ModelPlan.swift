import DataSchema

/// The code of one version of a model, as values that are only to be written down.
struct ModelPlan: Sendable {
  var classes: [ClassPlan] = []
  var types: [ValueType] = []
  /// Whether some values are of a type that nothing is known of.
  var usesJSON = false
  /// The names of value transformers that attributes name.
  var transformers: Set<String> = []
  var notes: [GenerationNote] = []
  /// What the code says; it has the version hashes that the code's schema has.
  var said = ModelDescription(entities: [])
}

/// The class of an entity.
struct ClassPlan: Sendable {
  var name: String
  var parent: String?
  var isFinal: Bool
  var originalName: String?
  var properties: [PropertyPlan] = []
  /// What its initializer takes for the classes that it inherits from.
  var inherited: [PropertyPlan] = []
  /// Groups of properties, each for `#Unique`.
  var uniqueness: [[String]] = []
  var indexes: [IndexDescription] = []
}

/// A property of a class.
struct PropertyPlan: Sendable {
  enum Kind: Sendable { case attribute, toOne, toMany }

  var kind: Kind = .attribute
  var name: String
  /// The type without a question mark.
  var type: String
  var isOptional: Bool
  /// The value that new instances have, as code; nil where there is none.
  var initialValue: String?
  /// The attribute's name and its arguments; nil where there is nothing to say.
  var macro: (name: String, arguments: [String])?
  /// What Core Data derives the value from; nil where it is given by the program.
  var derivation: String?

  var fullType: String { isOptional ? type + "?" : type }

  /// Whether initializers take a value.
  var isParameter: Bool { kind != .toMany && derivation == nil }
}

/// A type of values that stores keep part by part.
struct ValueType: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// A structure around one raw value.
    case wrapper(rawType: String)
    case structure([Member])
    case enumeration([Case])
  }

  struct Member: Hashable, Sendable {
    /// What stores call it.
    var key: String
    var type: String
    var isOptional: Bool
  }

  struct Case: Hashable, Sendable {
    var name: String
    /// The values, of which those without a label have a key such as `_0`.
    var values: [Member]
  }

  var name: String
  /// The first entity with values of the type.
  var owner: String
  var form: Form
  /// Whether it stands for an enum whose cases are not known.
  var isEnumeration = false
}
