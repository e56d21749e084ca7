import Locks

/// A value that is computed on first use, on any thread.
///
/// Later reads take no lock. If several threads read it first, each may compute a value, but all
/// get the same one. So the computation must not have side effects.
package struct Lazy<Value: Sendable>: ~Copyable, Sendable {
  /// Contains the value, so that its address fits into one word.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @usableFromInline init(_ value: Value) { self.value = value }
  }

  /// The address of the retained box; 0 if there is none.
  @usableFromInline let known = Atomic<UInt>(0)

  @inlinable package init() {}

  deinit { Self.box(known.load(ordering: .acquiring))?.release() }

  /// Returns the value, computed by `make` if necessary.
  @inlinable @inline(__always)
  package func value(_ make: () -> Value) -> Value {
    // The value is read in one place, so that callers copy only the parts that they use.
    let box = Self.box(known.load(ordering: .acquiring)) ?? adding(make())
    return box._withUnsafeGuaranteedRef { $0.value }
  }

  /// Stores `made` and returns its box, or the box that another thread has stored first.
  @usableFromInline
  func adding(_ made: Value) -> Unmanaged<Box> {
    let added = Unmanaged.passRetained(Box(made))
    let (isFirst, original) = known.compareExchange(
      expected: 0, desired: UInt(bitPattern: added.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let box = Self.box(original) else { return added }
    added.release()
    return box
  }

  @inlinable @inline(__always)
  static func box(_ address: UInt) -> Unmanaged<Box>? {
    // `map` would look up its argument and result types.
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }
}
