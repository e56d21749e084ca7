import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

extension ShardSuites {
  /// User mappings for the servers with partitions.
  @Suite("Users of shards")
  struct ShardUserTests {
    private typealias Goal = Shards.Goal

    private let servers: Shards.Servers
    private let store: ShardedStore

    init() throws {
      servers = try Shards.Servers.shared
      store = ShardedStore(servers: servers)
    }

    /// Creates an unprivileged user who needs a password on each server.
    private func makeKeeper(on places: ClosedRange<Int>) throws {
      for place in places {
        let connection = try servers.connection(place)
        if try connection.rows("SELECT 1 FROM pg_roles WHERE rolname = 'keeper'").isEmpty {
          try connection.execute("CREATE ROLE keeper LOGIN PASSWORD 'geheim'")
        }
        try connection.execute("GRANT CREATE ON DATABASE postgres TO keeper")
      }
    }

    private func address(_ place: Int, password: String = "geheim") -> String {
      "postgres://keeper:\(password)@127.0.0.1:\(servers.all[place].port)/postgres"
    }

    @Test func shardUsersHaveThePasswordOfTheAddress() throws {
      try makeKeeper(on: 1...2)
      let change: (inout PostgresConfiguration) -> Void = { configuration in
        configuration.sharding?.servers = [address(1), address(2)]
      }
      let container = try store.container(Shards.types, change)
      let context = ModelContext(container)
      context.insert(Goal(ownerID: Shards.owner(1), title: "first"))
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 1)
      let facts = try servers.connection(0).rows(
        "SELECT string_agg(value, ' ') FROM \(store.schema).openswiftdata_store")
      #expect(facts.first?.first?.text?.contains("geheim") == false)
      let wrong = ShardedStore(servers: servers)
      let error = #expect(throws: SwiftDataError.storeCannotBeOpened) {
        try wrong.container {
          $0.sharding?.servers = [address(1), address(2, password: "falsch")]
        }
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains("at index 1"), "\(text)")
      #expect(!text.contains("falsch"), "\(text)")
    }

    /// Another user of the main server is mapped when it opens the store, if it may use the
    /// servers.
    @Test func newUsersAreMappedWhenOpeningTheStore() throws {
      try makeKeeper(on: 0...2)
      let change: (inout PostgresConfiguration) -> Void = { configuration in
        configuration.sharding?.servers = [address(1), address(2)]
      }
      _ = try store.container(Shards.types, change)
      try servers.connection(0).execute(
        """
        GRANT USAGE ON SCHEMA \(store.schema) TO keeper; \
        GRANT ALL ON ALL TABLES IN SCHEMA \(store.schema) TO keeper; \
        GRANT USAGE ON FOREIGN SERVER openswiftdata_0_\(store.schema), \
        openswiftdata_1_\(store.schema) TO keeper
        """)
      let container = try store.container(Shards.types) {
        change(&$0)
        $0.address = address(0)
      }
      let context = ModelContext(container)
      context.insert(Goal(ownerID: Shards.owner(1), title: "second"))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Goal>()) == 1)
    }
  }
}
