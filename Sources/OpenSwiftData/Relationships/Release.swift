import CThreadState

// Letting go of other models one after the other. A model that ends lets go of those it holds, and
// where these end too, they let go of theirs: a long chain would end the stack. What is let go of
// while a model ends waits until that is over.

/// Empties a slot that holds no models, for which nothing is to be done.
@inlinable @inline(__always)
public func _release<Value>(_ slot: UnsafeMutablePointer<Value?>) {}

/// Lets go of the other end of a to-one relationship.
@inlinable
public func _release<Target: PersistentModel>(_ slot: UnsafeMutablePointer<Target?>) {
  if slot.pointee != nil { _Releases.empty(slot) }
}

/// Lets go of the other end of an optional to-one relationship.
@inlinable
public func _release<Target: PersistentModel>(_ slot: UnsafeMutablePointer<Target??>) {
  if case .some(.some) = slot.pointee { _Releases.empty(slot) }
}

/// Lets go of the members of a to-many relationship.
@inlinable
public func _release<Models: RelationshipCollection>(_ slot: UnsafeMutablePointer<Models?>) {
  if case .some = slot.pointee { _Releases.empty(slot) }
}

/// What models that ended held, on one thread.
///
/// Inlined into the models' code, where the types are known: emptying a slot by its type's tables
/// takes ten times as long.
@usableFromInline struct _Releases: ~Copyable {
  @usableFromInline var waiting: [Any] = []

  @inlinable init() {}

  /// Lets go of what a slot holds, or has whoever does so already on this thread do it.
  @inlinable static func empty<Value>(_ slot: UnsafeMutablePointer<Value?>) {
    let thread = openswiftdata_current_thread()
    if let running = thread.pointee.releases {
      let releases = running.assumingMemoryBound(to: _Releases.self)
      releases.pointee.waiting.append(slot.move() as Any)
      slot.initialize(to: nil)
      return
    }
    var releases = _Releases()
    withUnsafeMutablePointer(to: &releases) { releases in
      thread.pointee.releases = UnsafeMutableRawPointer(releases)
      // Nobody but the slot may hold the content here, or it would end after the work is done.
      slot.pointee = nil
      while !releases.pointee.waiting.isEmpty { releases.pointee.waiting.removeLast() }
      thread.pointee.releases = nil
    }
  }
}
