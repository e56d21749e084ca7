import OpenSwiftData
import StoreTesting

/// Saves what has nothing to do with a run, between any two of its statements.
final class Disturber: @unchecked Sendable {
  // `@unchecked`: statements are told on the one thread that runs them.

  private let context: ModelContext
  private var observation: StatementObservation?
  private var isWriting = false
  private var isBusy = false
  private var count = 0

  init(_ store: TestStore) throws {
    context = try store.makeReopenedContext()
    observation = store.container.observeStatements { [weak self] in self?.note($0.sql) }
  }

  func end() { observation = nil }

  private func note(_ sql: String) {
    if sql.hasPrefix("BEGIN") { isWriting = true }
    if sql.hasPrefix("COMMIT") || sql.hasPrefix("ROLLBACK") { isWriting = false }
    guard !isWriting, !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    count += 1
    guard count % 3 != 0 else { return }
    context.insert(Person(number: count))
    // Where somebody else writes, that is disturbance enough.
    try? context.save()
  }
}
