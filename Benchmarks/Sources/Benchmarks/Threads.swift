import BenchmarkCommon
import Dispatch
import Foundation
import Synchronization

/// Concurrent readers, and a writer that works until all readers are done.
struct Threads {
  /// Prepares a reader on its thread and returns its work, whose results are added up.
  typealias Reader = @Sendable (_ number: Int) throws -> (() throws -> UInt64)
  /// Prepares the writer on its thread and returns one transaction, which is repeated.
  typealias Writer = @Sendable () throws -> (() throws -> Void)

  let readerCount: Int
  let reader: Reader
  let writer: Writer?

  private static let pauseOfWriter = 0.005

  /// Measures the wall-clock time from the start of all threads to the end of the last reader, and
  /// the sum of the results.
  ///
  /// Preparation is not included.
  func measure() throws -> Outcome {
    let course = Course()
    let threadCount = readerCount + (writer == nil ? 0 : 1)
    for number in 0..<readerCount {
      course.start { [reader] in
        try course.prepared { try reader(number) }
      } work: { work in
        let result = try work()
        course.sum.wrappingAdd(result, ordering: .relaxed)
        course.finishReader()
      }
    }
    if let writer {
      course.start {
        try course.prepared(writer)
      } work: { write in
        while !course.isOver.load(ordering: .relaxed) {
          try write()
          Thread.sleep(forTimeInterval: Self.pauseOfWriter)
        }
      }
    }
    return try course.run(threadCount: threadCount, readerCount: readerCount)
  }
}

/// The shared state of the threads of one run.
private final class Course: Sendable {
  let sum = Atomic<UInt64>(0)
  let isOver = Atomic<Bool>(false)
  private let ready = DispatchSemaphore(value: 0)
  private let go = DispatchSemaphore(value: 0)
  private let readerIsDone = DispatchSemaphore(value: 0)
  private let ended = DispatchGroup()
  private let failure = Mutex<(any Error)?>(nil)

  func prepared<Work>(_ prepare: () throws -> Work) throws -> Work {
    defer { ready.signal() }
    return try prepare()
  }

  func finishReader() { readerIsDone.signal() }

  func start<Work>(
    _ prepare: @escaping @Sendable () throws -> Work,
    work: @escaping @Sendable (Work) throws -> Void
  ) {
    ended.enter()
    Thread {
      defer { self.ended.leave() }
      do {
        let prepared = try prepare()
        self.go.wait()
        try work(prepared)
      } catch {
        self.failure.withLock { $0 = error }
        // A failed thread must not block the others.
        self.finishReader()
      }
    }.start()
  }

  func run(threadCount: Int, readerCount: Int) throws -> Outcome {
    for _ in 0..<threadCount { ready.wait() }
    let start = wallTime()
    for _ in 0..<threadCount { go.signal() }
    for _ in 0..<readerCount { readerIsDone.wait() }
    let end = wallTime()
    isOver.store(true, ordering: .relaxed)
    ended.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return Outcome(
      seconds: end - start, wallSeconds: end - start, result: sum.load(ordering: .relaxed))
  }
}
