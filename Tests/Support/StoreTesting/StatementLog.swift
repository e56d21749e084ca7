import Locks
import OpenSwiftData

/// Collects statements from any thread.
package final class StatementLog: Sendable {
  private let collected = Mutex<[StatementEvent]>([])

  package var events: [StatementEvent] { collected.withLock { $0 } }
  package var texts: [String] { events.map(\.sql) }

  package init() {}

  package func append(_ event: StatementEvent) { collected.withLock { $0.append(event) } }
}

/// The statements that contexts of `container` execute in `body`.
package func statements(in container: ModelContainer, _ body: () throws -> Void) rethrows
  -> [String]
{
  let log = StatementLog()
  let observation = container.observeStatements { log.append($0) }
  defer { observation.cancel() }
  try body()
  return log.texts
}

/// The number of statements that contexts of `container` execute in `body`.
package func countStatements(in container: ModelContainer, _ body: () throws -> Void) rethrows
  -> Int
{
  try statements(in: container, body).count
}
