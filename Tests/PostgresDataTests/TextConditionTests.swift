import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import StoreTesting
import Testing

/// Conditions on texts and decimals, which PostgreSQL compares differently from Swift.
@Suite("Texts and decimals in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct TextConditionTests {
  @Model
  final class Sign {
    var number: Int
    var title: String
    var note: String?
    var price: Decimal

    init(number: Int, title: String, note: String?, price: Decimal) {
      (self.number, self.title, self.note, self.price) = (number, title, note, price)
    }
  }

  /// Letters with several spellings, letters that fold to others or to several, and characters of
  /// several scalars.
  private static let letters = [
    "a", "b", "A", "B", "k", "K", "\u{212A}", "s", "ss", "ß", "ſ", "i", "I", "İ", "ı", "é",
    "e\u{301}", "e", "\u{301}",
    "ä", "a\u{308}", "\u{323}\u{301}", "が", "か\u{3099}", "か", "가", "\u{1100}\u{1161}", "각", "\r\n",
    "\n", "\r",
    "👍", "👍🏽", "👨‍👩‍👧", "🇩🇪", "🇪🇸", " ", "-", ";", "\u{37E}", "ﬁ", "Å", "\u{212B}",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    let plain = Int.random(in: 0..<3, using: &generator) == 0
    let letters = plain ? Array(letters.filter { $0.utf8.allSatisfy { $0 < 0x80 } }) : letters
    return (0..<Int.random(in: 0...5, using: &generator))
      .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
  }

  private let container: ModelContainer

  init() throws {
    let address = try PostgresServer.shared.address()
    let name = "signs_\(UUID().uuidString.prefix(8).lowercased())"
    container = try ModelContainer(
      for: Sign.self, configurations: PostgresConfiguration(address, databaseSchema: name))
  }

  private func fill(_ count: Int, _ generator: inout SeededGenerator) throws {
    let context = ModelContext(container)
    for number in 0..<count {
      let price = Decimal(Int.random(in: -500...500, using: &generator)) / 100
      let note = Bool.random(using: &generator) ? Self.text(&generator) : nil
      context.insert(
        Sign(number: number, title: Self.text(&generator), note: note, price: price))
    }
    try context.save()
  }

  /// A part of a stored text, or another text.
  private func part(of signs: [Sign], _ generator: inout SeededGenerator) -> String {
    let text = signs.randomElement(using: &generator)?.title ?? ""
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return Self.text(&generator)
    case 1: return text.decomposedStringWithCanonicalMapping
    default:
      let scalars = Array(text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &generator)
      let end = Int.random(in: start...scalars.count, using: &generator)
      return String(String.UnicodeScalarView(scalars[start..<end]))
    }
  }

  private func predicates(
    _ part: String, _ other: String, _ price: Decimal
  ) -> [Predicate<Sign>] {
    let list = [part, other, "é"]
    let yes: Bool? = true
    return [
      #Predicate { $0.title.contains(part) },
      #Predicate { $0.title.starts(with: part) },
      #Predicate { $0.title.localizedStandardContains(part) },
      #Predicate { $0.title == part },
      #Predicate { $0.title != part },
      #Predicate { $0.title == $0.note },
      #Predicate { list.contains($0.title) },
      #Predicate { $0.note?.contains(part) == true },
      #Predicate { $0.note?.contains(part) == yes },
      #Predicate { $0.note?.localizedStandardContains(part) ?? false },
      #Predicate { $0.note?.contains(part) ?? true },
      #Predicate { !$0.title.contains(part) },
      #Predicate { $0.title.contains(part) && $0.number < 50 },
      #Predicate { $0.title.contains(part) || $0.title.starts(with: other) },
      #Predicate { $0.title.contains(part) || $0.number < 50 },
      #Predicate { ($0.note ?? other).contains(part) },
      #Predicate { $0.title.count > 2 && $0.title.contains(part) },
      #Predicate { $0.price < price },
      #Predicate { $0.price >= price && $0.title.contains(part) },
    ]
  }

  @Test func predicatesFindWhatMemoryFinds() throws {
    var generator = SeededGenerator(seed: TestRun.seed(20_261_125))
    try fill(200, &generator)
    let context = ModelContext(container)
    let signs = try context.fetch(FetchDescriptor<Sign>())
    for round in 0..<TestRun.count(600, atLeast: 20) {
      let (part, other) = (part(of: signs, &generator), part(of: signs, &generator))
      let price = signs.randomElement(using: &generator)?.price ?? 0
      for (number, predicate) in predicates(part, other, price).enumerated() {
        let wanted = try signs.filter { try predicate.evaluate($0) }.map(\.number)
        let order = [SortDescriptor(\Sign.number)]
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: order))
        #expect(
          found.map(\.number) == wanted.sorted(),
          "predicate \(number) of \(part.debugDescription) and \(other.debugDescription), round \(round), \(TestRun.comment)"
        )
      }
    }
  }

  /// Texts are ordered by their normal forms.
  @Test func textsAreComparedByNormalForms() throws {
    var generator = SeededGenerator(seed: TestRun.seed(4))
    try fill(200, &generator)
    let context = ModelContext(container)
    func key(_ text: String) -> [UInt8] {
      Array(
        text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping.utf8)
    }
    func precedes(_ one: String, _ other: String) -> Bool {
      key(one).lexicographicallyPrecedes(key(other))
    }
    let signs = try context.fetch(FetchDescriptor<Sign>(sortBy: [SortDescriptor(\.number)]))
    for _ in 0..<TestRun.count(300, atLeast: 20) {
      let bound = part(of: signs, &generator)
      let less = #Predicate<Sign> { $0.title < bound }
      let atLeast = #Predicate<Sign> { $0.title >= bound }
      let wanted = signs.filter { precedes($0.title, bound) }
      let order = [SortDescriptor(\Sign.number)]
      let found = try context.fetch(FetchDescriptor(predicate: less, sortBy: order))
      #expect(found.map(\.number) == wanted.map(\.number), "\(bound.debugDescription)")
      #expect(
        try context.fetchCount(FetchDescriptor(predicate: atLeast)) == signs.count - wanted.count)
    }
    let sorted = signs.sorted {
      key($0.title) == key($1.title)
        ? $0.number < $1.number : precedes($0.title, $1.title)
    }
    var descriptor = FetchDescriptor<Sign>(sortBy: [
      SortDescriptor(\.title), SortDescriptor(\.number),
    ])
    #expect(try context.fetch(descriptor).map(\.number) == sorted.map(\.number))
    (descriptor.fetchLimit, descriptor.fetchOffset) = (7, 31)
    #expect(try context.fetch(descriptor).map(\.number) == sorted[31..<38].map(\.number))
  }

  /// Conditions that the server can evaluate are not evaluated on fetched rows.
  @Test func conditionsAreEvaluatedByTheServer() throws {
    func statements(_ descriptor: FetchDescriptor<Sign>) throws -> [String] {
      try StoreTesting.statements(in: container) {
        _ = try ModelContext(container).fetch(descriptor)
      }.filter { $0.hasPrefix("SELECT") }
    }
    var sorted = FetchDescriptor<Sign>(
      predicate: #Predicate { $0.price > 1 && $0.title >= "b" },
      sortBy: [SortDescriptor(\.title), SortDescriptor(\.price)])
    sorted.fetchLimit = 3
    let page = try #require(try statements(sorted).first)
    #expect(page.contains("LIMIT"), "\(page)")
    #expect(page.contains("ORDER BY normalize("), "\(page)")
    let candidates = try #require(
      try statements(FetchDescriptor(predicate: #Predicate { $0.title.contains("castle") })).first)
    #expect(candidates.contains("strpos(normalize("), "\(candidates)")
    let optional = #Predicate<Sign> { $0.note?.localizedStandardContains("castle") == true }
    let folded = try #require(try statements(FetchDescriptor(predicate: optional)).first)
    #expect(folded.contains("strpos(lower("), "\(folded)")
    let prefix = #Predicate<Sign> { $0.title.starts(with: "ca") }
    let begun = try #require(try statements(FetchDescriptor(predicate: prefix)).first)
    #expect(begun.contains("starts_with("), "\(begun)")
    #expect(begun.contains(">= $"), "\(begun)")
  }

  /// PostgreSQL texts cannot contain the character NUL, so the server is not queried for one.
  @Test func textsWithNULMatchNothing() throws {
    let context = ModelContext(container)
    context.insert(Sign(number: 1, title: "a", note: nil, price: 1))
    try context.save()
    let text = "a\0"
    for predicate: Predicate<Sign> in [
      #Predicate { $0.title == text }, #Predicate { $0.title.contains(text) },
      #Predicate { $0.title > text }, #Predicate { $0.title.starts(with: text) },
    ] {
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 0)
    }
  }

  /// A server without normal forms is not asked for them, and no store is created on a server that
  /// would refuse texts.
  @Test func latin1DatabasesCanOnlyBeMapped() throws {
    let server = try PostgresServer.shared
    let database = "latin_\(UUID().uuidString.prefix(8).lowercased())"
    try PostgresConnection(PostgresSettings(server.address())).execute(
      "CREATE DATABASE \(database) ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )
    let address = server.address(database: database)
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try ModelContainer(for: Sign.self, configurations: PostgresConfiguration(address))
    }
    try PostgresConnection(PostgresSettings(address)).execute(
      """
      CREATE TABLE signs (id bigint PRIMARY KEY, number bigint NOT NULL, title text NOT NULL, note text,
        price numeric NOT NULL);
      INSERT INTO signs VALUES (1, 1, 'zoo', 'é', 1), (2, 2, 'castle', NULL, 2), (3, 3, 'Zebra', 'e', 3)
      """)
    var configuration = PostgresConfiguration(address, allowsSave: false)
    var mapping = PostgresMapping(schema: "public")
    mapping[Sign.self] = .table("signs")
    configuration.mapping = mapping
    let context = ModelContext(try ModelContainer(for: Sign.self, configurations: configuration))
    func titles(_ predicate: Predicate<Sign>?) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)]))
        .map(\.title)
    }
    #expect(try titles(nil) == ["Zebra", "castle", "zoo"])
    #expect(try titles(#Predicate { $0.title.contains("o") }) == ["zoo"])
    #expect(try titles(#Predicate { $0.title > "a" }) == ["castle", "zoo"])
    #expect(try titles(#Predicate { $0.note == "e\u{301}" && $0.price < 2 }) == ["zoo"])
  }
}
