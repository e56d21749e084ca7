import SQLCore

/// The entities listed in `Z_PRIMARYKEY`.
struct StoredEntities {
  struct Entity {
    var name: String
    var number: Int
    /// The number of the parent; 0 for a root.
    var parent: Int
    var root: Int
    var descendants: [Int]
  }

  /// The entities in the order of their numbers, which start at 1 and have no gaps.
  private(set) var entities: [Entity] = []

  /// A limit above the number of entities of any store.
  private static let limit = 10_000

  /// - Throws: `DerivationError` for inconsistent rows; `SQLError`.
  init(on connection: any SQLConnection) throws {
    for row in try Self.rows(connection) { try add(row) }
    guard !entities.isEmpty else { throw DerivationError("does not list any entities") }
    try findRoots()
  }

  subscript(number: Int) -> Entity { entities[number - 1] }

  func contains(_ number: Int) -> Bool { number > 0 && number <= entities.count }

  private static func rows(_ connection: any SQLConnection) throws -> [[SQLValue]] {
    let table = SystemTable.primaryKey.rawValue
    let found = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)])
    guard !found.isEmpty else { throw DerivationError("does not have the table \(table)") }
    let history = SystemTable.allCases.compactMap(\.entityNumber).min() ?? .max
    return try connection.rows(
      """
      SELECT Z_ENT, Z_NAME, Z_SUPER FROM \(table) WHERE Z_ENT < ? ORDER BY Z_ENT LIMIT ?
      """, [.integer(Int64(history)), .integer(Int64(limit))])
  }

  private mutating func add(_ row: [SQLValue]) throws {
    let number = entities.count + 1
    guard row[0] == .integer(Int64(number)) else {
      throw DerivationError("does not number its entities consecutively from 1")
    }
    guard let name = row[1].text, !name.isEmpty else {
      throw DerivationError("has an entity without a name (number \(number))")
    }
    guard !entities.contains(where: { $0.name == name }) else {
      throw DerivationError("has two entities with the name \(name)")
    }
    var parent = 0
    if case .integer(let value) = row[2], value > 0 {
      // An entity comes after its parent.
      guard value < Int64(number) else {
        throw DerivationError("lists the entity \(name) before its parent entity")
      }
      parent = Int(value)
    }
    entities.append(
      Entity(name: name, number: number, parent: parent, root: number, descendants: [number]))
  }

  private mutating func findRoots() throws {
    for index in entities.indices where entities[index].parent > 0 {
      entities[index].root = entities[entities[index].parent - 1].root
    }
    for entity in entities.reversed() where entity.parent > 0 {
      entities[entity.parent - 1].descendants += entities[entity.number - 1].descendants
    }
    for index in entities.indices {
      entities[index].descendants.sort()
      let numbers = entities[index].descendants
      guard let last = numbers.last, last - numbers[0] == numbers.count - 1 else {
        throw DerivationError(
          "does not number the subentities of \(entities[index].name) consecutively")
      }
    }
  }
}
