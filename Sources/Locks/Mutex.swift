#if THREAD_SANITIZER
  import Foundation

  /// Stands in for Synchronization's mutex in builds for Thread Sanitizer.
  ///
  /// On Linux that one is a word and the kernel's futex, inlined from a library without
  /// instrumentation: the sanitizer sees no lock and reports every value behind one. This one locks
  /// through pthreads, which it follows. Being declared here, it hides the one that is re-exported.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked`: `value` is reached with the lock held alone.
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

    /// Calls `body` with the value when no other thread has it.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }

    /// Calls `body` with the value; nil where another thread has it.
    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard lock.try() else { return nil }
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#endif
