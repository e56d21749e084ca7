import OpenSwiftData
import StoreTesting

/// Saves unrelated changes between any two statements of a run.
final class Disturber: @unchecked Sendable {
  // `@unchecked`: statements are reported on the only thread that runs them.

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
    // If another connection is writing, that is enough disturbance.
    try? context.save()
  }
}
