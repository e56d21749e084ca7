// Atomics, and the lock of the package; `Mutex.swift` says when that is another one.
@_exported import Synchronization
