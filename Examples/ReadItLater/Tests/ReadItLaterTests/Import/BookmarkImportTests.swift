import Foundation
import ReadItLaterCore
import SwiftData
import Testing

@Suite("Bookmark import")
struct BookmarkImportTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Bookmark.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func links(_ range: Range<Int>) -> [ImportedBookmark] {
    range.map { ImportedBookmark(url: "https://example.com/\($0)", title: "\($0)", line: $0 + 1) }
  }

  @Test func importFillsTheInboxUpToItsLimit() throws {
    let report = try BookmarkImport(modelContext: context).add(links(0..<60), to: .inbox)
    #expect(report.added == 50)
    #expect(report.leftOut == 10)
    #expect(!BookmarkRepository(modelContext: context).canAddToInbox())

    let again = try BookmarkImport(modelContext: context).add(links(0..<60), to: .inbox)
    #expect(again.added == 0)
    #expect(again.duplicates == 50)
    #expect(again.leftOut == 10)
  }

  @Test(arguments: [BookmarkStatus.bookmark, .archive])
  func otherStatusesHaveNoLimit(_ status: BookmarkStatus) throws {
    let report = try BookmarkImport(modelContext: context).add(links(0..<120), to: status)
    #expect(report.added == 120)
    #expect(BookmarkRepository(modelContext: context).countByStatus(status) == 120)
  }

  @Test func knownAddressesAreSkippedInAnySpelling() throws {
    context.insert(Bookmark(url: "https://Example.com", status: .archive))
    try context.save()
    let report = try BookmarkImport(modelContext: context).add(
      [
        ImportedBookmark(url: "https://example.com/", line: 1),
        ImportedBookmark(url: "https://example.org/a", line: 2),
        ImportedBookmark(url: "https://example.org:443/a", line: 3),
      ], to: .inbox)
    #expect(report.added == 1)
    #expect(report.duplicates == 2)
  }

  @Test func datesOfTheFileAreKept() throws {
    let date = Date(timeIntervalSince1970: 1_234_567_890)
    _ = try BookmarkImport(modelContext: context).add(
      [ImportedBookmark(url: "https://example.com", title: "t", createdAt: date, line: 1)],
      to: .inbox)
    #expect(try context.fetch(FetchDescriptor<Bookmark>()).map(\.createdAt) == [date])
  }

  @Test func invalidAddressesAreReported() throws {
    let report = try BookmarkImport(modelContext: context).add(
      [ImportedBookmark(url: "javascript:void(0)", line: 7)], to: .inbox)
    #expect(report.added == 0)
    #expect(report.invalid.map(\.line) == [7])
    #expect(report.invalid.map(\.url) == ["javascript:void(0)"])
  }

  @Test func importReportsItsProgress() throws {
    var steps: [Int] = []
    _ = try BookmarkImport(modelContext: context)
      .add(links(0..<2_500), to: .archive) { steps.append($0) }
    #expect(steps == [1_000, 2_000, 2_500])
  }
}
