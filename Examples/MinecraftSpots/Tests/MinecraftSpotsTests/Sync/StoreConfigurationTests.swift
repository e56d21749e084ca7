import CloudKitSync
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

/// iCloud同期有効 and ローカルのみ: both configurations open the same store.
@Suite("Store configuration")
struct StoreConfigurationTests {
  /// Lists the rules of Core Data's mirroring that the models break; `spots` syncs them anyway.
  @Test func modelsBreakRulesOfCloudKit() throws {
    let store = try SpotStore(.memory)
    let places = try store.container.cloudKitViolations().map { "\($0.entity).\($0.property)" }
    #expect(
      places.sorted() == [
        "ItemModel.createdAt", "ItemModel.id", "ItemModel.id", "ItemModel.updatedAt",
        "WorldModel.createdAt", "WorldModel.id", "WorldModel.id", "WorldModel.updatedAt",
      ])
  }

  @Test func bothConfigurationsOpenTheSameStore() throws {
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
