import Foundation
import OpenSwiftData
import RandomTesting
import StoreTesting
import Testing

@testable import crashgraph
@testable import torture

/// A process that is killed while it saves a graph leaves only complete saves, and every
/// acknowledged one.
@Suite("Killed writers of graphs")
struct KilledGraphTests {
  /// The helper program next to the test runner.
  private static let writer = HelperProgram.url("crashgraph")

  private static let rounds = TestRun.count(200, atLeast: 20)

  @Test(.enabled(if: writer != nil, "the helper program is not built"))
  func killedWritersLeaveCompleteSaves() throws {
    let folder = try TestFolder()
    let url = folder.file("killed.store")
    let seed = GraphSeed.seed
    var generator = SeededGenerator(seed: seed)
    var plan = BoxPlan(seed: seed)
    for round in 0..<Self.rounds {
      let acknowledged = try runUntilKilled(url, seed, &generator) ?? plan.saves
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let context = try open(url)
      let saves = try context.fetch(FetchDescriptor<SaveCount>()).first?.saves ?? 0
      try #require(
        (acknowledged...acknowledged + 1).contains(saves),
        "\(saves) saves, \(acknowledged) acknowledged, \(TestRun.comment), round \(round)")
      while plan.saves < saves { _ = plan.advance() }
      let found = try boxes(in: context)
      try #require(found == plan.boxes, "after \(saves) saves, \(TestRun.comment), round \(round)")
      try StoreChecker(url, CrashGraph.types, history: .whole).check()
    }
    #expect(plan.saves > 0)
  }

  private func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(CrashGraph.types), configurations: ModelConfiguration(url: url)))
  }

  /// Runs a writer and kills it, mostly after it has saved, sometimes while it starts.
  ///
  /// - Returns: The number of the last acknowledged save; nil if there was none.
  private func runUntilKilled(
    _ store: URL, _ seed: UInt64, _ generator: inout SeededGenerator
  ) throws -> Int? {
    let run = try HelperProgram(Self.writer, [store.path, "\(seed)"])
    switch generator.next() % 8 {
    case 0: break
    case 1, 2: try run.waitForLines()
    // The first line is the number of earlier saves.
    default: try run.waitForLines(2)
    }
    usleep(UInt32(generator.next() % 60_000))
    return try run.kill().last.flatMap { Int($0) }
  }

  private func boxes(in context: ModelContext) throws -> [Int: BoxPlan.Box] {
    var found: [Int: BoxPlan.Box] = [:]
    for box in try context.fetch(FetchDescriptor<Box>()) {
      let content = box.content
      let byte = content.map { UInt8($0.count & 0xFF) }
      #expect(content?.allSatisfy { $0 == byte } ?? true)
      found[box.number] = BoxPlan.Box(
        text: box.text, size: content?.count, parent: box.parent?.number,
        children: box.children.map(\.number), stickers: box.stickers.map(\.number))
    }
    return found
  }
}
