import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// The file of a store is moved, replaced or deleted while the store is open.
@Suite("Stores whose file goes")
struct MovedStoreTests {
  enum Fate: CaseIterable { case deleted, renamed, replaced, movedWithFolder }

  private let folder: TestFolder
  private let url: URL
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    url = folder.file("inner/test.store")
    container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
    try ModelContext(container).saveNotes([1])
  }

  private func meet(_ fate: Fate) throws {
    let files = FileManager.default
    switch fate {
    case .deleted:
      for suffix in ["", "-wal", "-shm"] {
        try? files.removeItem(atPath: url.path + suffix)
      }
    case .renamed: try files.moveItem(at: url, to: folder.file("inner/other.store"))
    case .replaced:
      let other = folder.file("other.store")
      try ModelContext(
        ModelContainer(for: Note.self, configurations: ModelConfiguration(url: other))
      ).saveNotes([7])
      try SQLiteConnection(path: other.path, mode: .readWrite)
        .execute("PRAGMA wal_checkpoint(TRUNCATE)")
      for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: url.path + suffix) }
      try files.moveItem(at: other, to: url)
    case .movedWithFolder: try files.moveItem(at: folder.file("inner"), to: folder.file("moved"))
    }
  }

  @Test(arguments: Fate.allCases)
  func aStoreWithoutItsFileRefusesToSave(fate: Fate) throws {
    let context = ModelContext(container)
    context.insert(Note(code: 2))
    try meet(fate)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .storeHasMoved)
    #expect("\(error)".contains(url.path))
    // The unsaved changes are kept.
    #expect(context.hasChanges)
    #expect(throws: SwiftDataError.storeHasMoved) {
      try context.update(Note.self, .set(\.title, to: "changed"))
    }
    #expect(throws: SwiftDataError.storeHasMoved) { try container.erase() }
  }

  @Test(arguments: Fate.allCases)
  func laterContextsDoNotMakeTheFileAnew(fate: Fate) throws {
    let context = ModelContext(container)
    _ = try context.codes()
    try meet(fate)
    let contexts = (0..<3).map { _ in ModelContext(container) }
    for context in contexts {
      #expect(throws: SwiftDataError.storeHasMoved) { try context.fetch(FetchDescriptor<Note>()) }
      context.insert(Note(code: 3))
      #expect(throws: SwiftDataError.storeHasMoved) { try context.save() }
    }
    if fate != .replaced { #expect(!FileManager.default.fileExists(atPath: url.path)) }
    if fate == .replaced {
      let other = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
      #expect(try ModelContext(other).codes() == [7])
    }
  }

  @Test func savingContinuesWhenTheFileIsBack() throws {
    let context = ModelContext(container)
    context.insert(Note(code: 2))
    try meet(.renamed)
    #expect(throws: SwiftDataError.storeHasMoved) { try context.save() }
    try FileManager.default.moveItem(at: folder.file("inner/other.store"), to: url)
    try context.save()
    #expect(try ModelContext(container).codes() == [1, 2])
  }

  @Test func aNewContainerMakesANewStore() throws {
    try meet(.deleted)
    let other = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
    try ModelContext(other).saveNotes([5])
    #expect(try ModelContext(other).codes() == [5])
    #expect(throws: SwiftDataError.storeHasMoved) {
      try ModelContext(container).fetch(FetchDescriptor<Note>())
    }
  }
}
