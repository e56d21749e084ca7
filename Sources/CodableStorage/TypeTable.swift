/// What is known of types or objects, by their addresses.
///
/// A dictionary would do, but for what it costs a program that opens a store: the runtime searches all
/// libraries for how its keys are hashed, which `TypeMetadata` says the cost of.
package struct TypeTable<Value> {
  // Inlined, so that the runtime need not put together the types of a generic function.
  @usableFromInline var addresses = AddressList()
  @usableFromInline var values: [Value] = []

  @inlinable package init() {}

  /// How many have a value.
  @inlinable package var count: Int { values.count }

  /// The value of a type.
  @inlinable package subscript(type: Any.Type) -> Value? { self[ObjectIdentifier(type)] }

  /// The value of a type or object.
  ///
  /// - Complexity: O(1) on average.
  @inlinable package subscript(identifier: ObjectIdentifier) -> Value? {
    let place = addresses.place(of: UInt(bitPattern: identifier))
    return place < 0 ? nil : values[place]
  }

  /// Sets the value of a type or object, which keeps one from then on.
  @inlinable package mutating func set(_ identifier: ObjectIdentifier, to value: Value) {
    let place = addresses.place(of: UInt(bitPattern: identifier))
    guard place < 0 else {
      values[place] = value
      return
    }
    addresses.append(UInt(bitPattern: identifier))
    values.append(value)
  }

  /// Sets the value of a type.
  @inlinable package mutating func set(_ type: Any.Type, to value: Value) {
    set(ObjectIdentifier(type), to: value)
  }
}

extension TypeTable: Sendable where Value: Sendable {}

/// Addresses in the order in which they were added, none of them twice.
@usableFromInline
struct AddressList: Sendable {
  private var addresses: [UInt] = []
  /// The places of the addresses, each in the slot of its hash or the next that was free; -1 if free.
  ///
  /// Half of the slots at least are free, and their number is a power of two.
  private var slots: [Int32] = []

  @usableFromInline init() {}

  /// The place of an address; -1 for one that is not in the list.
  @usableFromInline
  func place(of address: UInt) -> Int {
    slots.isEmpty ? -1 : Int(slots[slot(of: address)])
  }

  /// Adds an address that is not in the list.
  @usableFromInline
  mutating func append(_ address: UInt) {
    if 2 * (addresses.count + 1) > slots.count {
      slots = Array(repeating: -1, count: max(16, 2 * slots.count))
      for place in addresses.indices { slots[slot(of: addresses[place])] = Int32(place) }
    }
    slots[slot(of: address)] = Int32(addresses.count)
    addresses.append(address)
  }

  /// The slot of an address, or the one where it belongs.
  private func slot(of address: UInt) -> Int {
    // Multiplied by an odd number, the bits in which addresses differ reach the upper ones.
    let hash = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0, addresses[Int(slots[slot])] != address {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
