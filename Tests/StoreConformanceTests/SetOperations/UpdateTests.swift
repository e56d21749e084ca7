import Foundation
import Observation
import OpenSwiftData
import Testing

@Suite("Updating many models")
struct UpdateTests {
  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func updatesIncrementCopyAndSetValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(40)
    try store.makeContext().update(
      Purchase.self, .increment(\.count, by: 2), .decrement(\.optionalCount, by: 1),
      .increment(\.price, by: 0.01), .decrement(\.wide, by: 1), .increment(\.float, by: 0.25),
      .increment(\.date, by: 3600), .set(\.comment, to: \.title), .set(\.stage, to: .sent),
      .set(\.spot, to: Spot(row: 3, seat: nil)), .set(\.mood, to: nil), .set(\.tags, to: ["x"]))
    let order = [SortDescriptor(\Purchase.code)]
    let found = try store.makeContext().fetch(FetchDescriptor(sortBy: order))
    try #require(found.count == saved.count)
    for (new, old) in zip(found, saved) {
      #expect(new.count == old.count + 2)
      #expect(new.optionalCount == old.optionalCount.map { $0 - 1 })
      #expect(new.price == old.price + 0.01)
      #expect(new.wide == old.wide - 1)
      #expect(new.float == old.float + 0.25)
      #expect(new.date == old.date + 3600)
      #expect(new.comment == old.title)
      #expect(new.stage == .sent)
      #expect(new.mood == nil)
      #expect(new.spot == Spot(row: 3, seat: nil))
      #expect(new.tags == ["x"])
    }
  }

  @Test(
    arguments: TestedStore.supporting(.updatesOfMany, .nonFiniteNumbers),
    [1.5, 1.6e308, -.infinity, .nan])
  func floatingPointIncrementsAgreeWithSwift(_ kind: TestedStore, amount: Double) throws {
    let store = try TestStore(kind, for: Wide.self)
    let context = store.makeContext()
    let values: [Double] = [0, -1.5, 0.1, .infinity, .nan, 1e300, 1e308, -1.7e308]
    for (number, value) in values.enumerated() {
      let wide = Wide()
      (wide.double, wide.float, wide.optionalDouble) = (value, Float(value), nil)
      wide.int = number
      context.insert(wide)
    }
    try context.save()
    try context.update(
      Wide.self, .increment(\.double, by: amount), .decrement(\.float, by: Float(amount)),
      .increment(\.optionalDouble, by: 1))
    let order = [SortDescriptor(\Wide.int)]
    let found = try store.makeContext().fetch(FetchDescriptor(sortBy: order))
    try #require(found.count == values.count)
    for (wide, value) in zip(found, values) {
      let (sum, difference) = (value + amount, Float(value) - Float(amount))
      #expect(wide.double == sum || wide.double.isNaN && sum.isNaN)
      #expect(wide.float == difference || wide.float.isNaN && difference.isNaN)
      #expect(wide.optionalDouble == nil)
    }
  }

  @Test(
    arguments: TestedStore.supporting(.updatesOfMany, .everyDate), [1.5, -.infinity, .nan])
  func dateIncrementsAgreeWithSwift(_ kind: TestedStore, amount: Double) throws {
    let store = try TestStore(kind, for: Wide.self)
    let context = store.makeContext()
    let values: [Double] = [0, -1.5, 0.1, .infinity, .nan, 1e300]
    for (number, value) in values.enumerated() {
      let wide = Wide()
      wide.int = number
      wide.date = Date(timeIntervalSinceReferenceDate: value)
      context.insert(wide)
    }
    try context.save()
    try context.update(Wide.self, .increment(\.date, by: amount))
    let order = [SortDescriptor(\Wide.int)]
    let found = try store.makeContext().fetch(FetchDescriptor(sortBy: order))
    try #require(found.count == values.count)
    for (wide, value) in zip(found, values) {
      let (seconds, sum) = (wide.date.timeIntervalSinceReferenceDate, value + amount)
      #expect(seconds == sum || seconds.isNaN && sum.isNaN)
    }
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func dateIncrementsKeepMicroseconds(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Wide.self)
    let context = store.makeContext()
    let wide = Wide()
    wide.date = Date(timeIntervalSinceReferenceDate: 12.000_001)
    context.insert(wide)
    try context.save()
    try context.update(
      Wide.self, .increment(\.date, by: 3600.25), .increment(\.optionalDate, by: 1))
    let found = try #require(try store.makeContext().fetch(FetchDescriptor<Wide>()).first)
    #expect(abs(found.date.timeIntervalSinceReferenceDate - 3612.250_001) < 1e-7)
    #expect(found.optionalDate == nil)
    #expect(wide.date == found.date)
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func assignmentsReadPreviousValues(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(3)
    let (titles, counts) = (saved.map(\.title), saved.map(\.count))
    saved[2].isPaid.toggle()
    try context.update(
      Purchase.self, .set(\.title, to: "t"), .set(\.comment, to: \.title),
      .set(\.optionalCount, to: \.count), .increment(\.count, by: 1))
    #expect(saved.map(\.comment) == titles)
    #expect(saved.map(\.title) == ["t", "t", "t"])
    #expect(saved.map(\.optionalCount) == counts)
    #expect(saved.map(\.count) == counts.map { $0 + 1 })
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func instancesGetNewValuesWithoutFetching(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2])
    try context.update(
      Note.self, where: #Predicate { $0.code == 1 }, .set(\.title, to: "new"),
      .set(\.url, to: "u"))
    let count = countStatements(in: store.container) {
      #expect(notes[0].title == "new")
      #expect(notes[0].url == "u")
      #expect(notes[0].body == "")
      #expect(notes[1].title == "note 2")
    }
    #expect(count == 0)
    #expect(!context.hasChanges)
    #expect(!notes[0].hasChanges)
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func unsavedChangesStayUnsaved(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2, 3])
    notes[0].title = "mine"
    notes[1].code = 20
    context.delete(notes[2])
    let new = Note(code: 4, title: "unsaved")
    context.insert(new)
    let count = try context.update(
      Note.self, where: #Predicate { $0.code != 2 }, .set(\.body, to: "b"))
    #expect(count == 3)
    #expect(notes[0].body == "b")
    #expect(notes[1].body == "b")
    #expect(new.body == "b")
    #expect(notes[0].title == "mine")
    #expect(notes[0].hasChanges)
    let other = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(other.map(\.body) == ["", "", ""])
    try context.save()
    let saved = try store.makeContext().fetch(FetchDescriptor(sortBy: [SortDescriptor(\Note.code)]))
    #expect(saved.map(\.code) == [1, 4, 20])
    #expect(saved.map(\.body) == ["b", "b", "b"])
    #expect(saved.map(\.title) == ["mine", "unsaved", "note 2"])
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func rollbackDoesNotRevertUpdates(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes([1, 2])
    notes[1].title = "unsaved"
    try context.update(Note.self, .set(\.body, to: "b"))
    context.rollback()
    #expect(notes.map(\.body) == ["b", ""])
    #expect(notes.map(\.title) == ["note 1", "note 2"])
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func otherContextsSeeUpdates(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([1, 2])
    let other = try store.makeReopenedContext()
    let (first, second) = (try #require(try other.note(1)), try #require(try other.note(2)))
    second.title = "mine"
    try context.update(Note.self, .set(\.title, to: "new"))
    _ = try other.fetch(FetchDescriptor<Note>())
    #expect(first.title == "new")
    #expect(second.title == "mine")
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func updatesSupportPredicatesEvaluatedInMemory(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(30)
    let context = store.makeContext()
    let count = try context.update(
      Purchase.self, where: #Predicate { $0.tags.contains("b") }, .increment(\.count, by: 100))
    #expect(count == saved.count { $0.tags.contains("b") })
    #expect(!context.hasChanges)
    let found = try store.makeContext().fetch(FetchDescriptor<Purchase>())
    #expect(found.count == saved.count)
    for purchase in found {
      #expect((purchase.count > 50) == purchase.tags.contains("b"))
    }
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func updatesWorkBeyondTheSixtyFourthProperty(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Broad.self)
    let context = store.makeContext()
    let broad = Broad(base: 0)
    context.insert(broad)
    try context.save()
    let (before, after) = (broad.p69, broad.p67)
    try context.update(Broad.self, .increment(\.p68, by: 5))
    #expect(broad.p68 == 73)
    #expect(broad.p69 == before)
    #expect(broad.p67 == after)
    #expect(!context.hasChanges)
  }
}
