import Foundation

/// Random values from small pools of difficult values, so that equal ones are likely.
struct RandomValues {
  var generator: SeededGenerator
  var texts = RandomTexts.all

  init(seed: UInt64, _ texts: RandomTexts = .all) {
    (generator, self.texts) = (SeededGenerator(seed: seed), texts)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  mutating func bool() -> Bool { Bool.random(using: &generator) }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func optional<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    below(3) == 0 ? nil : make(&self)
  }

  mutating func int() -> Int { one(of: Self.ints) }
  mutating func small() -> Int { below(2) == 0 ? below(7) - 3 : below(2001) - 1000 }
  mutating func tiny() -> Int8 { one(of: [.min, -1, 0, 1, .max]) }
  mutating func unsigned() -> UInt64 { one(of: Self.unsigneds) }
  mutating func decimal() -> Decimal { one(of: Self.decimals) }
  mutating func status() -> Status { one(of: Status.allCases) }
  mutating func mood() -> Mood { one(of: [.glad, .sad]) }
  mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: one(of: Self.dates)) }
  mutating func url() -> URL { one(of: Self.urls) }
  mutating func uuid() -> UUID { one(of: Self.uuids) }
  mutating func data() -> Data { one(of: [Data(), Data([0]), Data([0, 255]), Data("abc".utf8)]) }

  mutating func double(allowsNaN: Bool = true) -> Double {
    one(of: allowsNaN ? Self.finiteDoubles + [.nan] : Self.finiteDoubles)
  }

  /// Excludes -0, which SQLite stores as 0; a division could detect the difference.
  mutating func float(allowsNaN: Bool = true) -> Float {
    let values: [Float] = [0, 0.1, 1.5, -2.25, 16_777_216, .infinity, -.infinity]
    return one(of: allowsNaN ? values + [.nan] : values)
  }

  /// One of the difficult strings, or a few of their parts concatenated.
  mutating func string() -> String {
    let string =
      below(2) == 0
      ? one(of: Self.strings) : (0...below(4)).map { _ in one(of: Self.parts) }.joined()
    guard texts == .normal else { return string }
    let scalars = string.unicodeScalars.filter { $0.value != 0 }
    return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
  }

  static let ints = [0, 1, -1, 2, 5, 42, 1_000_000, .max, .min, .max - 1, 1 << 53, (1 << 53) + 1]
  static let unsigneds: [UInt64] = [0, 1, 2, 1 << 63, (1 << 63) - 1, (1 << 63) + 1, .max, 77]
  static let finiteDoubles: [Double] = [
    0, -0.0, 1, 0.1, -2.5, 1e300, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude,
    9_007_199_254_740_992, 700_000_000.25, 5,
  ]
  /// Whole microseconds, since stores do not keep the finer digits of a `Date`.
  static let dates = finiteDoubles.map { $0 == .leastNonzeroMagnitude ? 0.000_001 : $0 }
  static let decimals = [
    "0", "1", "-1", "0.1", "-0.1", "123456789012345678901234567890", "0.30000000000000000001",
    "9223372036854775808", "9223372036854775807", "1e100", "-1e-100", "1.5", "2", "10",
  ].compactMap { Decimal(string: $0) }
  static let strings = [
    "", "a", "A", "abc", "b", "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}", "K;`Kx",
    "é", "e\u{301}", "e", "\u{301}", "Å", "\u{212B}", "A\u{30A}", "ﬁ", "fi", "ß", "\u{1E9E}",
    "\r\n", "\r", "\n", "a\r\nb", "a\rb", "a\nb", "\0", "a\0b", "a\0", "👨‍👩‍👧", "👨", "🇩🇪🇫🇷", "🇩🇪",
    "🇪🇫", "한", "\u{1112}\u{1161}\u{11AB}", "q\u{323}\u{307}", "q\u{307}\u{323}", "Müller",
    "Mu\u{308}ller", "%", "_", "'", "\"quoted\\", "\u{FFFD}", "\u{10FFFF}", "\u{7F}", "a\u{7F}b",
  ]
  static let parts = [
    "a", "b", "c", "K", "\u{212A}", "e", "é", "\u{301}", "\r", "\n", "\r\n", "\0", "👨", "\u{200D}",
    "👩", "🇩", "🇪", ";", "\u{323}", "\u{307}", "ü", " ",
  ]
  static let urls = ["https://a.example/K", "https://a.example/k", "about:blank", "relative/path"]
    .compactMap(URL.init(string:))
  static let uuids = (0..<5).map { index in
    UUID(uuid: (index * 51, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, index))
  }
}

/// The texts to generate, and whether predicates compare their order.
///
/// If the normal form of one text is a prefix of the other's, Swift's `<` orders the text with
/// fewer
/// bytes first, regardless of its spelling. PostgreSQL orders by normal forms.
enum RandomTexts {
  /// All texts, ordered as in Swift.
  case all
  /// Texts that equal their normal form and have no NUL.
  case normal
  /// All texts, but predicates do not use their order.
  case unordered

  /// Texts for which the store must agree with memory.
  ///
  /// For PostgreSQL, the two options alternate.
  init(_ kind: StoreKind, part: Int) {
    self = kind != .postgres ? .all : part.isMultiple(of: 2) ? .normal : .unordered
  }
}
