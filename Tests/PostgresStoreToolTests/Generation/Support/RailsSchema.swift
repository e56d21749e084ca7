import SwiftData

enum RailsSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [
      Category.self, Customer.self, Order.self, OrderItem.self, Product.self, Remark.self,
      Vehicle.self, Car.self, FleetTruck.self,
    ]
  }
}
