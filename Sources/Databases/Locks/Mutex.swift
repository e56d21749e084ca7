#if THREAD_SANITIZER
  import Foundation

  /// Replaces Synchronization's mutex in builds for Thread Sanitizer.
  ///
  /// On Linux that mutex is a word and the kernel's futex, inlined from a library without
  /// instrumentation. The sanitizer sees no lock and reports every value behind one as a race. This
  /// mutex locks with pthreads, which the sanitizer supports. Because it is declared here, it hides
  /// the re-exported one.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked`: `value` is accessed only while the lock is locked.
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Calls `body` with the value once no other thread is using it.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#endif
