import Foundation
import Synchronization

/// A clock that only moves when it is advanced.
final class TestClock: Sendable {
  private let seconds = Mutex(0.0)

  var now: Date { Date(timeIntervalSinceReferenceDate: seconds.withLock { $0 }) }

  func advance(by interval: Double = 1) { seconds.withLock { $0 += interval } }
}
