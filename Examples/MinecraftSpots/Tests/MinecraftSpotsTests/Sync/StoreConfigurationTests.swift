import CloudKitSync
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

/// iCloud同期有効 and ローカルのみ: the store that both configurations open is the same one.
@Suite("Store configuration")
struct StoreConfigurationTests {
  /// What Core Data would not mirror, and what `spots` syncs all the same.
  @Test func breaksRulesOfCloudKit() throws {
    let store = try SpotStore(.memory)
    let places = try store.container.cloudKitViolations().map { "\($0.entity).\($0.property)" }
    #expect(
      places.sorted() == [
        "ItemModel.createdAt", "ItemModel.id", "ItemModel.id", "ItemModel.updatedAt",
        "WorldModel.createdAt", "WorldModel.id", "WorldModel.id", "WorldModel.updatedAt",
      ])
  }

  @Test func opensOneStoreWhateverIsSynced() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("spots.store")
      for (index, isOn) in [true, false, true].enumerated() {
        let container = try SwiftDataManager.makeContainer(at: url, iCloudSyncEnabled: isOn)
        let context = ModelContext(container)
        context.insert(ItemModel.testFixture(id: "\(index)"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<ItemModel>()) == index + 1)
        #expect(container.configurations.first?.cloudKitContainerIdentifier == nil)
      }
    }
  }
}
