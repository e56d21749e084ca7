import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore

enum PeakKind: String, Codable { case hill, volcano, darkForest = "dark forest" }

@Model
final class Peak {
  var title: String
  var notes: String?
  var kind: PeakKind?
  var size: Int
  /// Its column has the name of the score in a search without quotes.
  var score = 0
  @Relationship(deleteRule: .cascade, inverse: \Hut.peak) var huts: [Hut] = []

  init(_ title: String, _ notes: String? = nil, kind: PeakKind? = nil, size: Int = 0) {
    self.title = title
    self.notes = notes
    self.kind = kind
    self.size = size
  }
}

@Model
final class Hut {
  var name: String
  var peak: Peak?

  init(_ name: String, on peak: Peak? = nil) {
    self.name = name
    self.peak = peak
  }
}

/// A schema of the test server for a store with full-text indexes.
final class SearchPlace {
  let schema = "Text \(UUID().uuidString.prefix(8).lowercased())'\""
  let address: String
  let connection: PostgresConnection

  static func everyText(_ tokenizer: TextIndex.Tokenizer = .words) -> TextIndex {
    TextIndex(\Peak.title, \Peak.notes, \Peak.kind, tokenizer: tokenizer)
  }

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
  }

  /// The name of the schema as statements contain it.
  var quoted: String { "\"\(schema.replacing("\"", with: "\"\""))\"" }

  func configuration(_ indexes: [TextIndex]?, user: String? = nil) -> PostgresConfiguration {
    let address = user.map { self.address.replacing("tester@", with: "\($0)@") } ?? address
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.textIndexes = indexes
    return configuration
  }

  func open(
    _ indexes: [TextIndex]? = [everyText()], user: String? = nil, allowsSave: Bool = true
  ) throws -> ModelContainer {
    var configuration = configuration(indexes, user: user)
    configuration.allowsSave = allowsSave
    return try ModelContainer(for: Peak.self, Hut.self, configurations: configuration)
  }

  /// The definitions of the full-text indexes, by their names.
  func indexes() throws -> [String: String] {
    let rows = try connection.rows(
      """
      SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = $1 \
      AND starts_with(indexname, 'openswiftdata_text')
      """, [.text(schema)])
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0[0].text ?? "", $0[1].text ?? "") })
  }

  /// The number of the functions that the indexes use.
  func functionCount() throws -> Int {
    try connection.rows(
      """
      SELECT 1 FROM pg_proc WHERE starts_with(proname, 'openswiftdata_text') \
      AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
      """, [.text(schema)]
    ).count
  }
}

extension ModelContext {
  /// The titles of the peaks that a search finds, in alphabetical order.
  func titles(_ text: String) throws -> [String] {
    try fetch(FetchDescriptor(predicate: #Predicate<Peak> { $0.matchesText(text) }))
      .map(\.title).sorted()
  }

  func insertAndSave(_ peaks: Peak...) throws {
    for peak in peaks { insert(peak) }
    try save()
  }
}
