/// Renders a value type.
struct ValueTypeCode {
  let type: ValueType
  let names: TypeNames

  /// Raw types with which a `RawRepresentable` type is `Codable` without its own implementation.
  private static let codable: Set<String> = [
    "Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "String", "UInt",
    "UInt16", "UInt32", "UInt64", "UInt8",
  ]

  var text: CodeText {
    switch type.form {
    case .wrapper(let rawType): wrapper(rawType)
    case .structure(let members): structure(members)
    case .enumeration(let cases): enumeration(cases)
    }
  }

  private var conformances: String {
    ["Codable", "Hashable", "Sendable"].map(names.standard).joined(separator: ", ")
  }

  private func wrapper(_ rawType: String) -> CodeText {
    var code = CodeText()
    code.add(
      type.isEnumeration
        ? "/// A raw value of an enum; stores do not contain its cases."
        : "/// A value that is coded as its raw value.")
    code.add("struct \(type.name): \(names.standard("RawRepresentable")), \(conformances) {")
    code.indent { code in
      code.add("var rawValue: \(rawType)")
      guard !Self.codable.contains(rawType.split(separator: ".").last.map(String.init) ?? "")
      else { return }
      code.add()
      code.add("init(rawValue: \(rawType)) { self.rawValue = rawValue }")
      code.add()
      code.add("init(from decoder: any \(names.standard("Decoder"))) throws {")
      code.indent {
        $0.add("rawValue = try decoder.singleValueContainer().decode(\(rawType).self)")
      }
      code.add("}")
      code.add()
      code.add("func encode(to encoder: any \(names.standard("Encoder"))) throws {")
      code.indent {
        $0.add("var container = encoder.singleValueContainer()")
        $0.add("try container.encode(rawValue)")
      }
      code.add("}")
    }
    code.add("}")
    return code
  }

  private func structure(_ members: [ValueType.Member]) -> CodeText {
    let memberNames = MemberNames(members.map(\.key))
    var code = CodeText()
    code.add("struct \(type.name): \(conformances) {")
    code.indent { code in
      for (member, name) in zip(members, memberNames.all) {
        code.add("var \(SwiftName.spelled(name)): \(member.type)\(member.isOptional ? "?" : "")")
      }
      guard memberNames.areOthers else { return }
      code.add()
      code.add(
        "private enum CodingKeys: \(names.standard("String")), \(names.standard("CodingKey")) {")
      code.indent { code in
        for (member, name) in zip(members, memberNames.all) {
          code.add("case \(SwiftName.spelled(name)) = \(SwiftName.literal(member.key))")
        }
      }
      code.add("}")
    }
    code.add("}")
    return code
  }

  private func enumeration(_ cases: [ValueType.Case]) -> CodeText {
    var code = CodeText()
    code.add("enum \(type.name): \(conformances) {")
    code.indent { code in
      for item in cases {
        let values = item.values.map { value in
          let type = value.type + (value.isOptional ? "?" : "")
          return value.key.hasPrefix("_") ? type : "\(value.key): \(type)"
        }
        let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        code.add("case \(SwiftName.spelled(item.name))\(list)")
      }
    }
    code.add("}")
    return code
  }
}

/// The names of members whose keys may not be valid in code.
private struct MemberNames {
  let all: [String]
  /// Whether some names differ from their keys.
  let areOthers: Bool

  init(_ keys: [String]) {
    var taken: Set<String> = []
    var names: [String] = []
    for (place, key) in keys.enumerated() {
      let isPossible = SwiftName.isIdentifier(key) && !["self", "Self"].contains(key)
      var name = isPossible ? key : SwiftName.member(from: key) ?? "value\(place)"
      while ["self", "Self"].contains(name) || (!isPossible && keys.contains(name))
        || taken.contains(name)
      {
        name += "Value"
      }
      taken.insert(name)
      names.append(name)
    }
    all = names
    areOthers = names != keys
  }
}

/// The type for values of unknown types, which are stored as JSON text.
enum JSONValueCode {
  static let name = "JSONValue"

  static let text = """
    /// A value of an unknown type, as its JSON text contains it.
    enum JSONValue: Codable, Hashable, Sendable {
      case null
      case bool(Bool)
      case integer(Int64)
      case number(Double)
      case string(String)
      case array([JSONValue])
      case object([String: JSONValue])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else if let value = try? container.decode(String.self) {
          self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }

    """
}
