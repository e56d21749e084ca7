import Foundation

/// The time source and timer of a started engine.
package struct SyncClock: Sendable {
  package var now: @Sendable () -> Date
  /// Waits for a number of seconds, or less if the task is cancelled.
  package var wait: @Sendable (Double) async -> Void

  package init(
    now: @escaping @Sendable () -> Date, wait: @escaping @Sendable (Double) async -> Void
  ) {
    (self.now, self.wait) = (now, wait)
  }

  /// The system's clock.
  package static let system = SyncClock(now: { Date() }) { seconds in
    try? await Task.sleep(for: .seconds(seconds))
  }
}
