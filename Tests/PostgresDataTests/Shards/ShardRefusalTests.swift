import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

extension ShardSuites {
  /// Unsupported uses of shards, and their errors.
  @Suite("What shards refuse")
  struct ShardRefusalTests {
    private typealias Goal = Shards.Goal
    private typealias Step = Shards.Step

    @Model
    final class Author {
      var region: String
      var alias: String?
      var born: Date
      @Attribute(.unique) var name: String
      @Relationship(inverse: \Book.authors) var books: [Book] = []
      var home: Town?

      init(region: String, born: Date, name: String) {
        (self.region, self.born, self.name) = (region, born, name)
      }
    }

    @Model
    final class Book {
      var number: Int
      var authors: [Author] = []

      init(number: Int) { self.number = number }
    }

    @Model
    final class Town {
      var name: String

      init(name: String) { self.name = name }
    }

    @Model
    class Vehicle {
      var owner: Int

      init(owner: Int) { self.owner = owner }
    }

    @Model
    final class Truck: Vehicle {
      @Attribute(.unique) var plate: String

      init(owner: Int, plate: String) {
        self.plate = plate
        super.init(owner: owner)
      }
    }

    private static let shardCounts = TestRun.isShort ? [2] : [2, 0]

    private let store: ShardedStore

    init() throws { store = ShardedStore(servers: try Shards.Servers.shared) }

    /// The error of opening a container with other shard keys.
    private func refusal(
      _ types: [any PersistentModel.Type], _ keys: [String: String],
      _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) throws -> SwiftDataError? {
      do {
        _ = try store.container(types) {
          $0.sharding?.keys = keys
          change(&$0)
        }
        return nil
      } catch let error as SwiftDataError {
        return error
      }
    }

    private func text(_ error: SwiftDataError?) -> String { error.map { "\($0)" } ?? "no error" }

    private static let library: [any PersistentModel.Type] = [Author.self, Book.self, Town.self]

    @Test func errorsNameAllMistakesAtOnce() throws {
      let error = try #require(
        try refusal(Self.library, ["Author": "region", "Book": "number", "Poet": "name"]))
      #expect(error == .unsupportedModel)
      let text = "\(error)"
      for part in [
        "Poet has a shard key, but is not an entity",
        "Author is unique by name", "add the shard key region to the constraint",
        "Author.books is a many-to-many relationship",
        "Book.authors is a many-to-many relationship",
        "use a model with the same shard key in between",
        "Author.books refers to Book, whose shard key has another type",
        "Author.home refers to Town, which has no shard key",
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      // No schema was created.
      for place in 0...2 {
        let rows = try store.servers.connection(place).rows(
          "SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(store.schema)])
        #expect(rows.isEmpty)
      }
    }

    @Test(arguments: [
      ("alias", "Author.alias is optional"), ("born", "Author.born cannot be a shard key"),
      ("pen", "Author has no stored property pen"), ("books", "Author.books cannot be a shard key"),
    ])
    func unusableShardKeysAreRefused(_ key: String, _ message: String) throws {
      let error = try #require(try refusal(Self.library, ["Author": key]))
      #expect(error == .unsupportedModel, "\(error)")
      #expect("\(error)".contains(message), "\(error)")
    }

    /// An error of the model applies to every database.
    @Test func scriptsForWrongModelsAreRefused() throws {
      var sharding = PostgresSharding(partitionCount: 8, keys: ["Goal": "ownerID"])
      for cluster in PostgresSharding.Cluster.allCases {
        let error = #expect(throws: SwiftDataError.unsupportedModel) {
          try sharding.script(for: Schema(Shards.types), on: cluster)
        }
        #expect(text(error).contains("Step, which has no shard key"))
      }
      sharding[Step.self] = "ownerID"
      for cluster in PostgresSharding.Cluster.allCases {
        let script = try sharding.script(for: Schema(Shards.types), on: cluster)
        #expect(script.hasPrefix("-- "))
        #expect(script.contains(": this script was not run; review it before use."))
        #expect(script.contains("CREATE TABLE \"goal\""))
      }
    }

    @Test func shardKeysBelongToTheTopmostModel() throws {
      let types: [any PersistentModel.Type] = [Vehicle.self, Truck.self]
      let error = try #require(try refusal(types, ["Truck": "owner"]))
      #expect(error == .unsupportedModel)
      #expect("\(error)".contains("Truck inherits from Vehicle"))
      let unique = try #require(try refusal(types, ["Vehicle": "owner"]))
      #expect("\(unique)".contains("Truck is unique by plate"))
    }

    @Test func incompatibleOptionsAreRefused() throws {
      let keys = ["Goal": "ownerID", "Step": "ownerID"]
      func setLast(_ address: String) -> (inout PostgresConfiguration) -> Void {
        { $0.sharding?.servers[1] = address }
      }
      let servers = store.servers.all
      let changes: [(String, (inout PostgresConfiguration) -> Void)] = [
        ("The partitions of mapped tables", { $0.mapping = PostgresMapping() }),
        ("A replica shows its own tables", { $0.replicas = PostgresReplicas([$0.address]) }),
        ("a transaction pooler", { $0.hasTransactionPooler = true }),
        ("does not specify a host", setLast("postgres:///shards")),
        ("is the store's own database", setLast(servers[0].address())),
        ("is the same database as the server at index 0", setLast(servers[1].address())),
        ("could not create its partitions", setLast("postgres://a@127.0.0.1:1/b")),
      ]
      for (message, change) in changes {
        let error = try #require(try refusal(Shards.types, keys, change))
        #expect(error == .storeCannotBeOpened, "\(error)")
        #expect("\(error)".contains(message), "\(error)")
      }
      let none = try #require(
        try refusal(Shards.types, keys) { $0.sharding?.partitionCount = 1 })
      #expect(none == .unsupportedModel)
      #expect("\(none)".contains("is smaller than the number of servers"))
    }

    /// Options from the store's creation cannot change.
    @Test func changedShardOptionsAreRefused() throws {
      _ = try store.container()
      let changes: [(String, (inout PostgresConfiguration) -> Void)] = [
        ("the configuration has no sharding", { $0.sharding = nil }),
        ("Its number of partitions is 4, not 16", { $0.sharding?.partitionCount = 16 }),
        (", not on its own server", { $0.sharding?.servers = [] }),
        ("Its partitions are on", { $0.sharding?.servers.reverse() }),
      ]
      for (message, change) in changes {
        let error = #expect(throws: SwiftDataError.self) {
          try store.container(Shards.types, change)
        }
        #expect(error == .storeSchemaMismatch, "\(text(error))")
        #expect(text(error).contains(message), "\(text(error))")
      }
      var ordinary = ShardedStore(servers: store.servers)
      ordinary.shardCount = 0
      _ = try ordinary.container(Shards.types) { $0.sharding = nil }
      let error = #expect(throws: SwiftDataError.self) { try ordinary.container() }
      #expect(text(error).contains("created without sharding"))
      _ = try store.container()
    }

    /// Two stores of the same name would share rows on other servers.
    @Test func partitionsOfOtherStoresAreRefused() throws {
      _ = try store.container()
      let main = try store.servers.connection(0)
      let name = "main_\(store.schema)"
      try main.execute("CREATE DATABASE \(name)")
      let error = #expect(throws: SwiftDataError.self) {
        try store.container(Shards.types) {
          $0.address = store.servers.all[0].address(database: name)
        }
      }
      #expect(text(error).contains("contains partitions of another store"))
    }

    /// Rows that an earlier store of that name left are not adopted by a new one.
    @Test func partitionsWithRowsAreRefused() throws {
      let container = try store.container()
      let context = ModelContext(container)
      context.insert(Goal(ownerID: Shards.owner(1), title: "first"))
      try context.save()
      container.closePostgresConnections()
      try store.servers.connection(0).execute("DROP SCHEMA \(store.schema) CASCADE")
      let error = #expect(throws: SwiftDataError.self) { try store.container() }
      #expect(text(error).contains("already contains rows in"), "\(text(error))")
      for place in 1...2 {
        try store.servers.connection(place).execute("DROP SCHEMA \(store.schema) CASCADE")
      }
      _ = try store.container()
    }

    @Test(arguments: shardCounts) func changedShardKeysAreRefused(_ shardCount: Int) throws {
      let store = ShardedStore(servers: store.servers, shardCount: shardCount)
      let container = try store.container()
      let context = ModelContext(container)
      let goal = Goal(ownerID: Shards.owner(1), title: "first")
      context.insert(goal)
      try context.save()
      // Setting the same value again is not a change.
      (goal.ownerID, goal.weight) = (Shards.owner(1), 3)
      try context.save()
      (goal.ownerID, goal.weight) = (Shards.owner(2), 4)
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(text(error).contains("cannot get another ownerID"))
      let other = ModelContext(container)
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try other.update(Goal.self, .set(\.ownerID, to: Shards.owner(2)))
      }
      let found = try ModelContext(container).fetch(FetchDescriptor<Goal>())
      #expect(found.map(\.ownerID) == [Shards.owner(1)])
      #expect(found.map(\.weight) == [3])
    }

    @Test(arguments: shardCounts)
    func relationshipsBetweenShardsAreRefused(_ shardCount: Int) throws {
      let store = ShardedStore(servers: store.servers, shardCount: shardCount)
      let container = try store.container {
        $0.sharding?.allowsSavesAcrossServers = true
      }
      let owners = try store.distantOwners(container)
      for owner in [owners[1], Shards.owner(70)] {
        let context = ModelContext(container)
        let goal = Goal(ownerID: owners[0], title: "first")
        context.insert(goal)
        Step(0, of: goal).ownerID = owner
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(text(error).contains("Relate only models that have the same shard key"))
      }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 0)
    }

    @Test func savesOnTwoServersAreRefused() throws {
      let container = try store.container()
      let owners = try store.distantOwners(container)
      let context = ModelContext(container)
      for owner in owners {
        context.insert(Goal(ownerID: owner, title: "first"))
      }
      context.insert(Shards.Notice(text: "two"))
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(text(error).contains("models on 2 servers"))
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 0)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shards.Notice>()) == 0)
      // If it is allowed, the save succeeds.
      let allowed = try store.container { $0.sharding?.allowsSavesAcrossServers = true }
      let other = ModelContext(allowed)
      for owner in owners { other.insert(Goal(ownerID: owner, title: "first")) }
      try other.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 2)
      // The same applies to deletions.
      let third = ModelContext(container)
      try third.delete(model: Goal.self)
      #expect(throws: SwiftDataError.modelValidationFailure) { try third.save() }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 2)
    }

    @Test(arguments: shardCounts) func migrationsAreRefused(_ shardCount: Int) throws {
      let store = ShardedStore(servers: store.servers, shardCount: shardCount)
      let container = try store.container()
      let context = ModelContext(container)
      context.insert(Goal(ownerID: Shards.owner(1), title: "first"))
      try context.save()
      let error = #expect(throws: SwiftDataError.self) {
        try store.container(Shards.types + [Town.self])
      }
      #expect(text(error).contains("a sharded store cannot be migrated"), "\(text(error))")
      #expect(try ModelContext(store.container()).fetchCount(FetchDescriptor<Goal>()) == 1)
    }

    /// No server knows what a transaction has read on another; rows can be locked on all of them.
    @Test func serializableTransactionsNeedOneServer() throws {
      let context = ModelContext(try store.container())
      context.insert(Goal(ownerID: Shards.owner(1), title: "first"))
      try context.save()
      let error = #expect(throws: SwiftDataError.unsupportedTransaction) {
        try context.transaction(.serializable) { Issue.record("The transaction began") }
      }
      #expect(text(error).contains("needs a single server"), "\(text(error))")
      try context.transaction(.repeatableRead) {
        let goals = try context.fetch(FetchDescriptor<Goal>(), lockingFor: .update)
        goals[0].weight += 1
      }
      #expect(
        try ModelContext(store.container()).fetch(FetchDescriptor<Goal>()).map(\.weight) == [1])
      // Local partitions are on one server.
      let local = ModelContext(
        try ShardedStore(servers: store.servers, shardCount: 0).container())
      try local.transaction(.serializable) {
        local.insert(Goal(ownerID: Shards.owner(1), title: "local"))
      }
      #expect(try local.fetchCount(FetchDescriptor<Goal>()) == 1)
    }
  }
}
