/// The words of a table's or column's name, in lower case, of which names in Swift's style are made.
struct NameWords: Hashable {
  private(set) var words: [String]

  /// Splits a name such as `order_items`, `orderItems` or `ORDER ITEMS`.
  init(_ name: String) {
    var words: [String] = []
    for part in name.unicodeScalars.split(whereSeparator: {
      !$0.properties.isXIDContinue || $0 == "_"
    }) {
      words += Self.words(of: Array(String(String.UnicodeScalarView(part))))
    }
    self.words = words
  }

  /// Splits mixed case before capitals that begin a word: `userID`, `HTTPServer`.
  private static func words(of letters: [Character]) -> [String] {
    var words = [""]
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0 {
        let endsCapitals =
          index + 1 < letters.count && letters[index + 1].isLowercase
          && letters[index - 1].isUppercase
        if !letters[index - 1].isUppercase || endsCapitals { words.append("") }
      }
      words[words.count - 1] += letter.lowercased()
    }
    return words.filter { !$0.isEmpty }
  }

  private init(words: [String]) { self.words = words }

  private static let acronyms: [String: String] = [
    "api": "API", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID", "ids": "IDs",
    "ip": "IP", "json": "JSON", "pdf": "PDF", "uri": "URI", "url": "URL", "urls": "URLs",
    "uuid": "UUID", "xml": "XML",
  ]

  private static func capitalized(_ word: String) -> String {
    acronyms[word] ?? word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The name of a type; nil if the words contain no letters that a name can begin with.
  var type: String? {
    let name = words.map(Self.capitalized).joined()
    return SwiftName.isIdentifier(name) ? name : nil
  }

  /// The name of a property or case; nil as for types.
  var member: String? {
    guard let first = words.first else { return nil }
    let name = first + words.dropFirst().map(Self.capitalized).joined()
    return SwiftName.isIdentifier(name) ? name : nil
  }

  /// The words without a last `id`; nil if nothing else remains, or there is none.
  var withoutID: NameWords? { without("id") }

  /// The same for any last word.
  func without(_ last: String) -> NameWords? {
    guard words.count > 1, words.last == last else { return nil }
    return NameWords(words: words.dropLast())
  }

  /// The words with the last one in the singular.
  var singular: NameWords {
    NameWords(words: words.dropLast() + words.suffix(1).map(Self.singular))
  }

  /// The words with the last one in the plural.
  var plural: NameWords {
    guard let last = words.last else { return self }
    return NameWords(words: words.dropLast() + [Self.plural(last)])
  }
}

// English nouns.

extension NameWords {
  private static let irregular: [String: String] = [
    "analysis": "analyses", "axis": "axes", "basis": "bases", "bus": "buses", "child": "children",
    "cookie": "cookies", "crisis": "crises", "datum": "data", "foot": "feet", "index": "indices",
    "life": "lives", "man": "men", "matrix": "matrices", "mouse": "mice", "movie": "movies",
    "move": "moves", "person": "people", "quiz": "quizzes", "shoe": "shoes", "tie": "ties",
    "tooth": "teeth", "vertex": "vertices", "woman": "women",
  ]
  private static let singulars = Dictionary(
    irregular.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  /// Words with one form.
  private static let uncountable: Set<String> = [
    "access", "data", "equipment", "feedback", "information", "media", "metadata", "money", "news",
    "series", "settings", "species", "staff",
  ]

  static func singular(_ word: String) -> String {
    if uncountable.contains(word) || irregular[word] != nil { return word }
    if let known = singulars[word] { return known }
    func without(_ ending: String, _ replacement: String = "") -> String? {
      word.hasSuffix(ending) && word.count > ending.count + 1
        ? word.dropLast(ending.count) + replacement : nil
    }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
    for ending in ["sses", "shes", "ches", "xes", "tuses", "iases", "oes"] {
      if let found = without(ending, String(ending.dropLast(2))) { return found }
    }
    return without("ies", "y") ?? without("lves", "lf") ?? without("s") ?? word
  }

  static func plural(_ word: String) -> String {
    if uncountable.contains(word) || singulars[word] != nil { return word }
    if let known = irregular[word] { return known }
    if singular(word) != word { return word }
    for ending in ["s", "x", "z", "ch", "sh"] where word.hasSuffix(ending) { return word + "es" }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + "s"
  }
}

/// Allocates distinct names in one scope.
struct NameScope {
  private var taken: Set<String>
  private let isPossible: @Sendable (String) -> Bool

  init(taken: Set<String> = [], isPossible: @escaping @Sendable (String) -> Bool) {
    (self.taken, self.isPossible) = (taken, isPossible)
  }

  /// The first of the names that is free and possible; a number is appended if there is none.
  mutating func allocate(_ wishes: String...) -> String {
    for wish in wishes where isPossible(wish) && taken.insert(wish).inserted { return wish }
    var number = 2
    while true {
      let name = "\(wishes.last ?? "value")\(number)"
      if isPossible(name), taken.insert(name).inserted { return name }
      number += 1
    }
  }
}
