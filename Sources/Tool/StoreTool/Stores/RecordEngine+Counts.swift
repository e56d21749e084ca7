import RecordStore

extension RecordEngine {
  /// Counts the rows of an entity without those of its subentities.
  ///
  /// Executes one statement, and one for each direct subentity.
  ///
  /// - Throws: Errors of the store.
  func ownCount(_ name: String) throws -> Int {
    let entity = try entity(name)
    let children = entity.descendants.filter { $0.superentity === entity }
    return try children.reduce(count(name)) { try $0 - count($1.name) }
  }
}
