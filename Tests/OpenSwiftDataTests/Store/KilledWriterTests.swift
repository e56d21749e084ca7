import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@testable import crashwriter

@Suite("Killed writers")
struct KilledWriterTests {
  private static let writer = KilledWriter.program

  private func contents(of url: URL) throws -> [Entry] {
    let container = try ModelContainer(
      for: Entry.self, configurations: ModelConfiguration(url: url))
    return try ModelContext(container).fetch(FetchDescriptor<Entry>())
  }

  @Test(.enabled(if: writer != nil, "the helper program is not built"))
  func otherProgramsReadWhileAWriterSaves() throws {
    let folder = try TestFolder()
    let url = folder.file("shared.store")
    _ = try contents(of: url)
    let process = Process()
    process.executableURL = Self.writer
    process.arguments = [url.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let context = ModelContext(
      try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: url)))
    var seen: Set<Int> = []
    while seen.count < 5, process.isRunning {
      let entries = try context.fetch(FetchDescriptor<Entry>())
      guard let number = entries.first?.save else { continue }
      seen.insert(number)
      #expect(entries.allSatisfy { $0.save == number })
    }
    #expect(seen.count == 5)
  }

  @Test(.enabled(if: writer != nil, "the helper program is not built"))
  func killedWritersLeaveExactlyTheFinishedSaves() throws {
    let folder = try TestFolder()
    let url = folder.file("killed.store")
    var generator = SeededGenerator(seed: TestRun.seed(1))
    var acknowledged = 0
    for round in 0..<TestRun.count(100, atLeast: 20) {
      let last = try KilledWriter.run([url.path], &generator)
      acknowledged = last?.0 ?? acknowledged
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let file = try SQLiteConnection(path: url.path, mode: .readWrite)
      #expect(try file.rows("PRAGMA integrity_check") == [[.text("ok")]], "\(TestRun.comment)")
      let entries = try contents(of: url)
      guard let number = entries.first?.save else {
        #expect(acknowledged == 0, "\(TestRun.comment), round \(round)")
        continue
      }
      // The store has complete saves only: all acknowledged ones, and possibly the next one.
      #expect(entries.allSatisfy { $0.save == number }, "\(TestRun.comment), round \(round)")
      #expect((acknowledged...acknowledged + 1).contains(number), "\(TestRun.comment)")
      if number == acknowledged, let last { #expect(entries.count == last.1, "\(TestRun.comment)") }
      acknowledged = number
    }
    #expect(acknowledged > 0)
  }
}
