import BenchmarkCommon
import Foundation
import OpenSwiftData

/// n: finds the bookmarks with a word in their title by a full-text index.
struct TextSearchWorkload: Workload {
  let key = "n"
  private static let callCount = 5_000

  func title(_ workspace: Workspace) -> String {
    "find by a word of the title in a full-text index, \(Self.callCount) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Self.callCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let context = ModelContext(try Self.container(store))
      let words = workspace.searchedWords(Self.callCount)
      return try measure {
        var sum: UInt64 = 0
        for word in words {
          let found = try context.fetch(
            FetchDescriptor<Bookmark>(predicate: #Predicate { $0.matchesText(word) }))
          for bookmark in found { sum &+= bookmark.checksum }
        }
        return sum
      }
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      _ = try Self.container(store)
      let database = try RawDatabase(store)
      let words = workspace.searchedWords(Self.callCount).map { RawText(copying: "\"\($0)\"") }
      return try measure {
        let index = "OPENSWIFTDATA_TEXT_1_ZBOOKMARK"
        let statement = try database.prepare(
          RawStatement.selectBookmark
            + " WHERE Z_PK IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?)")
        defer { statement.finalize() }
        var sum: UInt64 = 0
        for word in words {
          statement.bind(word, 1)
          while try statement.step() { sum &+= statement.bookmarkChecksum() }
          statement.reset()
        }
        return sum
      }
    }
  }

  private static func container(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Bookmark.self,
      configurations: ModelConfiguration(url: store)
        .addingTextIndexes(TextIndex(\Bookmark.title)))
  }
}

extension Workspace {
  /// Words that each occur in the title of one bookmark.
  fileprivate func searchedWords(_ count: Int) -> [String] {
    Lookups.order(of: rowCount).prefix(count).map { index in
      values[index].title.split(separator: " ").last.map(String.init) ?? ""
    }
  }
}
