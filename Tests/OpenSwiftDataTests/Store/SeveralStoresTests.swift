import Foundation
@testable import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Several stores")
struct SeveralStoresTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func container(_ first: URL, _ second: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Note.self, Product.self,
      configurations: ModelConfiguration("notes", schema: Schema([Note.self]), url: first),
      ModelConfiguration("products", schema: Schema([Product.self]), url: second))
  }

  @Test func eachStoreKeepsItsOwnModels() throws {
    let (first, second) = (folder.file("a.store"), folder.file("b.store"))
    let context = ModelContext(try container(first, second))
    context.insert(Note(code: 1))
    context.insert(Product(name: "p"))
    try context.save()
    let again = ModelContext(try container(first, second))
    #expect(try again.fetchCount(FetchDescriptor<Note>()) == 1)
    #expect(try again.fetch(FetchDescriptor<Product>()).map(\.name) == ["p"])
    let alone = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: first))
    #expect(try ModelContext(alone).codes() == [1])
  }

  @Test func aSaveWritesAllStoresOrNone() throws {
    let (first, second) = (folder.file("a.store"), folder.file("b.store"))
    let container = try container(first, second)
    let context = ModelContext(container)
    let (note, product) = (Note(code: 1), Product(name: "p"))
    context.insert(note)
    context.insert(product)
    let store = container.core.stores[1]
    let sqlite = try #require(try context.recordSession(store).connection as? SQLiteConnection)
    sqlite.setBusyTimeout(milliseconds: 20)
    let other = try SQLiteConnection(path: second.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: SwiftDataError.storeIsLocked) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 0)
    try other.execute("COMMIT")
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 1)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Product>()) == 1)
  }

  @Test func storesMayNotShareAFile() throws {
    let url = folder.file("a.store")
    let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
      _ = try container(url, folder.url.appendingPathComponent("./a.store"))
    }
    #expect(error?.description.contains(url.path) == true)
  }

  @Test func storesMayNotShareALinkedFile() throws {
    let url = folder.file("a.store")
    try Data().write(to: url)
    let link = folder.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(throws: SwiftDataError.duplicateConfiguration) { _ = try container(url, link) }
  }

  @Test func oneFileMayBeOpenTwiceInAProcess() throws {
    let url = folder.file("a.store")
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url)))
    }
    let (first, second) = (try open(), try open())
    let note = try first.saveNotes([1])[0]
    #expect(try second.codes() == [1])
    #expect(try second.note(1)?.persistentModelID == note.persistentModelID)
    try second.saveNotes([2])
    #expect(try first.codes() == [1, 2])
  }

  @Test(arguments: 0..<50) func oneFileMayBeMadeByManyAtOnce(_ round: Int) throws {
    let url = folder.file("\(round).store")
    let failures = Failures()
    // Uses dedicated threads, so that all start at once even with few cores.
    let begin = DispatchSemaphore(value: 0)
    let ended = DispatchGroup()
    for number in 0..<6 {
      ended.enter()
      Thread.detachNewThread {
        begin.wait()
        do {
          let container = try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(url: url))
          try ModelContext(container).saveNotes([number])
        } catch {
          failures.add("\(error)")
        }
        ended.leave()
      }
    }
    for _ in 0..<6 { begin.signal() }
    ended.wait()
    #expect(failures.all == [])
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: url))
    #expect(try ModelContext(container).codes() == Array(0..<6))
  }
}
