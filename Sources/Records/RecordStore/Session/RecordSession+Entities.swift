import CoreDataFormat
import SQLCore

// The entities of rows.

extension RecordSession {
  /// Groups rows of an entity and its subentities by their own entities.
  ///
  /// Executes one statement if the entity has subentities, otherwise none. A row that does not
  /// exist counts as one of the entity.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows.
  ///   - entity: The entity.
  /// - Returns: The keys of each entity, in their order.
  /// - Throws: What the store throws.
  package func parts(
    _ keys: [Int64], _ entity: RecordEntity
  ) throws -> [(entity: RecordEntity, keys: [Int64])] {
    guard entity.hasSubentities, !keys.isEmpty else { return [(entity, keys)] }
    let numbers = try entityNumbers(keys, entity)
    return ([entity] + entity.descendants).compactMap { part in
      let isRoot = part === entity
      let own = keys.filter { numbers[$0].map { $0 == Int64(part.number) } ?? isRoot }
      return own.isEmpty ? nil : (part, own)
    }
  }

  /// Returns the entity numbers of rows, by key; only for rows of subentities.
  ///
  /// Executes one statement.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows.
  ///   - entity: An entity of their table.
  /// - Returns: The numbers, without rows that do not exist.
  /// - Throws: What the store throws.
  package func entityNumbers(_ keys: [Int64], _ entity: RecordEntity) throws -> [Int64: Int64] {
    guard entity.hasSubentities, !keys.isEmpty else { return [:] }
    let below = entity.descendants.flatMap(\.ownNumbers).map(String.init)
      .joined(separator: ", ")
    return try read(
      """
      SELECT \(name: identity.key), \(name: identity.entity) \
      FROM \(name: entity.table.table) WHERE \(name: identity.entity) IN (\(raw: below)) \
      AND \(MemberQuery.isOne(of: keys.sorted(), .name(identity.key)))
      """
    ) { statement in
      var numbers: [Int64: Int64] = [:]
      while try statement.step() { numbers[statement.row.int64(0)] = statement.row.int64(1) }
      return numbers
    }
  }
}
