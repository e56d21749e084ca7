import Foundation
import OpenSwiftData
import Testing

@Suite("Updates that are refused")
struct RefusedUpdateTests {
  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func aUniqueValueForTwoRowsIsRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
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
    #expect(notes.map(\.code) == [1, 2, 3])
    #expect(notes.map(\.body) == ["", "", ""])
    #expect(try store.makeContext().codes() == [1, 2, 3])
    #expect(notes[2].title == "unsaved")
    #expect(context.changedModelsArray.count == 1)
    try context.save()
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany), [1, -1])
  func uniqueValuesCanShiftPastEachOther(_ kind: TestedStore, step: Int) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([5, 3, 4, 1, 2, 9])
    let count = try context.update(
      Note.self, where: #Predicate { $0.code < 6 }, .increment(\.code, by: step),
      .set(\.body, to: "moved"))
    #expect(count == 5)
    #expect(notes.map(\.code) == [5, 3, 4, 1, 2].map { $0 + step } + [9])
    let found = try store.makeReopenedContext().fetch(FetchDescriptor<Note>())
    #expect(found.map(\.code) == notes.map(\.code))
    #expect(found.map(\.body) == notes.map(\.body))
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany), [false, true])
  func aResultOutOfRangeIsRefused(_ kind: TestedStore, isPending: Bool) throws {
    let store = try TestStore(kind, for: Wide.self)
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
    #expect(wide.string == "")
    #expect(wide.int == .max)
    #expect(wide.uint8 == 1)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Wide>()).map(\.string) == ["", ""])
  }

  /// PostgreSQL's calendar ends, so an update cannot move a date beyond its range.
  @Test(arguments: TestedStore.supporting(.updatesOfMany), [2e12, 1e300, .infinity, .nan])
  func anUnsupportedDateIsRefused(_ kind: TestedStore, seconds: Double) throws {
    let store = try TestStore(kind, for: Wide.self)
    guard !kind.supports.contains(.everyDate) else { return }
    let context = store.makeContext()
    let wide = Wide()
    wide.date = Date(timeIntervalSinceReferenceDate: 8e12)
    context.insert(wide)
    try context.save()
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) {
      try context.update(Wide.self, .increment(\.date, by: seconds), .set(\.string, to: "s"))
    }
    #expect(error?.description.contains("Wide.date") == true)
    #expect(wide.date.timeIntervalSinceReferenceDate == 8e12)
    #expect(wide.string == "")
  }
}
