import Foundation
import Observation
import OpenSwiftData
import Testing

@Suite("Updating many models")
struct UpdateTests {
  @Test(arguments: Backend.available)
  func anUpdateIsOneStatementInOneTransaction(_ backend: Backend) throws {
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

  @Test func observersAndListenersReceiveAnUpdate() throws {
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
    #expect(told.value == 1)
    #expect(untold.value == 0)
    #expect(identifiers == [[notes[0].persistentModelID]])
    let none = try updatedIdentifiers(by: context) {
      try context.update(Note.self, where: #Predicate { $0.code == 9 }, .set(\.title, to: ""))
    }
    #expect(none.isEmpty)
  }

  /// The updated identifiers that `didSave` notifications report during `body`.
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

  @Test func handWrittenAndTransformedAttributesAreUpdated() throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let store = try TestStore(.memory, for: HandMade.self, Wall.self)
    let context = store.makeContext()
    let (hand, wall) = (HandMade(title: "t"), Wall(paint: Paint(red: 1)))
    context.insert(hand)
    context.insert(wall)
    try context.save()
    try context.update(HandMade.self, .increment(\.count, by: 4), .set(\.nickname, to: "n"))
    try context.update(Wall.self, .set(\.paint, to: Paint(red: 9)), .set(\.trim, to: \.paint))
    #expect(hand.count == 7)
    #expect(hand.nickname == "n")
    #expect(wall.paint.red == 9)
    #expect(wall.trim?.red == 1)
    let found = try store.makeContext().fetch(FetchDescriptor<Wall>())
    #expect(found.map(\.paint.red) == [9])
    #expect(found.map(\.trim?.red) == [1])
  }
}

/// Collects the identifiers that notifications report.
private final class IdentifierLog: @unchecked Sendable {
  // `@unchecked`: notifications are posted on the test's thread.
  private(set) var all: [[PersistentIdentifier]] = []
  func append(_ identifiers: [PersistentIdentifier]) { all.append(identifiers) }
}
