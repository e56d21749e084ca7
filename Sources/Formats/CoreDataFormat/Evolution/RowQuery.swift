import DataSchema

/// The rows of one entity of the target, as a query on one of the source's tables.
struct RowQuery {
  /// The value for a column of the target.
  enum Value: Hashable {
    case missing
    /// The value of a column in the source's row.
    case column(String)
    /// The same expression for all rows; it is a value, or creates one for each row.
    case constant(String)
    /// The value of a column in the source's row, or a constant if that is NULL.
    case filled(String, with: String)
    case expression(String)
  }

  let target: EntityTable
  let source: EntityTable
  /// The offset that is added to keys.
  let offset: Int64
  /// The values by the names of the target's columns, without columns of other entities.
  let values: [String: Value]
  /// The current name of the source's table, quoted for SQL.
  let table: String
  /// Whether the source's table also has rows of other entities.
  let isShared: Bool
  let format: any EvolutionFormat
  /// The types of the target's columns.
  let types: [String: ColumnType]

  /// The condition that selects the entity's rows; nil if the table has no others.
  var condition: String? {
    isShared ? "\(format.spelling.identity.entity) = \(source.entityNumber)" : nil
  }

  /// The key column.
  var key: String { format.spelling.identity.key }

  func value(_ column: String) -> Value { values[column] ?? .missing }

  /// Returns the value for a column of the target, as SQL.
  func text(of column: String) -> String {
    switch value(column) {
    case .missing: types[column].map(format.missingValue) ?? "NULL"
    case .column(let name): format.spelling.quoted(name)
    case .constant(let text), .expression(let text): text
    case .filled(let name, let value): "COALESCE(\(format.spelling.quoted(name)), \(value))"
    }
  }

  /// Returns a query for some columns of the target, named `C0`, `C1`, ….
  func select(_ columns: [String]) -> String {
    let list = columns.enumerated().map { "\(self.text(of: $1)) AS C\($0)" }
    let text = "SELECT \(list.joined(separator: ", ")) FROM \(table)"
    return condition.map { text + " WHERE " + $0 } ?? text
  }
}

extension EvolutionPlan {
  /// Returns the rows of an entity of the target; nil for a new entity.
  func rows(of entity: EntityTable) -> RowQuery? {
    guard let origin = origin(of: entity) else { return nil }
    let offset = offset(from: origin.table, to: entity.entityName)
    return RowQuery(
      target: entity, source: origin, offset: offset,
      values: attributeValues(of: entity, from: origin)
        .merging(relationshipValues(of: entity, from: origin, offset)) { $1 },
      table: sourceName(origin.table),
      isShared: source.tableMap.entities.contains {
        $0.table == origin.table && $0.entityNumber != origin.entityNumber
      },
      format: format, types: target.columnTypes(of: entity.rootNumber))
  }
}

extension EvolutionPlan {
  /// Returns the values for the columns of attributes, composites and derived attributes.
  private func attributeValues(
    of entity: EntityTable, from origin: EntityTable
  ) -> [String: RowQuery.Value] {
    var values: [String: RowQuery.Value] = [:]
    for property in mapping.target.properties(of: entity.entityName) {
      let was = mapping.origin(of: property.name, in: entity.entityName)
      let kept = was.flatMap { $0.isSameKind(as: property) ? $0 : nil }
      let (leaves, leavesBefore) = (property.evolutionLeaves, kept?.evolutionLeaves ?? [:])
      for (path, column) in entity.leafColumns(of: property.name) {
        guard let leaf = leaves[path] else { continue }
        let columnBefore = kept.flatMap { origin.leafColumns(of: $0.name)[path] }
        values[column] =
          if let before = leavesBefore[path], let columnBefore {
            value(of: leaf, from: before, in: columnBefore)
          } else {
            newValue(of: leaf)
          }
      }
    }
    return values
  }

  private func newValue(of leaf: EvolutionLeaf) -> RowQuery.Value {
    guard let value = leaf.defaultValue.map({ format.literal(of: $0, leaf.type) }) else {
      return .missing
    }
    return holdsExternalData(leaf)
      ? .expression("\(EvolutionFunction.toExternal.rawValue)(\(value))") : .constant(value)
  }

  private func holdsExternalData(_ leaf: EvolutionLeaf) -> Bool {
    format.spelling.hasExternalFiles && leaf.holdsExternalData
  }

  private func value(
    of leaf: EvolutionLeaf, from before: EvolutionLeaf, in column: String
  ) -> RowQuery.Value {
    let plain = quoted(column)
    var text = plain
    if holdsExternalData(before), !holdsExternalData(leaf) {
      text = "\(EvolutionFunction.fromExternal.rawValue)(\(text))"
    }
    if holdsExternalData(leaf), !holdsExternalData(before) {
      text = "\(EvolutionFunction.toExternal.rawValue)(\(text))"
    }
    if before.type != leaf.type { text = format.converted(text, from: before.type, to: leaf.type) }
    guard before.isOptional, !leaf.isOptional else {
      return text == plain ? .column(column) : .expression(text)
    }
    switch newValue(of: leaf) {
    case .constant(let value):
      return text == plain
        ? .filled(column, with: value) : .expression("COALESCE(\(text), \(value))")
    case .expression(let value): return .expression("COALESCE(\(text), \(value))")
    case .missing, .column, .filled: return text == plain ? .column(column) : .expression(text)
    }
  }
}

extension EvolutionPlan {
  /// Returns the values for the columns of relationships: the entity's own, and to-many
  /// relationships without inverse whose destination is the entity.
  private func relationshipValues(
    of entity: EntityTable, from origin: EntityTable, _ offset: Int64
  ) -> [String: RowQuery.Value] {
    var values: [String: RowQuery.Value] = [:]
    func set(_ column: String, _ pairs: PairQuery) {
      values[column] =
        if pairs.parts.isEmpty {
          .missing
        } else if let same = pairs.column(in: origin.table), isOwner(origin, in: pairs) {
          .column(same)
        } else {
          .expression(
            pairs.member(
              ofKey: "\(sourceName(origin.table)).\(identity.key)", raisedBy: offset))
        }
    }
    for (relationship, owner) in relationships {
      switch target.tableMap.entity(named: owner)?.properties[relationship.name] {
      case .toOne(let column)? where mapping.target.isKind(entity.entityName, of: owner):
        set(column.name, pairs(of: relationship, declaredBy: owner))
        if let order = column.orderColumn {
          values[order] = orderValue(of: relationship, in: entity, from: origin)
        }
      case .toMany(_, _, let foreignKey)?
      where relationship.inverseName == nil
        && mapping.target.isKind(entity.entityName, of: relationship.destination):
        set(foreignKey, pairs(of: relationship, declaredBy: owner).reversed)
      default: break
      }
    }
    return values
  }

  /// Returns whether rows of an entity are among the owners of pairs.
  private func isOwner(_ entity: EntityTable, in pairs: PairQuery) -> Bool {
    pairs.parts[0].owners?.contains(entity.entityNumber) ?? true
  }

  private func orderValue(
    of relationship: RelationshipDescription, in entity: EntityTable, from origin: EntityTable
  ) -> RowQuery.Value {
    guard let was = mapping.origin(of: relationship.name, in: entity.entityName),
      case .toOne(let column)? = origin.properties[was.name], let order = column.orderColumn
    else { return .missing }
    return .column(order)
  }

  /// The relationships of the target, with the names of the entities that declare them.
  var relationships: [(RelationshipDescription, String)] {
    target.model.entities.flatMap { entity in
      entity.properties.compactMap { property in
        guard case .relationship(let relationship) = property, !relationship.isTransient else {
          return nil
        }
        return (relationship, entity.name)
      }
    }
  }
}

extension EntityTable {
  /// Returns the columns of an attribute, or of a composite's leaves by their paths.
  func leafColumns(of property: String) -> [[String]: String] {
    switch properties[property] {
    case .attribute(let column)?: [[]: column.name]
    case .composite(let leaves)?:
      Dictionary(leaves.map { ($0.path, $0.column.name) }, uniquingKeysWith: { $1 })
    case .toOne?, .toMany?, .manyToMany?, nil: [:]
    }
  }
}

extension CoreDataLayout {
  /// Returns the types of the columns of a tree's table.
  fileprivate func columnTypes(of rootNumber: Int) -> [String: ColumnType] {
    let columns = tables.first { $0.rootNumber == rootNumber }?.columns ?? []
    return Dictionary(columns.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
  }
}
