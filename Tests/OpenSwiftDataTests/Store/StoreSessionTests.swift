import PredicateSQL
import RecordStore
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

  /// There are as many sets of changed properties as subsets of all.
  @Test func keepSoManyPlansAtMost() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let binding = try container.core.bindings.binding(for: Note.self)
    let session = try context.recordSession(binding.store).records
    let functions = try #require(try session.connection.rowValues())
    for changes in 0..<UInt64(3 * RecordSession.planLimit) {
      let mask = PropertyMask(word: changes)
      let plan = session.updatePlan(binding.record, mask)
      _ = session.batchUpdate(binding.record, mask, functions)
      #expect(plan.text == session.updatePlan(binding.record, mask).text)
      #expect(session.updatePlans.count <= RecordSession.planLimit)
      #expect(session.batchUpdates.count <= RecordSession.planLimit)
    }
  }

  /// A statement that ended later would do so while another context uses the connection.
  @Test func letGoOfStatementsBeforeTheyGiveTheConnectionBack() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    _ = try context.fetchCount(FetchDescriptor<Note>())
    let store = try #require(context.sessions.first?.store as? SQLiteStore)
    let session = try RecordStoreSession(store, store, StatementReports())
    session.cachedFetches.add(nil, for: FetchFingerprint())
    #expect(session.cachedFetches[FingerprintReader()] != nil)
    session.close()
    #expect(session.cachedFetches[FingerprintReader()] == nil)
  }

  /// Each of many fetches is found by its fingerprint; one more than are kept lets go of all others.
  @Test func findEachOfManyFetches() {
    let fetches = CachedFetches()
    let reader = FingerprintReader()
    func read(_ number: Int) {
      reader.clear()
      reader.add(number)
    }
    for number in 0..<256 {
      read(number)
      #expect(fetches[reader] == nil)
      fetches.add(nil, for: reader.fingerprint)
    }
    for number in 0..<300 {
      read(number)
      #expect((fetches[reader] != nil) == (number < 256))
    }
    // What was found last is not found any more either.
    read(0)
    #expect(fetches[reader] != nil)
    fetches.add(nil, for: FetchFingerprint())
    read(0)
    #expect(fetches[reader] == nil)
    fetches.removeAll()
    read(256)
    fetches.add(nil, for: reader.fingerprint)
    for number in 0..<300 {
      read(number)
      #expect((fetches[reader] != nil) == (number == 256))
    }
  }
}
