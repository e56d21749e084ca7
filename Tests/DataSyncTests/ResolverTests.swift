import DataSync
import Foundation
import Locks
import OpenSwiftData
import Testing

@Suite("Resolvers")
struct ResolverTests {
  private static let all = ResolverCase.usual + ResolverCase.withNil + ResolverCase.others

  @Test(arguments: all, [0, 1])
  func bothSidesResolveAlike(_ example: ResolverCase, _ first: Int) async throws {
    // A resolver of the property, and one of the whole model.
    for property in [example.property, nil] {
      let stores = try SyncedTallies([example.resolver(property)])
      try await stores.begin(example.begin)
      for (number, edit) in example.edits.enumerated() { try stores.edit(number, edit) }
      #expect(try await stores.sync(beginningWith: first) > 0)
      #expect(
        try stores.read(example.read) == [example.expected, example.expected],
        "\(property ?? "the whole model")")
      #expect(try await stores.sync() == 0)
    }
  }

  @Test(arguments: [0, 1])
  func closuresResolvePropertyConflicts(_ first: Int) async throws {
    // Chooses the value closer to the common base.
    let stores = try SyncedTallies([
      SyncResolver("SyncedTally", "number") { conflict in
        guard case .integer(let base)? = conflict.base, case .integer(let mine) = conflict.mine,
          case .integer(let theirs) = conflict.theirs
        else { return nil }
        return abs(mine - base) < abs(theirs - base) ? conflict.mine : conflict.theirs
      }
    ])
    try await stores.begin { $0.number = 10 }
    try stores.edit(0) { ($0.number, $0.text) = (12, "first") }
    try stores.edit(1) { ($0.number, $0.text) = (100, "second") }
    #expect(try await stores.sync(beginningWith: first) == 2)
    #expect(try stores.read(\.number) == [12, 12])
    #expect(try stores.read(\.text) == ["second", "second"])
  }

  @Test(arguments: [0, 1])
  func closuresResolveModelConflicts(_ first: Int) async throws {
    let asked = Mutex<[SyncResolver.Conflict]>([])
    let stores = try SyncedTallies([
      // Keeps the earlier value, except for one property that has its own resolver.
      SyncResolver("SyncedTally") { conflict in
        asked.withLock { $0.append(conflict) }
        return conflict.mineIsLater ? conflict.theirs : conflict.mine
      },
      .sum("SyncedTally", "number"),
    ])
    try await stores.begin { ($0.number, $0.text, $0.isDone) = (10, "begin", true) }
    try stores.edit(0) { tally in
      (tally.number, tally.text, tally.real) = (11, "first", 1)
      tally.owner = SyncedTallyOwner(name: "first")
    }
    try stores.edit(1) { tally in
      (tally.number, tally.text, tally.price) = (12, "second", 2)
      tally.owner = SyncedTallyOwner(name: "second")
    }
    #expect(try await stores.sync(beginningWith: first) == 3)
    #expect(try stores.read(\.number) == [13, 13])
    #expect(try stores.read(\.text) == ["first", "first"])
    #expect(try stores.read { $0.owner?.name } == ["first", "first"])
    // A value that only one side set is not a conflict.
    #expect(try stores.read(\.real) == [1, 1])
    #expect(try stores.read(\.price) == [2, 2])
    let conflicts = asked.withLock { $0 }
    #expect(Set(conflicts.map(\.property)) == ["owner", "text"])
    #expect(Set(conflicts.map(\.entity)) == ["SyncedTally"])
    let texts = try #require(conflicts.first { $0.property == "text" })
    #expect(texts.base == .text("begin"))
    #expect(Set([texts.mine, texts.theirs]) == [.text("first"), .text("second")])
    #expect(texts.mineIsLater == (texts.mine == .text("second")))
  }

  /// A closure's value that the property cannot store is ignored, and no data is lost.
  @Test(arguments: [
    SyncValue.text("none"), .real(0.5), .integer(70_000), .null, .list([.integer(1)]),
    .reference("nobody"), .composite(["a": .integer(1)]),
    .file(SyncFile(digest: String(repeating: "a", count: 64), size: 20_000)),
  ])
  func unsuitableResultsOfClosuresAreIgnored(_ value: SyncValue) async throws {
    for property in ["small", nil] {
      let stores = try SyncedTallies([SyncResolver("SyncedTally", property) { _ in value }])
      try await stores.begin { $0.small = 1 }
      try stores.edit(0) { $0.small = 2 }
      try stores.edit(1) { $0.small = 3 }
      try await stores.sync()
      #expect(try stores.read(\.small) == [3, 3])
      #expect(try await stores.sync() == 0)
    }
  }

  @Test func resolversApplyToSubentities() async throws {
    let stores = try SyncedTallies([
      .sum("SyncedTally", "number"), .maximum("SyncedTally"), .minimum("SyncedSpecialTally"),
      .maximum("SyncedTally", "small"), .minimum("SyncedSpecialTally", "small"),
    ])
    try await stores.begin(with: SyncedSpecialTally()) { $0.number = 10 }
    for number in [0, 1] {
      try stores.edit(number) { tally in
        let tally = try #require(tally as? SyncedSpecialTally)
        (tally.number, tally.bonus) = (tally.number.map { $0 + number + 1 }, 7 - number)
        (tally.real, tally.small) = (Double(number + 1), Int16(number + 1))
      }
    }
    try await stores.sync()
    // The property's resolver takes precedence over the model's; otherwise the nearest entity's
    // resolver applies.
    #expect(try stores.read(\.number) == [13, 13])
    #expect(try stores.read(\.real) == [1, 1])
    #expect(try stores.read(\.small) == [1, 1])
    #expect(try stores.read { ($0 as? SyncedSpecialTally)?.bonus } == [6, 6])
  }

  @Test func resolversAreAskedInTheirOrder() async throws {
    let stores = try SyncedTallies([
      .sum("SyncedTally"), .union("SyncedTally"), .bothTexts("SyncedTally"),
      SyncResolver("SyncedTally") { _ in .integer(-1) },
    ])
    try await stores.begin { _ in }
    for number in [0, 1] {
      try stores.edit(number) { tally in
        (tally.number, tally.text, tally.tags) = (number + 1, "text \(number)", ["\(number)"])
        tally.day = Date(timeIntervalSinceReferenceDate: Double(number))
      }
    }
    try await stores.sync()
    #expect(try stores.read(\.number) == [3, 3])
    #expect(try stores.read(\.text) == ["text 0\ntext 1", "text 0\ntext 1"])
    #expect(try stores.read { $0.tags?.sorted() } == [["0", "1"], ["0", "1"]])
    // Neither value has a date.
    #expect(try stores.read(\.day?.timeIntervalSinceReferenceDate) == [1, 1])
  }
}
