import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

/// Foreign keys of other programs' tables cascade deletions or set references to NULL at once.
@Suite("Foreign keys that act by themselves", .enabled(if: PostgresServer.isInstalled))
struct ActingForeignKeyTests {
  private typealias Firm = Firms.Firm
  private typealias Worker = Firms.Worker
  private typealias Badge = Firms.Badge
  private typealias Topic = Firms.Topic

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(Firms.tables)
  }

  private func makeContext(isDeferrable: Bool = true) throws -> ModelContext {
    if !isDeferrable { try database.makeForeignKeysImmediate() }
    let container = try database.container(
      allowsSave: true, Firms.mapping(database.schema), Firms.models)
    return ModelContext(container)
  }

  /// A store that only this library manages, and tables of another program whose foreign keys are
  /// checked at the end of a transaction or after each statement.
  enum Kind: CaseIterable { case own, deferrable, immediate }

  private func makeContext(_ kind: Kind) throws -> ModelContext {
    try kind == .own ? Firms.makeOwnContext() : makeContext(isDeferrable: kind == .deferrable)
  }

  @Test(arguments: Kind.allCases)
  func membersMovedToAnotherModelAreNotDeleted(_ kind: Kind) throws {
    let context = try makeContext(kind)
    let (old, new) = (Firm(name: "old"), Firm(name: "new"))
    let (moved, left) = (Worker(name: "moved"), Worker(name: "left"))
    let (badge, other) = (Badge(name: "moved"), Badge(name: "left"))
    for firm in [old, new] { context.insert(firm) }
    (old.workers, old.badges) = ([moved, left], [badge, other])
    try context.save()
    moved.firm = new
    new.badges.append(badge)
    old.badges.removeAll { $0 === badge }
    let added = Firm(name: "added")
    context.insert(added)
    left.firm = added
    context.delete(old)
    try context.save()
    let again = ModelContext(context.container)
    let workers = try again.fetch(FetchDescriptor<Worker>(sortBy: [SortDescriptor(\.name)]))
    #expect(workers.map { $0.firm?.name } == ["added", "new"])
    #expect(try again.fetch(FetchDescriptor<Badge>()).map(\.name) == ["moved"])
    #expect(other.modelContext == nil)
    #expect(moved.modelContext != nil)
    #expect(badge.modelContext != nil)
  }

  @Test(arguments: Kind.allCases) func contextsObserveWhatForeignKeysDelete(_ kind: Kind) throws {
    let context = try makeContext(kind)
    let firm = Firm(name: "gone")
    context.insert(firm)
    let (worker, sponsored, topic) = (Worker(name: "w"), Worker(name: "s"), Topic(name: "t"))
    firm.workers = [worker]
    firm.sponsored = [sponsored]
    firm.topics = [topic]
    let part = Firm(name: "part")
    firm.parts = [part]
    part.badges = [Badge(name: "b")]
    try context.save()
    let reader = ModelContext(context.container)
    let badge = try #require(try reader.fetch(FetchDescriptor<Badge>()).first)
    #expect(badge.name == "b")
    context.delete(firm)
    try context.save()
    #expect(worker.modelContext == nil)
    #expect(part.modelContext == nil)
    #expect(topic.firms.isEmpty)
    #expect(sponsored.modelContext === context)
    #expect(sponsored.sponsor == nil)
    #expect(try reader.fetchCount(FetchDescriptor<Firm>()) == 0)
    #expect(try reader.fetchCount(FetchDescriptor<Badge>()) == 0)
    #expect(try reader.fetch(FetchDescriptor<Worker>()).map(\.name) == ["s"])
    #expect(try database.connection.rows("SELECT 1 FROM firm_topic").isEmpty)
  }

  /// Random programs have the same result as in a store that only this library manages.
  @Test(arguments: 0..<3, [true, false])
  func mappedStoresAgreeWithOwnStores(_ part: UInt64, isDeferrable: Bool) throws {
    let seed = TestRun.seed(910_000 + part)
    var program = FirmProgram(
      seed: seed,
      contexts: [try Firms.makeOwnContext(), try makeContext(isDeferrable: isDeferrable)])
    for step in 0..<TestRun.count(1_000, atLeast: 100) {
      try program.step()
      #expect(program.mismatch == nil, "seed \(seed), step \(step)")
      if program.mismatch != nil { return }
    }
    #expect(program.saveCount > 5)
    #expect(program.deletionCount > 2)
  }
}
