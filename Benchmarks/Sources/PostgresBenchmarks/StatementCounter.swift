import OpenSwiftData
import Synchronization

/// Counts the statements that contexts run.
final class StatementCounter: Sendable {
  private let seen = Mutex<[String]>([])
  private let observation = Mutex<StatementObservation?>(nil)

  /// The statements, in the order in which they were finished.
  var texts: [String] { seen.withLock { $0 } }

  func observe(_ container: ModelContainer) {
    let made = container.observeStatements { [weak self] event in
      self?.seen.withLock { $0.append(event.sql) }
    }
    observation.withLock { $0 = made }
  }
}
