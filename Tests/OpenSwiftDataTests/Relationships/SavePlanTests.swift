import RecordStore
import StoreTesting
import Testing

@testable import OpenSwiftData

/// The changes that contexts pass to a store.
@Suite("Plans of saves")
struct SavePlanTests {
  /// If models of two entities are inserted alternately, one batch per model would waste memory.
  @Test func aPlanHasOneBatchPerEntity() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let session = try context.session(#require(context.core.stores.first))
    let records = try #require(session as? RecordStoreSession).records
    for number in 0..<200 {
      let trip = Trip(name: "\(number)")
      context.insert(trip)
      trip.items = (0..<3).map { Item(title: "\(number)-\($0)") }
    }
    var save = try #require(try PendingSave.gather(from: context).first)
    #expect(try save.plan(for: records).inserted.map(\.count) == [200, 600])
    try context.save()
    let trips = try context.fetch(FetchDescriptor<Trip>())
    for trip in trips {
      trip.name += "!"
      for item in trip.items { item.title += "!" }
    }
    save = try #require(try PendingSave.gather(from: context).first)
    #expect(try save.plan(for: records).changed.map(\.count) == [200, 600])
    try context.save()
    let titles = try store.makeContext().fetch(FetchDescriptor<Item>()).map(\.title)
    #expect(titles.count == 600)
    #expect(titles.allSatisfy { $0.hasSuffix("!") })
  }
}
