import Foundation
import Locks

/// Collects results on their way to a file or a pipe, where each write costs a system call.
package final class OutputBuffer: Sendable {
  /// How many bytes are written at once, or more.
  package static let size = 1 << 16

  private struct State {
    var bytes = Data()
    /// What went wrong once: what comes after it is not written either.
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let write: @Sendable (Data) throws -> Void

  /// - Parameter write: Writes bytes; called by one thread at a time.
  package init(_ write: @escaping @Sendable (Data) throws -> Void) { self.write = write }

  /// Adds a text.
  ///
  /// - Throws: What writing throws, or threw before.
  package func append(_ text: String) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.bytes.append(contentsOf: text.utf8)
      if state.bytes.count >= Self.size { try flush(&state) }
    }
  }

  /// Writes what is there.
  ///
  /// - Throws: What writing throws, or threw before.
  package func flush() throws { try state.withLock { try flush(&$0) } }

  private func flush(_ state: inout State) throws {
    if let failure = state.failure { throw failure }
    guard !state.bytes.isEmpty else { return }
    do {
      try write(state.bytes)
    } catch {
      state.failure = error
      throw error
    }
    state.bytes.removeAll(keepingCapacity: true)
  }
}
