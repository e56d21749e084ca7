import Foundation
import Locks

/// Buffers results that are written to a file or a pipe, to save system calls.
package final class OutputBuffer: Sendable {
  /// The number of buffered bytes that triggers a write.
  package static let size = 1 << 16

  private struct State {
    var bytes = Data()
    /// The first error; after it, nothing more is written.
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let write: @Sendable (Data) throws -> Void

  /// - Parameter write: Writes bytes; called by one thread at a time.
  package init(_ write: @escaping @Sendable (Data) throws -> Void) { self.write = write }

  /// Appends a text.
  ///
  /// - Throws: The error of this write or of an earlier one.
  package func append(_ text: String) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.bytes.append(contentsOf: text.utf8)
      if state.bytes.count >= Self.size { try flush(&state) }
    }
  }

  /// Writes the buffered bytes.
  ///
  /// - Throws: The error of this write or of an earlier one.
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
