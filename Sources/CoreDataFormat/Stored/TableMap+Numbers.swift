import SQLCore

extension TableMap {
  /// What a file says of the numbers of entities that contradicts the tables, in words; nil where nothing does.
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
      // Where a migration gave an entity another name, the number may still go by the former one.
      if numbers[entity.entityName] == nil, let former = names[number], !wanted.contains(former) {
        continue
      }
      return "its rows give the entity \(entity.entityName) another number"
    }
    return nil
  }
}
