/// A table that becomes a class, and what the mapping says of it.
struct MappedClass {
  /// Something that the class does not express.
  struct Omission {
    /// The column; nil if the text names its subject.
    var column: String?
    var text: String

    var sentence: String {
      column.map { "The column `\($0)` has no property. \(text)" } ?? text
    }
  }

  struct Join {
    var property: String
    var table: String
    var owner: String
    var member: String
  }

  let table: DatabaseTable
  /// The primary key, which is one column.
  let key: DatabaseTable.Column
  var plan: ClassPlan
  var enumerations: [RawEnumeration] = []
  /// The columns of attributes and to-one relationships, by property name.
  var columns: [(property: String, column: String, isToOne: Bool)] = []
  var joins: [Join] = []
  /// The references to rows of several tables.
  var pairs: [PolymorphicPair] = []
  /// The column with the class of each row; nil if all rows are of the same one.
  var classColumn: ClassColumn?
  /// The classes of rows in the table that inherit from this one.
  var subclasses: [MappedSubclass] = []
  /// What is left out.
  var omissions: [Omission] = []
  var members: NameScope

  init(_ table: DatabaseTable, _ key: DatabaseTable.Column, named name: String) {
    (self.table, self.key) = (table, key)
    plan = ClassPlan(name: name, isFinal: true)
    // A property with the class's name would hide it in its own code.
    members = NameScope(taken: [name]) { NameCheck.canBeProperty($0) }
  }

  func property(of column: String) -> String? {
    columns.first { $0.column == column }?.property
  }

  /// Puts attributes before relationships, and those to one model before those to many; the classes
  /// that inherit from this one pass all of them on.
  mutating func sortProperties() {
    plan.properties = [.attribute, .toOne, .toMany].flatMap { kind in
      plan.properties.filter { $0.kind == kind }
    }
    for index in subclasses.indices {
      subclasses[index].plan.inherited = plan.properties.filter(\.isParameter)
    }
  }

  /// The text in the class column for rows of the class itself, if it is not the class's name.
  var mappedName: String? { classColumn?.baseName.flatMap { $0 == plan.name ? nil : $0 } }

  /// The property of a column that is part of a uniqueness constraint; nil if the constraint cannot
  /// be declared.
  func uniqueProperty(of column: String) -> String? {
    table.column(column)?.canBeUnique == true ? property(of: column) : nil
  }

  /// Whether a uniqueness constraint makes a foreign key a one-to-one relationship.
  func isOneToOne(_ columns: [String]) -> Bool {
    columns.count == 1 && self.columns.contains { $0.column == columns[0] && $0.isToOne }
  }

  /// The column that each save sets, if it has one of the names that frameworks use.
  func upkeep(_ names: [String], _ types: [String]) -> String? {
    table.columns.first {
      names.contains($0.name) && types.contains($0.type) && !$0.isComputed
    }?.name
  }

  private static let times = ["timestamp", "timestamptz"]
  var createdAt: String? { upkeep(["created_at", "createdAt", "inserted_at"], Self.times) }
  var updatedAt: String? { upkeep(["updated_at", "updatedAt"], Self.times) }
  var lockVersion: String? { upkeep(["lock_version"], ["int2", "int4", "int8"]) }

  var upkeep: [String] { [createdAt, updatedAt, lockVersion].compactMap(\.self) }
}

extension DatabaseTable {
  /// The column that identifies rows, or the reason why rows cannot be mapped.
  func keyColumn() -> Result<Column, Omission> {
    guard ["r", "p"].contains(kind) else {
      let title = ["v": "a view", "m": "a materialized view"][kind] ?? "a foreign table"
      return .failure(
        Omission(
          "It is \(title), whose rows have no primary key; a model that is mapped to it by hand can be read."
        ))
    }
    if let program = Self.programs[name] {
      return .failure(Omission("It records the migrations of \(program)."))
    }
    guard let key = primaryKey.first.flatMap(column) else {
      return .failure(Omission("It has no primary key."))
    }
    guard primaryKey.count == 1 else {
      return .failure(
        Omission(
          "Its key is composed of \(primaryKey.joined(separator: ", ")), and a model needs one column."
        ))
    }
    switch key.type {
    case "int2", "int4", "int8":
      guard key.hasSequence else {
        return .failure(
          Omission("Its key \(key.name) does not own a sequence, from which new rows get theirs."))
      }
    case "uuid", "text", "varchar": break
    default:
      return .failure(
        Omission(
          "Its key \(key.name) has the type \(key.declaration), not an integer, uuid or text."))
    }
    let required = columns.filter {
      !$0.isNullable && !$0.hasDefault && !$0.isComputed && ColumnType($0) == nil
    }
    guard let column = required.first else { return .success(key) }
    return .failure(
      Omission(
        "Its column \(column.name) is required, and no property can have its type \(column.declaration)."
      ))
  }

  struct Omission: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// The tables in which programs keep their own migrations.
  private static let programs: [String: String] = [
    "_fluent_migrations": "Fluent", "_prisma_migrations": "Prisma",
    "ar_internal_metadata": "Rails", "django_migrations": "Django", "schema_migrations": "Rails",
  ]
}

extension DatabaseTable.Column {
  /// Whether a constraint of the models can contain the column.
  var canBeUnique: Bool { !isComputed && element == nil && !["json", "jsonb"].contains(type) }
}

/// The Swift type of a column's values.
struct ColumnType {
  let name: String
  let isArray: Bool

  /// Nil for types that no property can have.
  init?(_ column: DatabaseTable.Column) {
    if let element = column.element {
      guard let type = Self.scalars[column.enumeration == nil ? element : "text"], type != "Data"
      else { return nil }
      (name, isArray) = (type, true)
    } else if column.enumeration != nil {
      (name, isArray) = ("String", false)
    } else {
      guard let type = Self.scalars[column.type] else { return nil }
      (name, isArray) = (type, false)
    }
    // Arrays of days are not supported.
    if isArray, column.element == "date" { return nil }
  }

  private static let scalars: [String: String] = [
    "bool": "Bool", "int2": "Int", "int4": "Int", "int8": "Int", "numeric": "Decimal",
    "float4": "Float", "float8": "Double", "text": "String", "varchar": "String",
    "bpchar": "String", "citext": "String", "uuid": "UUID", "timestamptz": "Date",
    "timestamp": "Date", "date": "Date", "bytea": "Data", "json": "Data", "jsonb": "Data",
  ]
}
