import CThreadState

// Letting go of other models one after the other. A model that ends lets go of those it holds, and
// where these end too, they let go of theirs: a long chain would end the stack. What is let go of
// while a model ends waits until that is over.

/// Empties a slot that holds no models, for which nothing is to be done.
@inlinable @inline(__always)
public func _release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>) {}

/// Lets go of the other end of a to-one relationship.
@inlinable
public func _release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
where Slot._Value: PersistentModel {
  let slot = Slot._place(slot)
  if slot.pointee != nil { _Releases.empty(slot) }
}

/// Lets go of the other end of an optional to-one relationship.
@inlinable
public func _release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
where Slot._Value: _Slot, Slot._Value._Value: PersistentModel {
  let slot = Slot._Value._placeInOptional(Slot._place(slot))
  if case .some(.some) = slot.pointee { _Releases.empty(slot) }
}

/// Lets go of the members of a to-many relationship.
@inlinable
public func _release<Slot: _Slot>(_ slot: UnsafeMutablePointer<Slot>)
where Slot._Value: RelationshipCollection {
  let slot = Slot._place(slot)
  if case .some = slot.pointee { _Releases.empty(slot) }
}

/// What models that ended held, on one thread.
///
/// What a model holds is emptied in the models' code, where its type is known: doing it by the type's
/// tables takes ten times as long. What touches `waiting` is not inlined there, and nothing is let go
/// of during an access to it: whoever ends then adds to it.
@usableFromInline struct _Releases: ~Copyable {
  /// What came since the last batch was taken.
  @usableFromInline var waiting: [Any]

  @inlinable init() { waiting = [] }

  /// Lets go of what a slot holds, or has whoever does so already on this thread do it.
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
      // Nobody but the slot may hold the content here, or it would end after the work is done.
      slot.pointee = nil
      finish(releases)
      thread.pointee.releases = nil
    }
  }

  @usableFromInline @inline(never)
  static func add(_ content: consuming Any, to running: UnsafeMutableRawPointer) {
    running.assumingMemoryBound(to: _Releases.self).pointee.waiting.append(content)
  }

  /// Lets go of what waits, and of what comes to wait meanwhile.
  @usableFromInline @inline(never)
  static func finish(_ releases: UnsafeMutablePointer<_Releases>) {
    var batch: [Any] = []
    while !releases.pointee.waiting.isEmpty {
      swap(&batch, &releases.pointee.waiting)
      empty(&batch)
    }
  }

  /// Lets go of a batch that nobody else can reach; its memory serves for another.
  @inline(never)
  private static func empty(_ batch: inout [Any]) { batch.removeAll(keepingCapacity: true) }
}
