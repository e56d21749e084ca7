import Locks

/// A value that is made when somebody asks for it first, on whichever thread; never made where
/// nobody asks.
package struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
  private let known = Mutex<Value?>(nil)

  package init() {}

  /// The value, made by `make` unless it is known; `make` may not ask for it itself.
  package func value(_ make: () -> Value) -> Value {
    known.withLock { known in
      if let known { return known }
      let made = make()
      known = made
      return made
    }
  }
}
