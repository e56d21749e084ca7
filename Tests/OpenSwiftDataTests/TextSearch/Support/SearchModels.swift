import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import StoreTesting

enum LandscapeKind: String, Codable { case hill, valley, darkForest = "dark forest" }

@Model
final class Landscape {
  var title: String
  var notes: String?
  var kind: LandscapeKind?
  var size: Int
  @Relationship(deleteRule: .cascade, inverse: \Sight.landscape) var sights: [Sight] = []

  init(_ title: String, _ notes: String? = nil, kind: LandscapeKind? = nil, size: Int = 0) {
    self.title = title
    self.notes = notes
    self.kind = kind
    self.size = size
  }
}

@Model
final class Sight {
  var name: String
  var landscape: Landscape?

  init(_ name: String, in landscape: Landscape? = nil) {
    self.name = name
    self.landscape = landscape
  }
}

/// A store with text indexes, and access to its SQLite file.
struct SearchStore {
  let folder: TestFolder
  let container: ModelContainer
  let context: ModelContext

  static func everyText(_ tokenizer: TextIndex.Tokenizer = .words) -> TextIndex {
    TextIndex(\Landscape.title, \Landscape.notes, \Landscape.kind, tokenizer: tokenizer)
  }

  init(
    _ indexes: [TextIndex]? = [everyText()], in folder: TestFolder? = nil, allowsSave: Bool = true
  ) throws {
    let folder = try folder ?? TestFolder()
    self.folder = folder
    container = try Self.container(indexes, in: folder, allowsSave: allowsSave)
    context = ModelContext(container)
  }

  static func container(
    _ indexes: [TextIndex]?, in folder: TestFolder, allowsSave: Bool = true
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: folder.file("search.store"), allowsSave: allowsSave)
    configuration.textIndexes = indexes
    return try ModelContainer(
      for: Schema([Landscape.self, Sight.self]), configurations: configuration)
  }

  /// Connects to the file as another program would.
  func connect() throws -> SQLiteConnection {
    try SQLiteConnection(path: folder.file("search.store").path, mode: .readWrite)
  }

  @discardableResult
  func insert(_ landscapes: Landscape...) throws -> [Landscape] {
    for landscape in landscapes { context.insert(landscape) }
    try context.save()
    return landscapes
  }

  /// The titles of the search results in alphabetical order.
  func titles(_ text: String) throws -> [String] {
    try context.fetch(
      FetchDescriptor(predicate: #Predicate<Landscape> { $0.matchesText(text) })
    ).map(\.title).sorted()
  }

  /// Fails if an index does not match the rows.
  func checkIndexes() throws {
    let connection = try connect()
    for name in try Self.indexNames(connection) {
      try connection.run(
        "INSERT INTO \"\(name)\" (\"\(name)\", rank) VALUES ('integrity-check', 1)")
    }
  }

  static func indexNames(_ connection: SQLiteConnection) throws -> [String] {
    try connection.rows(TextIndexCatalog.list).filter { row in
      row[0].text == "table" && row[3].text?.hasPrefix("CREATE VIRTUAL") == true
    }.compactMap { $0[1].text }
  }
}
