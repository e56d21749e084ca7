import Foundation
import RandomTesting
import SampleStores
import StoreFixtures
import StoreTool
import Testing

/// Damaged files: every command ends, and reports the damage.
@Suite("Hostile files")
struct HostileFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let commands: [[String]] = [
    ["info"], ["schema"], ["schema", "--format", "svg"], ["check"], ["history", "--limit", "20"],
  ]

  private func tryAll(_ path: String) {
    for command in Self.commands {
      let run = ToolRun([command[0], path] + command.dropFirst())
      #expect(run.status != .usage)
      #expect(run.status.rawValue < 2 || !run.messages.isEmpty)
    }
    for entity in ["Book", "Task", "Recipe", "Mood", "Trip"] {
      let run = ToolRun("query", path, entity, "--limit", "5", "--format", "jsonl")
      #expect(run.status == .good || !run.messages.isEmpty)
    }
  }

  private func mutate(_ bytes: Data, _ generator: inout SeededGenerator) -> Data {
    var bytes = bytes
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
    case 1:
      // The start of the file contains the schema and the metadata.
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<min(bytes.count, 16_384), using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
    default:
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    return bytes
  }

  private func tryMutations(of path: String, _ count: Int, seed: UInt64) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    let target = folder.path("mutated.store")
    for _ in 0..<count {
      try mutate(bytes, &generator).write(to: URL(fileURLWithPath: target))
      tryAll(target)
    }
  }

  @Test func damagedOwnFilesAreReadOrRefused() throws {
    let path = try LibraryStore.make(folder)
    try tryMutations(of: path, TestRun.count(1_000), seed: 1)
    let url = try StoreFixtures.copy(of: "SampleTrips", version: "3.0.0", to: folder.url)
    try tryMutations(of: url.path, TestRun.count(500), seed: 2)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason),
    arguments: SampleStores.files.filter { !$0.hasSuffix("Photos.sqlite") })
  func damagedApplesFilesAreReadOrRefused(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    try tryMutations(of: url.path, TestRun.count(100), seed: 3)
  }
}
