import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

extension ShardSuites {
  /// Models with inheritance, and to-many relationships without an inverse, on shards.
  @Suite("Trees of models on shards")
  struct ShardedFleetTests {
    @Model
    class Vehicle {
      var owner: Int
      var number: Int
      var repairs: [Repair] = []

      init(owner: Int, number: Int) { (self.owner, self.number) = (owner, number) }
    }

    @Model
    final class Truck: Vehicle {
      #Unique<Truck>([\.owner, \.plate])
      var plate: String

      init(owner: Int, number: Int, plate: String) {
        self.plate = plate
        super.init(owner: owner, number: number)
      }
    }

    @Model
    final class Repair {
      var owner: Int
      var position = 0
      var price: Decimal
      var follows: Repair?

      init(owner: Int, price: Decimal) { (self.owner, self.price) = (owner, price) }
    }

    /// Also tests an ordinary store, whose properties have the names of the library's own columns.
    @Test(arguments: TestRun.isShort ? [2, -1] : [2, 0, -1])
    func modelTreesAreKeptTogether(_ shardCount: Int) throws {
      let store = ShardedStore(servers: try Shards.Servers.shared, shardCount: shardCount)
      let container = try store.container([Vehicle.self, Truck.self, Repair.self]) {
        $0.sharding?.keys = ["Vehicle": "owner", "Repair": "owner"]
      }
      for owner in 0..<4 {
        let context = ModelContext(container)
        let vehicle = Vehicle(owner: owner, number: 1)
        let truck = Truck(owner: owner, number: 2, plate: "A")
        context.insert(vehicle)
        context.insert(truck)
        let repairs = (0..<3).map { Repair(owner: owner, price: Decimal($0) + 0.25) }
        repairs[2].follows = repairs[1]
        truck.repairs = repairs
        try context.save()
        // Another truck with that plate replaces the row.
        let other = ModelContext(container)
        other.insert(Truck(owner: owner, number: 7 + owner, plate: "A"))
        try other.save()
      }
      let context = ModelContext(container)
      #expect(try context.fetchCount(FetchDescriptor<Vehicle>()) == 8)
      let trucks = try context.fetch(FetchDescriptor<Truck>(sortBy: [SortDescriptor(\.number)]))
      #expect(trucks.map(\.number) == [7, 8, 9, 10])
      let last = try context.fetch(
        FetchDescriptor<Repair>(predicate: #Predicate { $0.owner == 3 && $0.follows != nil }))
      #expect(last.map(\.price) == [2.25])
      #expect(last.first?.follows?.price == 1.25)
      let vehicle = try #require(
        try context.fetch(
          FetchDescriptor<Vehicle>(predicate: #Predicate { $0.owner == 2 && $0.number == 1 })
        ).first)
      vehicle.repairs = try context.fetch(
        FetchDescriptor<Repair>(predicate: #Predicate { $0.owner == 2 }))
      try context.save()
      let again = try ModelContext(container).fetch(
        FetchDescriptor<Vehicle>(predicate: #Predicate { $0.owner == 2 }))
      #expect(again.first { $0.number == 1 }?.repairs.count == 3)
    }
  }
}
