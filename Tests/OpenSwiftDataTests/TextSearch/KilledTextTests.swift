import Foundation
import OpenSwiftData
import RandomTesting
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

@testable import crashtext

/// A process that is killed while it saves texts or builds the index leaves an index that matches
/// the rows.
@Suite("Killed writers of texts")
struct KilledTextTests {
  /// The program in the folder of the test executable.
  private static let writer = HelperProgram.url("crashtext")

  @Test(.enabled(if: writer != nil, "the helper program is not built"))
  func killedWritersLeaveIndexesEqualToTheRows() throws {
    let folder = try TestFolder()
    let url = folder.file("killed.store")
    var generator = SeededGenerator(seed: TestRun.seed(5))
    for round in 0..<TestRun.count(200, atLeast: 20) {
      if round % 5 == 4 { try breakIndex(url) }
      try runUntilKilled(url, &generator)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let container = try CrashText.container(url)
      try check(url)
      let context = ModelContext(container)
      let all = try context.fetch(FetchDescriptor<Page>())
      for text in ["castle", "old town", "\"old town\"", "riv* -ruin", "strasse"] {
        let found = try context.fetch(
          FetchDescriptor(predicate: #Predicate<Page> { $0.matchesText(text) }))
        #expect(
          found.count == all.count { $0.matchesText(text) }, "round \(round), \(TestRun.comment)")
      }
    }
  }

  /// Damages the index, so that the next run starts by rebuilding it.
  private func breakIndex(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    try connection.run("DROP TRIGGER IF EXISTS OPENSWIFTDATA_TEXT_1_ZPAGE_UPDATE")
    try connection.run("UPDATE ZPAGE SET ZTITLE = 'castle'")
  }

  private func check(_ url: URL) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let name = "OPENSWIFTDATA_TEXT_1_ZPAGE"
    try connection.run("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
  }

  /// Runs a writer and kills it, mostly after its first save and sometimes while it starts.
  private func runUntilKilled(_ store: URL, _ generator: inout SeededGenerator) throws {
    let run = try HelperProgram(Self.writer, [store.path, "\(generator.next() % 1_000)"])
    if generator.next() % 4 != 0 { try run.waitForLines() }
    usleep(UInt32(generator.next() % 60_000))
    _ = try run.kill()
  }
}
