import Foundation
import OpenSwiftData
import Testing

@Suite("Updates that are refused")
struct RefusedUpdateTests {
  @Test(arguments: Backend.available)
  func aUniqueValueOfTwo(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2, 3])
    notes[2].title = "unsaved"
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.update(
        Note.self, where: #Predicate { $0.code < 3 }, .set(\.code, to: 7), .set(\.body, to: "b"))
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.update(
        Note.self, where: #Predicate { $0.code == 1 }, .increment(\.code, by: 1))
    }
    #expect(notes.map(\.code) == [1, 2, 3] && notes.map(\.body) == ["", "", ""])
    #expect(try store.makeContext().codes() == [1, 2, 3])
    #expect(notes[2].title == "unsaved" && context.changedModelsArray.count == 1)
    try context.save()
  }

  @Test(arguments: [1, -1])
  func notUniqueValuesThatOnlyPassEachOther(step: Int) throws {
    let store = try TestStore(.file, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([5, 3, 4, 1, 2, 9])
    let count = try context.update(
      Note.self, where: #Predicate { $0.code < 6 }, .increment(\.code, by: step),
      .set(\.body, to: "moved"))
    #expect(count == 5)
    #expect(notes.map(\.code) == [5, 3, 4, 1, 2].map { $0 + step } + [9])
    let found = try store.makeReopenedContext().fetch(FetchDescriptor<Note>())
    #expect(found.map(\.code) == notes.map(\.code) && found.map(\.body) == notes.map(\.body))
  }

  @Test(arguments: [false, true])
  func aResultThatDoesNotFit(isPending: Bool) throws {
    let store = try TestStore(.memory, for: Wide.self)
    let context = store.makeContext()
    let wide = Wide()
    (wide.int, wide.int8, wide.uint64, wide.uint8) = (.max, .max, .max, 1)
    (wide.int64, wide.decimal, wide.optionalUInt) = (.min, .greatestFiniteMagnitude, 0)
    context.insert(wide)
    context.insert(Wide())
    if !isPending { try context.save() }
    let assignments: [Assignment<Wide>] = [
      .increment(\.int, by: 1), .increment(\.int8, by: 1), .increment(\.uint64, by: 1),
      .decrement(\.uint8, by: 2), .decrement(\.int64, by: 1),
      .increment(\.decimal, by: .greatestFiniteMagnitude), .decrement(\.optionalUInt, by: 1),
    ]
    for assignment in assignments {
      #expect(throws: SwiftDataError.valueCannotBeStored) {
        try context.update(Wide.self, .set(\.string, to: "s"), assignment)
      }
    }
    #expect(wide.string == "" && wide.int == .max && wide.uint8 == 1)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Wide>()).map(\.string) == ["", ""])
  }

  @Test func whatIsNoAttribute() throws {
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

  @Test func aStoreThatIsOnlyRead() throws {
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
