import Synchronization

/// What is left to do when a command has ended well, such as telling others what it has changed.
package final class SessionEnding: Sendable {
  private let actions = Mutex<[@Sendable () async -> Void]>([])

  /// Has something done at the end.
  package func append(_ action: @escaping @Sendable () async -> Void) {
    actions.withLock { $0.append(action) }
  }

  /// Forgets it, where the command failed.
  func clear() { actions.withLock { $0 = [] } }

  /// Does it, in the order in which it was asked for.
  func run() async {
    let all = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in all { await action() }
  }
}
