import DataSchema
import SQLCore

/// Rows of an entity, or links of a many-to-many relationship, that a migration drops.
package struct DroppedRows: Hashable, Sendable {
  /// The entity, or the entity and the relationship, with their names in the source schema.
  package var name: String
  package var count: Int64
  /// Whether links of a relationship are counted instead of rows.
  var areLinks: Bool

  /// The counted unit, in words.
  package var unit: String {
    areLinks ? (count == 1 ? "link" : "links") : (count == 1 ? "row" : "rows")
  }

  static func all(
    _ plan: EvolutionPlan, on connection: any SQLConnection
  ) throws -> [DroppedRows] {
    try entities(plan, connection) + links(plan, connection)
  }

  private static func entities(
    _ plan: EvolutionPlan, _ connection: any SQLConnection
  ) throws -> [DroppedRows] {
    try plan.mapping.removedEntities.compactMap { name in
      guard let entity = plan.source.tableMap.entity(named: name) else { return nil }
      let count = try count(
        "\(plan.sourceName(entity.table)) WHERE \(plan.quoted(plan.identity.entity)) = "
          + "\(entity.entityNumber)", connection)
      return count > 0 ? DroppedRows(name: name, count: count, areLinks: false) : nil
    }
  }

  private static func links(
    _ plan: EvolutionPlan, _ connection: any SQLConnection
  ) throws -> [DroppedRows] {
    var seen: Set<String> = []
    var found: [DroppedRows] = []
    let removed = Set(plan.mapping.removedEntities)
    for entity in plan.source.tableMap.entities where !removed.contains(entity.entityName) {
      for (name, columns) in entity.properties.sorted(by: { $0.key < $1.key }) {
        guard case .manyToMany(let join) = columns, !removed.contains(join.destinationEntity),
          seen.insert(join.name).inserted, !isKept(join.name, plan)
        else { continue }
        let count = try count(plan.sourceName(join.name), connection)
        guard count > 0 else { continue }
        found.append(
          DroppedRows(name: "\(entity.entityName).\(name)", count: count, areLinks: true))
      }
    }
    return found
  }

  /// Returns whether a property of the target adopts the pairs of a table, under either name of the
  /// relationship.
  private static func isKept(_ table: String, _ plan: EvolutionPlan) -> Bool {
    plan.mapping.entities.contains { mapping in
      guard let source = mapping.source,
        let properties = plan.source.tableMap.entity(named: source)?.properties
      else { return false }
      return mapping.properties.values.contains { name in
        if case .manyToMany(let join)? = properties[name] { join.name == table } else { false }
      }
    }
  }

  private static func count(_ source: String, _ connection: any SQLConnection) throws -> Int64 {
    guard
      case .integer(let count)? = try connection.rows("SELECT COUNT(*) FROM \(source)").first?.first
    else { return 0 }
    return count
  }
}
