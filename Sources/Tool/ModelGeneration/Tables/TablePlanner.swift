import PostgresFormat

/// Plans the classes and the mapping of another program's tables.
struct TablePlanner {
  let schema: DatabaseSchema
  /// The classes by table.
  private(set) var classes: [String: MappedClass] = [:]
  /// The tables that have no class, with the reasons.
  private(set) var omissions: [(table: String, reason: String)] = []
  private var typeNames: NameScope
  /// The Swift types of the database's enumerations.
  private var enumerations: [DatabaseTable.Enumeration: RawEnumeration] = [:]

  /// - Parameters:
  ///   - schema: The tables.
  ///   - taken: Names of types that the code declares otherwise.
  init(_ schema: DatabaseSchema, taken: Set<String>) {
    self.schema = schema
    typeNames = NameScope(taken: taken) { NameCheck.canBeClass($0) }
    let joins = nameClasses()
    for table in schema.tables where classes[table.name] != nil { addColumns(of: table) }
    for table in schema.tables where classes[table.name] != nil { addRelationships(of: table) }
    for join in joins { add(join) }
    for table in schema.tables where classes[table.name] != nil {
      addUniqueness(of: table)
      classes[table.name]?.sortProperties()
    }
  }

  /// The classes in the order of their names.
  var sorted: [MappedClass] { classes.values.sorted { $0.plan.name < $1.plan.name } }

  /// Names the classes, and returns the tables of pairs.
  private mutating func nameClasses() -> [JoinTable] {
    var found: [(table: DatabaseTable, key: Result<DatabaseTable.Column, DatabaseTable.Omission>)] =
      schema.tables.map { ($0, $0.keyColumn()) }
    let mapped: Set<String> = Set(
      found.compactMap { item -> String? in
        guard case .success = item.key, JoinTable(item.table) == nil else { return nil }
        return item.table.name
      })
    let joins = schema.tables.compactMap { JoinTable($0) }.filter { join in
      [join.first, join.second].allSatisfy { mapped.contains($0.table) }
    }
    let pairs = Set(joins.map(\.table.name))
    found.removeAll { pairs.contains($0.table.name) }
    for (table, key) in found {
      switch key {
      case .success(let key):
        let words = NameWords(table.name).singular
        let wish = words.type ?? NameWords("table \(table.name)").singular.type ?? "Table"
        let name = typeNames.allocate(wish, wish + "Row")
        classes[table.name] = MappedClass(table, key, named: name)
      case .failure(let omission): omissions.append((table.name, omission.reason))
      }
    }
    for table in schema.tables { addSubclasses(of: table.name) }
    return joins
  }

  private mutating func addSubclasses(of table: String) {
    guard var mapped = classes[table],
      let column = ClassColumn(mapped.table, base: mapped.plan.name)
    else { return }
    mapped.classColumn = column
    mapped.plan.isFinal = column.subclassNames.isEmpty
    mapped.subclasses = column.subclassNames.map { className in
      let wish = NameWords(className).type ?? "\(mapped.plan.name)Row"
      let name = typeNames.allocate(wish, mapped.plan.name + wish)
      return MappedSubclass(
        plan: ClassPlan(name: name, parent: mapped.plan.name, isFinal: true), className: className)
    }
    classes[table] = mapped
  }

  // Attributes.

  private mutating func addColumns(of table: DatabaseTable) {
    guard var mapped = classes[table.name] else { return }
    for column in table.columns where reference(of: column, in: mapped) == nil {
      // The key is an integer that the library takes from the sequence: `persistentModelID`.
      guard column.name != mapped.key.name || !column.type.hasPrefix("int") else { continue }
      guard column.name != ClassColumn.name || mapped.classColumn == nil else { continue }
      guard let type = ColumnType(column) else {
        mapped.omissions.append(
          .init(
            column: column.name, text: "No property can have its type \(column.declaration)."))
        continue
      }
      let words = NameWords(column.name)
      let wish = words.member ?? NameWords("value \(column.name)").member ?? "value"
      let name = mapped.members.allocate(wish, wish + "Value")
      let enumeration = enumeration(of: column, in: &mapped)
      mapped.columns.append((name, column.name, false))
      mapped.plan.properties.append(
        Self.property(name, column, type, enumeration, mapped))
    }
    addPairs(to: &mapped)
    classes[table.name] = mapped
  }

  private func addPairs(to mapped: inout MappedClass) {
    for (words, type, key) in mapped.table.polymorphicColumns {
      guard let typeProperty = mapped.property(of: type.name),
        let keyProperty = mapped.property(of: key.name), let wish = words.member,
        let property = mapped.plan.properties.first(where: { $0.name == typeProperty })
      else { continue }
      let rawValue = property.isOptional ? "?.rawValue" : ".rawValue"
      mapped.pairs.append(
        PolymorphicPair(
          method: mapped.members.allocate(wish, wish + "Model"), typeColumn: type.name,
          keyColumn: key.name,
          typeValue: SwiftName.spelled(typeProperty) + (property.type == "String" ? "" : rawValue),
          keyProperty: keyProperty))
    }
  }

  private static func property(
    _ name: String, _ column: DatabaseTable.Column, _ type: ColumnType,
    _ enumeration: RawEnumeration?, _ mapped: MappedClass
  ) -> PropertyPlan {
    let element = enumeration?.name ?? type.name
    let code = type.isArray ? "[\(element)]" : element
    // The server's value is read after each save.
    var plan = PropertyPlan(
      name: name, type: code, isOptional: column.isNullable || column.isComputed)
    if let sql = column.defaultValue {
      plan.initialValue = ColumnDefault(sql: sql, type: code).code(
        type.isArray ? nil : enumeration)
    }
    let isKey = column.name == mapped.key.name
    if isKey, code == "UUID" { plan.initialValue = "UUID()" }
    if mapped.upkeep.contains(column.name), !plan.isOptional {
      plan.initialValue = code == "Date" ? "Date()" : "0"
    }
    let isUnique = isKey || mapped.table.uniqueness.contains([column.name])
    if isUnique, column.canBeUnique, !mapped.table.hasDeferrableUniqueness {
      plan.macro = ("Attribute", [".unique"])
    }
    return plan
  }

  /// The enumeration of a column, which its type or a CHECK constraint gives.
  private mutating func enumeration(
    of column: DatabaseTable.Column, in mapped: inout MappedClass
  ) -> RawEnumeration? {
    if let found = column.enumeration {
      if let known = enumerations[found] { return known }
      let wish = NameWords(found.name).type ?? "Enumeration"
      let made = RawEnumeration(
        name: typeNames.allocate(wish, wish + "Value"), rawValues: found.cases)
      enumerations[found] = made
      mapped.enumerations.append(made)
      return made
    }
    guard ["text", "varchar"].contains(column.type), column.name != mapped.key.name,
      let texts = mapped.table.checks.lazy.compactMap({ $0.allowedTexts(of: column.name) }).first
    else { return nil }
    let wish = mapped.plan.name + (NameWords(column.name).type ?? "Value")
    let made = RawEnumeration(name: typeNames.allocate(wish, wish + "Value"), rawValues: texts)
    mapped.enumerations.append(made)
    return made
  }

  // Relationships.

  /// The foreign key that makes a column a relationship.
  private func reference(
    of column: DatabaseTable.Column, in mapped: MappedClass
  ) -> DatabaseTable.ForeignKey? {
    guard column.name != mapped.key.name, !column.isComputed else { return nil }
    return mapped.table.foreignKeys.first { key in
      key.columns == [column.name] && obstacle(to: key) == nil
    }
  }

  /// The reason why a foreign key is not a relationship.
  private func obstacle(to key: DatabaseTable.ForeignKey) -> String? {
    guard key.columns.count == 1 else { return "it has several columns" }
    guard key.isInSchema, let target = classes[key.table] else {
      return "\(key.table) has no model"
    }
    return key.targets == [target.key.name] ? nil : "it does not refer to the key of \(key.table)"
  }

  private mutating func addRelationships(of table: DatabaseTable) {
    guard let mapped = classes[table.name] else { return }
    for key in table.foreignKeys {
      guard let reason = obstacle(to: key) else { continue }
      classes[table.name]?.omissions.append(
        .init(text: "The foreign key \(key.name) is not a relationship, because \(reason)."))
    }
    let targets = table.columns.compactMap { reference(of: $0, in: mapped)?.table }
    for column in table.columns {
      guard let key = reference(of: column, in: mapped) else { continue }
      add(key, of: table.name, column, isOnly: targets.filter { $0 == key.table }.count == 1)
    }
  }

  private mutating func add(
    _ key: DatabaseTable.ForeignKey, of table: String, _ column: DatabaseTable.Column, isOnly: Bool
  ) {
    guard var owner = classes[table], let other = classes[key.table] else {
      return
    }
    let columnWords = NameWords(column.name)
    let wish = (columnWords.withoutID ?? columnWords).member ?? "reference"
    let name = owner.members.allocate(wish, wish + other.plan.name)
    owner.columns.append((name, column.name, true))
    owner.plan.properties.append(
      PropertyPlan(
        kind: .toOne, name: name, type: SwiftName.spelled(other.plan.name),
        isOptional: column.isNullable))
    let isSingle = owner.table.uniqueness.contains([column.name])
    let words = NameWords(owner.plan.name)
    let owners = (isSingle ? words : words.plural).member ?? "owners"
    classes[owner.table.name] = owner
    guard var target = classes[key.table] else { return }
    let role = owners + "As" + (NameWords(name).type ?? "Other")
    // Of several relationships to a class, the plain name is for the one that is named after it.
    let isPlain = isOnly || name == NameWords(target.plan.name).member
    let inverse =
      key.table == owner.table.name
      ? target.members.allocate(name == "parent" && !isSingle ? "children" : role, role)
      : target.members.allocate(isPlain ? owners : role, role)
    let rule = ["c": "cascade", "a": "deny", "r": "deny"][key.deletion]
    var arguments = rule.map { ["deleteRule: .\($0)"] } ?? []
    arguments.append("inverse: \\\(SwiftName.spelled(owner.plan.name)).\(SwiftName.spelled(name))")
    let type = SwiftName.spelled(owner.plan.name)
    var property = PropertyPlan(
      kind: isSingle ? .toOne : .toMany, name: inverse, type: isSingle ? type : "[\(type)]",
      isOptional: isSingle, initialValue: isSingle ? nil : "[]",
      macro: ("Relationship", arguments))
    property.isInverse = isSingle
    target.plan.properties.append(property)
    classes[key.table] = target
  }

  private mutating func add(_ join: JoinTable) {
    guard var owner = classes[join.first.table], let other = classes[join.second.table] else {
      return
    }
    let isReflexive = join.first.table == join.second.table
    func wish(_ target: MappedClass, _ key: DatabaseTable.ForeignKey) -> String {
      let column = key.columns[0]
      // Prisma names both columns by a letter.
      guard !isReflexive || column.count > 1 else {
        return NameWords("\(join.table.name)_\(column)").member ?? "members"
      }
      let words = NameWords(column)
      let name = isReflexive ? words.withoutID ?? words : NameWords(target.plan.name)
      return name.plural.member ?? "members"
    }
    let table = NameWords(join.table.name).type ?? "Pairs"
    let (members, owners) = (wish(other, join.second), wish(owner, join.first))
    let name = owner.members.allocate(members, members + "In" + table)
    classes[join.first.table] = owner
    guard var target = classes[join.second.table] else { return }
    let inverse = target.members.allocate(owners, owners + "In" + table)
    target.plan.properties.append(
      PropertyPlan(
        kind: .toMany, name: inverse, type: "[\(SwiftName.spelled(owner.plan.name))]",
        isOptional: false, initialValue: "[]"))
    classes[join.second.table] = target
    let code = SwiftName.spelled(other.plan.name)
    classes[join.first.table]?.plan.properties.append(
      PropertyPlan(
        kind: .toMany, name: name, type: "[\(code)]", isOptional: false, initialValue: "[]",
        macro: ("Relationship", ["inverse: \\\(code).\(SwiftName.spelled(inverse))"])))
    classes[join.first.table]?.joins.append(
      MappedClass.Join(
        property: name, table: join.table.name, owner: join.first.columns[0],
        member: join.second.columns[0]))
    for column in join.others {
      classes[join.first.table]?.omissions.append(
        .init(
          column: "\(join.table.name).\(column)",
          text: "The rows of the table are the pairs of a relationship."))
    }
  }

  private mutating func addUniqueness(of table: DatabaseTable) {
    guard var mapped = classes[table.name] else { return }
    if table.hasDeferrableUniqueness {
      mapped.omissions.append(
        .init(text: "Unique values are not declared, because a unique constraint is DEFERRABLE."))
    }
    var known: Set<[String]> = []
    for columns in table.uniqueness
    where !table.hasDeferrableUniqueness && known.insert(columns).inserted {
      guard !mapped.isOneToOne(columns) else { continue }
      let names = columns.compactMap { mapped.uniqueProperty(of: $0) }
      if names.count == columns.count {
        if names.count > 1 { mapped.plan.uniqueness.append(names) }
      } else {
        let list = columns.joined(separator: ", ")
        mapped.omissions.append(
          .init(
            text: "The code does not declare that \(list) is unique; the database enforces it."))
      }
    }
    classes[table.name] = mapped
  }
}
