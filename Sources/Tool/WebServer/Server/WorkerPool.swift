import Foundation

/// Threads for work that blocks on a database, so that no other thread does.
public final class WorkerPool: @unchecked Sendable {
  // `@unchecked`: the mutable state is only accessed while the condition is locked.

  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var working = 0
  private var threadCount: Int
  private var isStopped = false
  private let limit: Int

  /// Starts threads.
  ///
  /// - Parameters:
  ///   - threadCount: The number of threads.
  ///   - limit: The maximum number of queued work items.
  public init(threadCount: Int, limit: Int) {
    self.threadCount = threadCount
    self.limit = limit
    for number in 0..<threadCount {
      let thread = Thread { [self] in run() }
      thread.name = "worker \(number)"
      thread.start()
    }
  }

  /// The numbers of running and queued work items.
  public var load: (working: Int, waiting: Int) {
    condition.withLock { (working, waiting.count) }
  }

  /// Queues work.
  ///
  /// - Parameter work: It may block.
  /// - Returns: True; false if the queue is full or the pool has stopped.
  public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      guard !isStopped, waiting.count < limit else { return false }
      waiting.append(work)
      condition.signal()
      return true
    }
  }

  /// Stops the threads after all queued work is done, and waits for them.
  public func stop() {
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
