import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The tests of shards, which share servers and sometimes stop them.
@Suite("Shards", .serialized, .enabled(if: PostgresServer.isInstalled))
enum ShardSuites {}

/// People's goals; each person's data is on one shard.
enum Shards {
  @Model
  final class Goal {
    #Unique<Goal>([\.ownerID, \.title])
    var ownerID: UUID
    var title: String
    var weight: Int
    @Relationship(deleteRule: .cascade, inverse: \Step.goal) var steps: [Step] = []

    init(ownerID: UUID, title: String, weight: Int = 0) {
      (self.ownerID, self.title, self.weight) = (ownerID, title, weight)
    }
  }

  @Model
  final class Step {
    var ownerID: UUID
    var number: Int
    var goal: Goal?

    init(_ number: Int, of goal: Goal) {
      (ownerID, self.number) = (goal.ownerID, number)
      self.goal = goal
    }
  }

  /// A model that is not sharded, in a table of the main server.
  @Model
  final class Notice {
    @Attribute(.unique) var text: String

    init(text: String) { self.text = text }
  }

  static let types: [any PersistentModel.Type] = [Goal.self, Step.self, Notice.self]

  /// The owner with a number, the same each time.
  static func owner(_ number: Int) -> UUID {
    UUID(uuidString: "00000000-0000-4000-8000-\(String(format: "%012x", number))") ?? UUID()
  }

  /// Servers for these tests only: the first one has the store, the others have partitions.
  final class Servers: Sendable {
    let all: [PostgresServer]

    init(_ count: Int = 3) throws {
      all = try (0..<count).map { _ in try PostgresServer(["max_connections=60"]) }
    }

    private static let known = Result { try Servers() }

    static var shared: Servers { get throws { try known.get() } }

    func connection(_ place: Int) throws -> PostgresConnection {
      try PostgresConnection(PostgresSettings(all[place].address()))
    }
  }
}

/// A store on several servers, or with local partitions only.
struct ShardedStore {
  let servers: Shards.Servers
  let schema = "shards_\(UUID().uuidString.prefix(8).lowercased())"
  /// The number of servers with partitions; the first one has index 1.
  ///
  /// Negative for a store without shards.
  var shardCount = 2

  static let partitionCount = 4

  var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration(servers.all[0].address(), databaseSchema: schema)
    guard shardCount >= 0 else { return configuration }
    var sharding = PostgresSharding(
      partitionCount: Self.partitionCount,
      servers: servers.all[1...].prefix(shardCount).map { $0.address() })
    sharding[Shards.Goal.self] = "ownerID"
    sharding[Shards.Step.self] = "ownerID"
    configuration.sharding = sharding
    return configuration
  }

  func container(
    _ types: [any PersistentModel.Type] = Shards.types,
    _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws -> ModelContainer {
    var configuration = configuration
    change(&configuration)
    return try ModelContainer(
      for: Schema(types), migrationPlan: nil, configurations: [configuration])
  }

  /// The owners of a table's rows on a server, and the number of partitions that have them.
  func owners(of table: String, onServer place: Int) throws -> [UUID: Int] {
    let connection = try servers.connection(place)
    let names = try connection.rows(
      """
      SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relname LIKE $1 \
      AND relnamespace = to_regnamespace($2)
      """, [.text("\(table)\\_p%"), .text(schema)]
    ).compactMap(\.[0].text)
    var owners: [UUID: Int] = [:]
    for name in names {
      for row in try connection.rows("SELECT DISTINCT owner_id FROM \(schema).\(name)") {
        if case .uuid(let owner) = row[0] { owners[owner, default: 0] += 1 }
      }
    }
    return owners
  }

  /// Two owners whose rows are on different servers.
  func distantOwners(_ container: ModelContainer) throws -> [UUID] {
    let connection = try servers.connection(0)
    var places: [Int: UUID] = [:]
    for number in 0..<64 where places.count < 2 {
      let owner = Shards.owner(number)
      for place in 0..<Self.partitionCount {
        let rows = try connection.rows(
          "SELECT satisfies_hash_partition($1::regclass, $2::int, $3::int, $4::uuid)",
          [
            .text("\(schema).goal"), .integer(Int64(Self.partitionCount)), .integer(Int64(place)),
            .uuid(owner),
          ])
        if rows == [[.bool(true)]], places[place % 2] == nil { places[place % 2] = owner }
      }
    }
    return [places[0], places[1]].compactMap(\.self)
  }
}
