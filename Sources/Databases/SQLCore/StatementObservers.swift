import Foundation
import Locks

/// One finished run of a statement.
package struct StatementRun: Hashable, Sendable {
  /// The statement, with placeholders for its values.
  package var text: String
  /// The statement with its values; nil unless an observer requested them.
  package var expandedText: String?
  /// The time from its first step to its end, including the work of its reader between steps.
  package var duration: Duration
  /// The number of rows changed or, if none were changed, rows read.
  package var rowCount: Int
  /// When it ended.
  package var end: Date
  /// Why it failed; nil for a run that succeeded, or was ended early by its reader.
  package var failure: SQLError?

  package init(
    text: String, expandedText: String?, duration: Duration, rowCount: Int, end: Date = Date(),
    failure: SQLError? = nil
  ) {
    (self.text, self.expandedText) = (text, expandedText)
    (self.duration, self.rowCount) = (duration, rowCount)
    (self.end, self.failure) = (end, failure)
  }
}

/// Observers of the statements that connections run; any thread may add and remove them.
package final class StatementObservers: Sendable {
  private struct Observer: Sendable {
    let number: Int
    let wantsValues: Bool
    let handler: @Sendable (StatementRun) -> Void
  }

  private struct State {
    var observers: [Observer] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let activity = Atomic<Bool>(false)
  private static let total = Atomic<Int>(0)

  package init() {}

  deinit {
    let count = state.withLock { $0.observers.count }
    Self.total.subtract(count, ordering: .relaxed)
  }

  /// Whether any observer in this process is active.
  package static var areAnyActive: Bool { total.load(ordering: .relaxed) > 0 }

  /// Whether there are any observers.
  package var isActive: Bool { activity.load(ordering: .relaxed) }

  /// Whether any of the observers wants bound values.
  package var wantValues: Bool { state.withLock { $0.observers.contains(where: \.wantsValues) } }

  /// Calls `handler` after each statement, on the statement's thread; returns a number for removing
  /// it.
  package func add(
    wantsValues: Bool, _ handler: @escaping @Sendable (StatementRun) -> Void
  ) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      state.observers.append(Observer(number: number, wantsValues: wantsValues, handler: handler))
      activity.store(true, ordering: .relaxed)
      Self.total.add(1, ordering: .relaxed)
      return number
    }
  }

  /// Removes an observer; it still receives reports that another thread has already begun.
  package func remove(_ number: Int) {
    state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0.number == number }
      Self.total.subtract(count - state.observers.count, ordering: .relaxed)
      activity.store(!state.observers.isEmpty, ordering: .relaxed)
    }
  }

  /// Notifies all observers, in the order in which they were added.
  package func notify(_ run: StatementRun) {
    // Called without the lock, so that a handler may add and remove observers.
    let observers = state.withLock { $0.observers }
    guard !observers.isEmpty else { return }
    var withoutValues = run
    withoutValues.expandedText = nil
    for observer in observers { observer.handler(observer.wantsValues ? run : withoutValues) }
  }
}
