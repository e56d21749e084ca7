import DataSchema
import SQLCore

/// Finds changes that automatic migration cannot perform.
struct EvolutionChecks {
  private let plan: EvolutionPlan
  private let connection: any SQLConnection

  init(_ plan: EvolutionPlan, _ connection: any SQLConnection) {
    self.plan = plan
    self.connection = connection
  }

  func obstacles() throws -> [MigrationObstacle] {
    // Properties of an abstract entity are reported for its subentities, which have the rows.
    var found = plan.mapping.obstacles.filter { $0.property == nil || !isAbstract($0.entity) }
    for entity in plan.target.tableMap.entities {
      guard let rows = plan.rows(of: entity) else { continue }
      if isAbstract(entity.entityName) {
        found += try rowsOfAbstract(entity, rows)
        continue
      }
      let checks = properties(of: entity).flatMap { property in
        self.checks(of: property, in: entity, rows)
      }
      found += try results(of: checks, in: rows, entity)
    }
    found += try ambiguousRelationships(besides: found)
    let known = found
    for entity in plan.target.model.entities {
      found += try duplicates(in: entity, besides: known)
    }
    return found
  }

  /// Reports rows of an entity that becomes abstract: nothing defines which entity they should get.
  private func rowsOfAbstract(
    _ entity: EntityTable, _ rows: RowQuery
  ) throws -> [MigrationObstacle] {
    let count = try rows.count(on: connection)
    guard count > 0 else { return [] }
    return [
      MigrationObstacle(entity: entity.entityName, problem: .becomesAbstract(rows: count))
    ]
  }

  private func isAbstract(_ entity: String) -> Bool {
    plan.target.model.entity(named: entity)?.isAbstract ?? false
  }

  private func properties(of entity: EntityTable) -> [PropertyDescription] {
    plan.mapping.target.properties(of: entity.entityName).filter(\.isStored)
  }
}

extension EvolutionChecks {
  /// A possible problem of a property.
  private enum Check {
    case certain(String, MigrationObstacle.Problem)
    /// A problem that exists if rows satisfy a condition.
    case counted(String, condition: String, (Int64) -> MigrationObstacle.Problem)
  }

  private func results(
    of checks: [Check], in rows: RowQuery, _ entity: EntityTable
  ) throws -> [MigrationObstacle] {
    let name = entity.entityName
    var conditions: [String] = []
    for case .counted(_, let condition, _) in checks { conditions.append(condition) }
    var counts = try count(conditions, in: rows)[...]
    return checks.compactMap { check in
      switch check {
      case .certain(let property, let problem):
        return MigrationObstacle(entity: name, property: property, problem: problem)
      case .counted(let property, _, let problem):
        let count = counts.popFirst() ?? 0
        return count == 0
          ? nil : MigrationObstacle(entity: name, property: property, problem: problem(count))
      }
    }
  }

  /// Counts the rows that satisfy each condition, in one pass.
  private func count(_ conditions: [String], in rows: RowQuery) throws -> [Int64] {
    guard !conditions.isEmpty else { return [] }
    // A statement can return only a limited number of columns.
    return try stride(from: 0, to: conditions.count, by: 500).flatMap { start -> [Int64] in
      let part = conditions[start..<min(start + 500, conditions.count)]
      let list = part.map { "COALESCE(SUM(CASE WHEN \($0) THEN 1 ELSE 0 END), 0)" }
        .joined(separator: ", ")
      let text =
        "SELECT \(list) FROM \(rows.table)" + (rows.condition.map { " WHERE " + $0 } ?? "")
      return try connection.rows(text)[0].map { value in
        if case .integer(let count) = value { count } else { 0 }
      }
    }
  }

  private func checks(
    of property: PropertyDescription, in entity: EntityTable, _ rows: RowQuery
  ) -> [Check] {
    let origin = plan.mapping.origin(of: property.name, in: entity.entityName)
    if let origin, !origin.isSameKind(as: property) {
      return [.certain(property.name, .kindChange)]
    }
    switch (property, origin) {
    case (.relationship(let relationship), .relationship(let was)?):
      return checks(of: relationship, in: entity, rows, was)
    case (.relationship(let relationship), _):
      return checks(of: relationship, in: entity, rows, nil)
    case (.derived, _): return []
    case (.attribute, _), (.composite, _):
      return leafChecks(of: property, in: entity, rows, origin)
    }
  }

  private func leafChecks(
    of property: PropertyDescription, in entity: EntityTable, _ rows: RowQuery,
    _ origin: PropertyDescription?
  ) -> [Check] {
    let leavesBefore = origin?.evolutionLeaves ?? [:]
    let columnsBefore = origin.map { rows.source.leafColumns(of: $0.name) } ?? [:]
    return property.evolutionLeaves.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .flatMap { path, leaf -> [Check] in
        let name = ([property.name] + path).joined(separator: ".")
        guard let before = leavesBefore[path], let column = columnsBefore[path].map(plan.quoted)
        else {
          return leaf.isOptional || leaf.defaultValue != nil
            ? [] : [.counted(name, condition: "1 = 1") { .missingValues(rows: $0) }]
        }
        guard let conversion = AttributeConversion(from: before.type, to: leaf.type) else {
          return [.certain(name, .typeChange(from: before.type, to: leaf.type))]
        }
        var checks: [Check] = []
        if conversion == .exactNumbers {
          let limit = AttributeConversion.exactLimit
          let condition = "(\(column) > \(limit) OR \(column) < -\(limit))"
          checks.append(.counted(name, condition: condition) { .inexact(rows: $0) })
        }
        if before.isOptional, !leaf.isOptional, leaf.defaultValue == nil {
          checks.append(
            .counted(name, condition: "\(column) IS NULL") { .missingValues(rows: $0) })
        }
        return checks
      }
  }

  private func checks(
    of relationship: RelationshipDescription, in entity: EntityTable, _ rows: RowQuery,
    _ was: RelationshipDescription?
  ) -> [Check] {
    var checks: [Check] = []
    if let was, !plan.leads(was, to: relationship.destination) {
      let change = MigrationObstacle.Problem.destinationChange(
        from: was.destination, to: relationship.destination)
      return [.certain(relationship.name, change)]
    }
    if !relationship.isToMany, !relationship.isOptional,
      case .toOne(let column)? = rows.target.properties[relationship.name]
    {
      var condition = "(\(rows.text(of: column.name))) IS NULL"
      // A row that already lacked its required target is not a new problem.
      if let was, !was.isToMany, !was.isOptional,
        case .toOne(let columnBefore)? = rows.source.properties[was.name]
      {
        condition = "\(plan.quoted(columnBefore.name)) IS NOT NULL AND " + condition
      }
      checks.append(
        .counted(relationship.name, condition: "(\(condition))") { .missingValues(rows: $0) })
    }
    return checks
  }
}

extension EvolutionChecks {
  /// Reports to-one relationships that would lead to several rows.
  private func ambiguousRelationships(
    besides known: [MigrationObstacle]
  ) throws -> [MigrationObstacle] {
    try plan.relationships.compactMap { relationship, owner in
      let isImpeded = known.contains { obstacle in
        obstacle.property == relationship.name && obstacle.problem.isOfSchema
          && plan.mapping.target.isKind(obstacle.entity, of: owner)
      }
      guard !isImpeded else { return nil }
      let pairs: PairQuery
      if !relationship.isToMany {
        pairs = plan.pairs(of: relationship, declaredBy: owner)
      } else if relationship.inverseName == nil {
        // Each member holds the key of its only owner.
        pairs = plan.pairs(of: relationship, declaredBy: owner).reversed
      } else {
        return nil
      }
      guard !pairs.isSingle else { return nil }
      let rows = try connection.rows(
        """
        SELECT COUNT(*) FROM (SELECT O FROM (\(pairs.text)) AS P GROUP BY O HAVING COUNT(*) > 1) AS Q
        """)
      guard case .integer(let count)? = rows.first?.first, count > 0 else { return nil }
      return MigrationObstacle(
        entity: owner, property: relationship.name, problem: .tooManyTargets(rows: count))
    }
  }

  /// Reports new uniqueness constraints that rows violate.
  private func duplicates(
    in entity: EntityDescription, besides known: [MigrationObstacle]
  ) throws -> [MigrationObstacle] {
    guard let table = plan.target.tableMap.entity(named: entity.name) else { return [] }
    var found: [MigrationObstacle] = []
    var seen: Set<[String]> = []
    for constraint in entity.uniquenessConstraints where seen.insert(constraint).inserted {
      let columns = try constraint.flatMap { try table.indexedColumns(of: $0) }
      let covered = plan.target.tableMap.entities.filter { other in
        other.table == table.table
          && (try? constraint.flatMap { try other.indexedColumns(of: $0) }) == columns
      }
      let isImpeded = known.contains { obstacle in
        covered.contains { plan.mapping.target.isKind($0.entityName, of: obstacle.entity) }
          && constraint.contains { obstacle.concerns($0) }
      }
      let rows = covered.compactMap(plan.rows)
      guard !isImpeded, !rows.isEmpty, !isKept(columns, rows),
        let count = try duplicates(of: columns, in: rows), count > 0
      else { continue }
      found.append(
        MigrationObstacle(
          entity: entity.name, property: constraint.joined(separator: ","),
          problem: .duplicates(groups: count)))
    }
    return found
  }

  /// Counts the groups of rows with equal values; nil if there cannot be any.
  private func duplicates(of columns: [String], in rows: [RowQuery]) throws -> Int64? {
    let makesUUIDs = rows.contains { row in
      columns.contains { plan.format.makesUUIDs(row.text(of: $0)) }
    }
    guard !makesUUIDs else { return nil }
    let names = columns.indices.map { "C\($0)" }
    let text = rows.map { $0.select(columns) }.joined(separator: " UNION ALL ")
    let result = try connection.rows(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM (\(text)) AS P \
      WHERE \(names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) \
      GROUP BY \(names.joined(separator: ", ")) HAVING COUNT(*) > 1) AS Q
      """)
    guard case .integer(let count)? = result.first?.first else { return nil }
    return count
  }

  /// Returns whether the values of the columns are already unique.
  ///
  /// They are if all rows come from one entity that had a constraint on the same columns or on some
  /// of them. The key paths of the constraints are not enough to decide this, because a composite
  /// may have lost the leaf that made its values unique.
  private func isKept(_ columns: [String], _ rows: [RowQuery]) -> Bool {
    guard rows.count == 1, let row = rows.first,
      let before = plan.source.model.entity(named: row.source.entityName)
    else { return false }
    var former: Set<String> = []
    for column in columns {
      guard case .column(let name) = row.value(column) else { return false }
      former.insert(name)
    }
    return before.uniquenessConstraints.contains { constraint in
      guard let old = try? constraint.flatMap({ try row.source.indexedColumns(of: $0) }) else {
        return false
      }
      return !old.isEmpty && former.isSuperset(of: old)
    }
  }
}

extension MigrationObstacle.Problem {
  /// Whether the schemas alone cause the problem, regardless of the rows.
  fileprivate var isOfSchema: Bool {
    switch self {
    case .typeChange, .kindChange, .destinationChange: true
    case .claimedTwice, .missingValues, .duplicates, .inexact, .tooManyTargets, .becomesAbstract:
      false
    }
  }
}

extension MigrationObstacle {
  /// Returns whether the obstacle makes the values of a constraint's key path unknown.
  fileprivate func concerns(_ keyPath: String) -> Bool {
    guard let property else { return false }
    return property == keyPath || property.hasPrefix(keyPath + ".")
      || keyPath.hasPrefix(property + ".")
  }
}
