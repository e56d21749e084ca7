import Locks

/// A value that is made when somebody asks for it first, on whichever thread; never made where nobody
/// asks.
///
/// Who asks later is told without a lock. Threads that ask first at once may each make one, of which
/// all get the same; so making one may not matter to anything else.
package struct Lazy<Value: Sendable>: ~Copyable, Sendable {
  /// What holds the value, so that its address can be kept in one word.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @usableFromInline init(_ value: Value) { self.value = value }
  }

  /// The address of the box, which is held; 0 while there is none.
  @usableFromInline let known = Atomic<UInt>(0)

  @inlinable package init() {}

  deinit { Self.box(known.load(ordering: .acquiring))?.release() }

  /// The value, made by `make` unless it is known.
  @inlinable @inline(__always)
  package func value(_ make: () -> Value) -> Value {
    if let box = Self.box(known.load(ordering: .acquiring)) {
      return box._withUnsafeGuaranteedRef { $0.value }
    }
    return value(adding: make())
  }

  /// Keeps `made`, unless somebody else was quicker.
  @usableFromInline
  func value(adding made: Value) -> Value {
    let added = Unmanaged.passRetained(Box(made))
    let (isFirst, original) = known.compareExchange(
      expected: 0, desired: UInt(bitPattern: added.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let box = Self.box(original) else { return made }
    added.release()
    return box._withUnsafeGuaranteedRef { $0.value }
  }

  @inlinable @inline(__always)
  static func box(_ address: UInt) -> Unmanaged<Box>? {
    // `map` would look up the types that it is between.
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }
}
