import DataSync
import Foundation
import OpenSwiftData
import RandomTesting
import Testing

/// Devices edit and sync while an attacker writes arbitrary records to their server.
@Suite("Devices beside a hostile one")
struct HostileDevicesTests {
  private final class Device {
    let container: ModelContainer
    let engine: SyncEngine
    let context: ModelContext

    init(_ provider: MemoryProvider) throws {
      container = try SyncedStores.make()
      engine = try SyncEngine(container, provider)
      context = ModelContext(container)
    }

    func edit(_ round: Int, _ generator: inout SeededGenerator) throws {
      let people = try context.fetch(
        FetchDescriptor<SyncedPerson>(sortBy: [SortDescriptor(\.name)]))
      let notes = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)]))
      let tags = try context.fetch(FetchDescriptor<SyncedTag>(sortBy: [SortDescriptor(\.label)]))
      let note = notes.randomElement(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: context.insert(SyncedPerson(name: "own \(round)"))
      case 1: context.insert(SyncedNote(title: "own \(round)"))
      case 2: context.insert(SyncedTag(label: "own \(round)"))
      case 3: note?.owner = people.randomElement(using: &generator)
      case 4: if let tag = tags.randomElement(using: &generator) { note?.tags.append(tag) }
      case 5: note?.count &+= 1
      case 6: people.randomElement(using: &generator).map(context.delete)
      default: note?.title = "edited \(round)"
      }
      try context.save()
    }

    /// The rows' contents without pictures: a hostile record may refer to bytes that do not exist.
    func contents() throws -> [String] {
      try SyncedStores.contents(container).map { line in
        line.hasPrefix("note") ? line.components(separatedBy: "] ").dropLast().joined() : line
      }
    }

    /// Syncs.
    ///
    /// Every failure must be a typed error.
    ///
    /// - Returns: Whether anything changed.
    func sync() async throws -> Bool {
      do {
        let report = try await engine.syncNow()
        return report.sent + report.fetched + report.changed > 0
      } catch let error as SyncError {
        #expect(!error.message.isEmpty)
        return true
      }
    }
  }

  @Test func honestDevicesAgreeBesideAHostileOne() async throws {
    var (syncs, failures) = (0, 0)
    for number in 0..<TestRun.count(500, atLeast: 10) where failures < 3 {
      let seed = TestRun.seed(95_000 + UInt64(number))
      var generator = SeededGenerator(seed: seed)
      let server = MemoryServer()
      let provider = MemoryProvider(server)
      let devices = try [Device(provider), Device(provider)]
      for round in 0..<8 {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          var record = HostileServerTests.record(&generator)
          record.tag = await server.records[record.name]?.tag
          if let tag = record.tag, Int.random(in: 0..<4, using: &generator) == 0 {
            _ = try await provider.write([.delete(name: record.name, tag: tag)])
          } else {
            _ = try await provider.write([.save(record)])
          }
        }
        for device in devices {
          try device.edit(round, &generator)
          _ = try await device.sync()
          syncs += 1
        }
      }
      var isQuiet = false
      for _ in 0..<20 where !isQuiet {
        isQuiet = true
        for device in devices {
          if try await device.sync() { isQuiet = false }
          syncs += 1
        }
      }
      let (first, second) = (try devices[0].contents(), try devices[1].contents())
      guard first != second || !isQuiet else { continue }
      failures += 1
      let difference = Set(first).symmetricDifference(second).sorted()
      Issue.record("seed \(seed): \(isQuiet ? "" : "never quiet, ")\(difference)")
    }
    print("\(syncs) syncs beside a hostile device")
  }
}
