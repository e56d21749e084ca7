/// Converts names to Swift code.
enum SwiftName {
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Whether the name can be used in code, possibly in backticks.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name != "_", name.utf8.count <= 255 else {
      return false
    }
    let begins = first == "_" || first.properties.isXIDStart
    return begins && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  /// The name, in backticks if it needs them.
  static func spelled(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// An upper camel case name made from any text; nil if none can be made.
  static func type(from text: String) -> String? {
    let words = text.unicodeScalars.split { !($0.properties.isXIDContinue && $0 != "_") }
    let name = words.map { word in
      let word = String(String.UnicodeScalarView(word))
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    if isIdentifier(name) { return name }
    return isIdentifier("_" + name) && !name.isEmpty ? "_" + name : nil
  }

  /// The same in lower camel case, for members.
  static func member(from text: String) -> String? {
    type(from: text).map { $0.prefix(1).lowercased() + $0.dropFirst() }
  }

  /// The text as a string literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\" + String(scalar)
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      default:
        let isPlain =
          scalar.isASCII
          ? scalar.value >= 0x20 && scalar.value != 0x7F
          : scalar.properties.isAlphabetic || scalar.properties.isEmojiPresentation
            || scalar.properties.generalCategory.isVisible
        literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}

extension Unicode.GeneralCategory {
  /// Whether the character is distinguishable from others in an editor.
  fileprivate var isVisible: Bool {
    switch self {
    case .decimalNumber, .letterNumber, .otherNumber, .currencySymbol, .mathSymbol, .otherSymbol,
      .dashPunctuation, .openPunctuation, .closePunctuation, .otherPunctuation, .initialPunctuation,
      .finalPunctuation, .connectorPunctuation:
      true
    default: false
    }
  }
}
