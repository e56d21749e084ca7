import ExampleSupport
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import ReadItLaterCore
@testable import readitlater

@Suite("Export")
struct BookmarkExportTests {
  private static let texts = [
    "Swift", "日本語", "a<b>&amp;", "\"quoted\", and more", "it's", "👩‍👩‍👧", "", "[]", "\\", "=1+1",
  ]

  private func sample(using generator: inout SeededGenerator) -> [StoredBookmark] {
    BookmarkStatus.allCases.flatMap { status in
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        let text = Self.texts.randomElement(using: &generator) ?? ""
        let bookmark = Bookmark(
          url: "https://e.org/\(generator.next())?a=1&b=\"'<>,", title: text, status: status)
        bookmark.createdAt = Date(
          timeIntervalSince1970: Double(Int.random(in: 1...4_000_000_000, using: &generator)))
        return StoredBookmark(bookmark)
      }
    }
  }

  @Test(arguments: BookmarkExport.allCases)
  func exportsAreReadBack(_ format: BookmarkExport) throws {
    for seed in UInt64(1)...60 {
      var generator = SeededGenerator(seed: seed)
      let bookmarks = sample(using: &generator)
      guard !bookmarks.isEmpty else { continue }
      let links = try BookmarkFile.links(in: try format.data(of: bookmarks))
      #expect(links.map(\.url) == bookmarks.map(\.url), "seed \(seed)")
      #expect(links.map(\.title) == bookmarks.map(\.title), "seed \(seed)")
      #expect(links.map(\.createdAt) == bookmarks.map(\.createdAt), "seed \(seed)")
      #expect(links.map(\.status) == bookmarks.map(\.status), "seed \(seed)")
      #expect(links.allSatisfy { $0.notStored.isEmpty }, "seed \(seed)")
    }
  }

  @Test(arguments: BookmarkExport.allCases, ExampleStore.allCases)
  func exportedStoreIsImportedIntoAnotherOne(
    _ format: BookmarkExport, _ store: ExampleStore
  ) async throws {
    try await withProgram(ReadItLater.program, on: store) { program in
      _ = await program("add", "https://swift.org", "Swift, \"the\" <language>")
      _ = await program("add", "https://b.example/日本?a&b", "本")
      _ = await program("move", "本", "bookmark")
      let path = program.storePath.hasPrefix("/") ? program.storePath : try program.file("x", "x")
      let file = path + ".export"
      let written = await program("export", file, "--format", format.rawValue)
      #expect(written.output == "Wrote 2 bookmarks to \(file).\n")
      #expect(await program("export", file).code == .exists)
      #expect(
        await program("export", file, "--format", format.rawValue, "--force").code == .success)
      let other = path + ".other"
      let imported = await program.run(["import", file, "--store", other])
      #expect(imported.output == "Added 1 to Inbox, 1 to Bookmarks.\n")
      #expect(imported.messages.isEmpty)
      for status in BookmarkStatus.allCases {
        let before: [BookmarkRecord] =
          try await program("list", status.rawValue, "--json").decoded()
        let after: [BookmarkRecord] =
          try await program.run(["list", status.rawValue, "--json", "--store", other]).decoded()
        #expect(after.map(\.url) == before.map(\.url))
        #expect(after.map(\.title) == before.map(\.title))
        #expect(after.map(\.createdAt) == before.map(\.createdAt))
      }
    }
  }
}
