// Identifiers name rows across contexts and launches, keys within one container. Where the store gives its
// models identifiers of its own, both are found in a table; else an identifier is made of the key.

extension PersistentIdentifier {
  /// What messages call the row.
  var rowName: String {
    if isTemporary { return "a new \(entityName)" }
    guard let json = customKey?.json else { return "\(entityName)/p\(key)" }
    // The key stands in an array, since JSON needs one.
    return entityName + "/" + json.dropFirst().dropLast()
  }
}

extension EntityBinding {
  /// The identifier of the row of a key; a temporary one for a key below zero.
  @inline(__always)
  func identifier(of key: Int64) -> PersistentIdentifier {
    guard key > 0 else { return PersistentIdentifier(entity: temporaryReference, key: key) }
    if let identifiers, let known = identifiers.identifier(of: key) { return known }
    return PersistentIdentifier(entity: reference, key: key)
  }

  /// The key of the row that an identifier names, which is one of the entity.
  func rowKey(of identifier: PersistentIdentifier) -> Int64 {
    guard let identifiers, !identifier.isTemporary else { return identifier.key }
    return identifiers.key(of: identifier)
  }
}
