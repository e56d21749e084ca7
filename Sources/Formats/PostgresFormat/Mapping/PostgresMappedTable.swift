import CoreDataFormat
import DataSchema

/// A table of another program, and the view that makes it look like one of the library's tables.
package struct PostgresMappedTable: Hashable, Sendable {
  /// A column of the view, and the table's column that it shows.
  package struct Column: Hashable, Sendable {
    package let name: String
    /// The column of the table; nil if there is none, so that the view shows NULL, or the rows of
    /// another table.
    package var source: String?
    package let type: PostgresColumnType
    package var isOptional: Bool
    /// The name of the property, for messages.
    package let property: String
    /// Whether it contains the key of another row.
    package let isKey: Bool
    /// The delete rule that applies to its rows when the other row is deleted; nil for any other
    /// column.
    package var rule: RelationshipDescription.DeleteRule?
    /// The view of the other row; nil for any other column.
    package var target: String?
    /// The integers of the other table's keys; nil if these are integers.
    package var keys: PostgresKeyTable?
    /// The other end of a one-to-one relationship, whose column can serve both ends; nil for any
    /// other column, and if the mapping names a column.
    package var partner: Partner?
    /// The query for pairs of a row of the table and the row that refers to it, if the column of
    /// that row serves both ends; it is read and not written.
    package var inverseRows: String?
    /// Whether a write takes the value from the row that has it, because a one-to-one relationship
    /// has no other column.
    package var isMoved = false
  }

  /// A column at the other end of a relationship.
  package struct Partner: Hashable, Sendable {
    package let view: String
    /// The column of the view.
    package let column: String
  }

  /// A class of rows, in a table with several.
  package struct RowClass: Hashable, Sendable {
    /// The number of the entity.
    package let number: Int
    /// The text in the class column.
    package let name: String
  }

  /// The name of the view.
  package let view: String
  package let schema: String
  package let name: String
  /// The name of the entity or relationship, for messages.
  package let title: String
  /// The entity; nil for a table of pairs.
  package let entity: String?
  package let entityNumber: Int
  /// The column that identifies rows; nil for a table of pairs.
  package let key: String?
  /// The integers of the keys; nil if these are integers.
  package var keys: PostgresKeyTable?
  /// The column that contains the class of a row; nil if all rows are of one class.
  package var classColumn: String?
  /// The classes of rows, the topmost one first.
  package var classes: [RowClass] = []
  /// The columns that each write sets.
  package var upkeep = PostgresTableMapping.Upkeep()
  package var columns: [Column]
  /// The columns of each uniqueness constraint.
  package let uniqueColumns: [[String]]
  /// Whether the key 0, which no row has, stands for a row that is still to be inserted: an
  /// insertion writes NULL instead, and an update leaves the column as it is.
  ///
  /// The foreign key is written later. True if foreign keys are checked after each statement.
  package var writesKeysLater = false
}

extension PostgresTableMapping {
  /// The tables of a layout, as another program created them.
  ///
  /// - Parameter layout: The layout that the library would use itself.
  /// - Returns: The tables, and problems of the mapping as sentences.
  package func tables(
    of layout: PostgresLayout
  ) -> (tables: [PostgresMappedTable], problems: [String]) {
    var problems: [String] = []
    let known = Set(layout.model.entities.map(\.name))
    for name in tables.keys.sorted() where !known.contains(name) {
      problems.append("The mapping names \(name), which is not an entity of the models.")
    }
    var mapped: [PostgresMappedTable] = []
    for entity in layout.tableMap.entities {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      // The table of the topmost entity contains the rows of all.
      guard description.parentName == nil else { continue }
      guard tables[entity.entityName]?.classColumn != nil || entity.descendantNumbers.count == 1
      else {
        problems.append(
          "\(entity.entityName) is inherited from, but its mapping names no classColumn, which contains the class of a row."
        )
        continue
      }
      mapped.append(table(of: entity, layout, &problems))
    }
    for join in layout.joinTables { mapped += pairs(join, layout, &problems) }
    return (mapped, problems)
  }

  private func table(
    of root: EntityTable, _ layout: PostgresLayout, _ problems: inout [String]
  ) -> PostgresMappedTable {
    var columns: [PostgresMappedTable.Column] = []
    var unique: [[String]] = []
    var classes: [PostgresMappedTable.RowClass] = []
    for entity in layout.tableMap.entities where entity.rootNumber == root.rootNumber {
      guard let description = layout.model.entity(named: entity.entityName) else { continue }
      let own = tables[entity.entityName] ?? Table()
      let names = Set(description.properties.flatMap(\.mappedNames))
      for name in own.columns.keys.sorted() where !names.contains(name) {
        problems.append("\(entity.entityName) has no property \(name), but the mapping names it.")
      }
      classes.append(
        PostgresMappedTable.RowClass(
          number: entity.entityNumber, name: own.className ?? entity.entityName))
      for property in description.properties.sorted(by: { $0.name < $1.name }) {
        guard let stored = entity.properties[property.name] else { continue }
        columns += self.columns(of: property.name, stored, description, own, layout).map { column in
          var column = column
          // Rows of other classes have no value.
          column.isOptional = column.isOptional || entity.entityNumber != root.entityNumber
          return column
        }
      }
      columns += backReferences(to: entity, layout)
      unique += description.uniquenessConstraints.map { names in
        names.flatMap { name in (try? entity.indexedColumns(of: name)) ?? [] }
      }
    }
    var known: Set<String> = []
    let own = tables[root.entityName] ?? Table()
    return PostgresMappedTable(
      view: root.table, schema: own.schema ?? schema, name: own.name ?? root.table,
      title: root.entityName, entity: root.entityName, entityNumber: root.entityNumber,
      key: own.key, classColumn: own.classColumn, classes: classes, upkeep: own.upkeep,
      columns: columns.filter { known.insert($0.name).inserted }, uniqueColumns: unique)
  }

  private func columns(
    of name: String, _ property: PropertyColumns, _ description: EntityDescription, _ own: Table,
    _ layout: PostgresLayout
  ) -> [PostgresMappedTable.Column] {
    func column(_ column: Column, _ path: String) -> PostgresMappedTable.Column {
      PostgresMappedTable.Column(
        name: column.name, source: own.columns[path] ?? column.name,
        type: PostgresColumnType(column.type), isOptional: column.isOptional, property: path,
        isKey: false)
    }
    switch property {
    case .attribute(let own): return [column(own, name)]
    case .composite(let leaves):
      let isOptional = description.properties.contains { $0.name == name && $0.isOptionalComposite }
      return leaves.map { leaf in
        // A composite with a single part of the same name is the property itself.
        let path = leaf.path == [name] ? name : ([name] + leaf.path).joined(separator: ".")
        var own = leaf.column
        own.isOptional = own.isOptional || isOptional
        return column(own, path)
      }
    case .toOne(let toOne):
      let isOptional = description.properties.contains { property in
        if case .relationship(let relationship) = property, relationship.name == name {
          relationship.isOptional
        } else {
          false
        }
      }
      var key = PostgresMappedTable.Column(
        name: toOne.name, source: own.columns[name] ?? toOne.name, type: .bigint,
        isOptional: isOptional, property: name, isKey: true,
        rule: Self.rule(of: name, description, layout),
        target: layout.tableMap.entity(named: toOne.destinationEntity)?.table)
      if own.columns[name] == nil { key.partner = Self.partner(of: name, description, layout) }
      // Other programs do not store the positions of members.
      let positions = toOne.orderColumn.map { Self.missing($0, .bigint, name) }
      // The class of the other row is in its own table.
      let entity = toOne.entityNumberColumn.map { Self.missing($0, .integer, name) }
      return [key] + [positions, entity].compactMap(\.self)
    case .toMany, .manyToMany: return []
    }
  }

  /// The delete rule of a relationship's inverse; without an inverse, rows lose the reference.
  private static func rule(
    of name: String, _ description: EntityDescription, _ layout: PostgresLayout
  ) -> RelationshipDescription.DeleteRule {
    inverse(of: name, description, layout)?.deleteRule ?? .nullify
  }

  private static func inverse(
    of name: String, _ description: EntityDescription, _ layout: PostgresLayout
  ) -> RelationshipDescription? {
    for case .relationship(let relationship) in description.properties
    where relationship.name == name {
      let other = layout.model.entity(named: relationship.destination)
      for case .relationship(let inverse) in other?.properties ?? []
      where inverse.name == relationship.inverseName {
        return inverse
      }
    }
    return nil
  }

  /// The column of a to-one relationship's inverse; nil unless that is to-one as well.
  private static func partner(
    of name: String, _ description: EntityDescription, _ layout: PostgresLayout
  ) -> PostgresMappedTable.Partner? {
    guard case .relationship(let own)? = description.properties.first(where: { $0.name == name }),
      let inverse = inverse(of: name, description, layout), !inverse.isToMany,
      let other = layout.tableMap.entity(named: own.destination),
      case .toOne(let column)? = other.properties[inverse.name]
    else { return nil }
    return PostgresMappedTable.Partner(view: other.table, column: column.name)
  }

  private static func missing(
    _ name: String, _ type: PostgresColumnType, _ property: String
  ) -> PostgresMappedTable.Column {
    PostgresMappedTable.Column(
      name: name, source: nil, type: type, isOptional: true, property: property, isKey: false)
  }

  /// The foreign keys of to-many relationships without an inverse, for which the rows have no
  /// property.
  private func backReferences(
    to entity: EntityTable, _ layout: PostgresLayout
  ) -> [PostgresMappedTable.Column] {
    var columns: [PostgresMappedTable.Column] = []
    for owner in layout.tableMap.entities {
      guard let description = layout.model.entity(named: owner.entityName) else { continue }
      for case .relationship(let relationship) in description.properties
      where relationship.isToMany && relationship.inverseName == nil {
        guard
          case .toMany(_, entity.entityName, let key)? = owner.properties[relationship.name]
        else { continue }
        columns.append(
          PostgresMappedTable.Column(
            name: key, source: tables[owner.entityName]?.columns[relationship.name] ?? key,
            type: .bigint, isOptional: true,
            property: "\(owner.entityName).\(relationship.name)", isKey: true,
            rule: relationship.deleteRule, target: owner.table))
      }
    }
    return columns
  }

  /// The table of a many-to-many relationship, which the mapping of one end names.
  private func pairs(
    _ join: PostgresLayout.JoinTable, _ layout: PostgresLayout, _ problems: inout [String]
  ) -> [PostgresMappedTable] {
    var title = join.name
    for entity in layout.tableMap.entities {
      for (name, property) in entity.properties.sorted(by: { $0.key < $1.key }) {
        guard case .manyToMany(let own) = property, own.name == join.name else { continue }
        title = "\(entity.entityName).\(name)"
        guard let named = tables[entity.entityName]?.joins[name] else { continue }
        return [
          PostgresMappedTable(
            view: join.name, schema: named.schema ?? schema, name: named.name, title: title,
            entity: nil, entityNumber: 0, key: nil,
            columns: [
              Self.pair(own.sourceColumn, named.owner, title, entity.table),
              Self.pair(
                own.destinationColumn, named.member, title,
                layout.tableMap.entity(named: own.destinationEntity)?.table),
            ] + join.orders.map { Self.missing($0, .bigint, title) },
            uniqueColumns: [])
        ]
      }
    }
    problems.append("The mapping names no table for the many-to-many relationship \(title).")
    return []
  }

  private static func pair(
    _ name: String, _ source: String, _ title: String, _ target: String?
  ) -> PostgresMappedTable.Column {
    PostgresMappedTable.Column(
      name: name, source: source, type: .bigint, isOptional: false, property: title, isKey: true,
      target: target)
  }
}

extension PropertyDescription {
  fileprivate var isOptionalComposite: Bool {
    if case .composite(let composite) = self { composite.isOptional } else { false }
  }

  /// The names by which a mapping may assign columns to the property.
  fileprivate var mappedNames: [String] {
    guard case .composite(let composite) = self else { return [name] }
    return [name] + composite.elements.flatMap { $0.mappedNames.map { "\(name).\($0)" } }
  }
}
