import DataSync
import Foundation
import Locks

/// A clock whose waits take no time, up to a limit that the test sets.
final class TestClock: Sendable {
  private struct State {
    var now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var waits: [Double] = []
    var rest: Int
  }

  private let state: Mutex<State>

  /// A clock on which some waits pass at once; later ones last until they are cancelled.
  init(passing count: Int) { state = Mutex(State(rest: count)) }

  /// The requested seconds of each wait, in order.
  var waits: [Double] { state.withLock { $0.waits } }

  /// Lets more waits pass.
  func pass(_ count: Int) { state.withLock { $0.rest += count } }

  var clock: SyncClock {
    SyncClock(now: { self.state.withLock { $0.now } }) { await self.wait($0) }
  }

  private func wait(_ seconds: Double) async {
    let isCounted = seconds > 0.5
    if isCounted { state.withLock { $0.waits.append(seconds) } }
    while !Task.isCancelled {
      let passes = state.withLock { state in
        guard isCounted else { return true }
        guard state.rest > 0 else { return false }
        state.rest -= 1
        state.now += seconds
        return true
      }
      if passes { return await Task.yield() }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}
