import CThreadState

// Releases related models one after the other. A model that is deallocated releases the models that
// it retains, which release theirs in turn: a long chain would overflow the stack. Models that are
// released during a deallocation wait until it has finished.

extension _GeneratedCode {
  /// Does nothing, because the slot contains no models.
  @inlinable @inline(__always)
  public static func release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>) {}

  /// Releases the target of a to-one relationship.
  @inlinable
  public static func release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
  where Slot._Value: PersistentModel {
    let slot = Slot._place(slot)
    if slot.pointee != nil { _Releases.empty(slot) }
  }

  /// Releases the target of an optional to-one relationship.
  @inlinable
  public static func release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
  where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
    let slot = Slot._Value._placeInOptional(Slot._place(slot))
    if case .some(.some) = slot.pointee { _Releases.empty(slot) }
  }

  /// Releases the members of a to-many relationship.
  @inlinable
  public static func release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
  where Slot._Value: RelationshipCollection {
    let slot = Slot._place(slot)
    if case .some = slot.pointee { _Releases.empty(slot) }
  }
}

/// Models to be released, which deallocated models retained, on one thread.
///
/// Slots are emptied in the models' code, where their type is known: emptying them through type
/// metadata takes ten times as long. Code that accesses `waiting` is not inlined there. Nothing is
/// released during an access to it, because a deallocated model adds to it.
@usableFromInline struct _Releases: ~Copyable {
  /// Models that were added since the last batch was taken.
  @usableFromInline var waiting: [Any]

  @inlinable init() { waiting = [] }

  /// Releases the contents of a slot, or queues them if this thread is already releasing.
  @inlinable static func empty<Value>(_ slot: UnsafeMutablePointer<Value?>) {
    let thread = openswiftdata_current_thread()
    if let running = thread.pointee.releases {
      let content = slot.move()
      slot.initialize(to: nil)
      add(content as Any, to: running)
      return
    }
    var releases = _Releases()
    withUnsafeMutablePointer(to: &releases) { releases in
      thread.pointee.releases = UnsafeMutableRawPointer(releases)
      // Only the slot may retain the content here, or it would be deallocated after the work is
      // done.
      slot.pointee = nil
      finish(releases)
      thread.pointee.releases = nil
    }
  }

  @usableFromInline @inline(never)
  static func add(_ content: consuming Any, to running: UnsafeMutableRawPointer) {
    running.assumingMemoryBound(to: _Releases.self).pointee.waiting.append(content)
  }

  /// Releases the waiting models, and those that are added meanwhile.
  @usableFromInline @inline(never)
  static func finish(_ releases: UnsafeMutablePointer<_Releases>) {
    var batch: [Any] = []
    while !releases.pointee.waiting.isEmpty {
      swap(&batch, &releases.pointee.waiting)
      empty(&batch)
    }
  }

  /// Releases a batch that is not referenced elsewhere; its memory is reused.
  @inline(never)
  private static func empty(_ batch: inout [Any]) { batch.removeAll(keepingCapacity: true) }
}
