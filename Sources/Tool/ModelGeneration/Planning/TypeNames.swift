import CodableStorage
import DataSchema
import Foundation

/// Spells types in code whose models may have the names of other types.
struct TypeNames {
  /// The names of classes and properties, which shadow other types within a class.
  private let taken: Set<String>
  /// The names of classes that need qualification, because something else has the same name.
  private let ambiguous: Set<String>
  /// The type in which the classes are declared; nil for top-level classes.
  private let scope: String?

  init(_ model: ModelDescription, scope: String?) {
    (taken, ambiguous) = (Self.names(in: model), Self.ambiguous(in: model))
    self.scope = scope
  }

  /// Names of top-level classes that need no qualification.
  ///
  /// - Parameter taken: The names of classes and properties, which shadow other types.
  init(taken: Set<String>) { (self.taken, ambiguous, scope) = (taken, [], nil) }

  /// The names of entities and properties.
  static func names(in model: ModelDescription) -> Set<String> {
    Set(model.entities.flatMap { [$0.name] + $0.properties.map(\.name) })
  }

  /// The names of entities that properties or other types also have.
  static func ambiguous(in model: ModelDescription) -> Set<String> {
    let properties = Set(model.entities.flatMap { $0.properties.map(\.name) })
    return Set(model.entities.map(\.name)).filter {
      properties.contains($0) || reserved.contains($0) || others.contains($0)
    }
  }

  /// Scalar types by name.
  private static let scalars: [String: AttributeType] = {
    let types: [Any.Type] = [
      Int.self, Int64.self, Int32.self, Int16.self, Int8.self, UInt.self, UInt64.self,
      UInt32.self, UInt16.self, UInt8.self, Bool.self, Double.self, Float.self, CGFloat.self,
      // `Character` can be stored, but is not `Codable`, as properties must be.
      Date.self, Decimal.self, String.self, UUID.self, Data.self, URL.self,
    ]
    let known = types.compactMap { type in
      KnownScalars.scalar(type).map { (_typeName(type, qualified: false), $0.attributeType) }
    }
    return Dictionary(known, uniquingKeysWith: { $1 })
  }()

  private static let ofFoundation: Set<String> = [
    "CGFloat", "Data", "Date", "Decimal", "URL", "UUID",
  ]

  /// Names of types that macros distinguish from models by name alone.
  static let reserved: Set<String> = Set(scalars.keys)
    .union(["BooleanLiteralType", "FloatLiteralType", "IntegerLiteralType", "StringLiteralType"])

  /// Names with another meaning in the surrounding code.
  static let others: Set<String> = [
    "Array", "Attribute", "Codable", "CodingKey", "Decoder", "Dictionary", "Duration", "Encoder",
    "Equatable",
    "Hashable",
    "JSONValue", "MigrationStage", "Model", "Optional", "PersistentModel", "RawRepresentable",
    "Relationship", "Schema", "SchemaMigrationPlan", "Sendable", "Set", "StoredDataTransformer",
    "ValueTransformer", "VersionedSchema",
    // A type nested in every model.
    "Root",
  ]

  /// The spelling of a type of the standard library or Foundation.
  func standard(_ name: String) -> String {
    guard taken.contains(name) else { return name }
    return (Self.ofFoundation.contains(name) ? "Foundation." : "Swift.") + name
  }

  /// The spelling of a SwiftData macro or type.
  func swiftData(_ name: String) -> String {
    taken.contains(name) ? "SwiftData.\(name)" : name
  }

  /// The spelling of an entity's class.
  func model(_ entity: String) -> String {
    let name = SwiftName.spelled(entity)
    guard let scope, ambiguous.contains(entity) else { return name }
    return "\(scope).\(name)"
  }

  /// The type of an attribute's values: the named type if its values are stored like the
  /// attribute's.
  func scalar(_ type: AttributeType, named name: String?) -> String {
    if let name, Self.scalars[name] == type { return standard(name) }
    switch type {
    case .integer16: return standard("Int16")
    case .integer32: return standard("Int32")
    case .integer64: return standard("Int")
    case .decimal: return standard("Decimal")
    case .double: return standard("Double")
    case .float: return standard("Float")
    case .string: return standard("String")
    case .boolean: return standard("Bool")
    case .date: return standard("Date")
    case .binaryData, .transformable: return standard("Data")
    case .uuid: return standard("UUID")
    case .uri: return standard("URL")
    }
  }

  func isScalar(_ name: String) -> Bool { Self.scalars[name] != nil }
}

/// A Swift collection whose values are stored as JSON text, parsed from the name of its type.
struct CollectionType {
  /// The spelling of the type in code.
  let text: String
  /// Whether an element type is unknown.
  let hasUnknownParts: Bool

  private static let depthLimit = 8

  /// Nil if the type is not a collection, or its contents cannot be determined.
  init?(_ name: String, _ names: TypeNames) {
    guard name.utf8.count <= 1_000,
      let (text, isUnknown) = Self.collection(name[...], names, depth: 0)
    else { return nil }
    (self.text, hasUnknownParts) = (text, isUnknown)
  }

  private static func collection(
    _ name: Substring, _ names: TypeNames, depth: Int
  ) -> (String, Bool)? {
    guard depth < depthLimit, let (base, arguments) = parts(of: name) else { return nil }
    let types = arguments.map { part($0, names, depth: depth + 1) }
    let isUnknown = types.contains(where: \.1)
    switch (base, types.count) {
    case ("Array", 1), ("ContiguousArray", 1): return ("[\(types[0].0)]", isUnknown)
    case ("Set", 1): return ("\(names.standard("Set"))<\(types[0].0)>", isUnknown)
    case ("Dictionary", 2):
      // The type of the keys determines whether they are stored as object keys or as elements of a
      // list.
      return types[0].1 ? nil : ("[\(types[0].0): \(types[1].0)]", isUnknown)
    default: return nil
    }
  }

  private static func part(_ name: Substring, _ names: TypeNames, depth: Int) -> (String, Bool) {
    if names.isScalar(String(name)) { return (names.standard(String(name)), false) }
    if let (base, arguments) = parts(of: name), base == "Optional", arguments.count == 1,
      depth < depthLimit
    {
      let (text, isUnknown) = part(arguments[0], names, depth: depth + 1)
      return (text + "?", isUnknown)
    }
    return collection(name, names, depth: depth) ?? ("JSONValue", true)
  }

  /// The base name and the arguments of a generic type.
  private static func parts(of name: Substring) -> (String, [Substring])? {
    guard name.last == ">", let start = name.firstIndex(of: "<") else { return nil }
    let base = name[..<start].split(separator: ".").last.map(String.init) ?? ""
    var arguments: [Substring] = []
    var (depth, begin) = (0, name.index(after: start))
    let end = name.index(before: name.endIndex)
    for index in name[begin..<end].indices {
      switch name[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "," where depth == 0:
        arguments.append(name[begin..<index].trimmed)
        begin = name.index(after: index)
      default: break
      }
    }
    arguments.append(name[begin..<end].trimmed)
    return (base, arguments)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    drop { $0 == " " }
  }
}
