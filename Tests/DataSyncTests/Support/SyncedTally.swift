import DataSync
import Foundation
import OpenSwiftData

/// A model with properties of many types, which both sets of edits change.
@Model class SyncedTally {
  var number: Int? = 0
  var small: Int16 = 0
  var real: Double? = 0
  var price: Decimal? = 0
  var text: String? = ""
  var day: Date?
  var isDone: Bool?
  var tags: [String]? = []
  var identifier: UUID?
  @Relationship(inverse: \SyncedTallyOwner.tallies) var owner: SyncedTallyOwner?
  init() {}
}

@Model final class SyncedTallyOwner {
  var name: String
  var tallies: [SyncedTally] = []
  init(name: String) { self.name = name }
}

@Model final class SyncedSpecialTally: SyncedTally {
  var bonus: Int? = 0
  override init() { super.init() }
}

/// Two stores of tallies that sync with one server.
struct SyncedTallies {
  let containers: [ModelContainer]
  let engines: [SyncEngine]

  init(_ resolvers: [SyncResolver]) throws {
    let server = MemoryServer()
    var options = SyncOptions()
    options.resolvers = resolvers
    containers = try (0..<2).map { _ in
      try ModelContainer(
        for: SyncedTally.self, SyncedSpecialTally.self, SyncedTallyOwner.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    engines = try containers.map { try SyncEngine($0, MemoryProvider(server), options) }
  }

  /// Creates a tally in both stores.
  func begin(
    with tally: @autoclosure () -> SyncedTally = SyncedTally(), _ change: (SyncedTally) -> Void
  ) async throws {
    let context = ModelContext(containers[0])
    let tally = tally()
    context.insert(tally)
    change(tally)
    try context.save()
    for engine in engines { try await engine.syncNow() }
  }

  /// Changes the tally of one of the two stores.
  func edit(_ number: Int, _ change: (SyncedTally) throws -> Void) throws {
    let context = ModelContext(containers[number])
    for tally in try context.fetch(FetchDescriptor<SyncedTally>()) { try change(tally) }
    try context.save()
  }

  /// Syncs both until they agree; returns the number of conflicts.
  @discardableResult
  func sync(beginningWith first: Int = 0) async throws -> Int {
    var conflicts = 0
    for number in [first, 1 - first, first, 1 - first] {
      conflicts += try await engines[number].syncNow().conflicts
    }
    return conflicts
  }

  /// The value in each store.
  func read<Value>(_ value: (SyncedTally) -> Value) throws -> [Value] {
    try containers.flatMap { try ModelContext($0).fetch(FetchDescriptor<SyncedTally>()).map(value) }
  }
}
