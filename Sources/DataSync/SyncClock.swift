import Foundation

/// What tells a started engine the time, and has it wait.
package struct SyncClock: Sendable {
  package var now: @Sendable () -> Date
  /// Waits some seconds; less where the task is cancelled.
  package var wait: @Sendable (Double) async -> Void

  package init(
    now: @escaping @Sendable () -> Date, wait: @escaping @Sendable (Double) async -> Void
  ) {
    (self.now, self.wait) = (now, wait)
  }

  /// The system's.
  package static let system = SyncClock(now: { Date() }) { seconds in
    try? await Task.sleep(for: .seconds(seconds))
  }
}
