/// The instances of a result while its rows are read.
///
/// It takes ownership of instances without reference counting. It grows without the uniqueness
/// check that an array makes for each element.
struct FetchedModels: ~Copyable {
  /// The only instance of a result with one instance, which needs no allocation.
  private var single: Unmanaged<AnyObject>?
  /// All instances, once there is more than one.
  private var objects: UnsafeMutablePointer<Unmanaged<AnyObject>>?
  private var capacity = 0
  private var count = 0

  private static let leastCapacity = 16

  init() {}

  deinit {
    if let objects {
      for index in 0..<count { objects[index].release() }
      objects.deallocate()
    } else if count > 0 {
      single?.release()
    }
  }

  /// Adds an instance that was retained by the caller.
  @inline(__always)
  mutating func append(_ object: Unmanaged<AnyObject>) {
    guard count < capacity, let objects else { return appendGrowing(object) }
    (objects + count).initialize(to: object)
    count &+= 1
  }

  /// Removes and releases the instance that was added last.
  mutating func removeLast() {
    guard count > 0 else { return }
    count -= 1
    if let objects {
      objects[count].release()
    } else {
      single.take()?.release()
    }
  }

  /// The instances, in the order in which they were added.
  consuming func array() -> [AnyObject] {
    guard let source = objects else { return single.map { [$0.takeUnretainedValue()] } ?? [] }
    let total = count
    let array = [AnyObject](unsafeUninitializedCapacity: total) { target, initialized in
      for index in 0..<total {
        target.initializeElement(at: index, to: (source + index).pointee.takeRetainedValue())
      }
      initialized = total
    }
    // The array owns them now.
    count = 0
    return array
  }

  private mutating func appendGrowing(_ object: Unmanaged<AnyObject>) {
    guard count > 0 else {
      single = object
      count = 1
      return
    }
    let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(
      capacity: max(capacity * 2, Self.leastCapacity))
    if let objects {
      larger.moveInitialize(from: objects, count: count)
      objects.deallocate()
    } else if let single {
      larger.initialize(to: single)
    }
    capacity = max(capacity * 2, Self.leastCapacity)
    objects = larger
    (larger + count).initialize(to: object)
    count += 1
  }
}
