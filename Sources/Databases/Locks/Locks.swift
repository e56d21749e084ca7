// Atomics, and the package's lock, which `Mutex.swift` replaces in some builds.
@_exported import Synchronization
