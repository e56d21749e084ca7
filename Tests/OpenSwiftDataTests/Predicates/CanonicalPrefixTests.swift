import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData
@testable import PredicateSQL

/// Byte ranges must contain every canonically equivalent spelling of strings with a given prefix.
@Suite("Canonical prefixes") struct CanonicalPrefixTests {
  /// Scalars with several spellings, except most Hangul syllables, which are composed by rule.
  private static let scalars: [Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x80...0x3400, 0xA000...0xAC80, 0xE000...0x1FFFF, 0x2F800...0x2FA1D,
    ]
    var result: [Unicode.Scalar] = []
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      if decomposed.first != scalar { result.append(scalar) }
    }
    return result
  }()

  /// The text itself, and its normal forms D and C.
  private static func forms(_ text: String) -> [String] {
    [
      text, text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
    ]
  }

  /// Canonically equivalent strings that differ in their bytes.
  private static func spellings(of scalar: Unicode.Scalar, before end: String) -> [String] {
    var result: [String] = []
    for beginning in forms(String(scalar)) {
      for text in forms(beginning + end)
      where !result.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { result.append(text) }
    }
    return result
  }

  private static func ranges(_ text: String) -> [(lower: String, upper: String)]? {
    CanonicalSpellings(text).prefixRanges
  }

  private static func holds(
    _ text: String, _ ranges: [(lower: String, upper: String)]
  ) -> Bool {
    ranges.contains { range in
      !text.utf8.lexicographicallyPrecedes(range.lower.utf8)
        && text.utf8.lexicographicallyPrecedes(range.upper.utf8)
    }
  }

  @Test func prefixRangesHoldEverySpelling() {
    #expect(Self.scalars.count > 2_000)
    var uncertain = 0
    for scalar in Self.scalars {
      // Marks that combine with the letter or are sorted before or after its own mark, and letters
      // that do
      // not combine.
      for end in ["", "\u{301}", "\u{323}", "\u{338}\u{301}", "\u{323}\u{345}", "x", "é"] {
        let equal = Self.spellings(of: scalar, before: end)
        for constant in equal {
          guard let ranges = Self.ranges(constant) else {
            uncertain += 1
            continue
          }
          for text in equal {
            #expect(
              Self.holds(text, ranges), "\(text.debugDescription) for \(constant.debugDescription)")
          }
        }
      }
    }
    // Scalars that are marks or start with one, and Greek letters with four spellings.
    #expect(uncertain < 500)
  }

  /// Groups of equivalent spellings: decomposed Hangul, and marks in different orders.
  private static let spelledInParts: [[String]] = [
    ["각하", "\u{1100}\u{1161}\u{11A8}하", "가\u{11A8}\u{1112}\u{1161}"],
    ["q\u{323}\u{307}a", "q\u{307}\u{323}a"],
    ["ế", "ê\u{301}", "e\u{302}\u{301}"],
    ["ộ", "ọ\u{302}", "ô\u{323}", "o\u{323}\u{302}", "o\u{302}\u{323}"],
    ["Åre", "\u{212B}re", "A\u{30A}re"], ["Kö", "\u{212A}o\u{308}"],
    ["豈有", "\u{F900}有"], ["\u{DDD}\u{338}", "\u{DD9}\u{DCF}\u{338}\u{DCA}"],
  ]

  @Test(arguments: spelledInParts)
  func prefixRangesHoldDecomposedSpellings(_ spellings: [String]) throws {
    for constant in spellings {
      let ranges = try #require(Self.ranges(constant))
      for text in spellings {
        #expect(text == constant)
        #expect(Self.holds(text, ranges))
      }
    }
  }

  @Test func prefixRangesExcludeOtherTexts() throws {
    let ranges = try #require(Self.ranges("élan"))
    for text in ["elan", "ela\u{301}n", "ēlan", "f", "ê"] { #expect(!Self.holds(text, ranges)) }
    let pairs: [(String, String)] = [("Москва", "Минск"), ("東京", "東海"), ("Über", "Öl")]
    for (constant, other) in pairs {
      #expect(!Self.holds(other, try #require(Self.ranges(constant))))
    }
  }

  /// Fetches find the strings that are equal, or have an equal prefix, in Swift.
  @Test func prefixSearchesFindWhatMemoryFinds() throws {
    let names =
      RandomValues.strings + [
        "élan", "e\u{301}lan", "elan", "ēlan", "ế", "ê\u{301}", "e\u{302}\u{301}", "é\u{302}",
        "Москва", "Мои\u{306}", "Мой", "東京", "豈有", "\u{F900}有", "각하", "가\u{11A8}하", "가하",
        "Über", "U\u{308}ber", "Kelvin", "\u{212A}elvin", "\u{340}a", "\u{300}a",
      ]
    var random = RandomValues(seed: 21)
    let values: [RowValues] = names.enumerated().map { index, name in
      var values = RowValues(id: index + 1, from: &random, allowsNaN: false)
      values.name = name
      return values
    }
    let store = try RowStore(values)
    try store.connection().run("CREATE INDEX byName ON ZROW (ZNAME)")
    for name in names {
      let predicates: [Predicate<Row>] = [
        Self.equal(name), Self.different(name), Self.beginning(name), Self.either(name),
      ]
      for predicate in predicates {
        let descriptor = FetchDescriptor(predicate: predicate)
        let expected = try descriptor.answer(from: store.rows).map(\.id).sorted()
        let found = try store.fetch(descriptor).sorted()
        #expect(found == expected, "\(name.debugDescription)")
      }
    }
  }

  private static func equal(_ name: String) -> Predicate<Row> {
    #Predicate<Row> { $0.name == name }
  }

  private static func different(_ name: String) -> Predicate<Row> {
    #Predicate<Row> { $0.name != name }
  }

  private static func beginning(_ name: String) -> Predicate<Row> {
    #Predicate<Row> { $0.name.starts(with: name) }
  }

  private static func either(_ name: String) -> Predicate<Row> {
    #Predicate<Row> { $0.optionalName == name || $0.name == name }
  }
}
