import PredicateSQL
import RecordStore
import SQLCore
import Testing

@testable import OpenSwiftData

/// The session of one context with one store.
@Suite("Sessions of a store")
struct StoreSessionTests {
  @Model final class Note {
    var text = ""

    init() {}
  }

  /// There can be as many update plans as subsets of the properties.
  @Test func aSessionKeepsALimitedNumberOfPlans() throws {
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

  /// Finalizing a statement later would happen while another context uses the connection.
  @Test func aClosedSessionHasReleasedItsStatements() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    _ = try context.fetchCount(FetchDescriptor<Note>())
    let store = try #require(context.registry.sessions.first?.store as? SQLiteStore)
    let session = try RecordStoreSession(store, store, StatementReports())
    session.cachedFetches.add(nil, for: FetchFingerprint())
    #expect(session.cachedFetches[FingerprintReader()] != nil)
    session.close()
    #expect(session.cachedFetches[FingerprintReader()] == nil)
  }

  /// Each cached fetch is found by its fingerprint; adding one more than the limit evicts all
  /// others.
  @Test func cachedFetchesFindEachOfManyFingerprints() {
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
    // The most recently found fetch is evicted as well.
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
