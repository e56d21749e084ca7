import DataSchema
import SQLCore

/// Derives entities from tables.
struct DerivedModelBuilder {
  private let tree: StoredEntities
  private let tables: StoredTables
  private(set) var guesses: [String] = []
  /// The properties of each entity, in the order of the entities.
  private var properties: [[PropertyDescription]]
  private var columns: [[String: PropertyColumns]]
  /// The names of the tables by the numbers of their root entities.
  private var tableNames: [Int: String] = [:]

  init(_ tree: StoredEntities, _ tables: StoredTables) {
    (self.tree, self.tables) = (tree, tables)
    properties = Array(repeating: [], count: tree.entities.count)
    columns = Array(repeating: [:], count: tree.entities.count)
    for root in tree.entities where root.parent == 0 {
      tableNames[root.number] = tables.table("Z" + root.name)?.name
    }
  }

  mutating func build(on connection: any SQLConnection) throws {
    for root in tree.entities where root.parent == 0 {
      guard let name = tableNames[root.number], let table = tables.table(name) else {
        guesses.append("\(root.name) has no table, and was omitted.")
        continue
      }
      if root.descendants.count > 1 {
        guesses.append(
          "The table \(name) contains several entities, but does not specify their properties: all "
            + "are assigned to \(root.name).")
      }
      for column in table.columns { try add(column, of: root, table.columns, on: connection) }
    }
    for name in tables.names { addJoin(name) }
  }

  private mutating func add(
    _ column: StoredTables.Column, of root: StoredEntities.Entity,
    _ all: [StoredTables.Column], on connection: any SQLConnection
  ) throws {
    guard let table = tableNames[root.number] else { return }
    switch ColumnName(column.name) {
    case .identity, .order, .entityNumber, .other: break
    case .backReference(let owner, let name):
      addMembers(name, of: owner, in: root, table, column.name)
    case .property(let name):
      if let toOne = toOne(column, name, root, all) {
        return put(toOne.description, .toOne(toOne.column), in: root.number)
      }
      let type = try type(of: column, in: table, connection)
      let attribute = AttributeDescription(
        name: name.lowercased(), type: type.type, isOptional: true,
        storesExternally: type.storesExternally)
      put(
        .attribute(attribute),
        .attribute(
          Column(
            name: column.name, type: type.type, isOptional: true,
            storesExternally: type.storesExternally)), in: root.number)
    }
  }

  /// Adds a property to an entity, unless an entity of its tree already has one with that name.
  private mutating func put(
    _ property: PropertyDescription, _ stored: PropertyColumns, in number: Int
  ) {
    let family = tree[tree[number].root].descendants
    guard !family.contains(where: { columns[$0 - 1][property.name] != nil }) else { return }
    properties[number - 1].append(property)
    columns[number - 1][property.name] = stored
  }
}

// Relationships.

extension DerivedModelBuilder {
  private mutating func toOne(
    _ column: StoredTables.Column, _ name: String, _ root: StoredEntities.Entity,
    _ all: [StoredTables.Column]
  ) -> (description: PropertyDescription, column: ToOneColumn)? {
    guard column.type == "INTEGER", let table = tableNames[root.number] else { return nil }
    var order: String?
    var known: (number: Int, column: String)?
    for other in all {
      switch ColumnName(other.name) {
      case .order(let of) where of == name: order = other.name
      case .entityNumber(let number, let of) where of == name: known = (number, other.name)
      default: break
      }
    }
    let isKey = order != nil || known != nil || tables.hasKeyIndex(column.name, of: table)
    guard isKey else { return nil }
    guard let destination = destination(known?.number, name), hasTable(destination) else {
      guesses.append(
        "\(root.name).\(name.lowercased()) contains keys of rows of an unknown entity.")
      return nil
    }
    if known == nil {
      guesses.append(
        "\(root.name).\(name.lowercased()) refers to \(destination.name), according to its name.")
    }
    let description = RelationshipDescription(
      name: name.lowercased(), destination: destination.name, isOrdered: false)
    return (
      .relationship(description),
      ToOneColumn(
        name: column.name, entityNumberColumn: known?.column, orderColumn: order,
        destinationEntity: destination.name)
    )
  }

  /// Returns the destination of a to-one relationship: by its number, otherwise by its name.
  private func destination(_ number: Int?, _ name: String) -> StoredEntities.Entity? {
    if let number { return tree.contains(number) ? tree[number] : nil }
    let plain = name.uppercased().trimmingDigits
    let named = tree.entities.filter { plain == $0.name.uppercased() }
    if named.count == 1 { return named[0] }
    let ending = tree.entities.filter { plain.hasSuffix($0.name.uppercased()) }
    if let longest = ending.max(by: { $0.name.count < $1.name.count }) { return longest }
    let longer = tree.entities.filter { $0.name.uppercased().hasSuffix(plain) }
    return longer.count == 1 ? longer[0] : nil
  }

  private func hasTable(_ entity: StoredEntities.Entity) -> Bool {
    tableNames[entity.root] != nil
  }

  /// Adds a to-many relationship whose key is stored in the members' rows.
  private mutating func addMembers(
    _ name: String, of owner: Int, in root: StoredEntities.Entity, _ table: String,
    _ column: String
  ) {
    guard tree.contains(owner), hasTable(tree[owner]) else {
      guesses.append("The column \(column) of \(table) belongs to an entity that does not exist.")
      return
    }
    put(
      .relationship(
        RelationshipDescription(
          name: name.lowercased(), destination: root.name, isToMany: true)),
      .toMany(destinationTable: table, destinationEntity: root.name, foreignKey: column),
      in: owner)
  }

  /// Adds the relationships of a many-to-many table: `Z_1GARNISH (Z_1COCKTAILS, Z_2GARNISH)`.
  private mutating func addJoin(_ table: String) {
    guard let (owner, name) = ColumnName.numbered(table.uppercased(), after: "Z_"),
      !name.isEmpty, let found = tables.table(table)
    else { return }
    let keys = found.columns.filter { !$0.name.uppercased().hasPrefix("Z_FOK_") }
    guard tree.contains(owner), keys.count == 2 else {
      guesses.append("The table \(table) relates unknown entities.")
      return
    }
    guard
      let other = keys.first(where: {
        let part = ColumnName.numbered($0.name.uppercased(), after: "Z_")
        return part.map { $0.rest == name || $0.rest.trimmingDigits == name } ?? false
          || $0.name.uppercased() == JoinTable.reflexiveColumn
      }), let own = keys.first(where: { $0.name != other.name })
    else {
      guesses.append("The table \(table) relates unknown entities.")
      return
    }
    addJoin(found, owner, name, own.name, other.name)
  }

  private mutating func addJoin(
    _ table: (name: String, columns: [StoredTables.Column]), _ owner: Int, _ name: String,
    _ own: String, _ other: String
  ) {
    let isReflexive = other.uppercased() == JoinTable.reflexiveColumn
    let end = ColumnName.numbered(other.uppercased(), after: "Z_")?.number ?? owner
    let inverse = ColumnName.numbered(own.uppercased(), after: "Z_")?.rest ?? ""
    guard tree.contains(end), hasTable(tree[owner]), hasTable(tree[end]),
      isReflexive || !inverse.isEmpty
    else {
      guesses.append("The table \(table.name) relates unknown entities.")
      return
    }
    let (from, to) = (tree[owner].name, tree[end].name)
    let forth = name.lowercased()
    let back = isReflexive ? forth : inverse.lowercased()
    guard isReflexive || (owner, forth) != (end, back) else { return }
    func order(_ column: String) -> String? {
      let wanted = "Z_FOK_" + column.uppercased().dropFirst(2)
      return table.columns.first { $0.name.uppercased() == wanted }?.name
    }
    guard isFree(forth, owner), isReflexive || isFree(back, end) else { return }
    put(
      .relationship(
        RelationshipDescription(
          name: forth, destination: to, inverseName: back, isToMany: true,
          isOrdered: order(other) != nil)),
      .manyToMany(
        JoinTable(
          name: table.name, sourceColumn: own, destinationColumn: other,
          orderColumn: order(other), destinationEntity: to)), in: owner)
    guard !isReflexive else { return }
    put(
      .relationship(
        RelationshipDescription(
          name: back, destination: from, inverseName: forth, isToMany: true,
          isOrdered: order(own) != nil)),
      .manyToMany(
        JoinTable(
          name: table.name, sourceColumn: other, destinationColumn: own,
          orderColumn: order(own), destinationEntity: from)), in: end)
  }

  private func isFree(_ name: String, _ number: Int) -> Bool {
    !tree[tree[number].root].descendants.contains { columns[$0 - 1][name] != nil }
  }
}

// Attributes.

extension DerivedModelBuilder {
  /// The number of values that are sampled to guess what a column of bytes holds.
  private static let sampleCount = 100

  private mutating func type(
    of column: StoredTables.Column, in table: String, _ connection: any SQLConnection
  ) throws -> (type: AttributeType, storesExternally: Bool) {
    switch column.type {
    case "FLOAT", "REAL", "DOUBLE": return (.double, false)
    case "TIMESTAMP": return (.date, false)
    case "DECIMAL", "NUMERIC": return (.decimal, false)
    case "BLOB": break
    case let type where type.hasPrefix("INTEGER"): return (.integer64, false)
    case let type where type.hasPrefix("VARCHAR") || type == "TEXT": return (.string, false)
    default: return (.binaryData, false)
    }
    let quoted = SQLDialect.sqlite.quoted(column.name)
    let rows = try connection.rows(
      """
      SELECT LENGTH(V), SUBSTR(V, 1, 1) FROM (SELECT \(quoted) AS V \
      FROM \(SQLDialect.sqlite.quoted(table)) \
      WHERE TYPEOF(\(quoted)) = 'blob' LIMIT \(Self.sampleCount))
      """)
    guard !rows.isEmpty else { return (.binaryData, false) }
    let name = "The bytes in \(table).\(column.name) are treated as"
    if rows.allSatisfy({ $0[0] == .integer(16) }) {
      guesses.append("\(name) UUIDs, because each value has 16 bytes.")
      return (.uuid, false)
    }
    let reference = SQLValue.integer(Int64(ExternalData.referenceSize))
    let isMarked = rows.allSatisfy { row in
      row[1].blob?.first == 1 || row[1].blob?.first == 2 && row[0] == reference
    }
    if isMarked {
      guesses.append("\(name) values that may be in files, because of their first byte.")
    }
    return (.binaryData, isMarked)
  }
}

// The result.

extension DerivedModelBuilder {
  var descriptions: [EntityDescription] {
    tree.entities.filter(hasTable).map { entity in
      EntityDescription(
        name: entity.name, parentName: entity.parent > 0 ? tree[entity.parent].name : nil,
        properties: properties[entity.number - 1])
    }
  }

  var entityTables: [EntityTable] {
    tree.entities.map { entity in
      var all: [String: PropertyColumns] = [:]
      var next = entity.number
      while next > 0 {
        all.merge(columns[next - 1]) { own, _ in own }
        next = tree[next].parent
      }
      return EntityTable(
        entityName: entity.name, entityNumber: entity.number, parentNumber: entity.parent,
        rootEntityName: tree[entity.root].name, rootNumber: entity.root,
        descendantNumbers: entity.descendants,
        table: tableNames[entity.root] ?? "Z" + tree[entity.root].name.uppercased(),
        properties: all)
    }
  }
}

extension String {
  /// The string without its trailing digits, with which Core Data distinguishes equal names.
  fileprivate var trimmingDigits: String {
    String(reversed().drop { $0.isASCII && $0.isNumber }.reversed())
  }
}
