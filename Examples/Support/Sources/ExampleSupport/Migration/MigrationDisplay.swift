import SwiftData
import Synchronization

/// Shows the progress of a store's migration.
///
/// Each stage is a line. On a terminal, a bar below it shows the number of finished rows;
/// elsewhere, there is a line for each entity.
final class MigrationDisplay: Sendable {
  private struct State {
    var bar: ProgressBar
    var stage = 0
    var entity: String?
  }

  private let terminal: Terminal
  private let state: Mutex<State>

  init(
    on terminal: Terminal,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.terminal = terminal
    state = Mutex(State(bar: ProgressBar(total: 0, terminal: terminal, now: now)))
  }

  /// Shows the current progress.
  func show(_ progress: MigrationProgress) {
    state.withLock { state in
      if state.stage != progress.stage {
        state.bar.finish()
        state.stage = progress.stage
        state.entity = nil
        terminal.note(Self.heading(of: progress))
      }
      guard let entity = progress.entity else { return }
      if state.entity != entity {
        state.entity = entity
        if !terminal.showsProgress {
          terminal.note("  \(entity), \(progress.totalRows.counted("row"))")
        }
      }
      state.bar.update(
        Int(clamping: progress.completedRows), of: Int(clamping: progress.totalRows), label: entity)
    }
  }

  /// Removes the bar; the lines stay.
  func finish() {
    state.withLock { $0.bar.finish() }
  }

  private static func heading(of progress: MigrationProgress) -> String {
    "migrating \(progress.fromVersion) to \(progress.toVersion), "
      + "stage \(progress.stage) of \(progress.stageCount)"
  }
}
