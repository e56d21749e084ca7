import BenchmarkCommon
import Foundation
import OpenSwiftData
import PostgresData

/// The initial databases of workloads, created by the library on a server for this run only.
final class Databases {
  enum Content: String { case empty, filled, many, noTrips = "no_trips", trips }

  let rowCount: Int
  let values: [BookmarkValues]
  let rawValues: RawValues
  let queries: [StatusQuery]
  /// Queries that at most 1 in 100 of the bookmarks match.
  let counts: [StatusQuery]
  let order: [Int]
  /// Trips with their items, as JSON.
  let trips: Data

  private let server: BenchmarkServer
  private let administrator: Baseline
  private var made: Set<String> = []
  private var copyCount = 0
  /// Counts the statements of new containers, unless it is nil.
  var statements: StatementCounter?

  static let pageSize = 100
  private static let queryCount = 2_000
  /// How many times the rows of the other databases `.many` has.
  static let copiesOfMany = 10

  init(_ server: BenchmarkServer, rowCount: Int) throws {
    (self.server, self.rowCount) = (server, rowCount)
    values = BookmarkValues.make(rowCount)
    rawValues = RawValues(values)
    queries = StatusQuery.make(Self.queryCount, of: rowCount)
    counts = StatusQuery.make(Self.queryCount, of: rowCount, from: 0.96)
    order = Lookups.order(of: rowCount)
    trips = try JSONEncoder().encode(Trip.make(rowCount / 10).map(TripValues.init))
    administrator = try Baseline(server.address)
  }

  /// Removes all created databases.
  func remove() {
    for name in made { try? administrator.execute("DROP DATABASE \(name) WITH (FORCE)") }
  }

  var tripCount: Int { rowCount / 10 }

  /// Creates a container for a database, whose statements are counted by ``statements``.
  func container(
    _ address: String, _ content: Content, tracksHistory: Bool = false
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(address)
    configuration.tracksHistory = tracksHistory
    let models: [any PersistentModel.Type] =
      [.trips, .noTrips].contains(content) ? [Trip.self, Item.self] : [Bookmark.self]
    let container = try ModelContainer(for: Schema(models), configurations: [configuration])
    statements?.observe(container)
    return container
  }

  /// Runs `body` with a copy of a database, which is removed afterwards.
  func withCopy<Result>(
    of content: Content, _ body: (_ address: String) throws -> Result
  ) throws -> Result {
    copyCount += 1
    let copy = "copy_\(copyCount)"
    try administrator.execute("CREATE DATABASE \(copy) TEMPLATE \(try template(content))")
    defer { try? administrator.execute("DROP DATABASE \(copy) WITH (FORCE)") }
    return try body(server.address(database: copy))
  }

  /// The address of a database that must not change.
  func shared(_ content: Content) throws -> String {
    let name = "shared_\(content.rawValue)"
    if made.insert(name).inserted {
      try administrator.execute("CREATE DATABASE \(name) TEMPLATE \(try template(content))")
    }
    return server.address(database: name)
  }

  private func template(_ content: Content) throws -> String {
    let name = content.rawValue
    guard made.insert(name).inserted else { return name }
    try administrator.execute("CREATE DATABASE \(name)")
    let address = server.address(database: name)
    let counter = statements
    statements = nil
    defer { statements = counter }
    let container = try container(address, content)
    let context = ModelContext(container)
    switch content {
    case .empty, .noTrips: break
    case .filled, .many: for bookmark in values { context.insert(Bookmark(bookmark)) }
    case .trips: for trip in Trip.make(tripCount) { context.insert(trip) }
    }
    try context.save()
    container.closePostgresConnections()
    if content == .many { try Baseline(address).execute(Self.copies) }
    // Once for all runs.
    try Baseline(address).execute("VACUUM (ANALYZE, FREEZE)")
    return name
  }

  /// Copies all bookmarks, with new identifiers.
  private static let copies = """
    INSERT INTO bookmark SELECT (b).* FROM (
      SELECT jsonb_populate_record(bookmark, jsonb_build_object(
        'row_id', row_id + copy * (SELECT max(row_id) FROM bookmark), 'id', gen_random_uuid())) AS b
      FROM bookmark, generate_series(1, \(copiesOfMany - 1)) AS copy) AS copies
    """
}
