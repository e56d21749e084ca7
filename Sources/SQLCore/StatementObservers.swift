import Locks

/// One finished run of a statement.
package struct StatementRun: Hashable, Sendable {
  /// The statement, with placeholders for its values.
  package var text: String
  /// The statement with its values; nil unless somebody asked for them.
  package var expandedText: String?
  /// From its first step to its end, the work of its reader between the steps included.
  package var duration: Duration
  /// Rows changed or, where it changed none, rows read.
  package var rowCount: Int

  package init(text: String, expandedText: String?, duration: Duration, rowCount: Int) {
    self.text = text
    self.expandedText = expandedText
    self.duration = duration
    self.rowCount = rowCount
  }
}

/// Those who want to know what statements connections run; any thread may add and remove them.
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

  /// Whether anybody in this process wants to know of any statement.
  package static var areAnyActive: Bool { total.load(ordering: .relaxed) > 0 }

  /// Whether there are any.
  package var isActive: Bool { activity.load(ordering: .relaxed) }

  /// Whether any of them wants to see bound values.
  package var wantValues: Bool { state.withLock { $0.observers.contains(where: \.wantsValues) } }

  /// Calls `handler` on the thread of each statement when it is finished; returns the number under
  /// which it can be removed.
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

  /// Removes an observer; what another thread has already begun to report it still gets.
  package func remove(_ number: Int) {
    state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0.number == number }
      Self.total.subtract(count - state.observers.count, ordering: .relaxed)
      activity.store(!state.observers.isEmpty, ordering: .relaxed)
    }
  }

  /// Tells all of them, in the order they were added.
  package func notify(_ run: StatementRun) {
    // Outside the lock, so that a handler may add and remove observers.
    let observers = state.withLock { $0.observers }
    guard !observers.isEmpty else { return }
    var withoutValues = run
    withoutValues.expandedText = nil
    for observer in observers { observer.handler(observer.wantsValues ? run : withoutValues) }
  }
}
