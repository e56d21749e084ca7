import Foundation
import OpenSwiftData
import Testing

@Suite("Selecting attributes")
struct SelectingTests {
  private struct Heading: Equatable {
    let title: String
    let count: Int
  }

  @Test(arguments: TestedStore.all)
  func selectingDoesNotMakeModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let identifiers = try store.makeContext().saveNotes([1, 2]).map(\.persistentModelID)
    let context = store.makeContext()
    let found = try context.fetch(
      FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]), selecting: \.persistentModelID,
      \.rating, \.createdAt)
    #expect(found.map(\.0) == identifiers)
    #expect(found.map(\.1) == [nil, nil])
    #expect(context.registeredModel(for: identifiers[0]) as Note? == nil)
  }

  @Test(arguments: TestedStore.all)
  func selectingReturnsValuesOfOneAttribute(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([2, 1])
    let order = [SortDescriptor(\Note.code)]
    #expect(try context.fetch(FetchDescriptor(sortBy: order), selecting: \.code) == [1, 2])
    #expect(try context.fetch(FetchDescriptor<Note>(fetchLimit: 0), selecting: \.code) == [])
  }

  @Test(arguments: TestedStore.all)
  func selectedValuesBecomeStructures(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(9)
    let expected = saved.map { Heading(title: $0.title, count: $0.count) }
    let all = FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code)])
    #expect(try context.fetch(all, selecting: \.title, \.count, as: Heading.init) == expected)
    let found = try context.fetch(all, selecting: \.title, \.count) {
      Heading(title: $0, count: $1)
    }
    #expect(found == expected)
  }

  @Test(arguments: TestedStore.all)
  func errorsOfTheTransformationAreRethrown(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    #expect(throws: CancellationError.self) {
      try context.fetch(FetchDescriptor<Note>(), selecting: \.title) { _ -> Int in
        throw CancellationError()
      }
    }
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.all)
  func computedPropertiesCanBeSelected(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(20)
    let found = try context.fetch(
      FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code)]), selecting: \.summary,
      \.spot?.seat, \.tags.count)
    #expect(found.map(\.0) == saved.map(\.summary))
    #expect(found.map(\.1) == saved.map { $0.spot?.seat })
    #expect(found.map(\.2) == saved.map(\.tags.count))
  }

  @Test(arguments: TestedStore.all)
  func selectingSeesUnsavedChangesOnRequest(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes([1, 2, 3])
    notes[0].title = "changed"
    context.delete(notes[1])
    context.insert(Note(code: 4, title: "new"))
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])
    #expect(
      try context.fetch(descriptor, selecting: \.title) == ["changed", "note 3", "new"])
    descriptor.includePendingChanges = false
    #expect(
      try context.fetch(descriptor, selecting: \.title) == ["note 1", "note 2", "note 3"])
    descriptor.sortBy = [SortDescriptor(\.title.count), SortDescriptor(\.code)]
    #expect(
      try context.fetch(descriptor, selecting: \.title) == ["note 1", "note 2", "note 3"])
  }
}
