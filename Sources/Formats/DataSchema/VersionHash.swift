import Foundation

extension ModelDescription {
  /// The version hash of each entity as Core Data computes it (style 3), with which a store
  /// identifies its schema.
  ///
  /// Indexes, default values, delete rules, transient properties and original names are not
  /// included.
  package var versionHashes: [String: Data] {
    var hasher = VersionHasher(model: self)
    return hasher.hashesOfAllEntities()
  }

  /// The SHA-512 of the sorted names and hashes of all entities, in Base64
  /// (`NSStoreModelVersionHashesDigest`).
  package var versionHashesDigest: String { Self.versionHashesDigest(of: versionHashes) }

  /// The SHA-256 of the hashes of all entities sorted by name, in Base64
  /// (`NSStoreModelVersionChecksumKey`).
  package var versionChecksum: String { Self.versionChecksum(of: versionHashes) }

  package static func versionHashesDigest(of hashes: [String: Data]) -> String {
    var bytes = Data()
    for (name, hash) in sorted(hashes) {
      bytes.append(contentsOf: name.utf8)
      bytes.append(hash)
    }
    return SHA2.sha512(bytes).base64EncodedString()
  }

  package static func versionChecksum(of hashes: [String: Data]) -> String {
    var bytes = Data()
    for (_, hash) in sorted(hashes) { bytes.append(hash) }
    return SHA2.sha256(bytes).base64EncodedString()
  }

  private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { $0.key.precedesByCodeUnits($1.key) }
  }
}

extension String {
  /// Returns whether the string sorts before `other` by UTF-16 code units, as Core Data sorts
  /// names.
  package func precedesByCodeUnits(_ other: String) -> Bool {
    var (one, other) = (self, other)
    let byBytes = one.withUTF8 { one in other.withUTF8 { one.precedesByCodeUnits($0) } }
    return byBytes ?? utf16.lexicographicallyPrecedes(other.utf16)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares UTF-8, which needs no conversion; nil if its order may differ from that of UTF-16.
  fileprivate func precedesByCodeUnits(_ other: Self) -> Bool? {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      // UTF-8 sorts like UTF-16, except for characters after the surrogates.
      return Swift.max(self[index], other[index]) >= 0xEE ? nil : self[index] < other[index]
    }
    return count < other.count
  }
}

/// Computes the version hashes of one model, each entity's only once.
private struct VersionHasher {
  let model: ModelDescription
  let entities: [String: EntityDescription]
  var hashes: [String: Data] = [:]

  init(model: ModelDescription) {
    self.model = model
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func hashesOfAllEntities() -> [String: Data] {
    for entity in model.entities {
      // Parents first, because a hash includes the parent's.
      for ancestor in lineage(of: entity) where hashes[ancestor.name] == nil {
        hashes[ancestor.name] = hash(of: ancestor)
      }
    }
    return hashes
  }

  /// Returns the entity's ancestors from the root down, and the entity itself.
  private func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var lineage = [entity]
    var seen: Set<String> = [entity.name]
    var parentName = entity.parentName
    // A missing parent, or one that inherits from itself, ends the loop; building tables for such a
    // model reports it.
    while let name = parentName, seen.insert(name).inserted, let parent = entities[name] {
      lineage.append(parent)
      parentName = parent.parentName
    }
    return lineage.reversed()
  }

  private func hash(of entity: EntityDescription) -> Data {
    var bytes = Data(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    if let parent = entity.parentName, let parentHash = hashes[parent] { bytes.append(parentHash) }
    for property in propertyHashes(of: entity) { bytes.append(property) }
    if let modifier = entity.versionHashModifier { bytes.append(contentsOf: modifier.utf8) }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    for constraint in constraints.sorted(by: { $0.precedesByCodeUnits($1) }) {
      bytes.append(contentsOf: constraint.utf8)
    }
    return SHA2.sha256(bytes)
  }

  /// Returns the hashes of the stored properties, including inherited ones, in the order of their
  /// names.
  private func propertyHashes(of entity: EntityDescription) -> [Data] {
    let named = lineage(of: entity).flatMap { owner in
      owner.properties.compactMap { property in
        property.versionHash(in: owner).map { (name: property.name, hash: $0) }
      }
    }
    return named.sorted { $0.name.precedesByCodeUnits($1.name) }.map(\.hash)
  }
}

extension PropertyDescription {
  /// Returns the property's part of its entity's version hash; nil for a transient property.
  fileprivate func versionHash(in owner: EntityDescription) -> Data? {
    switch self {
    case .attribute(let attribute): attribute.isTransient ? nil : attribute.versionHash
    case .composite(let composite): composite.isTransient ? nil : composite.versionHash
    case .relationship(let relationship):
      relationship.isTransient ? nil : relationship.versionHash(in: owner)
    case .derived(let derived): SHA2.sha256(Data(derived.expression.utf8))
    }
  }

  /// Returns the hash with which the hashed bytes of attributes and relationships begin.
  fileprivate static func commonHash(name: String, isOptional: Bool, modifier: String?) -> Data {
    var bytes = Data(name.utf8)
    bytes.append(contentsOf: [isOptional ? 1 : 0, 0])
    if let modifier { bytes.append(contentsOf: modifier.utf8) }
    return SHA2.sha256(bytes)
  }
}

extension AttributeDescription {
  fileprivate var versionHash: Data {
    var bytes = PropertyDescription.commonHash(
      name: name, isOptional: isOptional, modifier: versionHashModifier)
    bytes.appendLittleEndian(type.rawValue)
    if storesExternally { bytes.append(1) }
    if preservesValueOnDeletion { bytes.append(1) }
    return SHA2.sha256(bytes)
  }
}

extension CompositeDescription {
  /// The hash of the leaves; neither the composite's own name nor its nesting is included.
  fileprivate var versionHash: Data {
    let sorted = leaves.sorted { $0.name.precedesByCodeUnits($1.name) }
    return SHA2.sha256(sorted.reduce(into: Data()) { $0.append($1.versionHash) })
  }
}

extension RelationshipDescription {
  fileprivate func versionHash(in owner: EntityDescription) -> Data {
    var bytes = PropertyDescription.commonHash(
      name: name, isOptional: isOptional, modifier: versionHashModifier)
    bytes.append(contentsOf: destination.utf8)
    let isOwnInverse = inverseName == name && destination == owner.name
    if let inverseName, !isOwnInverse { bytes.append(contentsOf: inverseName.utf8) }
    bytes.appendLittleEndian(Int32(clamping: maximumCount))
    bytes.appendLittleEndian(Int32(clamping: minimumCount))
    if isOrdered { bytes.append(contentsOf: [1, 0]) }
    return SHA2.sha256(bytes)
  }
}

extension Data {
  fileprivate mutating func appendLittleEndian(_ value: Int32) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
