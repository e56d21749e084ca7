// Identifiers name rows across contexts and launches, keys within one container. If the store has
// its own identifiers for its models, a table maps between the two; otherwise the identifier
// contains the key.

extension PersistentIdentifier {
  /// The name of the row in messages.
  var rowName: String {
    if isTemporary { return "a new \(entityName)" }
    guard let json = customKey?.json else { return "\(entityName)/p\(key)" }
    // The key is wrapped in an array, since JSON needs one.
    return entityName + "/" + json.dropFirst().dropLast()
  }
}

extension EntityBinding {
  /// The identifier of the row with a key; a temporary one for a negative key.
  @inline(__always)
  func identifier(of key: Int64) -> PersistentIdentifier {
    guard key > 0 else { return PersistentIdentifier(entity: temporaryReference, key: key) }
    if let identifiers, let known = identifiers.identifier(of: key) { return known }
    return PersistentIdentifier(entity: reference, key: key)
  }

  /// The key of the row with an identifier, which must be of this entity.
  func rowKey(of identifier: PersistentIdentifier) -> Int64 {
    guard let identifiers, !identifier.isTemporary else { return identifier.key }
    return identifiers.key(of: identifier)
  }
}
