import Foundation
import Locks
import Testing

@testable import OpenSwiftData

@Model private final class FaultyEntry {
  var title = ""

  init(_ title: String) { self.title = title }
}

@Suite("Failures of custom stores")
struct CustomStoreFailureTests {
  private let shelf = Shelf()
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Schema([FaultyEntry.self]), configurations: [ShelfConfiguration(shelf)])
    let context = ModelContext(container)
    context.insert(FaultyEntry("a"))
    try context.save()
  }

  @Test func snapshotsWithOtherValuesAreReported() throws {
    for wrong in [SnapshotValue.attribute(5), .members([])] {
      shelf.snapshots.withLock { kept in kept = kept.mapValues { $0.with("title", wrong) } }
      let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
        try ModelContext(container).fetch(FetchDescriptor<FaultyEntry>())
      }
      #expect(error?.description.contains("FaultyEntry.title") == true)
      #expect(error?.recoverySuggestion?.contains("Change the store") == true)
    }
  }

  @Test func impossibleKeysAreTheFaultOfTheStore() throws {
    let store = try #require(container.core.stores.first)
    let error = store.impossibleKey(-1, of: "FaultyEntry")
    #expect(error == .storeIsCorrupt)
    #expect(error.errorDescription?.contains("its primary key is -1") == true)
    #expect(error.recoverySuggestion?.contains("Change the store") == true)
  }
}
