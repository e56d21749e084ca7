import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Stores that Apple's frameworks mirror to CloudKit, with their sync state in the same file.
@Suite("Stores that are mirrored to CloudKit")
struct MirroredStoreTests {
  enum Old {
    @Model final class Note {
      var title: String
      init(_ title: String) { self.title = title }
    }
  }

  enum Noted {
    @Model final class Note {
      var title: String
      var text: String?
      init(_ title: String) { self.title = title }
    }
  }

  enum Filed {
    @Model final class Note {
      var title: String
      init(_ title: String) { self.title = title }
    }
    /// Its entity number precedes the one of `Note`.
    @Model final class Folder {
      var name: String
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  private let store: StoreFixture

  init() throws {
    store = try StoreFixture()
    let context = try store.open(Schema([Old.Note.self]))
    context.insert(Old.Note("milk"))
    try context.save()
    try store.makeForeign()
    try store.makeMirrored()
  }

  private func titles(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Old.Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  private func text(_ error: SwiftDataError?) -> String { error.map { "\($0)" } ?? "" }

  @Test func mirroredStoresAreReadOnly() throws {
    let before = try store.contents()
    let context = try store.open(Schema([Old.Note.self]))
    #expect(try titles(context) == ["milk"])
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) {
      context.insert(Old.Note("bread"))
      try context.save()
    }
    for part in ["CloudKit", "allowsSavingMirroredStore"] {
      #expect(text(error).contains(part), "\(text(error))")
    }
    context.rollback()
    #expect(throws: SwiftDataError.storeIsReadOnly) { try context.container.erase() }
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(try titles(context) == ["milk"])
    #expect(try store.contents() == before)
  }

  /// If a writable connection is the last one to close, it checkpoints and empties the log.
  @Test func readingKeepsTheLog() throws {
    let writer = try store.connect()
    try writer.run("PRAGMA wal_autocheckpoint = 0")
    try writer.run("UPDATE ZNOTE SET ZTITLE = 'tea'")
    let folder = try TestFolder()
    let copy = folder.file("copy.store")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: store.url.path + suffix, toPath: copy.path + suffix)
    }
    func bytes() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy.path + $0)) }
    }
    let before = try bytes()
    #expect(!before[1].isEmpty)
    do {
      let container = try ModelContainer(
        for: Schema([Old.Note.self]), configurations: ModelConfiguration(url: copy))
      #expect(try titles(ModelContext(container)) == ["tea"])
    }
    #expect(try bytes() == before)
  }

  @Test func aConfigurationCanAllowSaves() throws {
    let mirror = try store.contents()["ANSCKRECORDMETADATA"]
    let context = try store.open(Schema([Old.Note.self])) { $0.allowsSavingMirroredStore = true }
    context.insert(Old.Note("bread"))
    try context.save()
    #expect(try titles(context) == ["bread", "milk"])
    let contents = try store.contents()
    #expect(contents["ANSCKRECORDMETADATA"] == mirror)
    #expect(contents["ACHANGE"]?.count == 2)
  }

  @Test func readOnlyMirroredStoresAreNotMigrated() throws {
    let before = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Note.self]))
    }
    for part in ["Note differs: text is missing", "allowsSavingMirroredStore"] {
      #expect(text(error).contains(part), "\(text(error))")
    }
    #expect(try store.contents() == before)
  }

  @Test func onlyMigrationsThatKeepEntityNumbersAreAllowed() throws {
    let context = try store.open(Schema([Noted.Note.self])) { $0.allowsSavingMirroredStore = true }
    let notes = try context.fetch(FetchDescriptor<Noted.Note>())
    #expect(notes.map(\.title) == ["milk"])
    #expect(notes.map(\.text) == [nil])
    #expect(try store.contents()["ANSCKRECORDMETADATA"]?.count == 1)
    _ = try store.open(Schema([Noted.Note.self, Filed.Tag.self])) {
      $0.allowsSavingMirroredStore = true
    }
    let before = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Note.self, Filed.Tag.self, Filed.Folder.self])) {
        $0.allowsSavingMirroredStore = true
      }
    }
    #expect(text(error).contains("Folder is missing in the store"), "\(text(error))")
    #expect(try store.contents() == before)
  }
}
