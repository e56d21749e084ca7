import Locks

/// An object that is made when somebody asks for it first, on whichever thread; never made where
/// nobody asks.
///
/// Who asks later is told without a lock. Threads that ask first at once may each make one, of which
/// all get the same; so making one may not matter to anything else.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the object, which is held; 0 while there is none.
  private let known = Atomic<UInt>(0)

  deinit {
    if let object = Self.object(known.load(ordering: .acquiring)) {
      Unmanaged.passUnretained(object).release()
    }
  }

  /// The object, made by `make` unless it is known.
  @inline(__always)
  func value(_ make: () -> Object) -> Object {
    if let object = Self.object(known.load(ordering: .acquiring)) { return object }
    return value(adding: make())
  }

  /// Keeps `made`, unless somebody else was quicker.
  private func value(adding made: Object) -> Object {
    let added = Unmanaged.passRetained(made)
    let (isFirst, original) = known.compareExchange(
      expected: 0, desired: UInt(bitPattern: added.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let object = Self.object(original) else { return made }
    added.release()
    return object
  }

  /// The object of an address.
  ///
  /// Without `Unmanaged<Object>` and `map`, whose types a debug build puts together at each call.
  @inline(__always)
  private static func object(_ address: UInt) -> Object? {
    address == 0 ? nil : unsafeBitCast(address, to: Object.self)
  }
}
