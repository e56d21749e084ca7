import Foundation

/// Threads that do work which waits for a database, so that no thread that others need waits for it.
package final class WorkerPool: @unchecked Sendable {
  // `@unchecked`: what changes is looked at and changed under the condition's lock alone.

  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var working = 0
  private var threadCount: Int
  private var isStopped = false
  private let limit: Int

  /// - Parameters:
  ///   - threadCount: How many threads.
  ///   - limit: How much work may wait at most.
  package init(threadCount: Int, limit: Int) {
    self.threadCount = threadCount
    self.limit = limit
    for number in 0..<threadCount {
      let thread = Thread { [self] in run() }
      thread.name = "worker \(number)"
      thread.start()
    }
  }

  /// How much is being done, and how much waits.
  package var load: (working: Int, waiting: Int) {
    condition.withLock { (working, waiting.count) }
  }

  /// Has something done; false where too much waits, or the pool has stopped.
  package func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      guard !isStopped, waiting.count < limit else { return false }
      waiting.append(work)
      condition.signal()
      return true
    }
  }

  /// Ends the threads once all that waits is done, and returns when they have ended.
  package func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
      while threadCount > 0 { condition.wait() }
    }
  }

  private func run() {
    while let work = next() {
      work()
      condition.withLock { working -= 1 }
    }
    condition.withLock {
      threadCount -= 1
      condition.broadcast()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while waiting.isEmpty, !isStopped { condition.wait() }
      guard !waiting.isEmpty else { return nil }
      working += 1
      return waiting.removeFirst()
    }
  }
}
