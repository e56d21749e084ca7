import Foundation
import Locks

/// A clock that advances only when the test advances it.
final class TestClock: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_453_759_200))

  var now: Date { date.withLock { $0 } }

  func advance(_ seconds: Double) { date.withLock { $0 += seconds } }
}
