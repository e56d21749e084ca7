import Foundation
import Observation
import OpenSwiftData
import Testing

@Suite("Updating many models")
struct UpdateTests {
  @Test(arguments: Backend.available)
  func isOneStatementInOneTransaction(_ backend: Backend) throws {
    let store = try TestStore(backend, [Note.self], tracksHistory: false)
    try store.makeContext().saveNotes(0..<10)
    let context = store.makeContext()
    let texts = try statements(in: store.container) {
      let count = try context.update(
        Note.self, where: #Predicate { $0.code >= 6 }, .set(\.title, to: "new"),
        .set(\.rating, to: 4))
      #expect(count == 4)
    }
    #expect(
      texts == [
        "BEGIN IMMEDIATE", "PRAGMA schema_version",
        #"UPDATE ZNOTE SET Z_OPT = Z_OPT + 1, ZTITLE = ?, ZRATING = ? "#
          + #"WHERE (ZCODE >= ?) RETURNING Z_PK, Z_ENT, ZTITLE, ZRATING"#,
        "COMMIT",
      ])
    let order = [SortDescriptor(\Note.code)]
    let notes = try store.makeReopenedContext().fetch(FetchDescriptor(sortBy: order))
    #expect(notes.map(\.title) == (0..<6).map { "note \($0)" } + Array(repeating: "new", count: 4))
    #expect(notes.map(\.rating) == Array(repeating: nil, count: 6) + Array(repeating: 4, count: 4))
  }

  @Test func countsCopiesAndMovesDates() throws {
    let store = try TestStore(.memory, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(40)
    try store.makeContext().update(
      Purchase.self, .increment(\.count, by: 2), .decrement(\.optionalCount, by: 1),
      .increment(\.price, by: 0.01), .decrement(\.wide, by: 1), .increment(\.float, by: 0.25),
      .increment(\.date, by: 3600), .set(\.comment, to: \.title), .set(\.stage, to: .sent),
      .set(\.spot, to: Spot(row: 3, seat: nil)), .set(\.mood, to: nil), .set(\.tags, to: ["x"]))
    let order = [SortDescriptor(\Purchase.code)]
    let found = try store.makeContext().fetch(FetchDescriptor(sortBy: order))
    for (new, old) in zip(found, saved) {
      #expect(new.count == old.count + 2 && new.optionalCount == old.optionalCount.map { $0 - 1 })
      #expect(new.price == old.price + 0.01 && new.wide == old.wide - 1)
      #expect(new.float == old.float + 0.25 && new.date == old.date + 3600)
      #expect(new.comment == old.title && new.stage == .sent && new.mood == nil)
      #expect(new.spot == Spot(row: 3, seat: nil) && new.tags == ["x"])
    }
  }

  @Test(arguments: [1.5, -.infinity, .nan])
  func countsFloatingPointNumbersAsSwiftDoes(amount: Double) throws {
    let store = try TestStore(.memory, for: Wide.self)
    let context = store.makeContext()
    let values: [Double] = [0, -1.5, 0.1, .infinity, .nan, 1e300]
    for value in values {
      let wide = Wide()
      (wide.double, wide.float, wide.optionalDouble) = (value, Float(value), nil)
      wide.date = Date(timeIntervalSinceReferenceDate: value)
      context.insert(wide)
    }
    try context.save()
    try context.update(
      Wide.self, .increment(\.double, by: amount), .decrement(\.float, by: Float(amount)),
      .increment(\.optionalDouble, by: 1), .increment(\.date, by: amount))
    let found = try store.makeContext().fetch(FetchDescriptor<Wide>())
    for (wide, value) in zip(found, values) {
      let (sum, difference) = (value + amount, Float(value) - Float(amount))
      #expect(wide.double == sum || wide.double.isNaN && sum.isNaN)
      #expect(wide.float == difference || wide.float.isNaN && difference.isNaN)
      let seconds = wide.date.timeIntervalSinceReferenceDate
      #expect((seconds == sum || seconds.isNaN && sum.isNaN) && wide.optionalDouble == nil)
    }
  }

  @Test func readsTheValuesFromBefore() throws {
    let context = try TestStore(.memory, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(3)
    let (titles, counts) = (saved.map(\.title), saved.map(\.count))
    saved[2].isPaid.toggle()
    try context.update(
      Purchase.self, .set(\.title, to: "t"), .set(\.comment, to: \.title),
      .set(\.optionalCount, to: \.count), .increment(\.count, by: 1))
    #expect(saved.map(\.comment) == titles && saved.map(\.title) == ["t", "t", "t"])
    #expect(saved.map(\.optionalCount) == counts && saved.map(\.count) == counts.map { $0 + 1 })
  }

  @Test func givesInstancesTheNewValuesWithoutFetching() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2])
    try context.update(
      Note.self, where: #Predicate { $0.code == 1 }, .set(\.title, to: "new"),
      .set(\.url, to: "u"))
    let count = countStatements(in: store.container) {
      #expect(notes[0].title == "new" && notes[0].url == "u" && notes[0].body == "")
      #expect(notes[1].title == "note 2")
    }
    #expect(count == 0 && !context.hasChanges && !notes[0].hasChanges)
  }

  @Test func leavesUnsavedChangesUnsaved() throws {
    let store = try TestStore(.memory, for: Note.self)
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
    #expect(notes[0].body == "b" && notes[1].body == "b" && new.body == "b")
    #expect(notes[0].title == "mine" && notes[0].hasChanges)
    let other = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(other.map(\.body) == ["", "", ""])
    try context.save()
    let saved = try store.makeContext().fetch(FetchDescriptor(sortBy: [SortDescriptor(\Note.code)]))
    #expect(saved.map(\.code) == [1, 4, 20] && saved.map(\.body) == ["b", "b", "b"])
    #expect(saved.map(\.title) == ["mine", "unsaved", "note 2"])
  }

  @Test func isNotTakenBackByRollback() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let notes = try context.saveNotes([1, 2])
    notes[1].title = "unsaved"
    try context.update(Note.self, .set(\.body, to: "b"))
    context.rollback()
    #expect(notes.map(\.body) == ["b", ""] && notes.map(\.title) == ["note 1", "note 2"])
  }

  @Test func tellsObserversAndListeners() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2])
    let (told, untold) = (Counter(), Counter())
    withObservationTracking {
      _ = notes[0].title
    } onChange: {
      told.add(1)
    }
    withObservationTracking {
      _ = notes[0].body
    } onChange: {
      untold.add(1)
    }
    let identifiers = try updatedIdentifiers(by: context) {
      try context.update(Note.self, where: #Predicate { $0.code == 1 }, .set(\.title, to: "new"))
    }
    #expect(told.value == 1 && untold.value == 0)
    #expect(identifiers == [[notes[0].persistentModelID]])
    let none = try updatedIdentifiers(by: context) {
      try context.update(Note.self, where: #Predicate { $0.code == 9 }, .set(\.title, to: ""))
    }
    #expect(none.isEmpty)
  }

  /// What `didSave` said in `body`.
  private func updatedIdentifiers(
    by context: ModelContext, _ body: () throws -> Void
  ) rethrows -> [[PersistentIdentifier]] {
    let log = IdentifierLog()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
      log.append(notification.userInfo?[key] as? [PersistentIdentifier] ?? [])
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try body()
    return log.all
  }

  @Test(arguments: Backend.available)
  func isSeenByOtherContexts(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([1, 2])
    let other = try store.makeReopenedContext()
    let (first, second) = (try #require(try other.note(1)), try #require(try other.note(2)))
    second.title = "mine"
    try context.update(Note.self, .set(\.title, to: "new"))
    _ = try other.fetch(FetchDescriptor<Note>())
    #expect(first.title == "new" && second.title == "mine")
  }

  @Test func updatesWhatOnlyMemoryCanFind() throws {
    let store = try TestStore(.memory, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(30)
    let context = store.makeContext()
    let count = try context.update(
      Purchase.self, where: #Predicate { $0.tags.contains("b") }, .increment(\.count, by: 100))
    #expect(count == saved.count { $0.tags.contains("b") } && !context.hasChanges)
    for purchase in try store.makeContext().fetch(FetchDescriptor<Purchase>()) {
      #expect((purchase.count > 50) == purchase.tags.contains("b"))
    }
  }

  @Test func worksForModelsWrittenByHandAndTransformedValues() throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let store = try TestStore(.memory, for: HandMade.self, Wall.self)
    let context = store.makeContext()
    let (hand, wall) = (HandMade(title: "t"), Wall(paint: Paint(red: 1)))
    context.insert(hand)
    context.insert(wall)
    try context.save()
    try context.update(HandMade.self, .increment(\.count, by: 4), .set(\.nickname, to: "n"))
    try context.update(Wall.self, .set(\.paint, to: Paint(red: 9)), .set(\.trim, to: \.paint))
    #expect(hand.count == 7 && hand.nickname == "n")
    #expect(wall.paint.red == 9 && wall.trim?.red == 1)
    let found = try store.makeContext().fetch(FetchDescriptor<Wall>())
    #expect(found.map(\.paint.red) == [9] && found.map(\.trim?.red) == [1])
  }

  @Test func worksBeyondTheSixtyFourthProperty() throws {
    let store = try TestStore(.memory, for: Broad.self)
    let context = store.makeContext()
    let broad = Broad(base: 0)
    context.insert(broad)
    try context.save()
    let (before, after) = (broad.p69, broad.p67)
    try context.update(Broad.self, .increment(\.p68, by: 5))
    #expect(broad.p68 == 73 && broad.p69 == before && broad.p67 == after)
    #expect(!context.hasChanges)
  }
}

/// The identifiers that notifications told of.
private final class IdentifierLog: @unchecked Sendable {
  // `@unchecked`: notifications come on the thread of the test.
  private(set) var all: [[PersistentIdentifier]] = []
  func append(_ identifiers: [PersistentIdentifier]) { all.append(identifiers) }
}
