import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Statement events")
struct StatementEventTests {
  private static let columns =
    "Z_PK, ZCODE, ZTITLE, ZBODY, ZCREATEDAT, ZTOKEN, ZRATING, ZURL, ZISPINNED"

  @Test(arguments: Backend.available)
  func aFetchIsOneStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<20)
    let reader = store.makeContext()
    var models: [Note] = []
    let texts = try statements(in: store.container) {
      models = try reader.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.code)]))
    }
    #expect(models.count == 20)
    #expect(texts == ["SELECT \(Self.columns) FROM ZNOTE ORDER BY ZCODE, Z_PK"])
    let count = try countStatements(in: store.container) {
      _ = try reader.fetchCount(FetchDescriptor<Note>())
      #expect(models.map(\.title).count == 20)
    }
    #expect(count == 1)
  }

  @Test(arguments: Backend.available)
  func aFaultIsOneStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let identifier = try store.makeContext().saveNotes([7])[0].persistentModelID
    let reader = store.makeContext()
    let note = try #require(reader.model(for: identifier) as? Note)
    let texts = statements(in: store.container) {
      #expect(note.title == "note 7")
      #expect(note.code == 7)
    }
    #expect(texts == ["SELECT \(Self.columns) FROM ZNOTE WHERE Z_PK = ?"])
  }

  @Test(arguments: Backend.available)
  func aSaveIsOneStatementForEachModelAndItsTransaction(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let context = store.makeContext()
    for code in 0..<5 { context.insert(Note(code: code)) }
    let texts = try statements(in: store.container) { try context.save() }
    #expect(texts.first == "BEGIN IMMEDIATE")
    #expect(texts.last == "COMMIT")
    let taking = texts.filter { $0.hasPrefix("UPDATE Z_PRIMARYKEY") && $0.contains("FROM ZNOTE)") }
    #expect(taking.count == 1)
    let insert =
      "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZCODE, ZTITLE, ZBODY, ZCREATEDAT, ZTOKEN, ZRATING, "
      + "ZURL, ZISPINNED) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    #expect(texts.count { $0 == insert } == 5)
  }

  @Test(arguments: Backend.available)
  func aCountOverPendingChangesLoadsNothing(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let saved = try store.makeContext().saveNotes(0..<20).map(\.persistentModelID)
    let context = store.makeContext()
    try #require(context.model(for: saved[3]) as? Note).code = 103
    context.delete(context.model(for: saved[4]))
    try context.delete(model: Note.self, where: #Predicate { $0.code > 15 && $0.code < 100 })
    for code in 50..<53 { context.insert(Note(code: code)) }
    let descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.code >= 3 })
    var found = 0
    let count = try countStatements(in: store.container) {
      found = try context.fetchCount(descriptor)
    }
    #expect(count == 1)
    // Codes 3 to 15 without 4, 3 having become 103, and three unsaved notes.
    #expect(found == 15)
    #expect(try context.fetch(descriptor).count == found)
  }

  @Test func anUpdateOfOnePropertyIsReported() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "other"
    let texts = try statements(in: store.container) { try context.save() }
    #expect(texts.contains("UPDATE ZNOTE SET Z_OPT = Z_OPT + 1, ZTITLE = ? WHERE Z_PK = ?"))
  }

  @Test func eventsReportRowsAndDurations() throws {
    let store = try TestStore(.memory, for: Note.self)
    let log = StatementLog()
    let observation = store.container.observeStatements { log.append($0) }
    let context = store.makeContext()
    let start = ContinuousClock.now
    try context.saveNotes(0..<12)
    let saved = log.events.count
    _ = try context.codes()
    let elapsed = start.duration(to: .now)
    #expect(log.events[saved...].map(\.rows) == [12])
    let inserts = log.events.filter { $0.sql.hasPrefix("INSERT INTO ZNOTE") }
    #expect(inserts.map(\.rows) == Array(repeating: 1, count: 12))
    #expect(log.events.filter { $0.sql == "BEGIN IMMEDIATE" }.map(\.rows) == [0])
    // A statement may run while rows of another one are read, so the sum of durations may exceed
    // the
    // elapsed time.
    #expect(log.events.allSatisfy { $0.duration > .zero && $0.duration <= elapsed })
    observation.cancel()
  }

  @Test func eventsOmitValuesUnlessRequested() throws {
    let store = try TestStore(.file, for: Note.self)
    let (discreet, open) = (StatementLog(), StatementLog())
    let observations = [
      store.container.observeStatements { discreet.append($0) },
      store.container.observeStatements(includingValues: true) { open.append($0) },
    ]
    let context = store.makeContext()
    context.insert(Note(code: 918_273, title: "the secret"))
    try context.save()
    let secret = "the secret"
    _ = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == secret }))
    #expect(discreet.events.allSatisfy { $0.expandedSQL == nil })
    for text in discreet.texts + open.texts {
      #expect(!text.contains(secret))
      #expect(!text.contains("918273"))
    }
    #expect(open.events.count { $0.expandedSQL?.contains("'the secret'") ?? false } == 2)
    for observation in observations { observation.cancel() }
  }

  @Test func eventsEndWithTheirObservation() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let log = StatementLog()
    var observation: StatementObservation? = store.container.observeStatements { log.append($0) }
    _ = try context.codes()
    #expect(log.events.count == 1)
    observation?.cancel()
    _ = try context.codes()
    #expect(log.events.count == 1)
    observation = store.container.observeStatements { log.append($0) }
    _ = try context.codes()
    #expect(log.events.count == 2)
    observation = nil
    _ = try context.codes()
    #expect(log.events.count == 2)
  }

  @Test func anObservationMayEndInAHandler() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let log = StatementLog()
    let other = store.container.observeStatements { _ in }
    let observation = store.container.observeStatements {
      log.append($0)
      other.cancel()
    }
    _ = try context.codes()
    _ = try context.codes()
    #expect(log.events.count == 2)
    observation.cancel()
  }

  @Test func anObservationFollowsOneContextOrAll() throws {
    let store = try TestStore(.file, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    let (ofFirst, ofAll) = (StatementLog(), StatementLog())
    let observations = [
      first.observeStatements { ofFirst.append($0) },
      store.container.observeStatements { ofAll.append($0) },
    ]
    _ = try first.codes()
    _ = try second.fetchCount(FetchDescriptor<Note>())
    #expect(ofFirst.texts.count == 1)
    #expect(ofAll.texts.count == 2)
    #expect(ofAll.texts.first == ofFirst.texts.first)
    for observation in observations { observation.cancel() }
  }

  @Test func aConnectionReusedByAnotherContextIsNotObserved() throws {
    let store = try TestStore(.memory, for: Note.self)
    let log = StatementLog()
    var context: ModelContext? = store.makeContext()
    let observation = context?.observeStatements { log.append($0) }
    _ = try context?.codes()
    context = nil
    _ = try store.makeContext().codes()
    #expect(log.events.count == 1)
    observation?.cancel()
  }

  @Test func anInsertionThatConflictsIsReported() throws {
    let store = try TestStore(.memory, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    context.insert(Note(code: 1, title: "again"))
    let texts = try statements(in: store.container) { try context.save() }
    // The insertion conflicts with the stored code, so the row is updated instead.
    #expect(texts.count { $0.hasPrefix("INSERT INTO ZNOTE") } == 1)
    #expect(texts.count { $0.hasPrefix("UPDATE ZNOTE") } == 1)
    #expect(texts.last == "COMMIT")
  }

  /// Events have no errors; that a statement failed shows by what follows.
  @Test func aStatementThatFailsIsReported() throws {
    let store = try TestStore(.file, for: Note.self)
    try SQLiteConnection(path: #require(store.url).path, mode: .readWrite).execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON ZNOTE BEGIN SELECT RAISE(ABORT, 'refused'); END")
    let context = store.makeContext()
    context.insert(Note(code: 1))
    let texts = statements(in: store.container) {
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }
    #expect(texts.count { $0.hasPrefix("INSERT INTO ZNOTE") } == 1)
    #expect(texts.contains("ROLLBACK"))
    #expect(!texts.contains("COMMIT"))
  }

  @Test func eventsAreStreamed() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let events = store.container.statementEvents()
    try await NoteStore(modelContainer: store.container).add(1)
    var texts: [String] = []
    for await event in events {
      texts.append(event.sql)
      if event.sql == "COMMIT" { break }
    }
    #expect(texts.first == "BEGIN IMMEDIATE")
  }
}
