import DataSync
import Foundation
import OpenSwiftData
import RandomTesting
import SyncPort
import SyncTesting
import Testing

@testable import crashsync

/// Processes that edit and sync two stores are killed repeatedly; two of the processes share one
/// store.
@Suite("Killed syncs")
struct KilledSyncTests {
  /// The helper program next to the test runner.
  private static let program = HelperProgram.url("crashsync")

  private static let rounds = TestRun.count(200, atLeast: 20)

  @Test(.enabled(if: program != nil, "the helper program is not built"))
  func killedSyncsNeitherLoseNorDuplicateItems() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "KilledSyncTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = try await KintoPlace(.postgresql)
    let collection = KintoPlace.newCollection()
    let stores = ["first", "second"].map { folder.appendingPathComponent("\($0).store") }
    func run(_ writer: String, _ store: URL, _ rounds: Int, _ seed: UInt64) async throws -> [String]
    {
      let arguments = [
        store.path, place.server.absoluteString, place.user, place.password, collection, writer,
      ]
      var generator = SeededGenerator(seed: TestRun.seed(seed))
      var outputs: [String] = []
      for round in 0..<rounds {
        let file = folder.appendingPathComponent("\(writer)-\(round).out")
        // The next process starts at once, while the server may still have requests of this one.
        outputs.append(try await Self.runUntilKilled(arguments, file, &generator))
      }
      return outputs
    }
    // Each task kills and restarts its own process; the third shares the first one's store.
    let early = try await run("a", stores[0], 1, 10)
    async let first = run("a", stores[0], Self.rounds, 11)
    async let second = run("b", stores[1], Self.rounds, 12)
    async let third = run("c", stores[0], Self.rounds / 4, 13)
    let outputs = try await early + first + second + third
    try await place.letRequestsEnd()
    var items = KilledItems()
    for output in outputs { items.note(output) }
    try await check(items, outputs, stores, place, collection)
  }

  /// Syncs both stores without interruption and checks their contents.
  private func check(
    _ items: KilledItems, _ outputs: [String], _ stores: [URL], _ place: KintoPlace,
    _ collection: String
  ) async throws {
    let containers = try stores.map { try CrashSync.open($0) }
    let engines = try containers.map { try SyncEngine($0, place.provider(collection)) }
    for _ in 0..<3 { for engine in engines { try await Self.sync(engine) } }
    let found = try containers.map { try Self.contents($0) }
    let records = try await place.records(collection)
    #expect(Set(found[0]) == Set(found[1]))
    for (number, contents) in found.enumerated() {
      let faults = items.faults(in: contents)
      #expect(
        faults.isEmpty,
        """
        store \(number): \(faults.prefix(10)), \(TestRun.comment)
        \(Self.story(of: faults, outputs, records))
        """)
    }
    let boxes = try containers.map { try ModelContext($0).fetchCount(FetchDescriptor<CrashBox>()) }
    #expect(boxes == [4, 4])
    #expect(records.values.filter { $0.kind == "CrashItem" }.count == found[0].count)
    for engine in engines {
      let counts = try await engine.counts()
      #expect(counts.pending == 0)
      #expect(counts.waiting == 0)
    }
    print("\(Self.rounds) rounds: \(items.acknowledgedCount) saves, \(found[0].count) items")
    #expect(items.acknowledgedCount > Self.rounds)
  }

  /// The output of the programs about the first faulty item, and its record.
  private static func story(
    of faults: [String], _ outputs: [String], _ records: [String: SyncRecord]
  ) -> String {
    guard let name = faults.first?.prefix(while: { $0 != "." && $0 != " " }) else { return "" }
    var lines: [String] = []
    for (number, output) in outputs.enumerated() {
      lines += output.split(separator: "\n").filter { $0.contains(name) }.map { "\(number): \($0)" }
    }
    for record in records.values
    where record.fields["number"].map({ "\($0)".contains(name.dropFirst()) }) ?? false {
      lines.append("\(record)")
    }
    return lines.joined(separator: "\n")
  }

  /// Syncs as soon as the server allows it: it may still process requests of killed programs.
  private static func sync(_ engine: SyncEngine) async throws {
    for _ in 0..<4 {
      do {
        try await engine.syncNow()
        return
      } catch let error as SyncError where error.isTransient {
        try await Task.sleep(for: .seconds(error.retryAfter ?? 1))
      }
    }
    try await engine.syncNow()
  }

  private static func contents(_ container: ModelContainer) throws -> [KilledItems.Found] {
    try ModelContext(container).fetch(FetchDescriptor<CrashItem>()).map { item in
      KilledItems.Found(
        name: item.name,
        values: [
          "own": "\(item.own)", "foreign": "\(item.foreign)", "shared": item.shared,
          "box": item.box.map { "\($0.number)" } ?? "",
        ])
    }
  }

  /// Runs the program and kills it, usually after it has saved, sometimes while it starts.
  ///
  /// - Returns: The program's output.
  private static func runUntilKilled(
    _ arguments: [String], _ file: URL, _ generator: inout SeededGenerator
  ) async throws -> String {
    try Data().write(to: file)
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let isEarly = Int.random(in: 0..<6, using: &generator) == 0
    let delay = Int.random(in: 0..<(isEarly ? 150 : 500), using: &generator)
    while !isEarly, process.isRunning {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      if text.hasPrefix("done ") || text.contains("\ndone ") { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await Task.sleep(for: .milliseconds(delay))
    let isRunning = process.isRunning
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(isRunning, "\(text.suffix(1_000))")
    return text
  }
}
