import Foundation
import Synchronization

/// A time that stands still until it is told to go on.
final class TestClock: Sendable {
  private let seconds = Mutex(0.0)

  var now: Date { Date(timeIntervalSinceReferenceDate: seconds.withLock { $0 }) }

  func advance(by interval: Double = 1) { seconds.withLock { $0 += interval } }
}
