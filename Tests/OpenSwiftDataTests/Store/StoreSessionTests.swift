import PredicateSQL
import SQLCore
import Testing

@testable import OpenSwiftData

/// What one context has of one store.
@Suite("Sessions of a store")
struct StoreSessionTests {
  @Model final class Note {
    var text = ""

    init() {}
  }

  /// A statement that ended later would do so while another context uses the connection.
  @Test func letGoOfStatementsBeforeTheyGiveTheConnectionBack() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    _ = try context.fetchCount(FetchDescriptor<Note>())
    let store = try #require(context.sessions.first).store
    let session = try StoreSession(store, observers: StatementObservers())
    session.templates.add(nil, for: FetchShape())
    #expect(session.templates[FetchShape()] != nil)
    session.close()
    #expect(session.templates[FetchShape()] == nil)
  }
}
