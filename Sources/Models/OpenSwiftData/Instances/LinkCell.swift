/// The storage of a relationship in a model without generated code, laid out like a slot.
class AnyLinkCell {
  let content: UnsafeMutableRawPointer
  let key: UnsafeMutablePointer<Int64>

  init(_ content: UnsafeMutableRawPointer) {
    self.content = content
    key = .allocate(capacity: 1)
    key.initialize(to: RelationshipLink.unknownKey)
  }

  deinit { key.deallocate() }
}

/// The storage of a relationship whose property has type `Value`.
final class LinkCell<Value>: AnyLinkCell {
  var slot: UnsafeMutablePointer<Value?> { content.assumingMemoryBound(to: Value?.self) }

  init() {
    let slot = UnsafeMutablePointer<Value?>.allocate(capacity: 1)
    slot.initialize(to: nil)
    super.init(slot)
  }

  deinit {
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}
