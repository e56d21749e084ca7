import Foundation
import OpenSwiftData
import RandomTesting
import Testing

/// Contexts change the same lists at random; the resulting orders must be valid merges.
@Suite("Lists that several contexts change")
struct SharedListTests {
  @Test(arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints), [2, 3])
  func mergedListsKeepTheOrderOfEachContext(_ kind: TestedStore, _ sideCount: Int) throws {
    try kind.begin()
    var generator = SeededGenerator(seed: TestRun.seed(4_117 + UInt64(sideCount)))
    // A share of 100 percent runs 20,000 programs on a file.
    let count = TestRun.count(kind.file == nil ? 400 : 10_000, atLeast: 8)
    for _ in 0..<count {
      let seed = generator.next()
      // A container is not notified of saves that other processes make through a custom
      // `DataStore`.
      var program = try ListProgram(
        TestStore(kind, ListSchema.models), sideCount, seed,
        sharesFile: kind.supports.contains(.history))
      if let fault = try program.run() {
        Issue.record("\(fault)\nseed \(seed), \(sideCount) contexts, \(TestRun.comment)")
        return
      }
    }
  }

  /// Programs that once revealed a bug.
  ///
  /// A context added a member and removed it again, or moved a member away and back, and its save
  /// undid what another one had saved meanwhile.
  @Test(
    arguments: TestedStore.supporting(.memberOrder, .uniqueConstraints),
    [
      (contexts: 2, seed: 7_421_308_978_077_510_530), (2, 13_283_708_621_671_171_215),
      (3, 4_201_389_296_144_343_409),
    ] as [(contexts: Int, seed: UInt64)])
  func aFormerlyFailingProgramMergesLists(
    _ kind: TestedStore, _ program: (contexts: Int, seed: UInt64)
  ) throws {
    try kind.begin()
    var program = try ListProgram(
      TestStore(kind, ListSchema.models), program.contexts, program.seed,
      sharesFile: kind.supports.contains(.history))
    #expect(try program.run() == nil)
  }
}

/// A random program of several contexts on a store with three playlists.
struct ListProgram {
  static let names = ["a", "b", "c"]

  private let store: TestStore
  private var sides: [ListProgramSide] = []
  private var generator: SeededGenerator
  /// All stored lists by name.
  private var stored: [String: [String]] = [:]
  /// The identifiers of all members that were ever stored.
  private var keys: [String: PersistentIdentifier] = [:]
  /// The steps so far, for failure messages.
  private var steps: [String] = []

  init(_ store: TestStore, _ sideCount: Int, _ seed: UInt64, sharesFile: Bool) throws {
    self.store = store
    generator = SeededGenerator(seed: seed)
    let context = store.makeContext()
    let lists = Self.names.map(Playlist.init)
    for list in lists { context.insert(list) }
    for number in 0..<7 {
      lists.randomElement(using: &generator)?.songs.append(Song(code: "s\(number)"))
      let singer = Singer(code: "t\(number)")
      context.insert(singer)
      for list in lists where Bool.random(using: &generator) { list.singers.append(singer) }
      if Bool.random(using: &generator) { try context.save() }
    }
    for list in lists where Bool.random(using: &generator) {
      list.songs.shuffle(using: &generator)
      list.singers.shuffle(using: &generator)
    }
    try context.save()
    stored = try readStored()
    for _ in 0..<sideCount {
      // Some contexts have separate containers, as other processes do.
      let isApart = sharesFile && Bool.random(using: &generator)
      sides.append(
        try ListProgramSide(isApart ? store.makeReopenedContext() : store.makeContext()))
    }
  }

  private mutating func readStored() throws -> [String: [String]] {
    let side = try ListSide(store.makeContext())
    for song in side.songs.values { keys[song.code] = song.persistentModelID }
    for singer in side.singers.values { keys[singer.code] = singer.persistentModelID }
    return side.lists
  }

  /// Runs the program; returns the first failure, or nil if there is none.
  mutating func run() throws -> String? {
    for _ in 0..<Int.random(in: 4...14, using: &generator) {
      let number = Int.random(in: sides.indices, using: &generator)
      if let fault = try step(number) { return "\(fault)\n" + steps.joined(separator: "\n") }
    }
    for number in sides.indices {
      if let fault = try save(number) { return "\(fault)\n" + steps.joined(separator: "\n") }
    }
    return nil
  }

  private mutating func step(_ number: Int) throws -> String? {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<13:
      let text = sides[number].change(&generator, "\(number).\(steps.count)")
      steps.append("\(number): \(text)")
      return nil
    case 13..<18: return try save(number)
    case 18: return try fetch(number)
    default:
      sides[number].side.context.rollback()
      steps.append("\(number): rollback")
      sides[number] = try ListProgramSide(sides[number].side.context)
      return sides[number].base == stored
        ? nil : "after a rollback: \(sides[number].base), stored \(stored)"
    }
  }

  private mutating func save(_ number: Int) throws -> String? {
    let (side, before) = (sides[number], stored)
    let changes = ListChanges(side)
    steps.append("\(number): save of \(changes.own), began with \(side.base), stored \(before)")
    try side.side.context.save()
    stored = try readStored()
    if let fault = fault(side, changes, before, stored) { return fault }
    sides[number] = try ListProgramSide(side.side.context)
    let shown = sides[number].base
    return shown == stored ? nil : "shown after a save: \(shown), stored \(stored)"
  }

  /// Fetches everything again while there are unsaved changes.
  private mutating func fetch(_ number: Int) throws -> String? {
    let side = sides[number]
    guard !side.hasNewInstances else { return nil }
    let changes = ListChanges(side)
    try sides[number].refetch(beginningWith: stored)
    steps.append("\(number): fetch")
    return fault(side, changes, stored, sides[number].own)
  }

  /// The first error in lists that result from merging a context's changes into the stored lists.
  private func fault(
    _ side: ListProgramSide, _ changes: ListChanges, _ before: [String: [String]],
    _ after: [String: [String]]
  ) -> String? {
    let own = changes.own
    for (name, result) in after.sorted(by: { $0.key < $1.key }) {
      let (stored, base) = (before[name] ?? [], side.base[name] ?? [])
      let place = "\(name): \(result), own \(own[name] ?? []), base \(base), stored \(stored)"
      guard result.count == Set(result).count else { return "a member twice in \(place)" }
      let isNew = side.upserts.contains(String(name.prefix(1)))
      let oracle = ListOracle(
        stored: stored, own: own[name] ?? [], base: isNew ? nil : base,
        renewed: changes.renewed[name] ?? [], keys: keys)
      guard oracle.allows(result) else { return "another order of \(place)" }
      for member in Set(result + stored + base + (own[name] ?? []))
      where !side.touched.contains(member) {
        let wanted = isMember(member, name, side, changes.memberships, before)
        if wanted != result.contains(member) { return "\(member) \(wanted) in \(place)" }
      }
    }
    return nil
  }

  /// Whether a list should have a member; the stored list decides if the context changed nothing
  /// about
  /// it.
  private func isMember(
    _ member: String, _ name: String, _ side: ListProgramSide, _ own: [String: [String]],
    _ before: [String: [String]]
  ) -> Bool {
    guard name.hasSuffix(".songs") else {
      let isOwn = own[name]?.contains(member) ?? false
      return isOwn == (side.base[name] ?? []).contains(member)
        ? before[name]?.contains(member) ?? false : isOwn
    }
    func owner(_ lists: [String: [String]]) -> String? {
      lists.first { $0.key.hasSuffix(".songs") && $0.value.contains(member) }?.key
    }
    let (now, former) = (owner(own), owner(side.base))
    return (now == former ? owner(before) : now) == name
  }
}

/// The changes of a context before it saves or fetches.
private struct ListChanges {
  let own: [String: [String]]
  let memberships: [String: [String]]
  let renewed: [String: Set<String>]

  init(_ side: ListProgramSide) {
    (own, memberships, renewed) = (side.own, side.memberships, side.renewed)
  }
}
