import SQLCore

extension TableMap {
  /// Returns a description of an entity number in a file that contradicts the tables; nil if there
  /// is no contradiction.
  ///
  /// Executes one statement.
  package func otherNumber(on connection: any SQLConnection) throws(SQLError) -> String? {
    var numbers: [String: Int64] = [:]
    var names: [Int64: String] = [:]
    for row in try connection.rows(
      "SELECT Z_NAME, Z_ENT FROM \(SystemTable.primaryKey.rawValue)")
    {
      guard let name = row[0].text, case .integer(let number) = row[1] else { continue }
      (numbers[name], names[number]) = (number, name)
    }
    let wanted = Set(entities.map(\.entityName))
    for entity in entities {
      let number = Int64(entity.entityNumber)
      guard numbers[entity.entityName] != number else { continue }
      // If a migration renamed an entity, its number may still be stored under the previous name.
      if numbers[entity.entityName] == nil, let former = names[number], !wanted.contains(former) {
        continue
      }
      return "the table Z_PRIMARYKEY assigns another number to the entity \(entity.entityName)"
    }
    return nil
  }
}
