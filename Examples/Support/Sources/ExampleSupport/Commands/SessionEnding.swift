import Synchronization

/// Actions to perform after a command succeeds, such as sending its changes to other devices.
package final class SessionEnding: Sendable {
  private let actions = Mutex<[@Sendable () async -> Void]>([])

  /// Adds an action.
  package func append(_ action: @escaping @Sendable () async -> Void) {
    actions.withLock { $0.append(action) }
  }

  /// Removes all actions, if the command failed.
  func clear() { actions.withLock { $0 = [] } }

  /// Performs the actions, in the order in which they were added.
  func run() async {
    let all = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in all { await action() }
  }
}
