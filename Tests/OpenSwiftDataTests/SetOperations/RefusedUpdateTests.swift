import Foundation
import OpenSwiftData
import Testing

@Suite("Updates that are refused")
struct RefusedUpdateTests {
  @Test func onlyAttributesMayBeUpdated() throws {
    let context = try TestStore(.memory, for: Photo.self, Note.self, Forms.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Photo.self, .set(\.image, to: nil))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Forms.self, .set(\.scratch, to: [:]))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Note.self, .set(\.title, to: "a"), .set(\.title, to: "b"))
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.update(Wide.self, .set(\.int, to: 1))
    }
  }

  @Test func updatesOfReadOnlyStoresAreRefused() throws {
    let store = try TestStore(.file, for: Note.self)
    try store.makeContext().saveNotes([1])
    let url = try #require(store.url)
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      try ModelContext(container).update(Note.self, .set(\.title, to: "new"))
    }
  }
}
