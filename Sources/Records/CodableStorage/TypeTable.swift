/// A dictionary from types or objects to values, keyed by address.
///
/// A standard dictionary would be expensive in a program that opens a store, because the runtime
/// searches all libraries for the `Hashable` conformance of the key (see `TypeMetadata`).
package struct TypeTable<Value> {
  // Inlined, so that the runtime need not create the metadata of generic types.
  @usableFromInline var addresses = AddressList()
  @usableFromInline var values: [Value] = []

  @inlinable package init() {}

  /// The number of types or objects with a value.
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

  /// Sets the value of a type or object, which cannot be removed afterwards.
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

/// A list of distinct addresses, in the order in which they were added.
@usableFromInline
struct AddressList: Sendable {
  private var addresses: [UInt] = []
  /// A hash table of the addresses' indexes with linear probing; -1 marks an empty slot.
  ///
  /// At least half of the slots are empty, and their number is a power of two.
  private var slots: [Int32] = []

  @usableFromInline init() {}

  /// Returns the index of an address; -1 if it is not in the list.
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

  /// Returns the slot of an address, or the empty slot to insert it.
  private func slot(of address: UInt) -> Int {
    // Multiplication by an odd number moves the bits in which addresses differ into the upper half.
    let hash = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0, addresses[Int(slots[slot])] != address {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
