import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import StoreTool
import SwiftDataErrors

/// Writes to every entity of a file in every possible way, and inspects the file after each write.
final class InPlaceProgram {
  /// The operations and the problems found.
  struct Outcome {
    var entities = 0
    var writes = 0
    /// Writes that the model forbids.
    var refusals = 0
    var problems: [String] = []
    /// Statements of `sqlite_master` that were added.
    var statements: Set<String> = []
  }

  private let path: String
  private let copy: String
  private let engine: RecordEngine
  /// Another connection, which only reads.
  private var other: RecordEngine?
  private let map: TableMap
  private var outcome = Outcome()
  private var number = 0
  /// The columns that triggers write.
  private let derived: Set<String>
  private var kinds: Set<[String]> = []

  init(_ path: String, copyingTo folder: URL) throws {
    self.path = path
    copy = folder.appendingPathComponent("before-\(UUID().uuidString)").path
    engine = try SQLiteStoreKind().openForWriting(path)
    map = TableMap(
      entities: engine.schema.entities.map(\.table).sorted { $0.entityNumber < $1.entityNumber })
    let triggers = try engine.reading {
      try $0.rows("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    }
    derived = Set(
      triggers.compactMap { $0[0].text }.flatMap { text in
        text.split(separator: " SET ").dropFirst().compactMap { part in
          part.split(whereSeparator: { " =(".contains($0) }).first.map(String.init)
        }
      })
  }

  func run() throws -> Outcome {
    for entity in engine.model.entities.sorted(by: { $0.name < $1.name }) {
      guard !entity.isAbstract else { continue }
      outcome.entities += 1
      try write(try engine.entity(entity.name))
    }
    return outcome
  }

  private func write(_ entity: RecordEntity) throws {
    let inserted = try insert(entity)
    let first = try own(entity, limit: 1).first { $0 != inserted }
    for key in [first, inserted].compactMap(\.self).prefix(1) {
      try update(entity, key)
      for relationship in entity.relationships where !relationship.isToMany {
        try relateToOne(entity, key, relationship)
      }
      for relationship in entity.relationships where relationship.isToMany {
        try relateToMany(entity, key, relationship)
      }
    }
    if let inserted { try delete(entity, inserted) }
    if let first { try delete(entity, first) }
  }

  /// The keys of rows that belong to the entity itself.
  private func own(_ entity: RecordEntity, limit: Int) throws -> [Int64] {
    var query = RecordQuery(entity.name, limit: 200)
    query.readsFiles = false
    return try engine.rows(query).filter { $0.entity == entity.name }.prefix(limit).map(\.key)
  }

  private func any(_ entity: RecordEntity, limit: Int) throws -> [Int64] {
    var query = RecordQuery(entity.name, limit: limit)
    query.readsFiles = false
    return try engine.rows(query).map(\.key)
  }

  // Writing, and checking the result.

  private func perform(
    _ title: String, _ changes: RecordChanges,
    _ allow: (RecordOutcome, inout InPlaceWrite) throws -> Void
  ) throws -> RecordOutcome? {
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      if FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    try? FileManager.default.removeItem(atPath: copy + "-shm")
    var write = InPlaceWrite(map, derived: derived)
    var result: RecordOutcome?
    do {
      result = try engine.save(changes)
    } catch let error as SwiftDataError where error == .modelValidationFailure {
      outcome.refusals += 1
    } catch {
      outcome.problems.append("\(title): \(error)")
    }
    if let result {
      outcome.writes += 1
      try allow(result, &write)
    }
    let difference = try FileDifference(from: copy, to: path)
    outcome.problems += write.problems(difference).prefix(5).map { "\(title): \($0)" }
    outcome.statements.formUnion(difference.statements)
    return result
  }

  private func value(_ type: AttributeType, external: Bool = false) -> RecordValue {
    number += 1
    return switch type {
    case .integer16: .integer(Int64(10_000 + number % 10_000))
    case .integer32, .integer64: .integer(Int64(1_000_000 + number))
    case .decimal: .decimal(Decimal(number) + 0.25)
    case .double, .float: .real(Double(number) + 0.5)
    case .string: .text("in place \(number)")
    case .boolean: .bool(!number.isMultiple(of: 2))
    case .date: .date(Date(timeIntervalSinceReferenceDate: 700_000_000.25 + Double(number)))
    case .binaryData, .transformable:
      .data(Data(repeating: UInt8(number % 250), count: external ? 150_000 : 20))
    case .uuid: .uuid(UUID())
    case .uri: .url(URL(fileURLWithPath: "/in/place/\(number)"))
    }
  }

  /// Values for all attributes, or only for required ones.
  private func values(
    _ entity: RecordEntity, all: Bool, large: Bool = false
  ) -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for property in entity.properties where !property.isRelationship {
      switch entity.table.properties[property.name] {
      case .attribute(let column) where all || !column.isOptional:
        values[property.name] = value(
          column.type, external: large && property.storesExternally)
      case .composite(let leaves) where all:
        var parts: [String: RecordValue] = [:]
        for leaf in leaves { set(value(leaf.column.type), leaf.path[...], &parts) }
        values[property.name] = .composite(parts)
      default: break
      }
    }
    return values
  }

  private func set(
    _ value: RecordValue, _ path: ArraySlice<String>, _ parts: inout [String: RecordValue]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else { return parts[name] = value }
    var inner: [String: RecordValue] = [:]
    if case .composite(let known)? = parts[name] { inner = known }
    set(value, path.dropFirst(), &inner)
    parts[name] = .composite(inner)
  }

}
// The kinds of writes.

extension InPlaceProgram {
  private func insert(_ entity: RecordEntity) throws -> Int64? {
    var changes = RecordChanges(author: "test")
    var values = values(entity, all: true, large: true)
    for relationship in entity.relationships where relationship.needsTarget {
      if let target = try any(relationship.destination, limit: 1).first {
        values[relationship.name] = .row(target)
      }
    }
    let related = values.compactMap { name, value -> (RecordRelationship, Int64)? in
      guard case .row(let key) = value, let number = entity.propertyNumber(named: name),
        let relationship = entity.relationship(number)
      else { return nil }
      return (relationship, key)
    }
    let former = try related.map { ($0, $1, try sharers(of: $1, $0)) }
    let new = changes.insert(entity.name, values)
    let result = try perform("insert \(entity.name)", changes) { result, write in
      guard let key = result.keys[new] else { return }
      write.insert(key, entity.table.table)
      for (relationship, target, others) in former {
        allow(target, relationship.inverse, relationship.destination, &write)
        for other in others { allow(other, relationship, entity, &write) }
      }
    }
    guard let key = result?.keys[new] else { return nil }
    try expect(key, entity, values, "insert \(entity.name)")
    return key
  }

  private func update(_ entity: RecordEntity, _ key: Int64) throws {
    let all = values(entity, all: true, large: true)
    guard !all.isEmpty else { return }
    try update(entity, key, all, "update \(entity.name)")
    // Each kind of value separately, once per file.
    for property in entity.properties {
      let kind = property.columns.map { "\($0.type)" } + ["\(property.storesExternally)"]
      guard let value = all[property.name], kinds.insert(kind).inserted else { continue }
      try update(
        entity, key, [property.name: value], "update \(entity.name).\(property.name)")
    }
  }

  private func update(
    _ entity: RecordEntity, _ key: Int64, _ values: [String: RecordValue], _ title: String
  ) throws {
    var changes = RecordChanges(author: "test")
    changes.change(key, of: entity.name, values)
    let columns = entity.properties.filter { values[$0.name] != nil }.flatMap(\.columns)
    let result = try perform(title, changes) { _, write in
      write.allow(key, entity.table.table, columns.map(\.name))
    }
    if result != nil { try expect(key, entity, values, title) }
  }

  private func relateToOne(
    _ entity: RecordEntity, _ key: Int64, _ relationship: RecordRelationship
  ) throws {
    guard let target = try any(relationship.destination, limit: 3).last else { return }
    let title = "relate \(entity.name).\(relationship.name)"
    for value in relationship.isOptional ? [target, nil] : [target] {
      var changes = RecordChanges(author: "test")
      changes.change(
        key, of: entity.name, [relationship.name: value.map(RecordValue.row) ?? .null])
      let former = try destination(of: key, entity, relationship)
      let ends = former + (value.map { [$0] } ?? [])
      let others = try ends.flatMap { try sharers(of: $0, relationship) }
      let result = try perform(title, changes) { _, write in
        allow(key, relationship, entity, &write)
        for end in ends { allow(end, relationship.inverse, relationship.destination, &write) }
        for other in others { allow(other, relationship, entity, &write) }
      }
      guard result != nil else { continue }
      let found = try destination(of: key, entity, relationship)
      if found != (value.map { [$0] } ?? []) { outcome.problems.append("\(title): is \(found)") }
    }
  }

  private func relateToMany(
    _ entity: RecordEntity, _ key: Int64, _ relationship: RecordRelationship
  ) throws {
    let known = try engine.members(of: key, entity.name, relationship.name)
    let more = try any(relationship.destination, limit: 10).filter { !known.contains($0) }
      .prefix(3)
    let title = "members \(entity.name).\(relationship.name)"
    for members in [Array(known.dropFirst()) + more, known.reversed()] {
      var changes = RecordChanges(author: "test")
      changes.relate(key, of: entity.name, relationship.name, to: members)
      let ends = known + more
      let owners = try ends.flatMap { try sharers(of: $0, relationship) }
      let result = try perform(title, changes) { result, write in
        // Rows that get the unique values of others replace them.
        for rows in result.deleted {
          write.delete(rows.keys, try engine.entity(rows.entity).table.table)
        }
        allow(key, nil, entity, &write)
        for owner in owners { allow(owner, nil, entity, &write) }
        for end in ends { allow(end, relationship.inverse, relationship.destination, &write) }
        switch relationship.storage {
        case .join(let join): write.allowPairs(join.name, [key])
        case .children(let table, let column):
          for end in ends { write.allow(end, table, [column]) }
          // Members of a relationship without an inverse are not recorded in the history.
          if relationship.inverse == nil { write.untold = Set(ends) }
        case .foreignKey: break
        }
      }
      guard result != nil else { continue }
      let found = try engine.members(of: key, entity.name, relationship.name)
      var query = light(relationship.destination.name)
      query.keys = members
      let there = Set(try engine.rows(query).map(\.key))
      let wanted = members.filter(there.contains)
      if found != wanted { outcome.problems.append("\(title): \(found), not \(wanted)") }
    }
  }

  private func destination(
    of key: Int64, _ entity: RecordEntity, _ relationship: RecordRelationship
  ) throws -> [Int64] {
    var query = light(entity.name)
    query.keys = [key]
    guard case .row(let target)? = try engine.rows(query).first?[relationship.name] else {
      return []
    }
    return [target]
  }

  private func delete(_ entity: RecordEntity, _ key: Int64) throws {
    var changes = RecordChanges(author: "test")
    changes.delete([key], of: entity.name)
    _ = try perform("delete \(entity.name)", changes) { result, write in
      var gone: Set<Int64> = []
      for rows in result.deleted {
        write.delete(rows.keys, try engine.entity(rows.entity).table.table)
        gone.formUnion(rows.keys)
      }
      write.partsRows = true
      for case .manyToMany(let join) in map.entities.flatMap(\.properties.values) {
        write.allowPairs(join.name, gone.sorted())
      }
    }
  }

  private func light(_ entity: String) -> RecordQuery {
    var query = RecordQuery(entity)
    query.readsFiles = false
    return query
  }

  /// The other rows that relate to the same row.
  private func sharers(
    of end: Int64, _ relationship: RecordRelationship
  ) throws -> [Int64] {
    guard let inverse = relationship.inverse else {
      guard case .children = relationship.storage else { return [] }
      return try engine.owner(of: end, relationship).map { [$0] } ?? []
    }
    guard inverse.isToMany else { return try destination(of: end, inverse.owner, inverse) }
    return try engine.members(of: end, inverse.owner.name, inverse.name)
  }

  /// Allows a row's columns for a relationship to differ; nil if the row stores nothing of it.
  private func allow(
    _ key: Int64, _ relationship: RecordRelationship?, _ entity: RecordEntity,
    _ write: inout InPlaceWrite
  ) {
    var columns: [String] = []
    if let relationship, case .toOne(let column)? = entity.table.properties[relationship.name] {
      columns = [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self)
    } else if let relationship,
      case .toOne(let column)? = relationship.owner.table.properties[relationship.name]
    {
      columns = [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self)
    }
    write.allow(key, entity.table.table, columns)
  }

  /// Expects another connection to read the written values.
  private func expect(
    _ key: Int64, _ entity: RecordEntity, _ values: [String: RecordValue], _ title: String
  ) throws {
    let other =
      try self.other
      ?? RecordEngine(
        StoreOptions(name: "other", path: path, allowsSave: false), model: engine.model)
    self.other = other
    var query = light(entity.name)
    query.keys = [key]
    // Other rows' external files may be missing; written ones must not.
    let external = entity.properties.contains { values[$0.name] != nil && $0.storesExternally }
    query.readsFiles = external && (values.count == 1 || title.hasPrefix("insert"))
    guard let row = try other.rows(query).first else {
      return outcome.problems.append("\(title): no row \(key)")
    }
    for (name, value) in values where row[name] != value {
      let columns = entity.properties.first { $0.name == name }?.columns.map(\.name) ?? []
      guard derived.isDisjoint(with: columns) else { continue }
      let property = entity.properties.first { $0.name == name }
      if property?.storesExternally == true, !query.readsFiles { continue }
      outcome.problems.append("\(title): \(name) reads \(row[name]), not \(value)")
    }
  }
}
