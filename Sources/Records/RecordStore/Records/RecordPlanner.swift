import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

/// Plans a save from changes by name, while other writers are excluded.
///
/// Both ends of a relationship are changed together, as in live objects.
struct RecordPlanner {
  private let engine: RecordEngine
  private let changes: RecordChanges
  private var plan = SavePlan()
  /// The new values of rows, in the order in which they are first mentioned; inserted ones by
  /// negative key.
  private var rows: [Row] = []
  private var places: [Place: Int] = [:]
  /// The keys of inserted rows, by their index in the plan.
  private(set) var insertedKeys: [Int64] = []
  /// The changed rows, by their index in the plan.
  private(set) var changedRows: [(entity: RecordEntity, key: Int64)] = []

  /// The rows to delete.
  var deletions: [SavePlan.RowDeletion] { plan.deleted }

  private struct Place: Hashable {
    let tree: Int
    let key: Int64
  }

  private struct Row {
    /// The most derived entity with which the row was mentioned so far.
    ///
    /// Its superentities have a part of its properties, with the same indices.
    var entity: RecordEntity
    let key: Int64
    var values: [Int: RecordValue] = [:]
  }

  init(_ changes: RecordChanges, _ engine: RecordEngine) {
    (self.changes, self.engine) = (changes, engine)
  }

  /// Returns the plan.
  ///
  /// - Throws: `SwiftDataError` for unknown names and values that do not fit their columns, and
  ///   what reading throws.
  mutating func make() throws -> SavePlan {
    plan.author = changes.author
    plan.nullifiesAlone = changes.areForeign
    plan.mayLackTargets = changes.mayLackTargets
    for insertion in changes.insertions {
      let entity = try engine.entity(insertion.entity)
      add(Row(entity: entity, key: insertion.key))
    }
    for insertion in changes.insertions {
      try set(insertion.values, ofRow: insertion.key, engine.entity(insertion.entity))
    }
    for change in changes.changes {
      try set(change.values, ofRow: change.key, engine.entity(change.entity))
    }
    for members in changes.members { try relate(members) }
    for deletion in changes.deletions {
      let keys = Set(deletion.keys).sorted()
      plan.deleted.append(.init(entity: try engine.entity(deletion.entity), keys: keys))
    }
    try addBatches()
    return plan
  }

  private mutating func add(_ row: Row) {
    places[Place(tree: row.entity.treeIndex, key: row.key)] = rows.count
    rows.append(row)
  }

  private mutating func put(
    _ value: RecordValue, _ property: Int, ofRow key: Int64, _ entity: RecordEntity
  ) throws {
    let place = Place(tree: entity.treeIndex, key: key)
    if places[place] == nil { add(Row(entity: entity, key: key)) }
    guard let index = places[place] else { return }
    let known = rows[index].entity
    if known !== entity {
      // A row may be mentioned with any of its superentities, whose properties have the same
      // indices.
      if known.descendants.contains(where: { $0 === entity }) {
        rows[index].entity = entity
      } else if !entity.descendants.contains(where: { $0 === known }) {
        throw SwiftDataError.modelValidationFailure.explained(
          "The row p\(key) is referred to both as \(known.name) and as \(entity.name).",
          entity: entity.name, advice: "Use the entity that it belongs to; nothing was saved.")
      }
    }
    rows[index].values[property] = value
  }

  /// Returns the target of a row's to-one relationship, including planned changes; nil for none.
  private func target(
    ofRow key: Int64, _ relationship: RecordRelationship
  ) throws -> Int64? {
    let owner = relationship.owner
    if let index = places[Place(tree: owner.treeIndex, key: key)],
      rows[index].entity === owner
        || owner.descendants.contains(where: { $0 === rows[index].entity }),
      let planned = rows[index].values[relationship.index]
    {
      if case .row(let target) = planned { return target }
      return nil
    }
    guard key > 0, let column = relationship.foreignKey else { return nil }
    let id = engine.session.identity
    return try engine.session.read(
      """
      SELECT \(name: column) FROM \(name: owner.table.table) \
      WHERE \(name: id.key) = \(SQLValue.integer(key))
      """
    ) { try $0.step() ? $0.row.int64IfPresent(0) : nil }
  }

  private mutating func set(
    _ values: [String: RecordValue], ofRow key: Int64, _ entity: RecordEntity
  ) throws {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let number = try engine.number(of: name, entity)
      guard let relationship = entity.relationship(number) else {
        try put(value, number, ofRow: key, entity)
        continue
      }
      guard !relationship.isToMany else {
        throw SwiftDataError.unsupportedKeyPath.explained(
          "\(entity.name).\(name) is a to-many relationship.", entity: entity.name, property: name,
          advice: "Set its members in order with relate.")
      }
      switch value {
      case .null: try point(key, relationship, at: nil)
      case .row(let target): try point(key, relationship, at: target)
      default: throw Self.unfit(value, entity, name, "the key of a row")
      }
    }
  }

  /// Sets a to-one relationship of a row, and updates the former partners of both rows.
  private mutating func point(
    _ key: Int64, _ relationship: RecordRelationship, at target: Int64?
  ) throws {
    let owner = relationship.owner
    if let inverse = relationship.inverse, !inverse.isToMany {
      if let former = try self.target(ofRow: key, relationship), former != target {
        try put(.null, inverse.index, ofRow: former, inverse.owner)
      }
      if let target {
        if let other = try self.target(ofRow: target, inverse), other != key {
          try put(.null, relationship.index, ofRow: other, owner)
        }
        try put(.row(key), inverse.index, ofRow: target, inverse.owner)
      }
    }
    try put(target.map(RecordValue.row) ?? .null, relationship.index, ofRow: key, owner)
  }

  private mutating func relate(_ wanted: RecordChanges.Members) throws {
    let entity = try engine.entity(wanted.entity)
    let relationship = try engine.relationship(wanted.relationship, of: entity)
    guard relationship.isToMany else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "\(entity.name).\(relationship.name) is a to-one relationship.", entity: entity.name,
        property: relationship.name, advice: "Set it as a value.")
    }
    var seen: Set<Int64> = []
    let members = wanted.members.filter { seen.insert($0).inserted }
    let known =
      wanted.key > 0
      ? try engine.members(of: wanted.key, wanted.entity, wanted.relationship) : []
    let removed = known.filter { !seen.contains($0) }
    let former = Set(known)
    let added = members.filter { !former.contains($0) }
    // The history records changes of members even if no column of the row changes.
    if wanted.key > 0, known != members {
      try put(.null, relationship.index, ofRow: wanted.key, entity)
    }
    if case .children = relationship.storage, let inverse = relationship.inverse {
      for member in removed { try put(.null, inverse.index, ofRow: member, inverse.owner) }
      for member in added { try put(.row(wanted.key), inverse.index, ofRow: member, inverse.owner) }
    } else {
      plan.links += removed.map {
        .init(relationship: relationship, source: wanted.key, member: $0, isRelated: false)
      }
      plan.links += added.map {
        .init(relationship: relationship, source: wanted.key, member: $0, isRelated: true)
      }
      if let inverse = relationship.inverse {
        for member in removed + added where member > 0 {
          try put(.null, inverse.index, ofRow: member, inverse.owner)
        }
      }
    }
    plan.members.append(
      .init(relationship: relationship, owner: wanted.key, members: members))
    if relationship.hasBounds, !changes.areForeign {
      plan.counted.append(.init(relationship: relationship, owner: wanted.key))
    }
  }
}

// Conversion of rows to batches.

extension RecordPlanner {
  private mutating func addBatches() throws {
    for row in rows.grouped(by: { ObjectIdentifier($0.entity) }) {
      if row.key < 0 { try addInsertion(row) } else { try addChange(row) }
    }
  }

  private mutating func addInsertion(_ row: Row) throws {
    let statements = row.entity.statements
    if plan.inserted.last?.entity !== row.entity || plan.inserted.last?.isFull ?? true {
      plan.inserted.append(
        RowBatch(
          row.entity, .all, statements.valueColumns, width: statements.valueCount,
          firstRow: insertedKeys.count, expected: rows.count))
    }
    insertedKeys.append(row.key)
    let batch = plan.inserted[plan.inserted.count - 1]
    batch.beginRow(row.key)
    for (number, property) in row.entity.properties.enumerated() {
      guard let place = batch.place(of: number) else { continue }
      let value = row.values[number] ?? .null
      // In a row of another store, null in a required floating-point number stands for NaN.
      if value.isNull, let missing = requiredColumn(property),
        !(changes.mayLackTargets && [.double, .float].contains(missing.type))
      {
        throw SwiftDataError.modelValidationFailure.explained(
          "A new row has no value for \(row.entity.name).\(property.name), which is not optional.",
          entity: row.entity.name, property: property.name,
          advice: "Give it \(missing.type.storage.title); nothing was saved.")
      }
      try bind(value, property, row.entity, to: batch, place + 1)
    }
  }

  private mutating func addChange(_ row: Row) throws {
    let mask = PropertyMask(row.values.keys.sorted())
    let update = engine.session.updatePlan(row.entity, mask)
    let last = plan.changed.last
    if last?.entity !== row.entity || last?.properties != mask || last?.isFull ?? true {
      plan.changed.append(
        RowBatch(
          row.entity, mask, update.parameters, width: update.key - 1,
          firstRow: changedRows.count, expected: rows.count))
    }
    changedRows.append((row.entity, row.key))
    let batch = plan.changed[plan.changed.count - 1]
    batch.beginRow(row.key)
    for (number, value) in row.values {
      guard let place = batch.place(of: number) else { continue }
      let property = row.entity.properties[number]
      if value.isNull, let missing = requiredColumn(property) {
        throw SwiftDataError.modelValidationFailure.explained(
          "\(row.entity.name)/p\(row.key).\(property.name) cannot be nil, because it is not optional.",
          entity: row.entity.name, property: property.name,
          advice: "Give it \(missing.type.storage.title); nothing was saved.")
      }
      try bind(value, property, row.entity, to: batch, place + 1)
    }
  }

  /// Returns the column of an attribute that requires a value; nil for other properties.
  private func requiredColumn(_ property: RecordProperty) -> Column? {
    guard !property.isRelationship, property.columns.count == 1, !property.columns[0].isOptional
    else { return nil }
    return property.columns[0]
  }

  private func bind(
    _ value: RecordValue, _ property: RecordProperty, _ entity: RecordEntity,
    to batch: RowBatch, _ parameter: Int
  ) throws {
    if property.isRelationship {
      if case .row(let key) = value { batch.bindKey(key, parameter) }
      return
    }
    if case .composite(let leaves)? = entity.table.properties[property.name] {
      for (offset, leaf) in leaves.enumerated() {
        let part = try Self.part(of: value, leaf.path[...], entity, property.name)
        guard let stored = part.sqlValue(asPartOf: leaf.column.type) else {
          throw Self.unfit(part, entity, property.name, leaf.column.type.storage.title)
        }
        batch.bind(stored, parameter + offset)
      }
      return
    }
    guard property.storesExternally, case .data(let bytes) = value else {
      return try bind(value, property.columns[0], entity, property, to: batch, parameter)
    }
    batch.bindExternal(bytes, parameter)
  }

  private func bind(
    _ value: RecordValue, _ column: Column, _ entity: RecordEntity, _ property: RecordProperty,
    to batch: RowBatch, _ parameter: Int
  ) throws {
    guard let stored = value.sqlValue(as: column.type) else {
      throw Self.unfit(value, entity, property.name, column.type.storage.title)
    }
    batch.bind(stored, parameter)
  }

  private static func part(
    of value: RecordValue, _ path: ArraySlice<String>, _ entity: RecordEntity, _ property: String
  ) throws -> RecordValue {
    guard let name = path.first else { return value }
    switch value {
    case .null: return .null
    case .composite(let parts):
      return try part(of: parts[name] ?? .null, path.dropFirst(), entity, property)
    default: throw unfit(value, entity, property, "a composite value")
    }
  }

  private static func unfit(
    _ value: RecordValue, _ entity: RecordEntity, _ property: String, _ wanted: String
  ) -> SwiftDataError {
    SwiftDataError.valueCannotBeStored.explained(
      "\(entity.name).\(property) cannot be set to \(value.kind), because it contains \(wanted).",
      entity: entity.name, property: property, advice: "Give it \(wanted).")
  }
}
