import BenchmarkCommon
import CSQLiteBaseline
import Foundation
import OpenSwiftData

extension Workspace {
  static let shopModels: [any PersistentModel.Type] = [
    Customer.self, CustomerTag.self, Address.self, Review.self, Employee.self, Department.self,
    Supplier.self, Contact.self, Carrier.self, Setting.self, Product.self, Category.self,
    Warehouse.self, StockItem.self, Order.self, OrderLine.self, Payment.self, Invoice.self,
    Shipment.self, Coupon.self,
  ]

  static func shopContainer(_ store: URL) throws -> ModelContainer {
    try ModelContainer(for: Schema(shopModels), configurations: ModelConfiguration(url: store))
  }

  /// Creates a store with tables for 20 models, one of which has rows.
  func makeShopStore() throws -> URL {
    let store = folder.appendingPathComponent("shop.store")
    if FileManager.default.fileExists(atPath: store.path) { return store }
    let context = ModelContext(try Self.shopContainer(store))
    for number in 1...100 {
      context.insert(
        Customer(
          number: number, givenName: "Given name \(number)", familyName: "Family name \(number)",
          joinedAt: BookmarkValues.firstDate + Double(number)))
    }
    try context.save()
    try RawDatabase(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store
  }
}

extension ChildTask {
  static func openModels(_ store: URL) throws -> ChildReport {
    try measureStart {
      let context = ModelContext(try Workspace.shopContainer(store))
      var descriptor = FetchDescriptor<Customer>(predicate: #Predicate { $0.number == 50 })
      descriptor.fetchLimit = 1
      let customer = try context.fetch(descriptor).first
      return UInt64(customer?.familyName.utf8.count ?? 0)
    }
  }

  /// Selects the same columns as the library.
  static func openRows(_ store: URL) throws -> ChildReport {
    try measureStart {
      let database = try RawDatabase(store)
      let statement = try database.prepare(
        """
        SELECT Z_PK, Z_ENT, ZNUMBER, ZGIVENNAME, ZFAMILYNAME, ZEMAIL, ZJOINEDAT, ZISBLOCKED \
        FROM ZCUSTOMER WHERE ZNUMBER = ? LIMIT 1
        """)
      defer { statement.finalize() }
      statement.bind(50, 1)
      return try statement.step() ? statement.textLength(4) : 0
    }
  }

  private static func measureStart(_ work: () throws -> UInt64) rethrows -> ChildReport {
    let (processor, wall) = (processorTime(), wallTime())
    let result = try work()
    let (processorEnd, wallEnd) = (processorTime(), wallTime())
    var report = ChildReport(result: result)
    report.processorSeconds = processorEnd - processor
    report.wallSeconds = wallEnd - wall
    return report
  }
}
