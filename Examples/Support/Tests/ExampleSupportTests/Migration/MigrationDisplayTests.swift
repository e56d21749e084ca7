import ExampleTestSupport
import Foundation
import SwiftData
import Synchronization
import Testing

@testable import ExampleSupport

@Suite("Migration display")
struct MigrationDisplayTests {
  /// A screen whose clock advances by a second each time it is read.
  private final class Screen: Sendable {
    private let state = Mutex((text: "", time: ContinuousClock.now))

    var text: String { state.withLock { $0.text } }

    func write(_ text: String) { state.withLock { $0.text += text } }

    func now() -> ContinuousClock.Instant {
      state.withLock { state in
        state.time += .seconds(1)
        return state.time
      }
    }
  }

  private func migration(isTerminal: Bool) throws -> String {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("notes.store")
      try Notes.makeFirstVersion(at: url.path, texts: (0..<2_000).map(String.init))
      let screen = Screen()
      var terminal = Terminal(program: "notes", output: { _ in }, message: { screen.write($0) })
      terminal.showsProgress = isTerminal
      let display = MigrationDisplay(on: terminal) { screen.now() }
      var options = MigrationOptions()
      options.onProgress = { display.show($0) }
      _ = try ModelContainer(
        for: Schema(versionedSchema: Notes.Version2.self), migrationPlan: Notes.Plan.self,
        configurations: ModelConfiguration(url: url), migrationOptions: options)
      display.finish()
      return screen.text
    }
  }

  @Test func barIsDrawnOnATerminal() throws {
    let text = try migration(isTerminal: true)
    #expect(text.hasPrefix("notes: migrating 1.0.0 to 2.0.0, stage 1 of 1\n\r"))
    #expect(text.contains("100 %  2000 of 2000  Note\u{1B}[K"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func linesAreWrittenWithoutATerminal() throws {
    #expect(
      try migration(isTerminal: false) == """
        notes: migrating 1.0.0 to 2.0.0, stage 1 of 1
        notes:   Note, 2000 rows

        """)
  }
}
