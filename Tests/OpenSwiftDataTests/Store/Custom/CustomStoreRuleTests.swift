import Foundation
import Locks
import Testing

@testable import OpenSwiftData

@Model private final class RuleTeam {
  var name = ""
  @Relationship(deleteRule: .deny, inverse: \RulePlayer.team) var players: [RulePlayer] = []
  @Relationship(deleteRule: .nullify, inverse: \RuleGround.teams) var grounds: [RuleGround] = []

  init(_ name: String) { self.name = name }
}

@Model private final class RulePlayer {
  var name = ""
  var team: RuleTeam?
  @Relationship(deleteRule: .cascade, inverse: \RuleShirt.owner) var shirt: RuleShirt?
  @Relationship(deleteRule: .nullify) var mentor: RulePlayer?

  init(_ name: String) { self.name = name }
}

@Model private final class RuleShirt {
  var number = 0
  var owner: RulePlayer?

  init(_ number: Int) { self.number = number }
}

@Model private final class RuleGround {
  var name = ""
  @Relationship(maximumModelCount: 2) var teams: [RuleTeam] = []

  init(_ name: String) { self.name = name }
}

/// Rules that the context enforces, because the custom store does not.
@Suite("Rules of custom stores")
struct CustomStoreRuleTests {
  private let shelf = Shelf()
  private let container: ModelContainer

  init() throws {
    let schema = Schema([RuleTeam.self, RulePlayer.self, RuleShirt.self, RuleGround.self])
    container = try ModelContainer(for: schema, configurations: [ShelfConfiguration(shelf)])
  }

  @Test func deniedDeletionsAreNotSaved() throws {
    let context = ModelContext(container)
    let team = RuleTeam("A")
    context.insert(team)
    team.players = [RulePlayer("x"), RulePlayer("y")]
    try context.save()
    context.delete(team)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect("\(error)".contains("players"))
    #expect(shelf.snapshots.withLock { $0.count } == 3)
    for player in team.players { context.delete(player) }
    try context.save()
    #expect(shelf.snapshots.withLock { $0.isEmpty })
  }

  @Test func tooManyMembersAreNotSaved() throws {
    let context = ModelContext(container)
    let ground = RuleGround("park")
    context.insert(ground)
    ground.teams = [RuleTeam("A"), RuleTeam("B"), RuleTeam("C")]
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    ground.teams.removeLast()
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<RuleGround>())[0].teams.count == 2)
  }

  @Test func oneToOneRelationshipsStayConsistent() throws {
    let context = ModelContext(container)
    let (first, second) = (RulePlayer("1"), RulePlayer("2"))
    let shirt = RuleShirt(7)
    context.insert(first)
    context.insert(second)
    first.shirt = shirt
    first.mentor = second
    try context.save()
    second.shirt = shirt
    try context.save()
    let other = ModelContext(container)
    let players = try other.fetch(FetchDescriptor<RulePlayer>(sortBy: [SortDescriptor(\.name)]))
    #expect(players.map { $0.shirt?.number } == [nil, 7])
    #expect(players[1].shirt?.owner === players[1])
    #expect(players[0].mentor === players[1])
    other.delete(players[1])
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<RuleShirt>()) == 0)
    #expect(try context.fetch(FetchDescriptor<RulePlayer>()).map(\.name) == ["1"])
  }

  @Test func savesOfOtherContextsAreMerged() throws {
    let (context, other) = (ModelContext(container), ModelContext(container))
    context.insert(RuleTeam("A"))
    try context.save()
    let team = try #require(try context.fetch(FetchDescriptor<RuleTeam>()).first)
    let twin = try #require(try other.fetch(FetchDescriptor<RuleTeam>()).first)
    twin.name = "B"
    twin.grounds = [RuleGround("park")]
    try other.save()
    _ = try context.fetch(FetchDescriptor<RuleTeam>())
    #expect(team.name == "B")
    #expect(team.grounds.map(\.name) == ["park"])
    // Both contexts change different properties of one model.
    twin.name = "C"
    try other.save()
    team.grounds = []
    try context.save()
    let third = try #require(try ModelContext(container).fetch(FetchDescriptor<RuleTeam>()).first)
    #expect(third.name == "C")
    #expect(third.grounds.isEmpty)
    other.delete(twin)
    try other.save()
    team.name = "D"
    try context.save()
    #expect(team.modelContext == nil)
    #expect(try other.fetchCount(FetchDescriptor<RuleTeam>()) == 0)
  }

  @Test func relationshipsToDeletedModelsAreCleared() throws {
    let (context, other) = (ModelContext(container), ModelContext(container))
    for name in ["A", "B"] { context.insert(RuleTeam(name)) }
    context.insert(RulePlayer("x"))
    try context.save()
    let teams = try context.fetch(FetchDescriptor<RuleTeam>(sortBy: [SortDescriptor(\.name)]))
    let player = try #require(try context.fetch(FetchDescriptor<RulePlayer>()).first)
    let theirs = try other.fetch(FetchDescriptor<RuleTeam>(sortBy: [SortDescriptor(\.name)]))
    other.delete(theirs[0])
    try other.save()
    player.team = teams[0]
    let late = RulePlayer("y")
    context.insert(late)
    late.team = teams[0]
    teams[1].grounds = [RuleGround("park")]
    try context.save()
    #expect(player.team == nil)
    #expect(late.team == nil)
    let players = try ModelContext(container).fetch(FetchDescriptor<RulePlayer>())
    #expect(players.map { $0.team == nil } == [true, true])
    let targets = shelf.snapshots.withLock {
      $0.values.flatMap { $0.values.values }.flatMap(\.identifiers)
    }
    let kept = shelf.snapshots.withLock { Set($0.keys) }
    #expect(targets.allSatisfy(kept.contains))
  }

  @Test func valuesRewrittenByTheStoreAreAdopted() throws {
    let context = ModelContext(container)
    let team = RuleTeam("a")
    context.insert(team)
    try context.save()
    let kept = try #require(shelf.snapshots.withLock { $0.values.first })
    let louder = RuleTeam("LOUD")
    var related: [PersistentIdentifier: any BackingData] = [:]
    shelf.rewritten.withLock {
      $0 = [
        DefaultSnapshot(from: louder.persistentBackingData, relatedBackingDatas: &related)
          .copy(persistentIdentifier: kept.persistentIdentifier)
      ]
    }
    team.name = "b"
    try context.save()
    #expect(team.name == "LOUD")
    #expect(!context.hasChanges)
    shelf.rewritten.withLock { $0 = [] }
    // The store may also change on its own.
    shelf.snapshots.withLock { $0[kept.persistentIdentifier] = kept }
    #expect(try context.fetch(FetchDescriptor<RuleTeam>()).map(\.name) == ["a"])
    #expect(team.name == "a")
  }

  @Test func aStoreThatForgetsIdentifiersIsRefused() throws {
    let context = ModelContext(container)
    context.insert(RuleTeam("a"))
    shelf.forgetsToRemap.withLock { $0 = true }
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error)".contains("remappedIdentifiers"))
  }

  @Test func relatedSnapshotsAreReadWithoutAnotherFetch() throws {
    let context = ModelContext(container)
    let team = RuleTeam("A")
    context.insert(team)
    team.players = (0..<10).map { RulePlayer("\($0)") }
    try context.save()
    shelf.givesRelated.withLock { $0 = true }
    let other = ModelContext(container)
    _ = shelf.takeLog()
    let found = try #require(try other.fetch(FetchDescriptor<RuleTeam>()).first)
    #expect(found.players.map(\.name) == (0..<10).map { "\($0)" })
    #expect(shelf.takeLog() == ["all"])
    #expect(found.players.allSatisfy { $0.team === found })
  }

  /// A model that several others reference occurs several times in the result.
  @Test func membersOfModelsFoundTwiceAreRead() throws {
    let context = ModelContext(container)
    let teams = ["A", "B", "C"].map(RuleTeam.init)
    for team in teams { context.insert(team) }
    for name in ["park", "hill"] {
      let ground = RuleGround(name)
      context.insert(ground)
      ground.teams = [teams[0], teams[name == "park" ? 1 : 2]]
    }
    teams[0].players = [RulePlayer("x"), RulePlayer("y")]
    try context.save()
    let other = ModelContext(container)
    let grounds = try other.fetch(FetchDescriptor<RuleGround>(sortBy: [SortDescriptor(\.name)]))
    #expect(grounds.map { $0.teams.map(\.name) } == [["A", "C"], ["A", "B"]])
    #expect(grounds.map { $0.teams[0].players.map(\.name) } == [["x", "y"], ["x", "y"]])
  }

  @Test func modelsOutliveTheirContext() throws {
    var player: RulePlayer?
    do {
      let context = ModelContext(container)
      let team = RuleTeam("A")
      context.insert(team)
      team.players = [RulePlayer("x")]
      try context.save()
    }
    do { player = try ModelContext(container).fetch(FetchDescriptor<RulePlayer>()).first }
    #expect(player?.name == "x")
    #expect(player?.team?.name == "A")
    #expect(player?.team?.players.count == 1)
    let context = ModelContext(container)
    let joined = try #require(player)
    context.insert(joined)
    joined.name = "y"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<RulePlayer>()).map(\.name) == ["y"])
  }

  @Test func changesAreUndoneAndRolledBack() throws {
    let context = ModelContext(container)
    let manager = UndoManager()
    context.undoManager = manager
    let team = RuleTeam("A")
    context.insert(team)
    let player = RulePlayer("x")
    team.players = [player]
    try context.save()
    player.name = "y"
    player.team = nil
    context.processPendingChanges()
    manager.undo()
    #expect(player.name == "x")
    #expect(team.players.count == 1)
    player.team = nil
    try context.save()
    context.delete(player)
    context.rollback()
    #expect(!player.isDeleted)
    #expect(team.players.isEmpty)
    #expect(try ModelContext(container).fetch(FetchDescriptor<RuleTeam>())[0].players.isEmpty)
  }

  @Test func modelsAreFetchedByRelationships() throws {
    let context = ModelContext(container)
    let (a, b) = (RuleTeam("A"), RuleTeam("B"))
    context.insert(a)
    context.insert(b)
    a.players = [RulePlayer("x"), RulePlayer("y")]
    b.players = [RulePlayer("z")]
    try context.save()
    let other = ModelContext(container)
    let ofA = FetchDescriptor<RulePlayer>(
      predicate: #Predicate { $0.team?.name == "A" }, sortBy: [SortDescriptor(\.name)])
    #expect(try other.fetch(ofA).map(\.name) == ["x", "y"])
    let teams = FetchDescriptor<RuleTeam>(
      predicate: #Predicate { $0.players.contains { $0.name == "z" } })
    #expect(try other.fetch(teams).map(\.name) == ["B"])
    let identifier = b.persistentModelID
    let byIdentifier = FetchDescriptor<RuleTeam>(
      predicate: #Predicate { $0.persistentModelID == identifier })
    #expect(try other.fetch(byIdentifier).map(\.name) == ["B"])
    // The team's name has an unsaved change.
    let found = try #require(try other.fetch(byIdentifier).first)
    found.name = "A"
    #expect(try other.fetchCount(ofA) == 3)
  }
}

/// A snapshot type defined by a custom store, which supports one model type.
private struct WordSnapshot: DataStoreSnapshot {
  let persistentIdentifier: PersistentIdentifier
  var text: String

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    let word = backingData as? any BackingData<CustomWord>
    text = word?.getValue(forKey: \.text) ?? ""
    persistentIdentifier =
      backingData.persistentModelID
      ?? DefaultSnapshot(from: backingData, relatedBackingDatas: &relatedBackingDatas)
      .persistentIdentifier
  }

  private init(_ identifier: PersistentIdentifier, _ text: String) {
    (persistentIdentifier, self.text) = (identifier, text)
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> WordSnapshot { WordSnapshot(persistentIdentifier, text) }
}

@Model private final class CustomWord {
  var text = ""
  init(_ text: String) { self.text = text }
}

private final class WordStore: DataStore {
  typealias Snapshot = WordSnapshot
  let identifier = "words"
  let schema: Schema
  let configuration: WordConfiguration

  init(_ configuration: WordConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, WordSnapshot> where T: PersistentModel {
    guard request.descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    guard request.descriptor.sortBy.isEmpty else { throw DataStoreError.preferInMemorySort }
    let words = configuration.words.kept.withLock { $0 }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: words.sorted { $0.text < $1.text })
  }

  func save(
    _ request: DataStoreSaveChangesRequest<WordSnapshot>
  ) throws -> DataStoreSaveChangesResult<WordSnapshot> {
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    configuration.words.kept.withLock { words in
      for word in request.inserted {
        let new = try? PersistentIdentifier.identifier(
          for: identifier, entityName: word.persistentIdentifier.entityName,
          primaryKey: words.count + 100)
        guard let new else { continue }
        permanent[word.persistentIdentifier] = new
        words.append(word.copy(persistentIdentifier: new, remappedIdentifiers: nil))
      }
      for word in request.updated + request.deleted {
        words.removeAll { $0.persistentIdentifier == word.persistentIdentifier }
      }
      words += request.updated
    }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: permanent)
  }
}

private struct WordConfiguration: DataStoreConfiguration {
  typealias Store = WordStore
  var name = "words"
  var schema: Schema?
  let words: Words

  final class Words: Sendable { let kept = Mutex<[WordSnapshot]>([]) }

  static func == (left: Self, right: Self) -> Bool { left.words === right.words }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(words)) }
}

@Suite("Stores with snapshots of their own type")
struct OwnSnapshotTests {
  @Test func aStoreReceivesItsOwnSnapshotType() throws {
    let words = WordConfiguration.Words()
    let container = try ModelContainer(
      for: Schema([CustomWord.self]), configurations: [WordConfiguration(words: words)])
    let context = ModelContext(container)
    let (first, second) = (CustomWord("one"), CustomWord("two"))
    context.insert(first)
    context.insert(second)
    try context.save()
    #expect(words.kept.withLock { $0.map(\.text) } == ["one", "two"])
    first.text = "three"
    context.delete(second)
    try context.save()
    #expect(words.kept.withLock { $0.map(\.text) } == ["three"])
    let other = ModelContext(container)
    let found = try other.fetch(
      FetchDescriptor<CustomWord>(predicate: #Predicate { $0.text.hasPrefix("th") }))
    #expect(found.map(\.text) == ["three"])
    #expect(found.first?.persistentModelID == first.persistentModelID)
  }
}
