import RecordStore

extension RecordEngine {
  /// How many rows an entity has without those of entities that inherit from it.
  ///
  /// Executes one statement, and one for each entity right below.
  ///
  /// - Throws: What the store throws.
  func ownCount(_ name: String) throws -> Int {
    let entity = try entity(name)
    let children = entity.descendants.filter { $0.node.superNode === entity.node }
    return try children.reduce(count(name)) { try $0 - count($1.name) }
  }
}
