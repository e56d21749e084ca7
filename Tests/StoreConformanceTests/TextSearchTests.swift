import Foundation
import OpenSwiftData
import PostgresData
import Testing

/// A search has the same results in every store; stores with an index rank them.
@Suite("Text searches")
struct TextSearchTests {
  private static let searches = [
    "", "castle", "castle old", "cast*", "-castle", "\"old castle\"", "castle -old", "é", "東京", "&",
    "\"",
  ]

  /// A store with notes to search, and with an index if this kind of store supports one.
  private func filled(_ kind: TestedStore) throws -> TestStore {
    try kind.begin()
    let folder = try TestFolder()
    let schema = Schema([Note.self])
    var configuration = kind.configuration("test", schema, folder)
    if kind.supports.contains(.textIndexes) {
      let index = TextIndex(\Note.title)
      switch configuration {
      case let file as ModelConfiguration: configuration = file.addingTextIndexes(index)
      case let server as PostgresConfiguration: configuration = server.addingTextIndexes(index)
      default: Issue.record("The configuration of \(kind) cannot have text indexes.")
      }
    }
    let container = try ModelContainer(for: schema, configurations: [configuration])
    let store = TestStore(container: container, folder: folder, url: nil) { container }
    let context = store.makeContext()
    let titles = [
      "castle", "old castle", "Castle, old and grey", "castles", "cafe\u{301}", "É", "東京", "",
    ]
    for (code, title) in titles.enumerated() { context.insert(Note(code: code, title: title)) }
    try context.save()
    return store
  }

  private func codes(_ text: String, _ context: ModelContext) throws -> [Int] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Note> { $0.title.matchesText(text) }, sortBy: [SortDescriptor(\.code)]
      )
    ).map(\.code)
  }

  @Test(arguments: TestedStore.all)
  func searchesFindWhatMemoryFinds(_ kind: TestedStore) throws {
    let context = try filled(kind).makeContext()
    let all = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    for text in Self.searches {
      let wanted = all.filter { $0.title.matchesText(text) }.map(\.code)
      #expect(try codes(text, context) == wanted, "\(text)")
    }
    #expect(try codes("castle", context) == [0, 1, 2])
    #expect(try codes("", context).count == all.count)
  }

  @Test(arguments: TestedStore.all)
  func searchesFindModelsByAllTheirTexts(_ kind: TestedStore) throws {
    let context = try filled(kind).makeContext()
    for text in Self.searches {
      let predicate = #Predicate<Note> { $0.matchesText(text) }
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      let wanted = try context.fetch(FetchDescriptor<Note>()).filter { $0.matchesText(text) }
      #expect(Set(found.map(\.code)) == Set(wanted.map(\.code)), "\(text)")
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == wanted.count)
    }
  }

  @Test(arguments: TestedStore.all)
  func searchesSeeUnsavedChanges(_ kind: TestedStore) throws {
    let context = try filled(kind).makeContext()
    let all = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    all[0].title = "mill"
    context.delete(all[1])
    context.insert(Note(code: 100, title: "new castle"))
    #expect(try codes("castle", context) == [2, 100])
    #expect(try codes("mill", context) == [0])
    try context.save()
    #expect(try codes("castle", context) == [2, 100])
  }

  @Test(arguments: TestedStore.supporting(.textIndexes))
  func searchesRankTheirResults(_ kind: TestedStore) throws {
    let context = try filled(kind).makeContext()
    let hits = try context.search("castle", in: FetchDescriptor<Note>())
    #expect(hits.first?.model.code == 0)
    #expect(Set(hits.map(\.model.code)) == [0, 1, 2])
  }

  @Test(arguments: TestedStore.all.filter { !$0.supports.contains(.textIndexes) })
  func rankingWithoutAnIndexIsRefused(_ kind: TestedStore) throws {
    let context = try filled(kind).makeContext()
    #expect(throws: SwiftDataError.unsupportedModel) {
      try context.search("castle", in: FetchDescriptor<Note>())
    }
  }
}
