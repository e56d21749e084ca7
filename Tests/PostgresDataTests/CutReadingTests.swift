import Foundation
import NetworkFaults
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

@testable import savepostgres

/// Connections are cut during a query or its result; another server may take over.
@Suite(
  "Readings that are cut", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct CutReadingTests {
  private static let placeCount = TestRun.isShort ? 8 : 24

  /// A different sort order each time, so that no connection has prepared the statement.
  private static let orders: [[SortDescriptor<Parcel>]] = {
    let attributes: [(SortOrder) -> SortDescriptor<Parcel>] = [
      { SortDescriptor(\.code, order: $0) }, { SortDescriptor(\.batch, order: $0) },
      { SortDescriptor(\.weight, order: $0) },
    ]
    let permutations = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    return (0..<8).flatMap { bits in
      permutations.map { places in
        places.map { attributes[$0](bits >> $0 & 1 == 0 ? .forward : .reverse) }
      }
    }
  }()

  @Test(arguments: CuttingProxy.Direction.allCases)
  func cutReadsAreRepeated(_ direction: CuttingProxy.Direction) throws {
    let proxy = try CuttingProxy(toPort: PostgresServer.shared.port)
    let host = "127.0.0.1:\(proxy.port)"
    var configuration = PostgresConfiguration(
      "postgres://tester@\(host),\(host)/postgres",
      databaseSchema: "cut_\(UUID().uuidString.prefix(8).lowercased())")
    configuration.maximumConnections = 1
    let container = try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil, configurations: [configuration])
    let context = ModelContext(container)
    let codes = ["a", "b", "c"]
    for code in codes { context.insert(Parcel(code: code, batch: "1", weight: 2)) }
    try context.save()

    func read(_ order: [SortDescriptor<Parcel>]) throws -> [String] {
      try ModelContext(container).fetch(FetchDescriptor<Parcel>(sortBy: order)).map(\.code).sorted()
    }
    _ = proxy.takeCounts()
    // The first read is not cut, and measures the bytes; all others have as many or more.
    #expect(try read(Self.orders[0]) == codes)
    let total = try #require(proxy.takeCounts()[direction])
    for (number, order) in Self.orders.dropFirst().prefix(Self.placeCount).enumerated() {
      let place = total * number / Self.placeCount
      proxy.cut(.init(direction, after: place, isReset: number.isMultiple(of: 2)))
      #expect(try read(order) == codes, "cut after \(place) of \(total) bytes")
      #expect(proxy.hasCut)
    }
  }
}
