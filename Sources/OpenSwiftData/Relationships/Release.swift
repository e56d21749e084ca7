import CThreadState

// Letting go of other models one after the other. A model that ends lets go of those it holds, and
// where these end too, they let go of theirs: a long chain would end the stack. What is let go of
// while a model ends waits until that is over.

/// Empties a slot that holds no models, for which nothing is to be done.
@inlinable @inline(__always)
public func _release<Value>(_ slot: UnsafeMutablePointer<Value?>) {}

/// Lets go of the other end of a to-one relationship.
public func _release<Target: PersistentModel>(_ slot: UnsafeMutablePointer<Target?>) {
  if slot.pointee != nil { Releases.empty(slot) }
}

/// Lets go of the other end of an optional to-one relationship.
public func _release<Target: PersistentModel>(_ slot: UnsafeMutablePointer<Target??>) {
  if case .some(.some) = slot.pointee { Releases.empty(slot) }
}

/// Lets go of the members of a to-many relationship.
public func _release<Models: RelationshipCollection>(_ slot: UnsafeMutablePointer<Models?>) {
  if case .some = slot.pointee { Releases.empty(slot) }
}

/// What models that ended held, on one thread.
private final class Releases {
  private var waiting: [Any] = []

  /// Lets go of what a slot holds, or has whoever does so already on this thread do it.
  static func empty<Value>(_ slot: UnsafeMutablePointer<Value?>) {
    let thread = openswiftdata_current_thread()
    if let running = thread.pointee.releases {
      let releases = Unmanaged<Releases>.fromOpaque(running).takeUnretainedValue()
      releases.waiting.append(slot.move() as Any)
      slot.initialize(to: nil)
      return
    }
    let releases = Releases()
    thread.pointee.releases = Unmanaged.passUnretained(releases).toOpaque()
    // Nobody but the slot may hold the content here, or it would end after the work is done.
    slot.pointee = nil
    while !releases.waiting.isEmpty { releases.waiting.removeLast() }
    thread.pointee.releases = nil
  }
}
