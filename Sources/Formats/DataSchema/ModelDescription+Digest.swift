import Foundation

extension ModelDescription {
  /// Returns a digest of everything that a store keeps of the schema, including the version hashes
  /// stored beside it.
  ///
  /// Two schemas have the same digest if their `canonical` forms are equal, which covers more than
  /// the version hashes do. It is the SHA-256 of all parts, each preceded by its length or a tag.
  ///
  /// The version hashes are those in the store, no matter which program wrote them last. A digest
  /// with other hashes shows that another program has migrated the store since.
  ///
  /// - Complexity: O(properties), a fraction of decoding the schema from its JSON.
  package func digest(beside versionHashes: [String: Data]) -> Data {
    var writer = DigestWriter()
    writer.put(Self.digestVersion)
    for name in versionHashes.keys.sorted(by: { $0.precedesByCodeUnits($1) }) {
      writer.put(name)
      writer.put(versionHashes[name] ?? Data())
    }
    writer.put(list: entities.inOrder(by: \.name)) { $0.put($1) }
    return SHA2.sha256(Data(writer.bytes))
  }

  /// Must be incremented when the order or the number of parts changes.
  private static let digestVersion = 2
}

extension Array {
  /// Returns the elements in the order of their names' code units.
  ///
  /// Sorts indexes instead of descriptions, which hold many references each.
  fileprivate func inOrder(by name: (Element) -> String) -> [Element] {
    let names = map(name)
    return indices.sorted { names[$0].precedesByCodeUnits(names[$1]) }.map { self[$0] }
  }
}

/// Collects the bytes to hash for a digest.
private struct DigestWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(16_384) }

  /// Appends a number in as few bytes as it needs, each with a bit that shows whether more follow,
  /// because most numbers are small.
  mutating func put(_ number: Int) {
    // The sign becomes the lowest bit, so that small negative numbers are short as well.
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(_ data: Data) {
    put(data.count)
    bytes.append(contentsOf: data)
  }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      put(utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put<Element>(
    list: [Element], _ putElement: (inout DigestWriter, Element) -> Void
  ) {
    put(list.count)
    for element in list { putElement(&self, element) }
  }

  /// Appends names in their given order.
  mutating func put(names: [String]) { put(list: names) { $0.put($1) } }
}

extension DigestWriter {
  mutating func put(_ entity: EntityDescription) {
    put(entity.name)
    put(entity.isAbstract)
    put(entity.parentName)
    put(list: entity.properties.inOrder(by: \.name)) { $0.put($1) }
    let constraints = entity.uniquenessConstraints.sorted { $0.lexicographicallyPrecedes($1) }
    put(list: constraints) { $0.put(names: $1) }
    put(list: entity.indexes.map(\.parts).sorted { $0.lexicographicallyPrecedes($1) }) {
      $0.put(names: $1)
    }
    put(entity.versionHashModifier)
    put(entity.originalName)
  }

  private mutating func put(_ property: PropertyDescription) {
    switch property {
    case .attribute(let attribute): put(attribute)
    case .composite(let composite): put(composite)
    case .relationship(let relationship): put(relationship)
    case .derived(let derived): put(derived)
    }
  }

  private mutating func put(_ attribute: AttributeDescription) {
    put(0)
    put(attribute.name)
    put(Int(attribute.type.rawValue))
    put(attribute.isOptional)
    put(attribute.isTransient)
    put(attribute.storesExternally)
    put(attribute.preservesValueOnDeletion)
    put(attribute.versionHashModifier)
    put(attribute.originalName)
    put(attribute.valueTypeName)
  }

  private mutating func put(_ composite: CompositeDescription) {
    put(1)
    put(composite.name)
    put(composite.isOptional)
    put(composite.isTransient)
    put(list: composite.elements) { $0.put($1) }
    put(composite.versionHashModifier)
    put(composite.originalName)
    put(composite.valueTypeName)
  }

  private mutating func put(_ relationship: RelationshipDescription) {
    put(2)
    put(relationship.name)
    put(relationship.destination)
    put(relationship.inverseName)
    put(relationship.isOptional)
    put(relationship.isToMany)
    put(relationship.isOrdered)
    put(relationship.isTransient)
    put(relationship.minimumCount)
    put(relationship.maximumCount)
    put(relationship.deleteRule.rawValue)
    put(relationship.preservesValueOnDeletion)
    put(relationship.versionHashModifier)
    put(relationship.originalName)
  }

  private mutating func put(_ derived: DerivedDescription) {
    put(3)
    put(derived.name)
    put(derived.expression)
    put(derived.type.map { Int($0.rawValue) } ?? -1)
  }
}
