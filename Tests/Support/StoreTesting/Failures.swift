import Locks

/// Failures on other threads.
package final class Failures: Sendable {
  private let texts = Mutex<[String]>([])

  package init() {}

  package func add(_ text: String) { texts.withLock { $0.append(text) } }
  package var all: [String] { texts.withLock { $0 } }
}
