import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import StoreTesting
import Testing

/// Indexes of texts, which the server uses only for exactly the same expression in a statement.
@Suite("Indexes of texts in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct TextIndexTests {
  @Model
  final class Entry {
    #Index<Entry>([\.name], [\.shelf, \.label])
    #Unique<Entry>([\.code])
    var number: Int
    var name: String
    var label: String?
    var shelf: Int
    var code: String

    init(_ number: Int, _ name: String, label: String?) {
      (self.number, self.name, self.label) = (number, name, label)
      (shelf, code) = (number % 10, "code \(number)")
    }
  }

  private let schema = "indexes_\(UUID().uuidString.prefix(8).lowercased())"
  private let address: String
  private let connection: PostgresConnection
  private let container: ModelContainer

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    container = try ModelContainer(
      for: Entry.self, configurations: PostgresConfiguration(address, databaseSchema: schema))
    try connection.execute("SET search_path TO \(schema)")
  }

  private static let letters = ["a", "é", "e\u{301}", "K", "\u{212A}", "z", "ä", "a\u{308}"]

  /// Inserts names with letters that have several spellings.
  private func fill() throws {
    let context = ModelContext(container)
    for number in 0..<2_000 {
      let letter = Self.letters[number % Self.letters.count]
      context.insert(
        Entry(
          number, "\(letter)\(number / 8 % 100)-\(number)",
          label: number % 5 == 0 ? nil : "\(letter)\(number)"))
    }
    try context.save()
    try connection.execute("ANALYZE entry")
  }

  private func open() throws -> ModelContainer {
    try ModelContainer(
      for: Entry.self, configurations: PostgresConfiguration(address, databaseSchema: schema))
  }

  /// The server's plan of a fetch.
  private func plan(
    _ descriptor: FetchDescriptor<Entry>, _ values: [SQLValue]
  ) throws -> String {
    let log = try statements(in: container) {
      _ = try ModelContext(container).fetch(descriptor)
    }
    let statement = try #require(log.first { $0.hasPrefix("SELECT") && $0.contains("entry") })
    // EXPLAIN does not accept parameters.
    let text = values.enumerated().reversed().reduce(statement) { text, value in
      text.replacing("$\(value.offset + 1)", with: Self.literal(value.element))
    }
    return try connection.rows("EXPLAIN \(text)").compactMap(\.[0].text).joined(separator: "\n")
  }

  private static func literal(_ value: SQLValue) -> String {
    switch value {
    case .integer(let number): "\(number)"
    default: "'\(value.text ?? "")'"
    }
  }

  private func indexes() throws -> [String: String] {
    let rows = try connection.rows(
      """
      SELECT indexname::text, indexdef FROM pg_indexes \
      WHERE schemaname = current_schema() AND tablename = 'entry' AND indexname NOT LIKE '%pkey'
      """)
    return Dictionary(
      rows.map { ($0[0].text ?? "", $0[1].text ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test func equalTextsAndPrefixesUseIndexes() throws {
    try fill()
    let name = "a5-40"
    let equal = try plan(FetchDescriptor(predicate: #Predicate { $0.name == name }), [.text(name)])
    #expect(equal.contains("entry_name_idx"), "\(equal)")
    let other = "é5-41"
    let spelled = FetchDescriptor<Entry>(predicate: #Predicate { $0.name == other })
    #expect(try ModelContext(container).fetch(spelled).map(\.number) == [41])
    let code = "code 77"
    let unique = try plan(FetchDescriptor(predicate: #Predicate { $0.code == code }), [.text(code)])
    #expect(unique.contains("entry_code_idx"), "\(unique)")
    let prefix = "a99"
    let begun = try plan(
      FetchDescriptor(predicate: #Predicate { $0.name.starts(with: prefix) }),
      [.text("a99"), .text("a9:"), .text("a99")])
    #expect(begun.contains("entry_name_idx"), "\(begun)")
  }

  @Test func rangesUseTheOrderedIndex() throws {
    try fill()
    let (first, last) = ("é98", "é99")
    let range = FetchDescriptor<Entry>(
      predicate: #Predicate { $0.name >= first && $0.name < last })
    let plan = try plan(range, [.text(first), .text(last)])
    #expect(plan.contains("entry_name_order_idx"), "\(plan)")
    let found = try ModelContext(container).fetch(range).map(\.name)
    // In either spelling.
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.hasPrefix("é98") })
  }

  @Test func sortedPagesUseTheOrderedIndex() throws {
    try fill()
    for order in [SortOrder.forward, .reverse] {
      var page = FetchDescriptor<Entry>(
        sortBy: [SortDescriptor(\.name, order: order), SortDescriptor(\.number)])
      page.fetchLimit = 10
      let plan = try plan(page, [.integer(10), .integer(0)])
      #expect(plan.contains("entry_name_order_idx"), "\(plan)")
      #expect(!plan.contains("Seq Scan"), "\(plan)")
      let (shelf, all) = (3, try ModelContext(container).fetch(FetchDescriptor<Entry>()))
      var labels = FetchDescriptor<Entry>(
        predicate: #Predicate { $0.shelf == shelf },
        sortBy: [SortDescriptor(\.label, order: order), SortDescriptor(\.number)])
      labels.fetchLimit = 25
      let shelved = try self.plan(labels, [.integer(3), .integer(25), .integer(0)])
      #expect(shelved.contains("entry_shelf_label_order_idx"), "\(shelved)")
      let found = try ModelContext(container).fetch(labels).map(\.number)
      let wanted = all.filter { $0.shelf == 3 }.sorted { one, other in
        let (mine, its) = (Self.key(one.label), Self.key(other.label))
        guard mine != its else { return one.number < other.number }
        return mine.lexicographicallyPrecedes(its) == (order == .forward)
      }
      #expect(found == wanted.prefix(25).map(\.number))
    }
  }

  private static func key(_ text: String?) -> [UInt8] {
    text.map { [1] + Array($0.precomposedStringWithCanonicalMapping.utf8) } ?? []
  }

  @Test func textAttributesGetOrderedIndexes() throws {
    #expect(
      try Set(indexes().keys) == [
        "entry_name_idx", "entry_name_order_idx", "entry_shelf_label_idx",
        "entry_shelf_label_order_idx", "entry_code_idx",
      ])
    #expect(try indexes()["entry_shelf_label_order_idx"]?.contains("shelf NULLS FIRST") == true)
  }

  /// The state of a store by a library version without these indexes.
  @Test(arguments: [false, true])
  func missingIndexesAreAddedOnOpening(concurrently: Bool) throws {
    let wanted = try indexes()
    try connection.execute(
      "DROP INDEX entry_name_order_idx, entry_shelf_label_order_idx")
    var reading = PostgresConfiguration(address, databaseSchema: schema, allowsSave: false)
    _ = try ModelContainer(for: Entry.self, configurations: reading)
    #expect(try indexes().count == wanted.count - 2)
    reading.allowsSave = true
    reading.buildsIndexesConcurrently = concurrently
    _ = try ModelContainer(for: Entry.self, configurations: reading)
    #expect(try indexes() == wanted)
  }

  /// A user who may only change rows creates no indexes, and needs none.
  @Test func indexesAreNotCreatedWithoutRights() throws {
    let role = "clerk_\(schema)"
    try connection.execute(
      """
      DROP INDEX entry_name_order_idx; CREATE ROLE \(role) LOGIN; \
      GRANT USAGE ON SCHEMA \(schema) TO \(role); \
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role); \
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)
      """)
    let other = address.replacing("tester@", with: "\(role)@")
    let container = try ModelContainer(
      for: Entry.self, configurations: PostgresConfiguration(other, databaseSchema: schema))
    let context = ModelContext(container)
    context.insert(Entry(1, "a", label: nil))
    try context.save()
    #expect(try indexes()["entry_name_order_idx"] == nil)
  }
}
