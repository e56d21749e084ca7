import Foundation
@testable import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Stores that cannot be written")
struct UnwritableStoreTests {
  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("test.store")
    try ModelContext(container()).saveNotes(1...3)
  }

  private func container(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func connection(of context: ModelContext) throws -> any SQLConnection {
    let store = try #require(context.core.stores.first)
    return try context.recordSession(store).connection
  }

  @Test func readOnlyStoresAreReadButNotSaved() throws {
    let context = ModelContext(try container(allowsSave: false))
    #expect(try context.codes() == [1, 2, 3])
    let note = try #require(try context.note(1))
    note.title = "changed"
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
    #expect(error?.description.contains(url.path) == true)
    #expect(error?.recoverySuggestion?.contains("allowsSave") == true)
    #expect(context.hasChanges)
    #expect(note.title == "changed")
    context.rollback()
    #expect(note.title == "note 1")
    #expect(try ModelContext(container()).note(1)?.title == "note 1")
  }

  @Test func aReadOnlyStoreIsNotErased() throws {
    let readOnly = try container(allowsSave: false)
    #expect(throws: SwiftDataError.storeIsReadOnly) { try readOnly.erase() }
    #expect(try ModelContext(container()).codes() == [1, 2, 3])
  }

  @Test func aLockedSaveSucceedsLater() throws {
    let context = ModelContext(try container())
    let sqlite = try #require(try connection(of: context) as? SQLiteConnection)
    sqlite.setBusyTimeout(milliseconds: 20)
    let note = try #require(try context.note(1))
    note.title = "changed"
    context.insert(Note(code: 4))
    let other = try SQLiteConnection(path: url.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SwiftDataError.storeIsLocked) { try context.save() }
    #expect(error?.description.contains(url.path) == true)
    #expect(context.hasChanges)
    #expect(note.hasChanges)
    #expect(try context.codes() == [1, 2, 3, 4])
    try other.execute("COMMIT")
    try context.save()
    #expect(try ModelContext(container()).codes() == [1, 2, 3, 4])
  }

  @Test func aSaveOnAFullDiskSucceedsLater() throws {
    let context = ModelContext(try container())
    let sqlite = try connection(of: context)
    let count = try #require(try sqlite.rows("PRAGMA page_count").first?.first?.number)
    try sqlite.execute("PRAGMA max_page_count = \(Int(count) + 2)")
    let big = Note(code: 4, title: String(repeating: "x", count: 100_000))
    context.insert(Note(code: 5))
    context.insert(big)
    try context.delete(model: Note.self, where: #Predicate { $0.code == 1 })
    let error = #expect(throws: SwiftDataError.storeIsFull) { try context.save() }
    #expect(error?.recoverySuggestion?.contains("space") == true)
    #expect(big.persistentModelID.storeIdentifier == nil)
    #expect(context.hasChanges)
    #expect(try ModelContext(container()).codes() == [1, 2, 3])
    try sqlite.execute("PRAGMA max_page_count = 1073741823")
    try context.save()
    #expect(big.persistentModelID.storeIdentifier != nil)
    #expect(try ModelContext(container()).codes() == [2, 3, 4, 5])
  }

  @Test func aValueThatCannotBeReadIsNamed() throws {
    let store = try TestStore(.file, for: Composed.self)
    let context = store.makeContext()
    context.insert(Composed())
    try context.save()
    let path = try #require(store.url).path
    let raw = try SQLiteConnection(path: path, mode: .readWrite)
    try raw.run("UPDATE ZCOMPOSED SET ZGENRE = 'no such genre'")
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      try store.makeContext().fetch(FetchDescriptor<Composed>())
    }
    #expect(error?.description.contains("Composed.genre") == true)
    #expect(error?.description.contains("'no such genre'") == true)
  }
}
